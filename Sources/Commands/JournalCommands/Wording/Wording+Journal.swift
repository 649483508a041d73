import CaptureTime
import Files
import Journal
import Shell
import Stamping
import Store
import SystemPackage
import Wording

extension Wording {
  static let nothingToChange =
    "Nothing to change; give a caption, crop, filter, time, time zone, star or tags."
  static let captionStays = "The caption is the same; nothing changed."
  static func textBothWays(_ option: String) -> String {
    "\(option) - reads the text from standard input, --edit from an editor; give one."
  }

  static let inputTakenTwice =
    "Standard input is the photo or the list of photos; -c - cannot read the caption from it too."
  static let trashIsEmpty = "The trash is empty."
  static let numbersOrAll = "Give the numbers of posts, or --all for the whole trash, not both."
  static let nothingDone = "Nothing was done."
  static let noOwners = "There are no owners; daystamp owner add adds one."
  static let notTheOwnersName = "That is not the owner's name; nothing was done."

  /// A post in one line: its number and its day.
  static func line(_ post: Post) -> String { "\(post.number)  \(post.day)" }

  static func tagBothWays(_ tag: TagName) -> String {
    "--tag and --untag cannot be used together for \(escaped(tag.text))."
  }

  static func nobodyToAsk(_ option: String) -> String {
    "There is no terminal to ask on; \(option) skips the question."
  }

  static func slashInName(_ name: OwnerName) -> String {
    "“\(escaped(name.text))” has a slash, which no owner's name can have; give a name without one."
  }

  /// Why no journal is made among other things.
  static func holdsOtherThings(_ folder: FilePath) -> String {
    "\(name(folder)) holds other things; --yes makes a journal there."
  }

  /// Whether a journal is to be made among other things.
  static func asksForFolder(_ folder: FilePath) -> String {
    "\(name(folder)) holds other things. Make a journal there?"
  }

  static func asksToTrash(_ numbers: [Int]) -> String {
    "Move \(agreeing(numbers.count, "post \(numbers[0])", "\(numbers.count) posts")) to the trash?"
  }

  static func movedToTrash(_ numbers: [Int]) -> String {
    let restored =
      numbers.count <= 8 ? numbers.map(String.init).joined(separator: " ") : "NUMBER..."
    return
      "Moved \(counted(numbers.count, "post")) to the trash; daystamp trash restore \(restored) "
      + "brings \(agreeing(numbers.count, "it", "them")) back."
  }

  static func trashed(_ day: CivilDate) -> String { "trashed \(day)" }

  static func asksToEmptyTrash(_ count: Int) -> String {
    "Permanently delete \(counted(count, "post")) and \(agreeing(count, "its", "their")) files?"
  }

  static func deleted(_ removal: Removal) -> String {
    "Permanently deleted \(counted(removal.posts, "post")) and \(counted(removal.files, "file"))."
  }

  static func addedOwner(_ owner: OwnerName, _ settings: JournalSettings) -> String {
    "Made the journal of \(escaped(owner.text)), with the time zone "
      + "\(escaped(settings.zone.name)); daystamp config set time-zone changes that."
  }

  static func renamedOwner(_ old: OwnerName, _ new: OwnerName) -> String {
    "Renamed \(escaped(old.text)) to \(escaped(new.text))."
  }

  static func size(posts: Int, inTrash: Int) -> String {
    counted(posts, "post") + (inTrash == 0 ? "" : ", \(inTrash) more in the trash")
  }

  static func asksToRemove(_ owner: OwnerName, posts: Int, inTrash: Int) -> String {
    "This permanently deletes the journal of \(escaped(owner.text)): "
      + "\(size(posts: posts, inTrash: inTrash)), with all files and settings.\nType the owner's "
      + "name to go ahead:"
  }

  static func otherOwnerConfirmed(_ owner: OwnerName) -> String {
    "--confirm must give the name of the owner to remove, \(escaped(owner.text))."
  }

  static func removedOwner(_ owner: OwnerName, _ removal: OwnerRemoval) -> String {
    let access = removal.access
    let parts = [
      (removal.posts.posts, "post"), (removal.photos, "photo"), (access.devices, "device"),
      (access.passkeys, "passkey"), (access.accounts, "account"), (access.tokens, "token"),
      (access.links, "link"),
    ].filter { $0.0 > 0 }.map { counted($0.0, $0.1) }
    let people = removal.people == 0 ? [] : [counted(removal.people, "person", "people")]
    let all = parts.prefix(2) + people + parts.dropFirst(2)
    return "Removed \(escaped(owner.text))"
      + (all.isEmpty ? "; the journal was empty." : ": \(all.joined(separator: ", ")).")
  }

