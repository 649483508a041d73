import Files
import Foundation
import Testing
import TestSupport

@Suite("daystamp-server pair")
struct PairCommandTests {
  @Test("prints the link of the server that runs, which makes a device")
  func running() async throws {
    let program = try JournalProgram()
    let server = try await ServerProgram(on: program)
    let pair = try await program.server("pair")
    #expect(pair.status == 0)
    #expect(pair.output.hasPrefix("http://localhost:\(server.port)/pair/"))
    let token = try server.pair(pair.output.trimmingCharacters(in: .newlines))
    #expect(try server.request("GET /api/v1/posts", token: token).hasPrefix("HTTP/1.1 200"))
    #expect(try await server.end().status == 0)
  }

  @Test("says where no server runs, be one left that was killed")
  func notRunning() async throws {
    let program = try JournalProgram()
    let server = try await ServerProgram(on: program)
    #expect(try await server.end(SIGKILL).signal == SIGKILL)
    #expect(program.folder.files.contains("journal/journal.server"))
    let pair = try await program.server("pair")
    #expect(pair.output.hasPrefix("http://localhost:8080/pair/"))
    #expect(pair.error.contains("No server runs on this journal."))
    let given = try await program.server("pair", "--url", "https://photos.example.org/")
    #expect(given.output.hasPrefix("https://photos.example.org/pair/"))
    #expect(!given.error.contains("No server"))
  }

  @Test(
    "writes an address as browsers do, which say where a form comes from",
    arguments: [
      ("https://Photos.Example.org:443", "https://photos.example.org"),
      ("http://PI.local:80/", "http://pi.local"), ("http://pi.local:443", "http://pi.local:443"),
      ("https://[::1]:8443", "https://[::1]:8443"),
    ])
  func origin(url: String, origin: String) async throws {
    let program = try JournalProgram()
    _ = try await ServerProgram(on: program).end()
    #expect(try await program.server("pair", "--url", url).output.hasPrefix("\(origin)/pair/"))
  }

  @Test("keeps the first server's address while another runs too")
  func second() async throws {
    let program = try JournalProgram()
    let first = try await ServerProgram(on: program)
    let second = try await ServerProgram(on: program, as: .shared)
    #expect(try await second.end().status == 0)
    #expect(try await program.server("pair").output.contains(":\(first.port)/pair/"))
    #expect(try await first.end().status == 0)
  }

  @Test("names the owners where there is no such owner, and says where there is no journal")
  func nobody() async throws {
    let program = try JournalProgram()
    let none = try await program.server("pair")
    #expect(none.status == 1)
    #expect(
      none.error.contains(
        "there is no journal in \(program.journal); --journal names another folder. "
          + "daystamp post, daystamp write,"))
    _ = try await ServerProgram(on: program).end()
    let unknown = try await program.server("pair", owner: "bea")
    #expect(unknown.status == 1)
    #expect(unknown.error.contains("there is no owner “bea” here, only anna"))
  }

  @Test(
    "shows on a terminal a QR code that a camera reads",
    .enabled("needs zbarimg, and Python 3 for a terminal") {
      let canScan = InstalledProgram.isThere("zbarimg")
      return canScan ? await Python.isThere : false
    })
  func code() async throws {
    let program = try JournalProgram()
    _ = try await ServerProgram(on: program).end()
    let shown = try await Terminal.run(
      Program.daystampServer,
      [
        "pair", "--journal", program.journal, "--owner", "anna", "--url",
        "https://photos.example.org",
      ])
    let lines = shown.output.components(separatedBy: "\r\n")
    let link = try #require(lines.last { $0.hasPrefix("https://photos.example.org/pair/") })
    let image = try program.folder.write(Self.picture(lines), to: "code.pgm")
    let scanned = try await InstalledProgram.run("zbarimg", ["--quiet", "--raw", image])
    #expect(scanned.output == "\(link)\n", "\(scanned.error)")
    #expect(lines.allSatisfy { $0.count { $0 == "▀" } <= 80 })
  }

  /// What the terminal draws of half blocks, as a picture (PGM) of 4 × 4 pixels a module.
  private static func picture(_ lines: [String]) -> [UInt8] {
    let rows = lines.filter { $0.contains("▀") }.flatMap { line in
      let cells = line.components(separatedBy: "▀").dropLast().map { cell in
        cell.components(separatedBy: "\u{1B}[").last?.dropLast().split(separator: ";") ?? []
      }
      return [cells.map { $0[0] == "30" }, cells.map { $0[1] == "40" }]
    }
    let (width, height) = ((rows.first?.count ?? 0) * 4, rows.count * 4)
    let pixels = rows.flatMap { row in
      let line = row.flatMap { Array(repeating: UInt8($0 ? 0 : 255), count: 4) }
      return line + line + line + line
    }
    return Array("P5 \(width) \(height) 255\n".utf8) + pixels
  }
}
