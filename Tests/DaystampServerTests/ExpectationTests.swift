import Foundation
import TestSupport
import Testing

@Suite("A client that waits before it sends a body")
struct ExpectationTests {
  @Test("is told to go on, and answered then", arguments: ["100-continue", "100-Continue"])
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