  static func copiesStay(_ folder: FilePath) -> String {
    "note: the copies of photos in \(name(folder)) stay, for they are not part of the journal."
  }

  static let daysStay = "Existing posts keep their days; only new ones use the setting."

  /// What of the two zones is which, after one was set.
  static func zones(_ settings: JournalSettings) -> String {
    let zone = settings.zone.name
    return switch settings.postZone {
    case .photo:
      "A photo gets the day and time of its place, if that is known. Everything else, today "
        + "included, uses the journal's zone, \(zone). \(daysStay)"
    case .journal: "All days and times use the journal's zone, \(zone). \(daysStay)"
    }
  }

  static let zoneStays = "A journal always has a time zone; daystamp config set gives it another."
  static let isDefault = "default"

  static func severalValues(_ values: [String]) -> String {
    "A setting has one value, not \(values.count): "
      + "\(escaped(values.joined(separator: ", "))). Quote a value with spaces."
  }

  /// What stands in the place of a setting that has no value.
  static func missing(_ key: SettingKey) -> String { key == .weekStart ? "(by locale)" : "(none)" }

  static func overridden(_ keys: [SettingKey]) -> String {
    let names = keys.map(\.rawValue)
    return
      "\(names.joined(separator: ", ")) still "
      + "\(agreeing(names.count, "overrides", "override")) the style; daystamp config reset "
      + "\(names.joined(separator: " ")) resets \(agreeing(names.count, "it", "them"))."
  }

  static func notAFolder(_ path: FilePath) -> String { "\(name(path)) is not a folder." }

  /// Printed once, whatever else does not fit.
  static func doesNotFit(_ name: String) -> String {
    "\(name): the disk is full; anything that does not fit is left out"
  }

  static func backedUp(_ content: BackupContent, to path: FilePath) -> String {
    "\(name(path)) holds \(counted(content.posts, "post")) of \(counted(content.owners, "owner")), "
      + "without their photos; daystamp export writes those too."
  }

  static func settingsTaken(_ settings: [(key: SettingKey, text: String?)]) -> String {
    "Settings imported: \(list(settings)); daystamp config set changes them."
  }

  static func settingsLeftOut(_ settings: [(key: SettingKey, text: String?)], of owner: OwnerName)
    -> String
  {
    "\(escaped(owner.text)) has posts already, so these settings of the export were skipped: "
      + "\(list(settings)); daystamp config set changes yours."
  }

  static func settingsKept(_ settings: [(key: SettingKey, text: String?)]) -> String {
    "An import never changes these, so yours stay: \(list(settings)); daystamp config set "
      + "changes yours."
  }

  private static func list(_ settings: [(key: SettingKey, text: String?)]) -> String {
    settings.map { "\($0.key.rawValue) \($0.text.map(escaped) ?? "by default")" }
      .joined(separator: ", ")
  }

  static func fontNotTaken(_ path: String) -> String {
    "note: its font, \(escaped(path)), was skipped, for imports take no paths; restamped, "
      + "the photo gets the usual font"
  }

  static func secondMorning(_ day: CivilDate?) -> String {
    "note: \(day.map { "\($0)" } ?? "its day") has a morning page here, so it became an "
      + "ordinary post"
  }

  static func staysInTrash(_ post: Trash.Restoration.Stayed) -> String {
    "post \(post.post.number) stays in the trash: \(post.reason.wording.commandLine); "
      + "daystamp edit \(post.other) --no-morning makes room for it"
  }

  static func versionNotTaken(_ problem: ImportProblem) -> String {
    "note: some earlier versions of its words were skipped: \(problem.wording.commandLine)"
  }

  static func stray(_ reference: StrayReference) -> String {
    let version = reference.version.map { ", version \($0) of its words" } ?? ""
    return "note: post \(reference.post)\(version): \(reference.wording.commandLine)"
  }

  static func pathsOfAnotherUser(_ keys: [SettingKey], _ folder: FilePath) -> String {
    let options = keys.map { $0 == .exportFolder ? "--export-to" : "--font" }
    return
      "note: ignoring \(keys.map(\.rawValue).joined(separator: " and ")) of this journal, "
      + "because \(name(folder)) belongs to another user; "
      + "\(options.joined(separator: " and ")) \(agreeing(keys.count, "gives", "give")) your own."
  }

