import Files
import Foundation
import Testing
import TestSupport

@Suite("Starting the server")
struct StartTests {
  @Test("makes a journal where there is none, says whose and in which zone, and prints a link")
  func empty() async throws {
    let program = try JournalProgram()
    let server = try await ServerProgram(on: program)
    let address = "http://localhost:\(server.port)"
    #expect(try server.request("GET /health").hasPrefix("HTTP/1.1 200 OK"))
    #expect(program.folder.files.contains("journal/journal.server"))
    let file = program.folder.path("journal/journal.server")
    let attributes = try FileManager.default.attributesOfItem(atPath: file)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    let ended = try await server.end()
    #expect(ended.status == 0)
    // The port is the one that was free, and nothing but the link is for programs.
    #expect(ended.output.hasPrefix("\(address)/pair/"))
    #expect(ended.output.split(separator: "\n").count == 1)
    #expect(ended.error.contains("Made a journal in \(program.journal) for anna, "))
    #expect(ended.error.contains("with the time zone Asia/Seoul;"))
    #expect(ended.error.contains("open this link within 10 minutes:"))
    #expect(!program.folder.files.contains("journal/journal.server"))
  }

  @Test("prints a link until a device has used it")
  func link() async throws {
    let program = try JournalProgram()
    let link = try await ServerProgram(on: program).end().output
    let server = try await ServerProgram(on: program)
    // The link of a server that is gone is good for the next one.
    let token = try server.pair(link.trimmingCharacters(in: .newlines))
    let posts = try server.request("GET /api/v1/posts", token: token)
    #expect(posts.hasPrefix("HTTP/1.1 200 OK"))
    #expect(try await server.end().output.contains("/pair/"))
    #expect(try await ServerProgram(on: program).end().output.isEmpty)
  }

  @Test("is for an owner whom the journal has")
  func owner() async throws {
    let program = try JournalProgram()
    try await program.addOwner("mina")
    let other = try await program.server("--port", "0", owner: "bea")
    #expect(other.status == 1)
    #expect(other.error.contains("there is no owner “bea” here, only "))
    #expect(other.output.isEmpty)
  }

  @Test("prints the name by which this machine was given")
  func name() async throws {
    let server = try await ServerProgram(on: JournalProgram(), host: "localhost")
    #expect(try await server.end().output.hasPrefix("http://localhost:\(server.port)/pair/"))
  }

  @Test(
    "counts as this machine alone", arguments: ["127.0.0.2", "127.1", "::1", "[::1]"])
  func loopback(host: String) async throws {
    // An owner who is not there ends the program, but only once the host is found good.
    let program = try JournalProgram()
    try await program.addOwner("anna")
    let result = try await program.server("--host", host, "--port", "0", owner: "nobody")
    #expect(result.status == 1 && result.error.contains("“nobody”"), "\(result.error)")
  }

  @Test("beyond this machine prints a link that another one can open")
  func everywhere() async throws {
    let program = try JournalProgram()
    let server = try await ServerProgram(on: program, ["--allow-http"], host: "0.0.0.0")
    let ended = try await server.end()
    let links = ended.output.split(separator: "\n")
    #expect(!links.isEmpty)
    #expect(links.allSatisfy { $0.hasPrefix("http://") && !$0.hasPrefix("http://0.0.0.0") })
    #expect(links.allSatisfy { $0.contains(":\(server.port)/pair/") })
  }

  @Test("behind a proxy prints the proxy's link")
  func proxy() async throws {
    let server = try await ServerProgram(
      on: JournalProgram(), ["--behind-proxy", "--url", "https://photos.example.org/"])
    #expect(try await server.end().output.hasPrefix("https://photos.example.org/pair/"))
  }
}

@Suite("The version of daystamp-server")
struct VersionTests {
  @Test("is that of daystamp, and completion comes with it")
  func version() async throws {
    let own = try await Program.run(Program.daystampServer, ["--version"])
    #expect(own.output == (try await Program.run(Program.daystamp, ["--version"]).output))
    let script = try await Program.run(
      Program.daystampServer, ["--generate-completion-script", "bash"])
    for command in ["serve", "pair", "devices"] {
      #expect(script.output.contains("_daystamp-server_\(command)"), "\(command)")
    }
  }
}
