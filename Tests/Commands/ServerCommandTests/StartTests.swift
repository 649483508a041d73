import Files
import Foundation
import Testing
import TestSupport

@Suite("Starting the server")
struct StartTests {
  @Test("makes a journal where there is none, says whose and in which zone, and how to get a link")
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
    // The port is the one that was free. A log has no link, which would let in who reads it.
    #expect(ended.error.contains("Listening on \(address);"))
    #expect(ended.output.isEmpty && !ended.error.contains("/pair/"))
    #expect(ended.error.contains("Made a journal in \(program.journal) for anna, "))
    #expect(ended.error.contains("with the time zone Asia/Seoul;"))
    #expect(
      ended.error.contains(
        "No browser is paired with the journal of anna yet; daystamp-server pair "))
    #expect(!program.folder.files.contains("journal/journal.server"))
  }

  @Test("lets itself have as many files open as the system allows")
  func openFiles() async throws {
    let program = try JournalProgram()
    let server = try await ServerProgram(on: program)
    let limits = try String(contentsOfFile: "/proc/\(server.identifier)/limits", encoding: .utf8)
    let line = try #require(limits.split(separator: "\n").first { $0.hasPrefix("Max open files") })
    let numbers = line.split(separator: " ").compactMap { Int($0) }
    #expect(numbers.count == 2 && numbers[0] == min(65_536, numbers[1]), "\(line)")
    _ = try await server.end()
  }

  @Test("says so until a device has used a link, which is good for the next server too")
  func link() async throws {
    let program = try JournalProgram()
    let first = try await ServerProgram(on: program)
    let link = try await program.server("pair").output.trimmingCharacters(in: .newlines)
    #expect(try await first.end().error.contains("No browser is paired"))
    let server = try await ServerProgram(on: program)
    let token = try server.pair(link)
    let posts = try server.request("GET /api/v1/posts", token: token)
    #expect(posts.hasPrefix("HTTP/1.1 200 OK"))
    #expect(try await server.end().error.contains("No browser is paired"))
    #expect(try await !ServerProgram(on: program).end().error.contains("No browser is paired"))
  }

  @Test(
    "prints the link on a terminal", .enabled("\(Python.note)") { await Python.isThere })
  func terminal() async throws {
    let program = try JournalProgram()
    let shown = try await Program.run(
      "/usr/bin/env",
      [
        "python3", "-c", Self.untilLink, Program.daystampServer, "--port", "0", "--journal",
        program.journal, "--owner", "anna",
      ], environment: program.environment)
    #expect(shown.status == 0, "\(shown.error)")
    let lines = shown.output.components(separatedBy: "\r\n")
    #expect(lines.contains { $0.wholeMatch(of: /http:\/\/localhost:\d+\/pair\/[\w-]{43}/) != nil })
  }

  /// Runs a program on a terminal until it has printed a link.
  private static let untilLink = """
    import os, pty, signal, subprocess, sys
    shown, (own, terminal) = b"", pty.openpty()
    server = subprocess.Popen(
      sys.argv[1:], stdin=subprocess.DEVNULL, stdout=terminal, stderr=subprocess.DEVNULL)
    os.close(terminal)
    while not (b"/pair/" in shown and shown.endswith(b"\\n")):
      shown += os.read(own, 4096)
    server.send_signal(signal.SIGINT)
    sys.stdout.buffer.write(shown)
    sys.exit(server.wait())
    """

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
    #expect(try await server.end().error.contains("Listening on http://localhost:\(server.port);"))
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
    let links = try await program.server("pair").output.split(separator: "\n")
    #expect(try await server.end().status == 0)
    #expect(!links.isEmpty)
    #expect(links.allSatisfy { $0.hasPrefix("http://") && !$0.hasPrefix("http://0.0.0.0") })
    #expect(links.allSatisfy { $0.contains(":\(server.port)/pair/") })
  }

  @Test("behind a proxy prints the proxy's link")
  func proxy() async throws {
    let program = try JournalProgram()
    let server = try await ServerProgram(
      on: program, ["--behind-proxy", "--url", "https://photos.example.org/"])
    #expect(try await program.server("pair").output.hasPrefix("https://photos.example.org/pair/"))
    #expect(try await server.end().status == 0)
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