  /// Said because the setting comes with the journal, which somebody else may have made.
  static func copiesGo(to folder: FilePath) -> String {
    "note: copies of these photos go to \(name(folder)), by the journal's setting export-to."
  }

  /// The line of a post on a terminal; nil if it is reported otherwise.
  static func line(_ record: ImportRecord, isDryRun: Bool) -> String? {
    let day = record.day?.description ?? ""
    switch record.result {
    case .imported(let number):
      var line = "\(number)  \(day)"
      if let caption = record.caption, !caption.isEmpty { line += "  \(oneLine(caption))" }
      if let exported = record.exportedNumber, exported != number {
        line += "  (\(exported) in the export)"
      }
      if isDryRun, !record.doubts.isEmpty {
        line += "  doubtful: \(record.doubts.map(\.wording.commandLine).joined(separator: "; "))"
      }
      return line
    case .passedOver(let post):
      return isDryRun && post.notTaken.isEmpty
        ? "\(record.exportedNumber ?? 0)  \(day)  skipped: \(message(for: post))" : nil
    case .failed: return nil
    }
  }

  static func notImported(_ record: ImportRecord, _ error: any Error) -> String {
    "\(name(of: record)): \(message(for: error))"
  }

  /// A post of an export, by the number that it has there.
  static func name(of record: ImportRecord) -> String {
    let number = record.exportedNumber.map { "post \($0)" }
    guard record.isLine else { return number ?? "the post at place \(record.place)" }
    let line = "\(ExportFolder.lines), line \(record.place)"
    return number.map { "\(line), \($0)" } ?? line
  }

  static let checkInterrupted = "Interrupted; the check is incomplete."
  static let repairAdvice = "daystamp check --repair mends problems, and deletes nothing."
  static let damageAdvice = """
    The database is damaged, so no file was mended. Replace journal.sqlite with a copy from \
    daystamp backup. Without a backup, daystamp check --salvage NEW-FOLDER makes a new journal \
    from everything readable.
    """

  static let repairOrSalvage = "--repair mends this journal, --salvage makes another; give one."
  static let pinOfSalvage = "--pin-stdin is for --salvage, which asks for the PINs of a journal."

  /// One line of a salvage: which post or file, and what became of it.
  static func finding(_ finding: SalvageFinding) -> String {
    let text = finding.wording.commandLine
    guard case .area(let finding as PostSalvageFinding) = finding, let owner = finding.post.owner
    else { return text }
    return "\(escaped(owner.text)): \(text)"
  }

  static func salvaged(_ counts: SalvageSummaryJSON.Summary, into folder: FilePath) -> String {
    var parts = ["Made a journal of \(counted(counts.posts, "post")) in \(name(folder))"]
    if counts.remade > 0 {
      parts.append("\(counts.remade) of them rebuilt from their photos")
    }
    if counts.photos > 0 {
      parts.append("\(counted(counts.photos, "file is", "files are")) missing or damaged")
    }
    parts.append(
      counts.problems == 0
        ? "nothing is lost" : "\(counted(counts.lost, "post is", "posts are")) lost")
    return parts.joined(separator: "; ") + "."
  }

  static func afterSalvage(_ folder: FilePath) -> String {
    """
    The damaged journal did not change; keep it until you are satisfied with the new one. Look at \
    that with daystamp list and daystamp check --journal \(name(folder)).
    """
  }

  static func checked(posts: Int, mended: Int, left: Int) -> String {
    var parts = ["Checked \(counted(posts, "post"))"]
    if mended > 0 { parts.append("mended \(counted(mended, "problem"))") }
    parts.append(left == 0 ? "all is well" : "\(counted(left, "problem")) left")
    return parts.joined(separator: "; ") + "."
  }

  /// One line: where, what, and what became of it.
  static func finding(_ finding: JournalFinding, namesOwner: Bool) -> String {
    var what = finding.problem.wording.commandLine
    if case .area(PostsProblem.post(let owner, let number, _)) = finding.problem {
      what = "post \(number)\(namesOwner ? " of \(escaped(owner.text))" : ""): \(what)"
    }
    return finding.ending.map { "\(what); \($0.commandLine)" } ?? what
  }
}
