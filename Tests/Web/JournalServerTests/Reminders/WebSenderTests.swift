import Foundation
import Sending
import TestSupport
import Testing

/// The command line's sender and the server's do the same with every server.
@Suite(
  "A request over the network",
  .enabled("needs curl and Python 3") { await WebReceiver.isPossible })
struct WebSenderTests {
  private func request(
    _ path: String, at receiver: WebReceiver, host: String = "127.0.0.1", scheme: String = "http",
    policy: AddressPolicy = .loopbackAllowed, gone: Set<Int> = [], body: [UInt8] = Array("a".utf8)
  ) throws -> WebRequest {
    let address = try WebAddress(
      "\(scheme)://\(host):\(receiver.port)\(path)", policy: .loopbackAllowed)
    return WebRequest(
      to: address, fields: ["Content-Type": "text/plain", "Title": "Ana"], body: body,
      policy: policy, goneStatuses: gone)
  }

  @Test("arrives as it is, and with nothing that was not asked for", arguments: Sender.allCases)
  func exact(sender: Sender) async throws {
    let receiver = try await WebReceiver()
    let body = (0..<4_096).map { UInt8(truncatingIfNeeded: $0) }
    let path = "/status/201/a%22b%0Ac%5C/../%5B1-3%5D?q=%7Ba,b%7D&c='d'"
    let address = try WebAddress(
      "http://127.0.0.1:\(receiver.port)\(path)", policy: .loopbackAllowed)
    let request = WebRequest(
      to: address,
      fields: [
        "Content-Type": "application/octet-stream", "Authorization": "Bearer \"\\n@/etc/passwd",
        "Title": "a\r\nX-Other: b\u{2028}c\nurl = \"file:///etc/passwd\"", "Empty": "\n", "No": nil,
      ],
      body: body, policy: .loopbackAllowed)
    let answer = try await sender.made().post(request)
    #expect(answer == WebAnswer(status: 201, location: nil, retryAfter: "7"))
    let received = try #require(receiver.received.first)
    #expect(receiver.received.count == 1)
    #expect(received.method == "POST")
    #expect(received.path == path)
    #expect(received.body == body)
    var expected = [
      "content-type": "application/octet-stream", "authorization": "Bearer \"\\n@/etc/passwd",
      "title": "a  X-Other: b c url = \"file:///etc/passwd\"", "user-agent": "Daystamp",
      "host": "127.0.0.1:\(receiver.port)", "content-length": "4096",
    ]
    for name in ["accept", "connection"] { expected[name] = received.fields[name] }
    #expect(received.fields == expected)
  }

  struct Answer: Sendable, CustomTestStringConvertible {
    let path: String
    let status: Int
    let error: SendingError?
    var testDescription: String { path }
  }

  private static let answers = [
    Answer(path: "/status/200", status: 200, error: nil),
    Answer(path: "/status/204", status: 204, error: nil),
    Answer(path: "/early", status: 200, error: nil),
    Answer(path: "/body", status: 200, error: nil),
    Answer(path: "/dripping-body", status: 200, error: nil),
    Answer(path: "/status/400", status: 400, error: .refused(host: "127.0.0.1", status: 400)),
    Answer(path: "/status/404", status: 404, error: .gone(host: "127.0.0.1", status: 404)),
    Answer(path: "/status/410", status: 410, error: .gone(host: "127.0.0.1", status: 410)),
    Answer(path: "/status/429", status: 429, error: .refused(host: "127.0.0.1", status: 429)),
    Answer(path: "/status/500", status: 500, error: .refused(host: "127.0.0.1", status: 500)),
  ]

  @Test(
    "an answer is taken for what it says, however long its body", arguments: Sender.allCases,
    answers)
  func answer(sender: Sender, expected: Answer) async throws {
    let receiver = try await WebReceiver()
    let request = try request(expected.path, at: receiver, gone: [404, 410])
    let answer = try await sender.made().post(request)
    #expect(answer.status == expected.status)
    #expect(answer.retryAfter == 7)
    if let error = expected.error {
      #expect(throws: error) { try request.check(answer) }
    } else {
      try request.check(answer)
    }
    #expect(receiver.received.count == 1)
  }

