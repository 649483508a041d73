import Files
import Foundation
import GRDB
import Testing
import TestSupport

@Suite("What is not a PIN")
struct BadPINTests {
  @Test("is refused where one is set, and there is none then")
  func set() async throws {
    let program = try JournalProgram()
    _ = try await program.addOwner("anna")
    for line in TypedLine.noPINs {
      for arguments in [["lock", "set"], ["lock", "set", "--weak"]] {
        try await expectRefused(line, by: program, arguments)
      }
    }
    #expect(try program.number("SELECT count(*) FROM lock") == 0)
    #expect(try await program.isOpen())
  }

  @Test("is refused where the PIN is asked for, and no try is counted")
  func asked() async throws {
    let program = try await JournalProgram.locked()
    for line in TypedLine.noPINs {
      for arguments in [["unlock"], ["lock", "off"], ["lock", "change"]] {
        try await expectRefused(line, by: program, arguments, then: "8046\n")
      }
    }
    #expect(try program.number("SELECT failures FROM lock") == 0)
  }

  private func expectRefused(
    _ line: TypedLine, by program: JournalProgram, _ arguments: [String], then more: String = ""
  ) async throws {
    let result = try await program.run(
      arguments + ["--pin-stdin"], input: "\(line.text)\n\(more)")
    #expect(result.status == 1 && result.output == "", "\(line)")
    #expect(result.error.contains(line.says), "\(result.error)")
    #expect(result.error.split(separator: "\n").count == 1, "\(line)")
    #expect(!tells(result, line.text), "\(line)")
  }

  private func tells(_ result: Program, _ pin: String) -> Bool {
    let start = String(pin.prefix(20))
    return start != "" && (result.output + result.error).contains(start)
  }

  @Test("is no input at all", arguments: [["lock", "set"], ["unlock"], ["lock", "off"]])
  func noInput(command: [String]) async throws {
    let program = try JournalProgram()
    _ = try await program.addOwner("anna")
    if command != ["lock", "set"] {
      _ = try await program.run("lock", "set", pins: [JournalProgram.pin])
    }
    let result = try await program.run(command + ["--pin-stdin"])
    #expect(result.status == 1)
    #expect(result.error == "Error: you gave no PIN; nothing was done.\n")
  }

  @Test("is the end of the PIN's line, however it is written", arguments: ["", "\r\n", "\n\n\n"])
  func ends(end: String) async throws {
    let program = try JournalProgram()
    _ = try await program.addOwner("anna")
    #expect(
      try await program.run("lock", "set", "--pin-stdin", input: JournalProgram.pin + end).status
        == 0)
    #expect(try await program.unlock().status == 0)
  }

  @Test("is compared with a second line, where there is one")
  func again() async throws {
    let program = try JournalProgram()
    _ = try await program.addOwner("anna")
    let differs = try await program.run("lock", "set", pins: [JournalProgram.pin, "80461"])
    #expect(differs.status == 1 && differs.error.contains("the two entries differ"))
    #expect(try program.number("SELECT count(*) FROM lock") == 0)
    #expect(
      try await program.run("lock", "set", pins: [JournalProgram.pin, JournalProgram.pin]).status
        == 0)
    #expect(try await program.unlock().status == 0)
  }

  @Test("is a PIN that is easily guessed, unless --weak is given", arguments: TypedLine.weakPINs)
  func weak(line: TypedLine) async throws {
    let program = try JournalProgram()
    _ = try await program.addOwner("anna")
    let refused = try await program.run("lock", "set", pins: [line.text])
    #expect(refused.status == 1)
    #expect(
      refused.error == """
        Error: this PIN is too easy to guess: \(line.says). Choose another, or give --weak.\n
        """)
    #expect(try program.number("SELECT count(*) FROM lock") == 0)
  }

  @Test("may be easily guessed with --weak")
  func weakAllowed() async throws {
    let program = try JournalProgram()
    _ = try await program.addOwner("anna")
    #expect(try await program.run("lock", "set", "--weak", pins: ["1234"]).status == 0)
    #expect(try await program.run("unlock", pins: ["1234"]).status == 0)
  }

  @Test("is a new PIN that is easily guessed too, and the old one stays")
  func weakChange() async throws {
    let program = try await JournalProgram.locked()
    let refused = try await program.run("lock", "change", pins: [JournalProgram.pin, "1234"])
    #expect(refused.status == 1)
    #expect(refused.error.contains("it counts up or down"))
    #expect(try await program.unlock().status == 0)
    #expect(
      try await program.run("lock", "change", "--weak", pins: [JournalProgram.pin, "1234"]).status
        == 0)
    #expect(try await program.run("unlock", pins: ["1234"]).status == 0)
  }
}

