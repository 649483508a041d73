import CaptureTime
import GRDB
import JournalSupport
import People
import Reminders
import Sending
import Testing

@testable import Journal
@testable import Store

/// By which ways the command line tells, but for the desktop, and by which the server does.
private let (commandLine, server): (Set<ReminderWay.Kind>, Set<ReminderWay.Kind>) =
  ([.hook, .mail], [.hook, .mail, .push])

@Suite("A push, where the command line tells reminders too")
struct WaitingPushTests {
  private func waiting(_ told: Told, at time: Int) async throws -> [Int64] {
    told.now = time
    return try await told.round(commandLine).run().waiting.map(\.way.id)
  }

  /// What is stored of turns by a way.
  private func rows(_ told: Told, of way: ReminderWay) throws -> Int? {
    try told.test.journal.read { db in
      try db.value(
        Int.self, cached: "SELECT count(*) FROM reminder_sent WHERE way = ?", arguments: [way.id])
    }
  }

  @Test("waits for the server, whose next round sends it once; the other ways do not wait")
  func waits() async throws {
    let told = try Told()
    try told.rule(.morning, at: "09:00")
    let (hook, push) = (try told.hook(), try told.push())
    told.now = 9 * hour
    let first = try await told.round(commandLine).run()
    #expect(first.told.map(\.way.id) == [hook.id] && first.waiting.map(\.way.id) == [push.id])
    #expect(try await waiting(told, at: 9 * hour + 60) == [push.id])
    #expect(try rows(told, of: push) == 0 && told.notices.count == 1)
    #expect(try await told.run(at: 9 * hour + 90, server).map(\.way.id) == [push.id])
    #expect(try await told.run(at: 9 * hour + 120, server).isEmpty)
    #expect(try await waiting(told, at: 9 * hour + 120).isEmpty)
    #expect(told.notices.count == 2)
  }

  @Test("is all that there is: each is counted, and none is told by the command line")
  func alone() async throws {
    let told = try Told()
    try told.rule(.morning, at: "09:00")
    let pushes = [try told.push(), try told.push("https://push.example.org/d")].map(\.id)
    #expect(try await waiting(told, at: 9 * hour - 1).isEmpty)
    #expect(try await waiting(told, at: 9 * hour) == pushes)
    #expect(told.notices.isEmpty)
    #expect(Set(try await told.run(at: 9 * hour, server).map(\.way.id)) == Set(pushes))
    #expect(try await told.run(at: 9 * hour, server).isEmpty && told.notices.count == 2)
  }

  @Test("is sent once, and the hook told once, however the rounds of both meet")
  func together() async throws {
    let told = try Told()
    try told.rule(.morning, at: "09:00")
    let ways = [try told.hook(), try told.push()].map(\.id)
    told.now = 9 * hour
    let other = try Journal(opening: told.test.path)
    let all = try await withThrowingTaskGroup(of: [Int64].self) { group in
      for index in 0..<12 {
        let isServer = index.isMultiple(of: 2)
        let round = told.round(isServer ? server : commandLine, in: isServer ? other : nil)
        group.addTask { try await round.run().told.map(\.way.id) }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(all.sorted() == ways && told.notices.count == 2)
  }

  @Test("is counted only while the server has it to send, and there is something to tell")
  func counted() async throws {
    let told = try Told()
    try told.rule(.morning, at: "09:00")
    let push = try told.push()
    // The server has tried, and tries again in a minute.
    told.fail(.unreachable(host: "push.example.org", reason: "test"))
    #expect(try await told.run(at: 9 * hour, server).count == 1)
    #expect(try await waiting(told, at: 9 * hour + 59).isEmpty)
    #expect(try await waiting(told, at: 9 * hour + 60) == [push.id])
    // It is sending.
    let rule = try #require(try told.test.journal.reminders.rules().first)
    let turn = ReminderTurn(
      rule, on: CivilDate(daysSinceEpoch: 0), at: rule.facts.time, isAgain: false)
    let sent = SentReminders(of: told.test.journal)
    #expect(try sent.claim(turn, way: push.id, now: 9 * hour + 60) == 2)
    #expect(try await waiting(told, at: 9 * hour + 61).isEmpty)
    // The next day; then nobody is due. Whether anybody is later, the server sees for itself.
    #expect(try await waiting(told, at: 33 * hour) == [push.id])
    _ = try told.test.journal.people.add(
      PersonFacts(PersonName("Mina"), start: CivilDate(daysSinceEpoch: 1)), now: 0)
    try told.test.journal.reminders.edit(rule.id, now: 0) { $0.subject = .people }
    let before = try rows(told, of: push)
    #expect(try await waiting(told, at: 33 * hour).isEmpty)
    #expect(try rows(told, of: push) == before)
  }

  @Test("has no sender but the server's")
  func sender() async throws {
    struct NoWeb: WebSender {
      func post(_ request: WebRequest) async throws(SendingError) -> WebAnswer { throw .broken }
    }
    let told = try Told()
    let push = try told.push()
    let notice = Notice(title: "a", body: "", link: nil, identifier: "a")
    let hooks = HookRule(told.test.journals)
    await #expect(throws: SendingError.onlyByServer) {
      try await WaySender(web: NoWeb(), hooks: hooks, now: { 0 }).send(notice, by: push)
    }
    await #expect(throws: SendingError.gone(host: "a", status: 410)) {
      let push: ReminderRound.Send = { _, _ throws(SendingError) in
        throw .gone(host: "a", status: 410)
      }
      let sender = WaySender(web: NoWeb(), hooks: hooks, push: push, now: { 0 })
      try await sender.send(notice, by: told.push())
    }
  }
}
