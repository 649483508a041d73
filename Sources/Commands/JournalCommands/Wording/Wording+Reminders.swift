import CaptureTime
import Journal
import Reminders
import Sending
import Shell
import Store
import SystemPackage
import Wording

/// What is said of reminders, ways and feeds.
extension Wording {
  static let noReminders = "There are no reminders yet; daystamp reminder add adds one."
  static let onlyDesktop =
    "Reminders reach only the desktop where daystamp remind runs; daystamp reminder way hook "
    + "or mail adds a way."
  static let noWays =
    "No reminder can reach you: there is no way, and you removed the desktop. Add one with "
    + "daystamp reminder way hook, mail or desktop."
  static let noFeeds = "There are no calendar feeds yet; daystamp reminder feed add adds one."
  static let againOrOnce = "--again and --once cannot be used together."
  static let nothingToChangeOfReminder =
    "Nothing to change; give a time, as in --at 08:30, --again, --once or --quiet."
  static let emptyAddress = "There is no address on standard input."
  static let addressAndToken =
    "Standard input can give only one of address and token; put the token in a file."
  static let emptyToken = "The --token-file is empty; put the token in it."

  /// A rule in a row: number, time, of what, whether once more, quiet hours, and whether it is off.
  static func cells(_ rule: ReminderRule) -> [String] {
    let facts = rule.facts
    return [
      "\(rule.id)", "\(facts.time)", facts.subject.rawValue,
      facts.again.map { "again after \(duration($0 * 60))" } ?? "once",
      facts.quiet.map { "quiet \($0)" } ?? "never quiet", facts.isOn ? "" : "off",
    ]
  }

  /// A way in a row: number, kind, address, how it is written, whether it names, whether it waits, and what
  /// went wrong.
  static func cells(_ way: ReminderWay, in zone: CaptureZone) -> [String] {
    let facts = way.facts
    let detail =
      facts.kind == .hook ? facts.detail + (facts.secret.isEmpty ? "" : ", with a token") : ""
    return [
      "\(way.id)", facts.kind.rawValue, escaped(facts.shownAddress ?? ""), detail,
      names(facts.names),
      [maker(way.maker), way.isConfirmed ? "" : "waits for its code"]
        .filter { !$0.isEmpty }.joined(separator: ", "),
      way.failure.map {
        "failed since \(InstantText.text($0.since, in: zone)): \(reason(stored: $0.text))"
      } ?? "",
    ]
  }

  /// A feed in a row: number, name, when it was made and read, and whether it names.
  static func cells(_ feed: Feed, in zone: CaptureZone) -> [String] {
    [
      "\(feed.id)", escaped(feed.name.text), "made \(InstantText.text(feed.made, in: zone))",
      feed.read.map { "read \(InstantText.text($0, in: zone))" } ?? "never read",
      names(feed.names), maker(feed.maker),
    ]
  }

  private static func maker(_ maker: Maker?) -> String {
    maker.map { "set up by \(escaped($0.name.text))" } ?? ""
  }

  private static func names(_ isNaming: Bool) -> String {
    isNaming ? "names behind a PIN" : "no names behind a PIN"
  }

  /// Why a way failed, as it is stored beside it.
  static func reason(stored text: String) -> String {
    SendingError(stored: text).map { message(for: $0) } ?? escaped(text)
  }

  static func removed(_ rule: ReminderRule, again: [String]) -> String {
    let facts = rule.facts
    var words = ["daystamp", "reminder", "add", facts.subject.rawValue, "--at", "\(facts.time)"]
    words += facts.again.map { ["--again", "\($0)"] } ?? ["--once"]
    words += ["--quiet", facts.quiet?.description ?? "none"] + (facts.isOn ? [] : ["--off"])
    let state = facts.isOn ? "" : ", which was off"
    return
      "Removed reminder \(rule.id), \(facts.subject.rawValue) at \(facts.time)\(state). This "
      + "restores it:\n  " + line(words, again)
  }

  /// A command to be typed, with the options that name the journal.
  private static func line(_ words: [String], _ again: [String]) -> String {
    (words + again).map(shellWord).joined(separator: " ")
  }

  static func testsWay(_ way: ReminderWay, again: [String]) -> String {
    line(["daystamp", "reminder", "way", "test", "\(way.id)"], again) + " sends a test."
  }

  static func sentTest(_ way: ReminderWay) -> String { "Sent a test by \(shown(way))." }

  static func removed(_ way: ReminderWay, again: [String]) -> String {
    guard way.facts.kind == .desktop else { return "Removed \(shown(way))." }
    let words = ["daystamp", "reminder", "way", "desktop"] + (way.facts.names ? ["--names"] : [])
    return "Removed \(shown(way)); reminders no longer reach it. This adds it again:\n  "
      + line(words, again)
  }

