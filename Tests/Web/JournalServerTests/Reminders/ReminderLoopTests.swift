import Foundation
import Journal
import Logging
import Reminders
import Sending
import Store
import Synchronization
import Testing
import WebPush
import Wording

@testable import JournalServer

/// Keeps what was to be sent.
private final class KeptRequests: WebSender {
  private let requests = Mutex<[WebRequest]>([])
  private let arrived: AsyncStream<Void>.Continuation
  let arrivals: AsyncStream<Void>

  init() { (arrivals, arrived) = AsyncStream.makeStream() }

  var all: [WebRequest] { requests.withLock { $0 } }

  func post(_ request: WebRequest) async throws(SendingError) -> WebAnswer {
    requests.withLock { $0.append(request) }
    arrived.yield()
    return WebAnswer(status: 201, location: nil, retryAfter: nil)
  }
}

@Suite("The server's reminders")
struct ReminderLoopTests {
  private func addBrowser(to journal: OwnerJournal) throws {
    let browser = PushKey()
    let secret = Data(repeating: 7, count: 16).base64EncodedString()
      .replacing("=", with: "").replacing("+", with: "-").replacing("/", with: "_")
    try journal.reminders.add(
      .push(
        endpoint: "https://push.example.org/send/1", p256dh: browser.publicKey, auth: secret),
      now: 0)
  }

  /// Has the server look until so many requests were sent.
  private func run(_ web: KeptRequests, on site: Site, until count: Int) async throws {
    let pushes = PushSender(site.journals, web: web, now: site.clock.read)
    let loop = ReminderLoop(
      site.journals,
      WaySender(
        web: web, hooks: HookRule(site.journals), push: pushes.send(_:by:), now: site.clock.read),
      at: { BaseAddress("https://photos.example.org") }, now: site.clock.read,
      logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }),
      wording: { "\($0)" })
    let running = Task { await loop.run() }
    var arrivals = web.arrivals.makeAsyncIterator()
    for _ in 0..<count { _ = await arrivals.next() }
    running.cancel()
    await running.value
  }

  @Test("are told by hooks and browsers while it runs, with links to it")
  func told() async throws {
    let site = try await Site()
    let journal = try site.journal
    // 16 June 2025, 00:06 in Seoul.
    try journal.reminders.add(
      RuleFacts(.morning, at: TimeOfDay.parse("00:06"), quiet: nil), now: 0)
    try journal.reminders.add(.hook("https://ntfy.example.org/a-topic"), now: 0)
    try addBrowser(to: journal)
    let web = KeptRequests()
    try await run(web, on: site, until: 2)
    let hook = try #require(web.all.first { $0.address.host == "ntfy.example.org" })
    #expect(String(decoding: hook.body, as: UTF8.self).contains("2025-06-16"))
    #expect(
      hook.fields.first { $0.name == "Click" }?.value
        == "https://photos.example.org/new?day=2025-06-16&morning=1")
    let push = try #require(web.all.first { $0.address.host == "push.example.org" })
    #expect(push.fields.contains { $0.name == "Content-Encoding" && $0.value == "aes128gcm" })
    #expect(push.fields.first { $0.name == "Topic" }?.value == "morning-2025-06-16-0006")
    #expect(!String(decoding: push.body, as: UTF8.self).contains("2025"))
    // The key stays the same.
    #expect(try site.journals.publicPushKey() == site.journals.publicPushKey())
  }

  @Test("go to browsers by the server alone, once, where daystamp remind told the hook before")
  func left() async throws {
    let site = try await Site()
    let journal = try site.journal
    try journal.reminders.add(
      RuleFacts(.morning, at: TimeOfDay.parse("00:06"), quiet: nil), now: 0)
    try journal.reminders.add(.hook("https://ntfy.example.org/a-topic"), now: 0)
    try addBrowser(to: journal)
    let web = KeptRequests()
    // As the command line has it.
    let sender = WaySender(web: web, hooks: HookRule(site.journals), now: site.clock.read)
    let round = ReminderRound(
      site.journals, by: [.hook, .mail], now: site.clock.read,
      notice: { Notice($0, in: $1.reminderLanguage, at: $1.webAddress) },
      send: { notice, way throws(SendingError) in try await sender.send(notice, by: way) })
    let first = try await round.run()
    #expect(first.told.map(\.outcome) == [.sent] && first.waiting.count == 1)
    #expect(web.all.map(\.address.host) == ["ntfy.example.org"])
    // The hook's request has arrived already.
    try await run(web, on: site, until: 2)
    #expect(web.all.map(\.address.host) == ["ntfy.example.org", "push.example.org"])
    let second = try await round.run()
    #expect(second.told.isEmpty && second.waiting.isEmpty && web.all.count == 2)
  }

  @Test("say in both languages why a browser cannot be sent to")
  func wording() {
    let errors: [PushError] = [
      .publicKey, .secret(bytes: 3), .tooLong(bytes: 5_000, limit: 3_993), .ownKey(bytes: 31),
      .refused("no key"),
    ]
    for error in errors {
      let message = error.wording
      #expect(ErrorTexts.server.table[message.key]?.korean != nil, "\(message.key)")
      for language in Language.allCases {
        #expect(!message.sentence(in: language).contains("{"), "\(message.key)")
      }
    }
  }
}
