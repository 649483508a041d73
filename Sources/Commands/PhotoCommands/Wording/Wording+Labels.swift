import Files
import Shell
import SystemPackage
package import Wording

/// What is said of labels that are asked for.
extension Wording {
  static let ownerWithoutJournal =
    "{owner} is the journal's owner, and stamp has no journal. Write the name itself."

  static let noGazetteer =
    "{place} needs a list of towns: add one with daystamp gazetteer add FILE, or give --gazetteer "
    + "FILE, such as cities500.txt from https://download.geonames.org/export/dump."

  static let noNamedGazetteer =
    "{place} needs a list of towns, and --reproducible does not use your own: give --gazetteer FILE."

  static let noPlaceForGazetteer =
    "There is no place for a list of towns, because you have no home folder."

  static func gazetteer(_ count: Int?, in path: FilePath) -> String {
    guard let count else {
      return
        "There is no list of towns. daystamp gazetteer add puts one into \(name(path))."
    }
    return "\(counted(count, "town")) in \(name(path))."
  }

  static func furtherLabel(_ argument: String) -> String {
    "--also '\(escaped(argument))': give the label's place and its text, such as "
      + "'top-right={camera}' or 'top-right,style=box,size=12={camera}'."
  }

  static func furtherLabelOption(_ name: String, among names: [String]) -> String {
    let nearest = NearestName.of(name, among: names).map { " " + didYouMean($0) } ?? ""
    return
      "--also has no option '\(escaped(name))': it has \(names.joined(separator: ", ")).\(nearest)"
  }

  static func furtherLabelTwice(_ name: String) -> String {
    "--also gives \(escaped(name)) twice for the same label."
  }

  static func logoTooLarge(_ path: FilePath, width: Int, height: Int, limit: Int) -> String {
    "--logo \(name(path)) has \(width)×\(height) pixels, but can have at most \(limit) megapixels; "
      + "make it smaller."
  }

  /// Of the texts of --text-from, those that no photo had.
  static func unusedTexts(_ names: [String]) -> String {
    let shown = names.prefix(5).map { escaped($0) }.joined(separator: ", ")
    return "note: no photo had \(counted(names.count, "text")) of --text-from: \(shown)"
      + (names.count > 5 ? ", …" : "")
  }

  /// What is wrong with the file of --text-from, to follow its name.
  package static func problem(_ error: any Error) -> String {
    if let error = error as? FileError { return ": \(error.reason.commandLine)." }
    guard let error = error as? PhotoTextError else { return ": \(sentence(for: error))" }
    return ", line \(error.line): \(text(of: error.reason))."
  }

  private static func text(of reason: PhotoTextError.Reason) -> String {
    switch reason {
    case .noColumns:
      "the first line is neither a header with “input” and “text” nor a JSON object"
    case .columns(let observed, let expected):
      "it has \(counted(observed, "value")), but the first line names \(expected)"
    case .strayQuote: "a quote is not allowed here; double it, and put the value in quotes"
    case .openQuote: "the quote that opens here never closes"
    case .tooLong: "it is longer than 64 KiB"
    case .encoding: "it is not UTF-8"
    case .notAnObject: "it is not a JSON object with the texts “input” and “text”"
    case .noName: "it names no photo"
    case .repeated(let name): "\(escaped(name)) already has a text"
    case .text(let message): message
    }
  }
}

/// What is said of profiles.
extension Wording {
  static let noPlaceForProfiles = "There is no place for profiles, because you have no home folder."

  static func profiles(_ count: Int, in path: FilePath) -> String {
    count > 0
      ? "They are in \(name(path))."
      : "You have no profiles. To add one, create \(name(path)); see daystamp profile --help."
  }

  /// An option with its value as a shell takes it: `--line 'Site 4'`.
  package static func option(_ argument: String) -> String {
    argument.split(separator: "=", maxSplits: 1).map { word in
      let word = String(word)
      guard word.contains("\n") else { return shellWord(word) }
      let quoted = word.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
      return "$'\(escaped(quoted))'"
    }.joined(separator: " ")
  }

  static func noProfile(_ wanted: String, among names: [String], in path: FilePath)
    -> String
  {
    let nearest = NearestName.of(wanted, among: names).map { " " + didYouMean($0) } ?? ""
    let all = names.isEmpty ? "no profiles" : names.map { escaped($0) }.joined(separator: ", ")
    return "There is no profile '\(escaped(wanted))': \(name(path)) has \(all).\(nearest)"
  }
}