  @Test(
    "no redirection is followed", arguments: Sender.allCases, [301, 302, 303, 307, 308])
  func redirected(sender: Sender, status: Int) async throws {
    let receiver = try await WebReceiver()
    let target = "http://127.0.0.1:\(receiver.port)/status/200/target"
    await #expect(
      throws: SendingError.redirected(host: "127.0.0.1", status: status, location: target)
    ) {
      try await sender.made().send(request("/redirect/\(status)", at: receiver))
    }
    #expect(receiver.received.map(\.path) == ["/redirect/\(status)"])
  }

  @Test(
    "a server that does not answer in time is left", arguments: Sender.allCases, ["hang", "drip"])
  func late(sender: Sender, kind: String) async throws {
    let receiver = try await WebReceiver()
    await #expect(throws: SendingError.timedOut(host: "127.0.0.1", seconds: 2)) {
      try await sender.made(limit: .milliseconds(1_500))
        .post(request("/\(kind)", at: receiver))
    }
    #expect(receiver.received.count <= 1)
  }

  @Test(
    "a server that gives no answer of HTTP is unreachable", arguments: Sender.allCases,
    ["close", "nonsense", "fields", "field"])
  func broken(sender: Sender, kind: String) async throws {
    let receiver = try await WebReceiver()
    let error = await #expect(throws: SendingError.self) {
      try await sender.made().post(request("/\(kind)", at: receiver))
    }
    guard case .unreachable(host: "127.0.0.1", let reason) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(receiver.received.count == 1)
    #expect(!reason.isEmpty && !reason.contains("\n") && !reason.hasPrefix("curl"), "\(reason)")
  }

  @Test("a port where nobody listens is unreachable", arguments: Sender.allCases)
  func nobody(sender: Sender) async throws {
    let address = try WebAddress("http://127.0.0.1:1/", policy: .loopbackAllowed)
    let request = WebRequest(to: address, fields: [:], body: [], policy: .loopbackAllowed)
    let error = await #expect(throws: SendingError.self) {
      try await sender.made().post(request)
    }
    guard case .unreachable(host: "127.0.0.1", _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("a machine without curl, and a curl that does not understand, are told as such")
  func program() async throws {
    let address = try WebAddress("http://127.0.0.1:1/", policy: .loopbackAllowed)
    let request = WebRequest(to: address, fields: [:], body: [], policy: .loopbackAllowed)
    await #expect(throws: SendingError.notInstalled(program: "no-such-curl")) {
      try await CurlProgram(program: "no-such-curl", limit: .seconds(600)).post(request)
    }
    let folder = try TemporaryFolder()
    let other = try folder.write(
      Data("#!/bin/sh\necho 'curl: option x: is unknown' >&2\nexit 2\n".utf8), to: "curl")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: other)
    await #expect(
      throws: SendingError.failed(program: other, status: 2, said: "option x: is unknown")
    ) {
      try await CurlProgram(program: other, limit: .seconds(600)).post(request)
    }
  }

  @Test("a host with an address that is not permitted is not asked", arguments: Sender.allCases)
  func refused(sender: Sender) async throws {
    let receiver = try await WebReceiver()
    // The second of two is enough.
    let resolver = HostResolver { _ in
      .success(["1.1.1.1", "127.0.0.1"].compactMap { IPAddress($0) })
    }
    await #expect(
      throws: SendingError.refusedAddress(host: "push.example", address: "127.0.0.1")
    ) {
      try await sender.made(resolver: resolver).post(
        request(
          "/status/200", at: receiver, host: "push.example", scheme: "https", policy: .publicOnly))
    }
    let error = await #expect(throws: SendingError.self) {
      try await sender.made().post(
        request("/status/200", at: receiver, host: "localhost", policy: .publicOnly))
    }
    guard case .refusedAddress(host: "localhost", _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(receiver.received.isEmpty)
  }

  @Test(
    "the connection goes to the address that was checked, the next where nobody listens",
    arguments: Sender.allCases)
  func pinned(sender: Sender) async throws {
    // Where localhost never leads.
    let receiver = try await WebReceiver(at: "127.0.0.9")
    let resolver = HostResolver { _ in
      .success(["::1", "127.0.0.8", "127.0.0.9"].compactMap { IPAddress($0) })
    }
    let answer = try await sender.made(resolver: resolver)
      .post(request("/status/200", at: receiver, host: "localhost"))
    #expect(answer.status == 200)
    #expect(receiver.received.map { $0.fields["host"] } == ["localhost:\(receiver.port)"])
  }
}

@Suite(
  "A request over TLS",
  .enabled("needs curl, openssl and Python 3") {
    await WebReceiver.isPossible && InstalledProgram.isThere("openssl")
  })
struct SecureSenderTests {
  private let here = HostResolver { _ in .success([IPAddress("127.0.0.1")].compactMap { $0 }) }

  private func request(_ host: String, _ receiver: WebReceiver) throws -> WebRequest {
    WebRequest(
      to: try WebAddress(
        "https://\(host):\(receiver.port)/status/200", policy: .loopbackAllowed),
      fields: [:], body: [1], policy: .loopbackAllowed)
  }

  @Test("goes to who shows a certificate for the host's name", arguments: Sender.allCases)
  func trusted(sender: Sender) async throws {
    let receiver = try await WebReceiver(isSecure: true)
    let sender = sender.made(resolver: here, trusting: receiver.certificate)
    try await sender.send(request("push.example", receiver))
    try await sender.send(request("bücher.example", receiver))
    #expect(
      receiver.received.map { $0.fields["host"] } == [
        "push.example:\(receiver.port)", "xn--bcher-kva.example:\(receiver.port)",
      ])
    await #expect(throws: SendingError.self) {
      try await sender.send(request("other.example", receiver))
    }
    #expect(receiver.received.count == 2)
  }

  @Test("does not go to who shows one that nobody vouches for", arguments: Sender.allCases)
  func untrusted(sender: Sender) async throws {
    let receiver = try await WebReceiver(isSecure: true)
    let error = await #expect(throws: SendingError.self) {
      try await sender.made(resolver: here).send(request("push.example", receiver))
    }
    guard case .unreachable(host: "push.example", let reason) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason.lowercased().contains("certificate"), "\(reason)")
    #expect(receiver.received.isEmpty)
  }
}
