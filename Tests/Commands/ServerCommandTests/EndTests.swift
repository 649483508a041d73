import Foundation
import Glibc
import Testing
import TestSupport

@Suite("Ending the server")
struct EndTests {
  /// A server with an upload under way: half of it is sent.
  private struct Upload {
    /// Its folder is there for as long as this is.
    private let program: JournalProgram
    let server: ServerProgram
    let connection: Connection
    private let rest: ArraySlice<UInt8>

    init() async throws {
      program = try JournalProgram()
      server = try await ServerProgram(on: program)
      let token = try server.pair(
        try await program.server("pair").output.trimmingCharacters(in: .newlines))
      // More than the server gathers before it writes.
      let photo = try MadePhoto.jpeg() + Array(repeating: 1, count: 1 << 20)
      let head = "--b\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"a.jpg\"\r\n\r\n"
      let body = Array(head.utf8) + photo + Array("\r\n--b--\r\n".utf8)
      connection = try Connection(port: server.port)
      let fields = [
        "Content-Type: multipart/form-data; boundary=b", "Content-Length: \(body.count)",
        "Idempotency-Key: \"a\"",
      ]
      try connection.send(
        Array(Connection.head("POST /api/v1/posts", token: token, fields).utf8))
      rest = body[(body.count / 2)...]
      try connection.send(body[..<(body.count / 2)])
      // The upload is under way once the server has a nameless file for the photo.
      try await eventually { server.openFiles.contains { $0.hasSuffix("(deleted)") } }
    }

    /// Sends the rest.
    ///
    /// - Returns: the answer.
    func finish() throws -> String {
      try connection.send(rest)
      return String(decoding: connection.rest(), as: UTF8.self)
    }
  }

  @Test("finishes what is under way", arguments: [SIGTERM, SIGINT])
  func underWay(signal: CInt) async throws {
    let upload = try await Upload()
    upload.server.signal(signal)
    #expect(try upload.finish().contains("HTTP/1.1 201 Created"))
    let ended = try await upload.server.wait()
    #expect(ended.status == 0)
    #expect(ended.error.contains("POST /api/v1/posts 201"))
  }

  @Test("waits for nothing where a second signal comes", arguments: [SIGTERM, SIGINT])
  func twice(signal: CInt) async throws {
    let upload = try await Upload()
    upload.server.signal(signal)
    // The server takes no connections once it has seen the first signal.
    try await eventually { (try? Connection(port: upload.server.port)) == nil }
    upload.server.signal(signal)
    #expect(try await upload.server.wait().status == 130)
  }

  @Test("is not held up by a browser that keeps its connection")
  func kept() async throws {
    let program = try JournalProgram()
    let server = try await ServerProgram(on: program)
    let connection = try Connection(port: server.port)
    try connection.send(Array("GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8))
    #expect(String(decoding: connection.next(), as: UTF8.self).hasPrefix("HTTP/1.1 200 OK"))
    let ended = try await server.end()
    #expect(ended.status == 0)
    #expect(!ended.error.contains("cut off"))
  }
}
