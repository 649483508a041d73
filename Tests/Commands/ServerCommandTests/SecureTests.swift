import Files
import Foundation
import Testing
import TestSupport

/// A server with TLS, and curl as a paired device.
private struct SecureServer {
  let program: JournalProgram
  let server: ServerProgram
  private let token: String

  static let isPossible = InstalledProgram.isThere("curl") && InstalledProgram.isThere("openssl")

  init() async throws {
    program = try JournalProgram()
    let (key, certificate) = (program.folder.path("k.pem"), program.folder.path("c.pem"))
    _ = try await InstalledProgram.run(
      "openssl",
      [
        "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost", "-days", "2",
        "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", key, "-out", certificate,
      ])
    server = try await ServerProgram(
      on: program, ["--tls-certificate", certificate, "--tls-key", key])
    let link = try await program.server("pair").output.trimmingCharacters(in: .newlines)
    let answer = try await InstalledProgram.run(
      "curl", ["-s", "-i", "-X", "POST", "--cacert", certificate, link])
    let cookie = answer.output.components(separatedBy: "__Host-daystamp=").last ?? ""
    token = String(cookie.prefix { $0 != ";" })
  }

  /// What curl takes for a request by a version of HTTP, with its certificate checked.
  func arguments(_ version: String, _ path: String, _ others: [String] = []) -> [String] {
    [
      "-s", "--\(version)", "--cacert", program.folder.path("c.pem"), "-H",
      "Authorization: Bearer \(token)",
    ] + others + ["https://127.0.0.1:\(server.port)\(path)"]
  }

  func curl(_ version: String, _ path: String, _ others: [String] = []) async throws -> Program {
    try await InstalledProgram.run("curl", arguments(version, path, others))
  }
}

@Suite(
  "Over TLS", .enabled(if: SecureServer.isPossible, "needs curl and openssl"))
struct SecureTests {
  private static let versions = [("http2", "2"), ("http1.1", "1.1")]

  @Test("a client has the version of HTTP that it asks for", arguments: versions)
  func version(option: String, number: String) async throws {
    let site = try await SecureServer()
    let said = ["-o", "/dev/null", "-w", "%{http_version} %{http_code}"]
    #expect(try await site.curl(option, "/api/v1/posts", said).output == "\(number) 200")
    let head = try await site.curl(option, "/health", ["--head"])
    #expect(head.output.hasPrefix("HTTP/\(number) 200"))
    #expect(head.output.lowercased().contains("content-length: 3"))
    let refused = try await site.curl(option, "/api/v1/posts", said + ["-X", "PUT"])
    #expect(refused.output == "\(number) 405")
    // Two hosts, and one that is none.
    for host in ["a,b", "a/b"] {
      let refused = try await site.curl(option, "/health", said + ["-H", "Host: \(host)"])
      #expect(refused.output == "\(number) 400")
    }
    #expect(try await site.server.end().status == 0)
  }

  @Test("a hundred requests come on one connection, also of a stranger", arguments: [true, false])
  func streams(isDevice: Bool) async throws {
    let site = try await SecureServer()
    let said = ["-o", "/dev/null", "-w", "%{num_connects} %{http_code}\n"]
    let device = site.arguments("http2", "/health?[1-100]", said)
    let stranger = ["-H", "Authorization:"]
    let answers = try await InstalledProgram.run(
      "curl", ["-Z", "--parallel-max", "100"] + device + (isDevice ? [] : stranger))
    let lines = answers.output.split(separator: "\n")
    #expect(lines.sorted() == Array(repeating: "0 200", count: 99) + ["1 200"])
  }

  @Test("an answer comes packed to whoever takes it, and is the same", arguments: versions)
  func packed(option: String, number: String) async throws {
    let site = try await SecureServer()
    let file = site.program.folder.path("packed")
    for path in ["/assets/watch.js", "/months/2024-01", "/api/v1/openapi.json"] {
      let plain = try await site.curl(option, path).output
      let packed = try await site.curl(
        option, path, ["--compressed", "-w", "%{size_download}", "-o", file])
      #expect(try String(contentsOfFile: file, encoding: .utf8) == plain)
      #expect(Int(packed.output) ?? .max < plain.utf8.count / 2)
    }
  }

  @Test("a photo goes there and back", arguments: versions)
  func photo(option: String, number: String) async throws {
    let site = try await SecureServer()
    // More than a window of HTTP/2.
    let photo = try MadePhoto.jpeg() + Array(repeating: 1, count: 3 << 20)
    let path = try site.program.folder.write(photo, to: "a.jpg")
    let posted = try await site.curl(
      option, "/api/v1/posts",
      ["-F", "photo=@\(path)", "-F", "time=2024-01-31 12:00", "-H", "Idempotency-Key: \"a\""])
    #expect(posted.output.contains("\"number\":1"), "\(posted.output)")
    _ = try await site.curl(option, "/api/v1/posts/1/original", ["-o", path])
    #expect(try site.program.folder.read("a.jpg") == photo)
    let part = try await site.curl(
      option, "/api/v1/posts/1/original", ["-r", "100-199", "--compressed", "-o", path])
    #expect(part.status == 0)
    #expect(try site.program.folder.read("a.jpg") == photo[100..<200].map { $0 })
  }

  @Test("what is under way when the server ends is finished", arguments: versions)
  func ending(option: String, number: String) async throws {
    let site = try await SecureServer()
    let photo = try MadePhoto.jpeg() + Array(repeating: 1, count: 3 << 20)
    let path = try site.program.folder.write(photo, to: "a.jpg")
    let arguments = site.arguments(
      option, "/api/v1/posts",
      [
        "--limit-rate", "1500k", "-F", "photo=@\(path)", "-F", "time=2024-01-31 12:00", "-H",
        "Idempotency-Key: \"a\"", "-w", " %{http_code}",
      ])
    async let answer = InstalledProgram.run("curl", arguments)
    try await eventually { site.server.openFiles.contains { $0.hasSuffix("(deleted)") } }
    let ended = try await site.server.end()
    #expect(try await answer.output.hasSuffix(" 201"))
    #expect(ended.status == 0)
    #expect(!ended.error.contains("cut off"), "\(ended.error)")
  }

  @Test("a device gets in at once whatever 600 strangers do that say nothing")
  func strangers() async throws {
    Connection.raiseLimit()
    let site = try await SecureServer()
    let strangers = try (0..<600).map { number in
      try Connection(port: site.server.port, from: 0x7F00_0002 + UInt32(number % 200))
    }
    for (option, number) in Self.versions {
      let answer = try await site.curl(
        option, "/api/v1/posts", ["-o", "/dev/null", "-w", "%{http_version} %{http_code}"])
      #expect(answer.output == "\(number) 200")
    }
    let open = site.server.openFiles.count { $0.hasPrefix("socket:") }
    #expect(open < 520, "\(open)")
    withExtendedLifetime(strangers) {}
    // None of them is waited for.
    let ended = try await site.server.end()
    #expect(ended.status == 0)
    #expect(!ended.error.contains("cut off"))
  }
}
