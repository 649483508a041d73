import Files
import Foundation
import Glibc
import Testing
import TestSupport

@Suite("daystamp lock")
struct LockCommandTests {
  private let newPIN = "730519264487"

  @Test("closes the journal by a PIN from standard input, and says what the lock is not")
  func set() async throws {
    let program = try JournalProgram()
    try await program.post("2024-01-31 12:00")
    #expect(try await program.isOpen())
    let result = try await program.run("lock", "set", pins: [JournalProgram.pin])
    #expect(result.status == 0 && result.output == "")
    #expect(
      result.error == """
        The journal of anna is locked; daystamp unlock opens it. The lock is a gate, not \
        encryption: anyone who can read the files can read the photos.\n
        """)
    #expect(try await !program.isOpen())
    #expect(try program.folder.permissions(of: "journal/journal.pepper") == 0o600)
    #expect(try program.folder.read("journal/journal.pepper").count == 32)
  }

  @Test("says how the lock is in text, in JSON and by the exit code")
  func status() async throws {
    let program = try JournalProgram()
    _ = try await program.addOwner("anna")
    func status() async throws -> (text: Program, json: String) {
      let text = try await program.run("lock", "status")
      let json = try await program.run("lock", "status", "--json")
      #expect(text.status == json.status && text.error + json.error == "")
      return (text, json.output)
    }
    let without = try await status()
    #expect(without.text.status == 0 && without.text.output == "no PIN\n")
    #expect(try await program.run("lock").output == "no PIN\n")
    #expect(without.json == "{\"hasPIN\":false,\"locked\":false,\"owner\":\"anna\"}\n")

    _ = try await program.run("lock", "set", pins: [JournalProgram.pin])
    let locked = try await status()
    #expect(locked.text.status == 77 && locked.text.output == "locked; 10 tries left\n")
    #expect(
      locked.json == """
        {"hasPIN":true,"locked":true,"owner":"anna","triesLeft":10,"waitSeconds":0}\n
        """)

    try await program.unlock("--for", "90m")
    // As if the session had been opened some two hours ago, and used until now; on a busy machine some
    // minutes pass until it is asked.
    try program.execute("UPDATE session SET opened = opened - 7230")
    let open = try await status()
    #expect(open.text.status == 0)
    #expect(open.text.output.hasPrefix("open; locks in 1 h "), "\(open.text.output)")
    let end = /if unused, in 5 h 5[5-9] min in any case/
    #expect(open.text.output.contains(end), "\(open.text.output)")
    #expect(open.json.contains("\"locked\":false") && open.json.contains("\"triesLeft\":10"))
    #expect(open.json.contains("\"secondsLeftUnused\":"))
    #expect(open.json.contains(/AtMost":21[3-5][0-9]{2}[,}]/), "\(open.json)")
  }

  @Test("closes the journal at once, and removes the session's file")
  func now() async throws {
    let program = try await JournalProgram.locked()
    try await program.unlock()
    #expect(try await program.isOpen())
    let result = try await program.run("lock", "now")
    #expect(result.status == 0 && result.output == "")
    #expect(result.error == "The journal of anna is locked.\n")
    #expect(try await !program.isOpen())
    #expect(program.sessionFiles == [])
    #expect(try program.number("SELECT count(*) FROM session") == 0)
    #expect(try await program.run("lock", "now").status == 0)
  }

  @Test("changes the PIN by the old one, and ends every session")
  func change() async throws {
    let program = try await JournalProgram.locked()
    try await program.unlock()
    let wrong = try await program.run("lock", "change", pins: [JournalProgram.wrongPIN, newPIN])
    #expect(wrong.status == 77)
    #expect(wrong.error == "Error: wrong PIN; 9 tries left.\n")
    #expect(try await program.isOpen())
    let one = try await program.run("lock", "change", pins: [JournalProgram.pin])
    #expect(one.status == 1)
    #expect(one.error == "Error: you gave no PIN; nothing was done.\n")
    #expect(try await program.unlock().status == 0)

    _ = try await program.run("reminder", "feed", "add", "Phone")
    let result = try await program.run("lock", "change", pins: [JournalProgram.pin, newPIN])
    #expect(result.status == 0 && result.output == "")
    #expect(
      result.error == """
        Changed the PIN, and ended every session.
        feed 1, \u{201C}Phone\u{201D}, keeps working with the new PIN; daystamp reminder feed remove 1 \
        removes it.\n
        """)
    #expect(try await !program.isOpen())
    #expect(program.sessionFiles == [])
    #expect(try program.number("SELECT count(*) FROM session") == 0)
    #expect(try await program.unlock().status == 77)
    #expect(try await program.run("unlock", pins: [newPIN]).status == 0)
    #expect(try await program.isOpen())
  }

  @Test("takes the PIN away by the PIN alone, even if the journal is open")
  func off() async throws {
    let program = try await JournalProgram.locked()
    try await program.unlock()
    let wrong = try await program.run("lock", "off", pins: [JournalProgram.wrongPIN])
    #expect(wrong.status == 77)
    #expect(try program.number("SELECT count(*) FROM lock") == 1)
    let result = try await program.run("lock", "off", pins: [JournalProgram.pin])
    #expect(result.status == 0)
    #expect(result.error == "The journal of anna no longer has a PIN; it is open.\n")
    #expect(program.sessionFiles == [])
    #expect(try await program.isOpen())
    #expect(try await program.run("lock", "status").output == "no PIN\n")
  }

  @Test("gives no second PIN, whether the journal is closed or open, and reads none")
  func setAgain() async throws {
    let program = try await JournalProgram.locked()
    let hash = try program.rows()["lock"]
    let closed = try await program.run("lock", "set", pins: [newPIN])
    #expect(closed.status == 77)
    #expect(closed.error == "Error: the journal of anna is locked; daystamp unlock opens it.\n")
    try await program.unlock()
    let open = try await program.run("lock", "set", pins: ["no PIN at all"])
    #expect(open.status == 1)
    #expect(
      open.error
        == "Error: the journal of anna has a PIN already; daystamp lock change changes it.\n")
    #expect(try program.rows()["lock"] == hash)
  }

  @Test(
    "has help with examples, and so has daystamp unlock",
    arguments: try await Subcommand.all().filter { ["lock", "unlock"].contains($0.words.first) })
  func help(command: Subcommand) async throws {
    let result = try await Program.run(Program.daystamp, command.words + ["--help"])
    #expect(result.status == 0)
    #expect(result.output.contains("EXAMPLES:\n  daystamp \(command.name)"), "\(result.output)")
    #expect(!result.output.contains("<rest>"))
  }

  @Test(
    "and daystamp unlock say where there is no PIN, no owner, or no journal",
    arguments: [
      ["lock", "change"], ["lock", "off"], ["lock", "now"], ["lock", "reset", "--yes"],
    ])
  func nothingThere(command: [String]) async throws {
    let program = try JournalProgram()
    let pins = command.contains("change") || command.contains("off")
    let arguments = command + (pins ? ["--pin-stdin"] : [])
    let missing = try await program.run(arguments, input: "x\n")
    #expect(missing.status == 1)
    #expect(missing.error.contains("there is no journal in \(program.journal)"))
    _ = try await program.addOwner("anna")
    let without = try await program.run(arguments, input: "x\n")
    #expect(without.status == 1)
    #expect(without.error == "Error: the journal of anna has no PIN; daystamp lock set sets one.\n")
    for words in [arguments, ["unlock", "--pin-stdin"], ["lock", "set", "--pin-stdin"], ["lock"]] {
      let unknown = try await program.run(words, owner: "nobody", input: "x\n")
      #expect(unknown.status == 1)
      #expect(unknown.error.contains("“nobody” here, only anna"), "\(unknown.error)")
    }
  }
}

