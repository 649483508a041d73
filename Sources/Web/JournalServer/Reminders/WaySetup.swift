import Hummingbird
import Journal
import Reminders
import Sending
import Store
import Wording

/// Sets up ways for devices, mails the codes that confirm them, and sends tests.
struct WaySetup: Sendable {
  let workers: WorkQueue
  let hooks: HookRule
  let settings: ServerSettings
  /// Whether owners whom accounts made may have mail.
  let accountsMayMail: Bool
  let tell: ReminderRound.Send

  /// Sets up a way, and mails the code to an address of mail. Where that is not sent, the way says so.
  ///
  /// - Throws: `WebAddressError`, `ReminderError`; then there is no way.
  func add(_ facts: WayFacts, _ visit: Visit, in words: Words) async throws -> ReminderWay {
    let reminders = visit.journal.reminders
    let device = facts.kind == .push ? visit.device.id : nil
    let added = try await workers.run {
      try facts.check(hooks.policy)
      return try reminders.addAsking(
        facts, of: device, by: visit.guest.source, accountsMayMail: accountsMayMail,
        now: settings.now())
    }
    guard let code = added.code else { return added.way }
    do {
      try await mail(code, to: added.way, of: visit.journal, in: words)
    } catch is SendingError {}
    return try await workers.run { try reminders.way(added.way.id) }
  }

  /// Mails another code to an address that is not confirmed.
  ///
  /// - Throws: `ReminderError`; `SendingError` where it is not sent.
  func sendCode(_ number: Int64, of journal: OwnerJournal, in words: Words) async throws {
    let (way, code) = try await workers.run {
      try journal.reminders.makeCode(
        forWay: number, accountsMayMail: accountsMayMail, now: settings.now())
    }
    try await mail(code, to: way, of: journal, in: words)
  }

  /// Sends a notice by one way, so that its owner sees whether it arrives.
  ///
  /// - Throws: ``Problem`` of the desktop; `ReminderError`, `SendingError`.
  func test(_ number: Int64, of journal: OwnerJournal, in words: Words) async throws {
    let (way, base) = try await workers.run {
      (
        try journal.reminders.takeTest(ofWay: number, now: settings.now()),
        try journal.settings.current().webAddress
      )
    }
    // Programs of the desktop tell by it, on another machine than the server's maybe.
    guard way.facts.kind != .desktop else { throw Problem("no-test") }
    let notice = Notice(
      title: words("reminderTestTitle"), body: words("reminderTestText"),
      link: base.map { $0.text + ReminderPaths.page }, identifier: "test")
    do throws(SendingError) {
      try await tell(notice, way)
    } catch {
      if case .gone = error {
        try await workers.run { try SentReminders(of: journal).forget(way: number) }
      }
      throw error.forGuests
    }
  }

  private func mail(
    _ code: MailCode, to way: ReminderWay, of journal: OwnerJournal, in words: Words
  ) async throws {
    // The server's own address, and not what its owner calls it: who reads this may not know them.
    let server = try await workers.run { settings.url ?? (try? settings.addresses())?.first }
    let body = words(
      server == nil ? "mailCodeText" : "mailCodeTextOfServer",
      ["server": server ?? "", "code": code.text])
    // Some servers drop a mail with the identifier of an earlier one.
    let notice = Notice(
      title: words("mailCodeTitle"), body: body, link: nil,
      identifier: "code-\(way.id)-\(UInt64.random(in: 0 ... .max))")
    var failure: SendingError?
    do throws(SendingError) { try await tell(notice, way) } catch { failure = error }
    try await workers.run { [failure] in
      try journal.reminders.noteCode(failure?.stored, forWay: way.id, now: settings.now())
    }
    if let failure { throw failure.forGuests }
  }
}
