import Files
import Foundation
import Testing
import TestSupport

@Suite("daystamp unlock")
struct UnlockCommandTests {
  @Test("opens the journal for 15 minutes without use, for this login")
  func unlock() async throws {
    let program = try await JournalProgram.locked()
    let result = try await program.unlock()
    #expect(result.status == 0 && result.output == "")
    #expect(result.error == "Open until unused for 15 min, and for 8 h at most.\n")
    #expect(try await program.isOpen())
    #expect(try program.number("SELECT idle FROM session") == 900)
    #expect(program.sessionFiles.count == 1)
    let other = ["XDG_RUNTIME_DIR": program.folder.path("other")]
    #expect(try await program.run("list", environment: other).status == 77)
  }

  @Test("tells of wrong PINs that were tried before, once")
  func told() async throws {
    let program = try await JournalProgram.locked()
    for _ in 0..<2 { _ = try await program.run("unlock", "--pin-stdin", input: "9053\n") }
    let told = try await program.unlock().error.split(separator: "\n")
    #expect(told.count == 3)
    #expect(told.dropFirst().first == "2 wrong tries before this one:")
    #expect(told.last?.hasPrefix("  2 times from this machine, last at 2") == true)
    _ = try await program.run("lock", "now")
    #expect(try await program.unlock().error.split(separator: "\n").count == 1)
  }

  @Test(
    "keeps the session in a file of this user's own, in the folder of the login or the journal's",
    arguments: [(true, "runtime/daystamp/session-"), (false, "journal/journal.session-1")])
  func file(hasRuntimeFolder: Bool, name: String) async throws {
    let program = try await JournalProgram.locked()
    if !hasRuntimeFolder { try program.folder.setPermissions(0o755, of: "runtime") }
    try await program.unlock()
    let file = try #require(program.sessionFiles.first)
    #expect(file.hasPrefix(name) && !file.contains("anna"))
    #expect(try program.folder.permissions(of: file) == 0o600)
    if hasRuntimeFolder {
      #expect(try program.folder.permissions(of: "runtime/daystamp") == 0o700)
    }
    #expect(try await program.isOpen())
  }

  @Test(
    "takes the time that the journal may be unused",
    arguments: [
      ("1s", 1, "1 s"), ("45s", 45, "45 s"), ("1h30m", 5_400, "1 h 30 min"), ("8h", 28_800, "8 h"),
    ])
  func idle(text: String, seconds: Int, told: String) async throws {
    let program = try await JournalProgram.locked()
    let result = try await program.unlock("--for", text)
    #expect(result.status == 0)
    // A session of one second can be over before the program would say how long it lasts.
    if seconds > 1 || result.error != "" {
      #expect(result.error.hasPrefix("Open until unused for \(told), and"))
    }
    #expect(try program.number("SELECT idle FROM session") == seconds)
  }

  @Test(
    "refuses other times, and tries no PIN",
    arguments: ["0s", "8h1s", "-5m", "9h", "1d", "1mo", "1mo1s", "1y1h", "x", "15", ""])
  func badIdle(text: String) async throws {
    let program = try await JournalProgram.locked()
    let result = try await program.unlock("--for=\(text)")
    #expect(result.status == 64)
    #expect(result.error.contains("--for"))
    #expect(try program.number("SELECT failures FROM lock") == 0)
  }

  @Test("asks a security key for a passkey of the owner's, and says where there is none")
  func byKey() async throws {
    let program = try await JournalProgram.locked()
    let bare = try await program.run("unlock", "--key", pins: [JournalProgram.pin])
    #expect(bare.status == 77)
    #expect(bare.error.hasPrefix("Error: there is no passkey"))
    let timed = try await program.run("unlock", "--key", "--for", "1h", pins: [])
    #expect(timed.status == 64)
    try program.execute(
      """
      INSERT INTO passkey (owner, credential, public_key, relying_party, name, made)
      VALUES (1, x'01', x'02', 'localhost', 'key', 1)
      """)
    // No key of whoever runs the tests is asked for anything.
    if !FileManager.default.fileExists(atPath: "/dev/hidraw0") {
      let asked = try await program.run("unlock", "--key", pins: [JournalProgram.pin])
      #expect(asked.status == 77)
      #expect(asked.error.hasPrefix("Error: this program finds no security key"))
    }
    #expect(try program.number("SELECT failures FROM lock") == 0)
    #expect(try program.number("SELECT failures FROM passkey") == 0)
    #expect(try program.number("SELECT count(*) FROM session") == 0)
  }

