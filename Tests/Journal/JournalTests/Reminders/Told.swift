import CaptureTime
import JournalSupport
import Reminders
import Sending
import Synchronization
import Testing

@testable import Journal
@testable import Store

let hour = 3_600

/// A journal, a clock that a test sets, and what was told.
final class Told: Sendable {
  let test: TestJournal
  private let state = Mutex<(now: Int, notices: [(way: Int64, notice: Notice, at: Int)])>((0, []))
  private let failure = Mutex<SendingError?>(nil)

  init(_ zone: String = "UTC") throws {
    test = try TestJournal(settings: [.timeZone: zone])
  }

  var now: Int {
    get { state.withLock(\.now) }
    set { state.withLock { $0.now = newValue } }
  }
  var notices: [Notice] { state.withLock { $0.notices.map(\.notice) } }
  var times: [Int] { state.withLock { $0.notices.map(\.at) } }
  func fail(_ error: SendingError?) { failure.withLock { $0 = error } }
  func forget() { state.withLock { $0.notices = [] } }

  func round(_ kinds: Set<ReminderWay.Kind> = [.hook], in journals: Journal? = nil) -> ReminderRound
  {
    ReminderRound(
      journals ?? test.journals, by: kinds, now: { self.now },
      notice: { message, settings in
        Notice(
          title: "\(message.turn.rule.facts.subject)",
          body: message.content.map { "\($0)" } ?? "neutral", link: message.content?.path,
          identifier: message.turn.identifier)
      },
      send: { notice, way throws(SendingError) in
        if let error = self.failure.withLock({ $0 }) { throw error }
        self.state.withLock { $0.notices.append((way.id, notice, $0.now)) }
      })
  }

  @discardableResult
  func run(at time: Int, _ kinds: Set<ReminderWay.Kind> = [.hook]) async throws -> [ToldReminder] {
    now = time
    let result = try await round(kinds).run()
    #expect(result.failures.isEmpty, "\(result.failures)")
    return result.told
  }

  func rule(_ subject: ReminderSubject, at time: String, again: Int? = nil) throws {
    try test.journal.reminders.add(
      RuleFacts(subject, at: TimeOfDay.parse(time), again: again, quiet: nil), now: 0)
  }

  /// A browser.
  func push(_ address: String = "https://push.example.org/c") throws -> ReminderWay {
    try test.journal.reminders.add(WayFacts(.push, to: address), now: 0)
  }

  func hook(_ address: String = "https://example.org/a", names: Bool = false) throws -> ReminderWay
  {
    try test.journal.reminders.add(WayFacts(.hook, to: address, names: names), now: 0)
  }
}
