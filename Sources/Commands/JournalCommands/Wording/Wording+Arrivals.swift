import Arrivals
import CaptureTime
import Files
import Journal
import Shell
import Store
import SystemPackage
import Wording

extension Wording {
  static let dateOrderBothWays = "--day-first and --month-first cannot be used together."
  static let emptyAuthor = "--of is empty; give your name in the chat."
  static let noArrivals = "There are no arrivals; daystamp import brings another journal."
  static let onlyForExports = "--again is only for an export of Daystamp."
  static let onlyForOthers =
    "This is an export of Daystamp; --of, --day-first, --month-first, --mood and --people are for "
    + "others."

  static func noMood(_ mood: String) -> String {
    "--mood: give a name and its place, 1 (worst) to 5, as in tired=2, not \(escaped(mood))."
  }

  static func unknownFormat(_ format: String) -> String {
    let names = ArrivalFormat.allCases.map(\.rawValue)
    if let near = NearestName.of(format, among: names) {
      return "--as: there is no format \(escaped(format)); did you mean \(near)?"
    }
    return "--as: there is no format \(escaped(format)), only \(names.joined(separator: ", "))."
  }

  static func recognized(_ path: FilePath, _ format: ArrivalFormat) -> String {
    "\(name(path)): \(format.title)."
  }

  /// An entry's place, for messages.
  static func name(of record: ArrivalRecord) -> String {
    record.place.isNamed ? record.place.wording.commandLine : "The source"
  }

  /// An entry in one line; nil of one that came before.
  static func line(_ record: ArrivalRecord) -> String? {
    let day = record.day.map { "\($0)" } ?? ""
    switch record.result {
    case .posted([]): return "\(day)  \(name(of: record))"
    case .posted(let numbers): return "\(numbers.map(String.init).joined(separator: ","))  \(day)"
    case .restored(let number): return "\(number)  \(day)"
    case .known, .photosThere, .changed, .incomplete, .failed: return nil
    }
  }

  static func changedThere(_ number: Int?) -> String {
    guard let number else { return "changed in the source, but its post was deleted here" }
    return "changed in the source since it came; post \(number) stays as it is"
  }

  static func survey(_ survey: ArrivalSurvey) -> String {
    var parts = [counted(survey.posts, "new post")]
    if let first = survey.firstDay, let last = survey.lastDay {
      parts[0] +=
        first == last ? " on \(first)" : " on \(counted(survey.days, "day")), \(first) to \(last)"
    }
    if survey.photos > 0 { parts.append(counted(survey.photos, "photo")) }
    if let tag = survey.tags.example {
      parts.append("\(counted(survey.tags.count, "tag")) such as \(escaped(tag))")
    }
    if let name = survey.people.example {
      parts.append("\(counted(survey.people.count, "name")) of people such as \(escaped(name))")
    }
    if survey.known > 0 { parts.append("\(survey.known) here already") }
    if survey.changed > 0 { parts.append("\(survey.changed) changed in the source") }
    if survey.missing > 0 { parts.append("\(counted(survey.missing, "part")) missing") }
    if survey.failed > 0 { parts.append("\(survey.failed) impossible") }
    return parts.joined(separator: "; ") + "."
  }

  static func leftOut(_ kind: ArrivalSurvey.LeftOut) -> String {
    let place = kind.place.isNamed ? " (\(kind.place.wording.commandLine))" : ""
    return "Left out: \(counted(kind.count, kind.kind.one, kind.kind.many)), such as "
      + "\(escaped(kind.example))\(place)."
  }

  static func passedOver(_ kind: PassedFiles.Kind) -> String {
    "Passed over: \(counted(kind.count, kind.reason.one, kind.reason.many)), such as "
      + "\(escaped(kind.example))."
  }

  static func arrived(_ number: Int) -> String {
    "Arrival \(number). daystamp arrivals undo \(number) takes it back."
  }

  /// Where an arrival stands, for its line.
  static func state(of arrival: Arrival) -> String {
    if arrival.undone != nil { return "undone" }
    return arrival.finished == nil ? "unfinished" : ""
  }

  static func undone(_ number: Int, _ undone: OwnerArrivals.Undone) -> String {
    var parts = ["Moved \(counted(undone.trashed.count, "post")) of arrival \(number) to the trash"]
    if undone.deleted > 0 { parts.append("\(undone.deleted) had been deleted before") }
    return parts.joined(separator: "; ") + "."
  }

  static func stays(_ number: Int) -> String {
    "Post \(number) was changed since it came, and stays."
  }
}

extension ArrivalFormat {
  /// The program, as it calls itself.
  var title: String {
    switch self {
    case .dayOne: "Day One"
    case .appleJournal: "Apple Journal"
    case .jrnl: "jrnl"
    case .daylio: "Daylio"
    case .diarium: "Diarium"
    case .journey: "Journey"
    case .diaro: "Diaro"
    case .penzu: "Penzu"
    case .memos: "memos"
    case .journiv: "Journiv"
    case .takeout: "Google Takeout"
    case .immich: "immich"
    case .applePhotos: "Apple Photos"
    case .whatsApp: "a WhatsApp chat"
    case .signal: "a Signal chat"
    case .telegram: "a Telegram chat"
    case .markdown: "Markdown notes"
    case .loop: "Loop Habit Tracker"
    case .habitica: "Habitica"
    }
  }
}

extension ArrivedItem.LeftOut {
  /// What one of it is called.
  fileprivate var one: String {
    switch self {
    case .audio: "recording"
    case .location: "place"
    case .weather: "weather report"
    case .unknown: "unknown part"
    default: rawValue
    }
  }

  fileprivate var many: String {
    switch self {
    case .habit: "habits"
    case .location: "places"
    default: "\(one)s"
    }
  }
}

extension PassedFiles.Reason {
  fileprivate var one: String {
    switch self {
    case .link: "link"
    case .special: "special file"
    case .path: "name that leads elsewhere or is too long"
    case .characters: "name with control characters or not in UTF-8"
    case .encrypted: "encrypted file"
    case .sameName: "file with the name of another"
    }
  }

  fileprivate var many: String {
    switch self {
    case .path: "names that lead elsewhere or are too long"
    case .characters: "names with control characters or not in UTF-8"
    case .sameName: "files with the name of another"
    default: "\(one)s"
    }
  }
}
