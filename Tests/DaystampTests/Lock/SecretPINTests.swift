import Files
import Foundation
import GRDB
import TestSupport
import Testing

@Suite("A PIN")
struct SecretPINTests {
  @Test(
    "is refused on the command line, and not repeated",
    arguments: [
      ["unlock", "2580"], ["unlock", "--pin", "2580"], ["unlock", "--pin=2580"],
      ["unlock", "-p", "2580"], ["unlock", "-p2580"], ["unlock", "2580", "--pin-stdin"],
      ["unlock", "--pin-stdin", "2580"], ["unlock", "--", "2580"], ["unlock", "-2580"],
      ["lock", "set", "2580"], ["lock", "set", "--pin", "2580"], ["lock", "set", "2580", "2580"],
      ["lock", "set", "--weak", "2580"], ["lock", "change", "2580", "7391"],
      ["lock", "change", "--old=2580", "--new=2580"], ["lock", "off", "2580"], ["lock", "2580"],
      ["lock", "status", "2580"], ["lock", "now", "2580"], ["lock", "reset", "2580", "--yes"],
    ])
  func commandLine(arguments: [String]) async throws {
    let program = try await JournalProgram.locked()
    for command in [arguments, arguments + ["--journal", program.journal, "--owner", "anna"]] {
      let result = try await Program.run(
        Program.daystamp, command, in: program.folder.path, input: Data("2580\n".utf8),
        environment: program.environment)
      #expect(result.status == 64)
      #expect(result.output == "")
      #expect(!result.error.contains("2580") && !result.error.contains("7391"), "\(result.error)")
      #expect(result.error.contains("A PIN is never given on the command line"))
    }
    #expect(try program.number("SELECT failures FROM lock") == 0)
  }

  @Test(
    "is asked for on a terminal alone, unless --pin-stdin is given",
    arguments: [["unlock"], ["lock", "set"], ["lock", "change"], ["lock", "off"]])
  func noTerminal(command: [String]) async throws {
    let program = try await JournalProgram.locked()
    let result = try await program.run(command, input: "\(JournalProgram.pin)\n")
    #expect(result.status == 64)
    #expect(
      result.error.contains(
        "There is no terminal to ask for the PIN on; --pin-stdin reads it from standard input."))
    #expect(try program.number("SELECT failures FROM lock") == 0)
  }

  @Test("is printed by no command and stands in no file", arguments: [true, false])
  func nowhere(hasRuntimeFolder: Bool) async throws {
    let program = try JournalProgram()
    if hasRuntimeFolder { try program.makeRuntimeFolder() }
    try await program.post("2024-01-31 12:00", "-c", "Lunch")
    let (pin, next) = (JournalProgram.pin, "730519264487")
    // As long as another program has the database, its log of changes stays too.
    let others = try program.database()
    var results = [
      try await program.run("lock", "set", pins: [pin]),
      try await program.run("lock", "set", pins: [pin]),
      try await program.run("unlock", pins: [next]),
      try await program.run("unlock", pins: [pin]),
      try await program.run("lock", "set", pins: [pin]),
    ]
    for command in [["list"], ["config"], ["stats"], ["owner", "list"], ["lock", "status"]] {
      results.append(
        try await Program.run(
          Program.daystamp, command + ["--json", "--journal", program.journal],
          in: program.folder.path, environment: program.environment))
    }
    results += [
      try await program.run("lock", "change", pins: [next, pin]),
      try await program.run("lock", "change", pins: [pin, next]),
      try await program.run("unlock", pins: [next]),
      try await program.run("unlock", "--for", "x", pins: [next]),
    ]
    for result in results {
      for pin in [pin, next] { #expect(!(result.output + result.error).contains(pin)) }
    }
    let files = program.folder.files
    #expect(files.contains("journal/journal.sqlite-wal"))
    #expect(program.sessionFiles.count == 1)
    for file in files {
      let bytes = Data(try program.folder.read(file))
      for pin in [pin, next] { #expect(bytes.firstRange(of: Data(pin.utf8)) == nil, "\(file)") }
    }
    try others.close()
  }
}
