import JournalShell
import ArgumentParser
import Journal
import Reminders
import Sending
import Shell
import Store
import Wording

/// `daystamp remind`: sends the reminders that are due now, and sets up a timer that does so each minute.
struct RemindCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remind",
    abstract: "Send the reminders due now; run by a timer.",
    discussion: """
      Sends each reminder once by each way, even if this runs often or in several places, \
      daystamp-server included. It works while the journal is locked, and then names only what \
      daystamp reminder way allows. Hooks need the program curl, the desktop notify-send \
      (libnotify-bin), and mail a sendmail such as msmtp's. Only daystamp-server sends to \
      browsers; this shows the number of notices waiting for it. If a notice may still arrive, the \
      next run tries again. The exit code is 1 if a way failed and no run tries again. It is 0 if \
      a notice waits, or if only the desktop failed, for there may be none.

      --install adds a timer to your own systemd that runs this every minute. It shows you both \
      files, daystamp-remind.service and daystamp-remind.timer, and asks first.

      EXAMPLES
        daystamp remind
        daystamp remind --install
        daystamp remind --uninstall
        Without being asked, as in a script:
          daystamp remind --install --yes
        What would be sent now:
          daystamp remind --dry-run
      """)

  @Flag(help: "Set up a timer in your systemd that runs this every minute.")
  var install = false

  @Flag(help: "Remove the timer.")
  var uninstall = false

  @Flag(help: "Show what would be sent, and send nothing.")
  var dryRun = false

  @OptionGroup var confirmation: YesOption

  @Flag(help: "One JSON object for each notice and way.")
  var json = false

  @OptionGroup(title: "Journal") var place: JournalOptions

  func validate() throws {
    if install, uninstall { throw ValidationError(Wording.installOrUninstall) }
    if dryRun, install || uninstall { throw ValidationError(Wording.dryRunInstallsNothing) }
  }

  mutating func run() async throws {
    let command = self
    try await ExitStatus.exit {
      if command.install {
        return try await RemindTimer(command.place).install(command.confirmation)
      }
      return command.uninstall
        ? try await RemindTimer(command.place).remove() : try await command.tell()
    }
  }

  private func tell() async throws -> ExitStatus {
    let journals = try place.openAll()
    let owner = try journals.owner(named: place.ownerName())
    let sender = WaySender(web: CurlProgram(), hooks: HookRule(journals), now: Clock.now)
    let round = ReminderRound(
      journals, by: [.hook, .mail, .desktop], now: Clock.now,
      notice: { Notice($0, in: $1.reminderLanguage, at: $1.webAddress) },
      send: { notice, way throws(SendingError) in try await sender.send(notice, by: way) })
    let lines = ToldLines(
      asJSON: json, isLocked: try journals.isLocked(owner),
      rule: try journals.dayRule(of: owner))
    if dryRun { return try await rehearse(round, of: owner, lines) }
    let (told, waiting, failures) = try await round.run(for: owner)
    for one in told.sorted(by: { ToldLines.areInOrder($0.due, $1.due) }) { lines.print(one) }
    lines.print(waiting, failures)
    if told.isEmpty, waiting.isEmpty, failures.isEmpty, Console.isWatched {
      Console.say(Wording.nothingToTell)
    }
    return failures.isEmpty && !told.contains(where: \.hasFailed) ? .success : .failure
  }

  /// Shows what would be sent.
  private func rehearse(
    _ round: ReminderRound, of owner: OwnerName, _ lines: ToldLines
  ) async throws -> ExitStatus {
    let (due, waiting, failures) = try await round.due(for: owner)
    for one in due.sorted(by: ToldLines.areInOrder) { lines.print(one) }
    lines.print(waiting, failures)
    if due.isEmpty, waiting.isEmpty, failures.isEmpty, !json { Console.say(Wording.nothingToTell) }
    return failures.isEmpty ? .success : .failure
  }
}

extension Journal {
  /// Whether an owner's journal is closed to whoever runs the program.
  fileprivate func isLocked(_ owner: OwnerName) throws -> Bool {
    do {
      _ = try journal(of: owner)
      return false
    } catch JournalError.locked {
      return true
    }
  }
}

extension ToldReminder {
  /// Whether somebody should see to it. Where this runs there may be no desktop.
  fileprivate var hasFailed: Bool {
    if case .failed = outcome { way.facts.kind != .desktop } else { false }
  }
}

/// How each notice ended, a line each. For a locked journal, the lines leave out the text and the recipient.
private struct ToldLines {
  let asJSON: Bool
  let isLocked: Bool
  let rule: DayRule

  func print(_ told: ToldReminder) {
    if asJSON { return Console.print(ToldJSON(told, isLocked: isLocked).jsonLine()) }
    let line = Wording.told(told, isLocked: isLocked, zone: rule.zone)
    if case .sent = told.outcome { Console.print(line) } else { Console.say(line) }
  }

  func print(_ due: DueReminder) {
    Console.print(
      asJSON
        ? ToldJSON(due, as: "due", isLocked: isLocked).jsonLine()
        : Wording.wouldTell(due, isLocked: isLocked))
  }

  /// What the server has to send, and what went wrong.
  func print(_ waiting: [DueReminder], _ failures: [any Error]) {
    if asJSON {
      for push in waiting {
        Console.print(ToldJSON(push, as: "server", isLocked: isLocked).jsonLine())
      }
    } else if !waiting.isEmpty {
      Console.say(Wording.waitsForServer(waiting.count))
    }
    for error in failures { Console.say("Error: \(Wording.sentence(for: error))") }
  }

  static func areInOrder(_ one: DueReminder, _ other: DueReminder) -> Bool {
    (one.turn.time.seconds, one.turn.rule.id, one.way.id)
      < (other.turn.time.seconds, other.turn.rule.id, other.way.id)
  }
}
