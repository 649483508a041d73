import Foundation
import Testing
import TestSupport

@Suite("Among strangers")
struct StrangersTests {
  private static let openssl = InstalledProgram.isThere("openssl")

  /// Runs a server with a paired device.
  private func server() async throws -> (server: ServerProgram, token: String) {
    let program = try JournalProgram()
    let server = try await ServerProgram(on: program)
    let link = try await program.server("pair").output.trimmingCharacters(in: .newlines)
    return (server, try server.pair(link))
  }

  @Test(
    "a device gets in at once, and keeps its connection, whatever 600 idle connections do",
    arguments: [1, 200], ["", "POST /pair/x HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n"])
  func connections(addresses: Int, head: String) async throws {
    Connection.raiseLimit()
    let (server, token) = try await server()
    let kept = try Connection(port: server.port)
    let request =
      "GET /api/v1/posts HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(token)\r\n\r\n"
    try kept.send(Array(request.utf8))
    _ = kept.next()

    let strangers = try (0..<600).map { number in
      let connection = try Connection(
        port: server.port, from: 0x7F00_0002 + UInt32(number % addresses))
      if !head.isEmpty { try? connection.send(Array(head.utf8)) }
      return connection
    }
    for _ in 0..<3 {
      let answer = try server.request("GET /api/v1/posts", token: token)
      #expect(answer.hasPrefix("HTTP/1.1 200 OK"), "\(answer)")
    }
    try kept.send(Array(request.utf8))
    #expect(String(decoding: kept.next(), as: UTF8.self).hasPrefix("HTTP/1.1 200 OK"))
    // Those of one address have a part of the places only.
    let open = server.openFiles.count { $0.hasPrefix("socket:") }
    #expect(open < (addresses == 1 ? 200 : 520), "\(open)")
    withExtendedLifetime(strangers) {}
    #expect(try await server.end().status == 0)
  }

  @Test(
    "a request that names no host, two, or what is none is refused",
    arguments: [
      "GET /health HTTP/1.1\r\n", "GET /health HTTP/1.0\r\n",
      "GET /health HTTP/1.1\r\nHost: a\r\nHost: a\r\n", "GET /health HTTP/1.1\r\nHost:\r\n",
      "GET /health HTTP/1.1\r\nHost: a, b\r\n", "GET /health HTTP/1.1\r\nHost: a/b\r\n",
    ])
  func host(head: String) async throws {
    let (server, _) = try await server()
    let connection = try Connection(port: server.port)
    try connection.send(Array("\(head)Connection: close\r\n\r\n".utf8))
    let answer = String(decoding: connection.rest(), as: UTF8.self)
    #expect(answer.contains(" 400 Bad Request"), "\(answer)")
    #expect(answer.lowercased().contains("cross-origin-resource-policy: same-origin"))
  }

  @Test("what is no request is refused, and keeps other sites from loading that too")
  func noRequest() async throws {
    let (server, _) = try await server()
    let connection = try Connection(port: server.port)
    try connection.send(Array("GET / HTTP/9\r\n\r\n".utf8))
    let answer = String(decoding: connection.rest(), as: UTF8.self)
    #expect(answer.hasPrefix("HTTP/1.1 400 "))
    #expect(answer.lowercased().contains("cross-origin-resource-policy: same-origin"), "\(answer)")
  }

  @Test("a browser whose name is one letter with 300 marks is paired")
  func marks() async throws {
    let program = try JournalProgram()
    let server = try await ServerProgram(on: program)
    let link = try await program.server("pair").output.trimmingCharacters(in: .newlines)
    let code = try #require(link.components(separatedBy: "/pair/").last)
    let agent = "a" + String(repeating: "\u{301}", count: 300)
    let connection = try Connection(port: server.port)
    try connection.send(
      Array(Connection.head("POST /pair/\(code)", ["User-Agent: \(agent)"]).utf8))
    let answer = String(decoding: connection.rest(), as: UTF8.self)
    #expect(answer.hasPrefix("HTTP/1.1 303 "), "\(answer)")
    #expect(try await program.server("devices").output.contains("Device"))
  }

  @Test(
    "TLS is of 1.2 at least, with a key of the moment",
    .enabled(if: openssl, "needs openssl"),
    arguments: [
      (["-tls1"], false), (["-tls1_1"], false), (["-tls1_2"], true), (["-tls1_3"], true),
      (["-tls1_2", "-cipher", "AES128-GCM-SHA256"], false),
      (["-tls1_2", "-cipher", "AES256-SHA"], false),
      (["-tls1_2", "-cipher", "ECDHE-RSA-AES128-SHA"], false),
      (["-tls1_2", "-cipher", "ECDHE-RSA-AES128-GCM-SHA256"], true),
    ])
  func tls(options: [String], isTaken: Bool) async throws {
    let (folder, program) = (try TemporaryFolder(), try JournalProgram())
    _ = try await InstalledProgram.run(
      "openssl",
      [
        "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost", "-days", "2",
        "-keyout", folder.path("k.pem"), "-out", folder.path("c.pem"),
      ])
    let server = try await ServerProgram(
      on: program,
      ["--tls-certificate", folder.path("c.pem"), "--tls-key", folder.path("k.pem")])
    // The client itself would refuse what is that old.
    let client =
      options.contains("-cipher")
      ? options.map { $0.hasPrefix("-") ? $0 : "\($0)@SECLEVEL=0" }
      : options + ["-cipher", "DEFAULT@SECLEVEL=0"]
    let said = try await InstalledProgram.run(
      "openssl", ["s_client", "-connect", "127.0.0.1:\(server.port)"] + client)
    let text = said.output + said.error
    #expect(text.contains("Cipher is "), "\(text)")
    #expect(text.contains("Cipher is (NONE)") == !isTaken, "\(text)")
  }
}
