import Foundation
import Journal
import Logging
import Reminders
import Sending
import Store
import Synchronization
import Testing
import WebPush

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
  @Test("are told by hooks and browsers while it runs, with links to it")
  func told() async throws {
    let site = try await Site()
    let journal = try site.journal
    // 16 June 2025, 00:06 in Seoul.
    try journal.reminders.add(
      RuleFacts(.morning, at: TimeOfDay.parse("00:06"), quiet: nil), now: 0)
    try journal.reminders.add(.hook("https://ntfy.example.org/a-topic"), now: 0)
    let browser = PushKey()
    let secret = Data(repeating: 7, count: 16).base64EncodedString()
      .replacing("=", with: "").replacing("+", with: "-").replacing("/", with: "_")
    try journal.reminders.add(
      .push(
        endpoint: "https://push.example.org/send/1", p256dh: browser.publicKey, auth: secret),
      now: 0)
    let web = KeptRequests()
    let loop = ReminderLoop(
      site.journals, WaySender(site.journals, web: web, now: site.clock.read),
      at: { BaseAddress("https://photos.example.org") }, now: site.clock.read,
      logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }),
      wording: { "\($0)" })
    let running = Task { await loop.run() }
    var arrivals = web.arrivals.makeAsyncIterator()
    for _ in 0..<2 { _ = await arrivals.next() }
    running.cancel()
    await running.value
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
}
