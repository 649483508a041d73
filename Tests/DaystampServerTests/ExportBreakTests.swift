import Files
import Foundation
import TestSupport
import Testing

@Suite("A download of all that breaks off")
struct ExportBreakTests {
  /// Downloads a journal of three posts, which is locked once the answer has begun where that is asked
  /// for.
  private func download(locking: Bool) async throws -> (bytes: [UInt8], log: String) {
    let program = try JournalProgram()
    _ = try await program.post("2024-01-31 12:00")
    // More than the kernel keeps of what nobody reads, so that the server waits for the reader.
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
