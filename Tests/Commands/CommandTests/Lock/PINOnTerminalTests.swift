import Files
import Testing
import TestSupport

@Suite("A PIN on a terminal", .enabled("\(Python.note)") { await Python.isThere })
struct PINOnTerminalTests {
  private let pin = JournalProgram.pin
  private let newPIN = "730519264487"

  private func type(
    _ typed: String..., to command: String..., in program: JournalProgram
  ) async throws -> Program {
    let result = try await Terminal.daystamp(
      command + ["--journal", program.journal, "--owner", "anna"], typing: typed.joined(),
      environment: program.environment)
    #expect(result.error == "echo\n", "the terminal shows what is typed, as before")
    return result
  }

  @Test("is asked for twice when it is set, and never shown")
  func set() async throws {
    let program = try JournalProgram()
    _ = try await program.addOwner("anna")
    let result = try await type("\(pin)\n", "\(pin)\n", to: "lock", "set", in: program)
    #expect(result.status == 0)
    #expect(
      result.output == """
        New PIN, 4 to 12 digits: \r\nAgain: \r\nThe journal of anna is locked; daystamp unlock \
        opens it. The lock is a gate, not encryption: anyone who can read the files can read the photos.\
        \r\n
        """)
    #expect(try await program.unlock().status == 0)
  }

  @Test("is not set where the two entries differ, or the first is none or weak")
  func notSet() async throws {
    let program = try JournalProgram()
    _ = try await program.addOwner("anna")
    for (typed, asked, says) in [
      ("\(pin)\n\(newPIN)\n", 2, "the two entries differ; nothing was done."),
      ("\(pin)\n\(pin.dropLast())\n", 2, "the two entries differ; nothing was done."),
      ("\(pin)\n\n", 2, "you gave no PIN; nothing was done."),
      ("804\n", 1, "the PIN has 3 digits; give 4 to 12."),
      ("1234\n", 1, "this PIN is too easy to guess: it counts up or down. Choose another, "),
      ("\u{4}", 1, "you gave no PIN; nothing was done."),
    ] {
      let result = try await type(typed, to: "lock", "set", in: program)
      #expect(result.status == 1)
      #expect(result.output.contains("Error: \(says)"), "\(result.output)")
      #expect(
        result.output.split(separator: ": ").count == asked + 1 + says.split(separator: ": ").count,
        "\(result.output)")
      #expect(!result.output.contains("804") && !result.output.contains("1234"))
    }
    #expect(try program.number("SELECT count(*) FROM lock") == 0)
  }

  @Test("is asked for three times when it is changed")
  func change() async throws {
    let program = try await JournalProgram.locked()
    let differ = try await type("\(pin)\n", "\(newPIN)\n", "1\n", to: "lock", "change", in: program)
    #expect(differ.status == 1)
    #expect(try program.number("SELECT failures FROM lock") == 0)
    let result = try await type(
      "\(pin)\n", "\(newPIN)\n", "\(newPIN)\n", to: "lock", "change", in: program)
    #expect(result.status == 0)
    #expect(
      result.output == """
        Old PIN: \r\nNew PIN, 4 to 12 digits: \r\nAgain: \r\nChanged the PIN, and ended \
        every session.\r\n
        """)
    #expect(try await program.unlock().status == 77)
    #expect(try await program.run("unlock", pins: [newPIN]).status == 0)
  }

  @Test("is not asked for anew where the old one is wrong")
  func wrongOld() async throws {
    let program = try await JournalProgram.locked()
    let result = try await type("\(newPIN)\n", to: "lock", "change", in: program)
    #expect(result.status == 77)
    #expect(result.output == "Old PIN: \r\nError: wrong PIN; 9 tries left.\r\n")
    #expect(try program.number("SELECT failures FROM lock") == 1)
  }

  @Test("opens the journal, or takes the PIN away")
  func unlock() async throws {
    let program = try await JournalProgram.locked()
    let wrong = try await type("\(newPIN)\n", to: "unlock", in: program)
    #expect(wrong.status == 77)
    #expect(
      wrong.output == "PIN of anna: \r\nError: wrong PIN; 9 tries left.\r\n")
    let right = try await type("\(pin)\n", to: "unlock", in: program)
    #expect(right.status == 0)
    #expect(right.output.hasPrefix("PIN of anna: \r\nOpen until unused for 15 min"))
    #expect(try await program.isOpen())
    #expect(try await type("\(pin)\n", to: "lock", "off", in: program).status == 0)
    #expect(try program.number("SELECT count(*) FROM lock") == 0)
  }

  @Test("is not asked for where that would be of no use")
  func notTried() async throws {
    let program = try await JournalProgram.locked()
    #expect(try await !type("\(pin)\n", to: "lock", "set", in: program).output.contains("PIN, 4"))
    try program.execute("UPDATE lock SET failures = 10, last_try = 1")
    for command in [["unlock"], ["lock", "off"], ["lock", "change"]] {
      let result = try await Terminal.daystamp(
        command + ["--journal", program.journal, "--owner", "anna"], typing: "\(pin)\n",
        environment: program.environment)
      #expect(result.status == 77)
      #expect(result.output.hasPrefix("Error: no PIN is tried now; the PIN is shut"))
    }
  }

  @Test("is given up with Ctrl-C, which leaves a terminal that shows what is typed")
  func interrupted() async throws {
    let program = try await JournalProgram.locked()
    let (control, rows) = ("\u{3}", try program.rows())
    for result in [
      try await type(control, to: "unlock", in: program),
      try await type("80461\(control)", to: "lock", "off", in: program),
      try await type("\(pin)\n", control, to: "lock", "change", in: program),
      try await type("\(pin)\n", "\(newPIN)\n", control, to: "lock", "change", in: program),
    ] {
      #expect(result.status == 130)
      #expect(!result.output.contains("804"))
    }
    #expect(try program.rows() == rows)
    #expect(try program.number("SELECT failures FROM lock") == 0)
  }

  @Test(
    "is taken away by a reset that is agreed to alone", arguments: [true, false],
    [("n\n", false), ("\n", false), ("y\n", true)])
  func reset(hasPepper: Bool, answer: (typed: String, agrees: Bool)) async throws {
    let (typed, agrees) = answer
    let program = try await JournalProgram.locked()
    if !hasPepper { try program.folder.remove("journal/journal.pepper") }
    let (rows, files) = (try program.rows(), try program.files())
    let result = try await type(typed, to: "lock", "reset", in: program)
    #expect(result.output.hasPrefix("Remove the PIN of anna? [y/N] "))
    #expect(result.output.contains("Nothing was done.") == !agrees)
    #expect(result.status == (agrees ? 0 : 1))
    #expect(try await program.isOpen() == agrees)
    if !agrees {
      #expect(try program.rows() == rows)
      #expect(try program.files() == files)
    }
  }
}