  @Test("says where there is nothing to unlock, and reads no PIN")
  func withoutPIN() async throws {
    let program = try JournalProgram()
    _ = try await program.addOwner("anna")
    let result = try await program.run("unlock", pins: ["no PIN at all"])
    #expect(result.status == 0)
    #expect(result.error == "The journal of anna has no PIN; it is open.\n")
  }

  @Test("keeps its token in the place of an earlier one's; a command at work keeps its own session")
  func again() async throws {
    let program = try await JournalProgram.locked()
    try await program.unlock()
    let file = try #require(program.sessionFiles.first)
    let earlier = try program.folder.read(file)
    try await program.unlock("--for", "1h")
    #expect(program.sessionFiles == [file])
    let later = try program.folder.read(file)
    #expect(later != earlier)
    for token in [earlier, later] {
      try program.folder.overwrite(file, with: token)
      #expect(try await program.isOpen())
    }
    _ = try await program.run("lock", "now")
    for token in [earlier, later] {
      try program.folder.write(token, to: file)
      try program.folder.setPermissions(0o600, of: file)
      #expect(try await !program.isOpen())
    }
  }

  @Test("opens nothing where the session cannot be kept")
  func notKept() async throws {
    let program = try await JournalProgram.locked()
    try program.folder.write([], to: "runtime/daystamp")
    let result = try await program.unlock()
    #expect(result.status == 1)
    #expect(result.error.contains("runtime/daystamp"), "\(result.error)")
    #expect(try program.number("SELECT count(*) FROM session") == 0)
  }

  @Test(
    "keeps the journal open until the session is over, used or not",
    arguments: [
      // Ten minutes before the end, since the command that follows can be long in starting.
      ("last_used = last_used - 300, opened = opened - 300", true),
      ("last_used = last_used - 900, opened = opened - 900", false),
      ("opened = opened - 28200", true), ("opened = opened - 28800", false),
      // The clock was corrected, or set back.
      ("last_used = last_used + 30, opened = opened + 30", true),
      ("last_used = last_used + 3600, opened = opened + 3600", false),
    ])
  func expiry(change: String, isOpen: Bool) async throws {
    let program = try await JournalProgram.locked()
    try await program.unlock()
    try program.execute("UPDATE session SET \(change)")
    #expect(try await program.isOpen() == isOpen)
  }

  @Test(
    "opens nothing by a file that is not as it was written",
    arguments: [
      SecretFileDamage.missing, .empty, .short, .long, .flipped, .zeros, .readable, .folder,
    ])
  func damaged(damage: SecretFileDamage) async throws {
    let program = try await JournalProgram.locked()
    try await program.unlock()
    let file = try #require(program.sessionFiles.first)
    try damage.apply(to: file, in: program.folder)
    let result = try await program.run("list")
    #expect(result.status == 77 && result.output == "")
    #expect(result.error == "Error: the journal of anna is locked; daystamp unlock opens it.\n")
    if damage == .folder { try program.folder.remove(file) }
    #expect(try await program.unlock().status == 0)
    #expect(try await program.isOpen())
  }
}

@Suite("A wrong PIN")
struct WrongPINTests {
  let program: JournalProgram

  init() async throws { program = try await JournalProgram.locked() }

  private func tryWrong() async throws -> Program {
    try await program.run("unlock", pins: [JournalProgram.wrongPIN])
  }

  private func failures() throws -> Int? { try program.number("SELECT failures FROM lock") }

  /// As if the last tries had been so many, the last so many seconds ago.
  private func set(failures: Int, ago seconds: Int) throws {
    try program.execute(
      "UPDATE lock SET failures = \(failures), last_try = unixepoch() - \(seconds)")
  }