/// What a person who is asked for a PIN types, and what the program says to that.
struct TypedLine: Sendable, CustomTestStringConvertible {
  let text: String
  let says: String

  var testDescription: String { String(text.prefix(20)) }

  private init(_ text: String, _ says: String) { (self.text, self.says) = (text, says) }

  static let noPINs =
    [
      TypedLine("804", "the PIN has 3 digits; give 4 to 12"),
      TypedLine("8046172935584", "the PIN has 13 digits; give 4 to 12"),
      TypedLine(
        String(repeating: "80461", count: 2_000), "far too long for a PIN; give 4 to 12 digits"),
      TypedLine("", "you gave no PIN; nothing was done"),
    ]
    + [
      "abcd", "80a6", "8046 ", " 8046", "80 46", "-8046", "8046.0", "80\u{0}46", "8046\u{7}",
      "八〇四六", "\u{661}\u{662}\u{663}\u{664}", "\u{FF11}\u{FF12}\u{FF13}\u{FF14}",
    ].map { TypedLine($0, "a PIN has only the digits 0 to 9") }

  static let weakPINs = [
    TypedLine("0000", "it repeats a digit or a group of digits"),
    TypedLine("1234", "it counts up or down"),
    TypedLine("2468", "it goes up or down in equal steps"),
    TypedLine("2580", "its keys form a line or lie side by side"),
    TypedLine("1987", "it is a year"), TypedLine("0131", "it is a date"),
  ]
}

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
      #expect(result.error.contains("Never give a PIN on the command line"))
    }
    #expect(try program.number("SELECT failures FROM lock") == 0)
  }

  @Test(
    "is not repeated, whatever option's value it was given as, or a command's by a mistake",
    arguments: [
      ["unlock", "--for", "7391"], ["unlock", "--for=7391"], ["unlock", "--for", "7391x"],
      ["unlock", "--owner", "7391", "--pin-stdin"], ["unlock", "--pin-stdin", "--journal", "7391"],
      ["lock", "set", "--pin-stdin=7391"], ["lock", "off", "--pin-stdin", "--owner=7391"],
      ["lock", "stauts", "7391"], ["unlcok", "7391"], ["7391"], ["unlcok", "--pin", "7391"],
      ["lock", "change", "--pin-stdin", "--owner", "7391 2580"], ["-7391", "unlock"],
      ["check", "--max-pixels", "7391x"], ["unlock", "--owner", "٧٣٩١", "--pin-stdin"],
    ])
  func optionValue(arguments: [String]) async throws {
    let program = try await JournalProgram.locked()
    let result = try await Program.run(
      Program.daystamp, arguments, in: program.folder.path, input: Data("7391\n".utf8),
      environment: program.environment.merging(["DAYSTAMP_JOURNAL": program.journal]) { $1 })
    #expect(result.status != 0 && result.output == "" && result.error != "")
    for pin in ["7391", "2580", "٧٣٩١"] {
      #expect(!result.error.contains(pin), "\(result.error)")
    }
  }

  @Test("commands that ask for none repeat digits, which are days and numbers there")
  func digitsOfOthers() async throws {
    let result = try await JournalProgram().run("list", "--last", "7391x")
    #expect(result.status == 64 && result.error.contains("7391x"))
  }

  @Test(
    "is not every name with digits in it",
    arguments: [
      (["lock", "status", "--owner", "anna1990"], "anna1990"),
      (["lock", "status", "--journal", "Diary2024"], "Diary2024"),
      (["IMG_20240131_235959.jpg"], "daystamp stamp IMG_20240131_235959.jpg"),
      (["2024-01"], "2024-01"),
    ])
  func names(arguments: [String], says: String) async throws {
    let program = try await JournalProgram.locked()
    let result = try await Program.run(
      Program.daystamp, arguments, in: program.folder.path,
      environment: program.environment.merging(["DAYSTAMP_JOURNAL": program.journal]) { $1 })
    #expect(result.error.contains(says), "\(result.error)")
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
        "There is no terminal to ask for the PIN; --pin-stdin reads it from standard input."))
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
