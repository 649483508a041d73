import Sending
import TestSupport
import Testing
import OpenIDConnect

@Suite(
  "Asking over the web", .serialized,
  .enabled("needs Python 3 and curl") { await WebReceiver.isPossible })
struct WebClientTests {
  private func question(_ path: String, of receiver: WebReceiver, form: String? = nil) throws
    -> WebQuestion
  {
    let address = try WebAddress(
      "http://127.0.0.1:\(receiver.port)/\(path)", policy: .privateAllowed)
    return WebQuestion(
      to: address, form: form, fields: ["Accept": "application/json"], limit: 1 << 16,
      policy: .privateAllowed)
  }

  @Test("reads an answer to its end, or to the limit of its size")
  func answers() async throws {
    let receiver = try await WebReceiver()
    let client = WebClient(limit: .seconds(600))
    let whole = try await client.ask(question("status/200", of: receiver))
    #expect(whole.status == 200 && whole.body == Array("{}".utf8) && whole.reach == .loopback)
    let posted = try await client.ask(question("status/400", of: receiver, form: "a=b"))
    #expect(posted.status == 400)
    let endless = try await client.ask(question("body", of: receiver))
    #expect(endless.status == 200 && endless.body == nil)
    // Not followed.
    let moved = try await client.ask(question("redirect/302", of: receiver))
    #expect(moved.status == 302)
    let received = receiver.received
    #expect(received.map(\.method) == ["GET", "POST", "GET", "GET"])
    #expect(received.map { String(decoding: $0.body, as: UTF8.self) } == ["", "a=b", "", ""])
    #expect(received.allSatisfy { $0.fields["accept"] == "application/json" })
  }

  @Test(
    "ends with the time for all, also where an answer drips", arguments: ["hang", "dripping-body"])
  func late(path: String) async throws {
    let receiver = try await WebReceiver()
    await #expect(throws: SendingError.timedOut(host: "127.0.0.1", seconds: 1)) {
      try await WebClient(limit: .milliseconds(600)).ask(question(path, of: receiver))
    }
  }
}