  @Test("is free four times, each counted; then even the right one has to wait and is not tried")
  func four() async throws {
    for left in [9, 8, 7] {
      let result = try await tryWrong()
      #expect(result.status == 77 && result.output == "")
      #expect(result.error == "Error: wrong PIN; \(left) tries left.\n")
      #expect(try failures() == 10 - left)
    }
    let fourth = try await tryWrong()
    #expect(fourth.status == 77)
    let wait = /Error: wrong PIN; 6 tries left, the next in (30|2[0-9]) s\.\n/
    #expect(fourth.error.wholeMatch(of: wait) != nil, "\(fourth.error)")

    // The longest wait, since the commands that follow can be long in starting.
    try set(failures: 9, ago: 3)
    let before = try program.number("SELECT last_try FROM lock")
    for result in [
      try await program.unlock(), try await tryWrong(),
      try await program.run("lock", "off", pins: [JournalProgram.pin]),
      try await program.run("lock", "change", pins: [JournalProgram.pin, "730519264487"]),
    ] {
      #expect(result.status == 77)
      let refused = /Error: no PIN is tried now; 1 try left, the next in 1?[0-9] min( \d+ s)?\.\n/
      #expect(result.error.wholeMatch(of: refused) != nil, "\(result.error)")
    }
    #expect(try failures() == 9)
    #expect(try program.number("SELECT last_try FROM lock") == before)
    #expect(try await !program.isOpen())
  }

  @Test(
    "makes the next wait twice as long, up to an hour",
    arguments: [(4, 30), (5, 60), (6, 120), (7, 240), (8, 480), (9, 960)])
  func waits(failures: Int, seconds: Int) async throws {
    try set(failures: failures, ago: 10)
    let early = try await program.run("lock", "status", "--json")
    let wait = try #require(early.json.first?["waitSeconds"] as? Int)
    // The command can be long in starting, and asks the clock at some moment until now.
    let passed = try #require(try program.number("SELECT unixepoch() - last_try FROM lock"))
    #expect((max(0, seconds - passed)...max(0, seconds - 10)).contains(wait))
    #expect(early.json.first?["triesLeft"] as? Int == 10 - failures)
    try set(failures: failures, ago: seconds)
    #expect(try await program.run("lock", "status", "--json").output.contains("\"waitSeconds\":0"))
    #expect(try await program.unlock().status == 0)
    #expect(try self.failures() == 0)
  }

  @Test("waits anew, in full, where the clock was set back")
  func clock() async throws {
    try set(failures: 5, ago: -86_400)
    let before = try #require(try program.number("SELECT unixepoch()"))
    let result = try await program.unlock()
    #expect(result.status == 77)
    #expect(result.error.contains("5 tries left, the next in 1 min."), "\(result.error)")
    #expect(try failures() == 5)
    let after = try #require(try program.number("SELECT unixepoch()"))
    let last = try program.number("SELECT last_try FROM lock")
    #expect((before...after).contains(try #require(last)))
  }

  @Test("shuts the PIN the tenth time, until it is reset on the machine")
  func shut() async throws {
    try set(failures: 9, ago: 3_600)
    let shut =
      "the PIN is shut after too many tries; the machine's owner can remove it with daystamp "
      + "lock reset"
    let tenth = try await tryWrong()
    #expect(tenth.status == 77)
    #expect(tenth.error == "Error: wrong PIN; \(shut).\n")
    try set(failures: 10, ago: 1_000_000)
    let right = try await program.unlock()
    #expect(right.status == 77)
    #expect(right.error == "Error: no PIN is tried now; \(shut).\n")
    #expect(try failures() == 10)
    let status = try await program.run("lock", "status")
    #expect(status.status == 77 && status.output == "locked; \(shut)\n")
    #expect(try await program.run("lock", "reset", "--yes").status == 0)
    #expect(try await program.isOpen())
  }

  @Test("says which try is the last")
  func last() async throws {
    try set(failures: 8, ago: 3_600)
    let ninth = try await tryWrong()
    #expect(ninth.error.contains("; 1 try left, the next in 1"), "\(ninth.error)")
  }

  @Test("is forgotten after the right one")
  func cleared() async throws {
    for _ in 0..<3 { _ = try await tryWrong() }
    #expect(try await program.unlock().status == 0)
    #expect(try failures() == 0)
    #expect(try program.number("SELECT count(*) FROM lock WHERE last_try IS NULL") == 1)
  }

  @Test("ends no session that is open")
  func session() async throws {
    try await program.unlock()
    _ = try await tryWrong()
    #expect(try await program.isOpen())
  }
}