  private static func shown(_ way: ReminderWay) -> String {
    name(way) + (way.facts.shownAddress.map { ", \(escaped($0))" } ?? "")
  }

  private static func name(_ way: ReminderWay) -> String {
    way.facts.kind == .desktop ? "the desktop" : "\(way.facts.kind.rawValue) \(way.id)"
  }

  static func madeFeed(_ feed: Feed) -> String {
    "Made feed \(feed.id), “\(escaped(feed.name.text))”. Anyone who knows its address can "
      + "read it. The address is not shown again."
  }

  static let feedWithoutBase =
    "Put the address of your daystamp-server before it. To get whole addresses, set yours: "
    + "daystamp config set web-address https://diary.example.org."

  static func removed(_ feed: Feed) -> String {
    "Removed feed \(feed.id), “\(escaped(feed.name.text))”; its address no longer works."
  }
}

/// What is said of telling, and of the timer.
extension Wording {
  static let installOrUninstall = "--install and --uninstall cannot be used together."
  static let nothingToTell = "Nothing is due now."
  static let asksToInstall = "Write these files and start the timer?"
  static let noUnitFolder =
    "There is no home folder for systemd's units; set HOME or XDG_CONFIG_HOME."
  static let unknownProgram = "The system does not say where this program is (/proc/self/exe)."

  static func folderForNoTimer(_ folder: FilePath) -> String {
    "\(name(folder)) is not UTF-8; a timer cannot name it."
  }

  /// What became of a notice by a way.
  ///
  /// - Parameters:
  ///   - told: the notice.
  ///   - isLocked: whether the journal is locked; then the text and the recipient are left out.
  ///   - zone: in which times are.
  /// - Returns: a line.
  static func told(_ told: ToldReminder, isLocked: Bool, zone: CaptureZone) -> String {
    let line = notice(told.due, isLocked: isLocked)
    func why(_ error: SendingError) -> String {
      isLocked ? "daystamp reminder list says why" : message(for: error)
    }
    switch told.outcome {
    case .sent: return "\(line)  sent"
    case .waiting(let error, let until):
      let time = InstantText.text(until, in: zone).suffix(5)
      return "\(line)  not yet: \(why(error)); tried again at \(time)."
    case .failed(let error) where told.way.facts.kind == .desktop:
      return "\(line)  not shown: \(why(error))."
    case .failed(let error): return "Error: \(line): \(why(error))."
    case .gone(let error): return "\(line)  forgotten: \(why(error))."
    }
  }

  /// The line of a reminder that a run without --dry-run sends.
  static func wouldTell(_ due: DueReminder, isLocked: Bool) -> String {
    "\(notice(due, isLocked: isLocked))  would be sent"
  }

  private static func notice(_ due: DueReminder, isLocked: Bool) -> String {
    let turn = due.turn
    let what =
      isLocked
      ? "" : "\(turn.time)  \(turn.rule.facts.subject.rawValue)\(turn.isAgain ? ", again" : "")"
    return [what, name(due.way)].filter { !$0.isEmpty }.joined(separator: "  ")
  }

  static let dryRunInstallsNothing = "--dry-run cannot be used with --install or --uninstall."

  /// How many notices the server has to send.
  ///
  /// - Parameter count: those to browsers, at least one.
  /// - Returns: a line.
  static func waitsForServer(_ count: Int) -> String {
    count == 1
      ? "1 notice to a browser waits for daystamp-server to send it."
      : "\(count) notices to browsers wait for daystamp-server to send them."
  }

  /// A unit's path and text, as they are to be written.
  static func unit(_ file: FilePath, _ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return "\(name(file)):\n"
      + lines.map { $0.isEmpty ? "" : "  \(escaped(String($0)))" }.joined(separator: "\n")
  }

  static func installed(_ change: UserTimer.Change) -> String {
    let files = "Wrote " + change.files.map(name).joined(separator: " and ") + "."
    let linger = "It runs while you are logged in; \(UserTimer.lingerCommand) makes it run always."
    return done(change, files, "The timer runs every minute. \(linger)", linger)
  }

  static func uninstalled(_ change: UserTimer.Change) -> String {
    let files = "Removed " + change.files.map(name).joined(separator: " and ") + "."
    return done(change, files, "The timer is stopped.", "")
  }

  /// The result, and if systemd did not answer, the commands to type.
  private static func done(
    _ change: UserTimer.Change, _ files: String, _ success: String, _ later: String
  ) -> String {
    guard let failure = change.failure else { return "\(files) \(success)" }
    return
      "\(files) Could not reach your systemd: \(message(for: failure)). In a session of "
      + "yours, type:\n" + change.commands.map { "  \($0)" }.joined(separator: "\n")
      + (later.isEmpty ? "" : "\n\(later)")
  }

  static func noTimer(in folder: FilePath) -> String { "There is no timer in \(name(folder))." }
}
