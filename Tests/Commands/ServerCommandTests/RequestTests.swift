import Files
import Foundation
import Testing
import TestSupport

@Suite("The server's log")
struct LogTests {
  private static let pin = "804617293558"

  @Test("has one line a request, and no code, token, PIN or caption")
  func secrets() async throws {
    let program = try JournalProgram()
    _ = try await program.post("2024-01-31 12:00", "--caption", "Geheimnis", "--tag", "Geheimtag")
    let server = try await ServerProgram(on: program)
    let link = try await program.server("pair").output.trimmingCharacters(in: .newlines)
    let code = try #require(link.components(separatedBy: "/pair/").last)
    let token = try server.pair(link)
    // Used up now, then one that never was, and one that is too long to be one.
    for code in [code, String(code.reversed()), code + code + "%00"] {
      _ = try server.request("GET /pair/\(code)")
      _ = try server.request("POST /pair/\(code)")
    }
    _ = try server.request("GET /nothing/\(code)?pin=\(Self.pin)", token: token)
    _ = try server.request("GET /search?q=Geheimnis", token: token)
    let unlock = "{\"pin\": \"\(Self.pin)\"}"
    let connection = try Connection(port: server.port)
    try connection.send(
      Array(
        (Connection.head(
          "POST /api/v1/unlock", token: token,
          ["Content-Type: application/json", "Content-Length: \(unlock.utf8.count)"]) + unlock).utf8
      ))
    _ = connection.rest()
    // A head that is none.
    let broken = try Connection(port: server.port)
    try broken.send(Array("GET /pair/\(code) HTTP/9\r\n\(token)\r\n\r\n".utf8))
    _ = broken.rest()
    let ended = try await server.end()
    #expect(ended.status == 0)
    for secret in [code, String(code.reversed()), token, Self.pin, "Geheim"] {
      #expect(!ended.error.contains(secret), "\(ended.error)")
    }
    let requests = ended.error.split(separator: "\n").filter {
      $0.contains(" GET ") || $0.contains(" POST ")
    }
    #expect(requests.count == 10, "\(ended.error)")
    #expect(requests[0].hasSuffix("POST /pair/{code} 303"))
  }

  @Test("says what was wrong where an answer is the server's fault")
  func failure() async throws {
    let program = try JournalProgram()
    let server = try await ServerProgram(on: program)
    let token = try server.pair(
      try await program.server("pair").output.trimmingCharacters(in: .newlines))
    _ = try await program.post("2024-01-31 12:00")
    let photo = try #require(program.folder.files.first { $0.contains("photos/2024") })
    try FileManager.default.removeItem(atPath: program.folder.path(photo))
    let answer = try server.request("GET /api/v1/posts/1/photo", token: token)
    #expect(answer.hasPrefix("HTTP/1.1 500 "))
    let log = try await server.end().error
    #expect(
      log.contains(
        "\(program.folder.path(photo)): cannot be opened: No such file or directory"), "\(log)")
  }

  @Test("holds no request where it is to be quiet")
  func quiet() async throws {
    let program = try JournalProgram()
    // A port that is taken ends the program before it says that it listens.
    let first = try await ServerProgram(on: program)
    let result = try await program.server("--quiet", "--port", "\(first.port)")
    #expect(
      result.error
        == "Error: port \(first.port) of 127.0.0.1 is taken, maybe by another daystamp-server; "
        + "--port sets another.\n")
  }
}

@Suite("A client that waits before it sends a body")
struct ExpectationTests {
  @Test("is asked to go on, and answered then", arguments: ["100-continue", "100-Continue"])
  func goesOn(expectation: String) async throws {
    let program = try JournalProgram()
    let server = try await ServerProgram(on: program)
    let token = try server.pair(
      try await program.server("pair").output.trimmingCharacters(in: .newlines))
    let body = "{\"day-start\": \"04:00\"}"
    let connection = try Connection(port: server.port)
    let fields = [
      "Content-Type: application/json", "Content-Length: \(body.utf8.count)",
      "Expect: \(expectation)",
    ]
    try connection.send(
      Array(Connection.head("PATCH /api/v1/settings", token: token, fields).utf8))
    let first = String(decoding: connection.next(), as: UTF8.self)
    #expect(first == "HTTP/1.1 100 Continue\r\n\r\n")
    try connection.send(Array(body.utf8))
    let answer = String(decoding: connection.rest(), as: UTF8.self)
    #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"), "\(answer)")
    #expect(answer.contains("\"04:00\""))
    #expect(try await server.end().status == 0)
  }
}

@Suite("A download of all that breaks off")
struct ExportBreakTests {
  /// Downloads a journal of three posts, which is locked once the answer has begun where that is asked
  /// for.
  private func download(locking: Bool) async throws -> (bytes: [UInt8], log: String) {
    let program = try JournalProgram()
    _ = try await program.post("2024-01-31 12:00")
    // More than the kernel buffers for a slow reader, so that the server waits for it.
    for hour in [13, 14] {
      let photo = try MadePhoto.jpeg() + Array(repeating: UInt8(hour), count: 24 << 20)
      let path = try program.folder.write(photo, to: "large.jpg")
      _ = try await program.run("post", path, "--time", "2024-01-31 \(hour):00")
    }
    let server = try await ServerProgram(on: program)
    let token = try server.pair(
      try await program.server("pair").output.trimmingCharacters(in: .newlines))
    let connection = try Connection(port: server.port)
    try connection.send(Array(Connection.head("GET /api/v1/export", token: token).utf8))
    var bytes = connection.next()
    if locking {
      _ = try await program.run("lock", "set", "--pin-stdin", input: "804617293558\n")
    }
    bytes += connection.rest()
    return (bytes, try await server.end().error)
  }

  @Test("has the end of the answer where it is whole")
  func whole() async throws {
    let (bytes, _) = try await download(locking: false)
    #expect(bytes.count > 48 << 20)
    #expect(bytes.suffix(5) == Array("0\r\n\r\n".utf8)[...])
  }

  @Test("has none where the journal is locked meanwhile, so that it is seen to have failed")
  func locked() async throws {
    let (bytes, log) = try await download(locking: true)
    #expect(bytes.suffix(5) != Array("0\r\n\r\n".utf8)[...])
    #expect(log.contains("/api/v1/export broke off: the journal of anna is locked"), "\(log)")
  }
}
