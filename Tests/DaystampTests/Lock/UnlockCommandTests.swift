import Files
import TestSupport
import Testing

@Suite("daystamp unlock")
struct UnlockCommandTests {
  @Test("opens the door for 15 minutes without use, for this login")
  func unlock() async throws {
    let program = try await JournalProgram.locked()
    let result = try await program.unlock()
    #expect(result.status == 0 && result.output == "")
    #expect(
      result.error == "Open until it has not been used for 15 min, and for 8 h at most.\n")
    #expect(try await program.isOpen())
    #expect(try program.number("SELECT idle FROM session") == 900)
    #expect(program.sessionFiles.count == 1)
    let other = ["XDG_RUNTIME_DIR": program.folder.path("other")]
    #expect(try await program.run("list", environment: other).status == 77)
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
    #expect(result.error.hasPrefix("Open until it has not been used for \(told), and"))
    #expect(try program.number("SELECT idle FROM session") == seconds)
  }

  @Test(
    "refuses other times, and tries no PIN",
    arguments: ["0s", "8h1s", "-5m", "9h", "1d", "x", "15", ""])
  func badIdle(text: String) async throws {
    let program = try await JournalProgram.locked()
    let result = try await program.unlock("--for=\(text)")
    #expect(result.status == 64)
    #expect(result.error.contains("--for"))
    #expect(try program.number("SELECT failures FROM lock") == 0)
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
    "holds the door open until the session is over, used or not",
    arguments: [
      ("last_used = last_used - 600, opened = opened - 600", true),
      ("last_used = last_used - 900, opened = opened - 900", false),
      ("opened = opened - 28700", true), ("opened = opened - 28800", false),
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
