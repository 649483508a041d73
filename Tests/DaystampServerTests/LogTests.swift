import Files
import Foundation
import TestSupport
import Testing

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

  @Test("tells of an answer that is the server's fault what was wrong")
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
    // Said to be listening by nobody, it is ended by the mistake of a port that is taken.
    let first = try await ServerProgram(on: program)
    let result = try await program.server("--quiet", "--port", "\(first.port)")
    #expect(
      result.error == "Error: port \(first.port) of 127.0.0.1 is taken, maybe by another "
        + "daystamp-server; --port gives another.\n")
  }
}