@Suite("daystamp lock reset")
struct LockResetTests {
  @Test("takes away a PIN that is forgotten, with its sessions and its tries, and nothing else")
  func reset() async throws {
    let program = try await LockedJournal.full.copy()
    try await program.unlock()
    _ = try await program.run("unlock", pins: [JournalProgram.wrongPIN])
    let before = try program.rows()
    let result = try await program.run("lock", "reset", "--yes")
    #expect(result.status == 0 && result.output == "")
    #expect(result.error == "The journal of anna no longer has a PIN; it is open.\n")
    let after = try program.rows()
    #expect(after["lock"] == [] && after["session"] == [])
    #expect(program.sessionFiles == [])
    for table in before.keys where !["lock", "session"].contains(table) {
      #expect(after[table] == before[table])
    }
    #expect(try await program.isOpen())
    #expect(try await program.run("lock", "set", pins: ["730519264487"]).status == 0)
    #expect(try await program.run("unlock", pins: ["730519264487"]).status == 0)
  }

  @Test("asks, and so needs --yes where there is no terminal")
  func noTerminal() async throws {
    let program = try await JournalProgram.locked()
    let result = try await program.run("lock", "reset", input: "y\n")
    #expect(result.status == 64)
    #expect(result.error.contains("--yes"))
    #expect(try program.number("SELECT count(*) FROM lock") == 1)
  }

  @Test("leaves another owner's PIN alone")
  func others() async throws {
    let program = try await JournalProgram.locked()
    _ = try await program.addOwner("bob")
    _ = try await program.run("lock", "set", pins: [JournalProgram.pin], owner: "bob")
    #expect(try await program.run("lock", "reset", "--yes").status == 0)
    #expect(try await program.isOpen())
    #expect(try await !program.isOpen(owner: "bob"))
    #expect(try await program.unlock(owner: "bob").status == 0)
  }

  /// Runs the program as someone who may write to no file of this user: this user, where it is not the
  /// machine's superuser, from whom nothing is withheld.
  private static func asStranger(_ arguments: [String]) async throws -> Program {
    let change = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
    return try await Program.run(
      "/usr/bin/env", (geteuid() == 0 ? change : []) + [Program.daystamp] + arguments)
  }

  @Test(
    "is not done without the right to write to journal.pepper",
    .enabled("needs setpriv where the tests run as the superuser, and a build that others may run")
    {
      (try? await asStranger(["--version"]).status) == 0
    })
  func withoutTheRight() async throws {
    let program = try await JournalProgram.locked()
    // Everything is open to everybody except the pepper, which this user may not change either.
    try program.folder.setPermissions(0o777, of: "journal")
    for file in ["journal.sqlite", "journal.lock"] {
      try program.folder.setPermissions(0o666, of: "journal/\(file)")
    }
    try program.folder.setPermissions(0o400, of: "journal/journal.pepper")
    let result = try await Self.asStranger(
      ["lock", "reset", "--yes", "--journal", program.journal, "--owner", "anna"])
    #expect(result.status == 1 && result.output == "")
    #expect(result.error.contains("\nError: you may not write to "), "\(result.error)")
    #expect(result.error.contains("journal/journal.pepper ("))
    #expect(try program.number("SELECT count(*) FROM lock") == 1)
    #expect(try await program.unlock().status == 0)
  }
}
