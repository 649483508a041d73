import TestSupport
import Testing

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
      #expect(result.error == "Error: that is not the PIN; \(left) tries left.\n")
      #expect(try failures() == 10 - left)
    }
    let fourth = try await tryWrong()
    #expect(fourth.status == 77)
    let wait = /Error: that is not the PIN; 6 tries left, the next in (30|2[0-9]) s\.\n/
    #expect(fourth.error.wholeMatch(of: wait) != nil, "\(fourth.error)")

    try set(failures: 4, ago: 3)
    let before = try program.number("SELECT last_try FROM lock")
    for result in [
      try await program.unlock(), try await tryWrong(),
      try await program.run("lock", "off", pins: [JournalProgram.pin]),
      try await program.run("lock", "change", pins: [JournalProgram.pin, "730519264487"]),
    ] {
      #expect(result.status == 77)
      let refused = /Error: no PIN is tried now; 6 tries left, the next in (27|[12]?[0-9]) s\.\n/
      #expect(result.error.wholeMatch(of: refused) != nil, "\(result.error)")
    }
    #expect(try failures() == 4)
    #expect(try program.number("SELECT last_try FROM lock") == before)
    #expect(try await !program.isOpen())
  }

  @Test(
    "makes the next wait twice as long, up to an hour",
    arguments: [(4, 30), (5, 60), (6, 120), (7, 240), (8, 480), (9, 960)])
  func waits(failures: Int, seconds: Int) async throws {
    try set(failures: failures, ago: seconds - 20)
    let early = try await program.run("lock", "status", "--json")
    let wait = try #require(early.json.first?["waitSeconds"] as? Int)
    #expect((1...20).contains(wait))
    #expect(early.json.first?["triesLeft"] as? Int == 10 - failures)
    try set(failures: failures, ago: seconds)
    #expect(try await program.run("lock", "status", "--json").output.contains("\"waitSeconds\":0"))
    #expect(try await program.unlock().status == 0)
    #expect(try self.failures() == 0)
  }

  @Test("waits anew, in full, where the clock was set back")
  func clock() async throws {
    try set(failures: 5, ago: -86_400)
    let result = try await program.unlock()
    #expect(result.status == 77)
    #expect(result.error.contains("5 tries left, the next in 1 min."), "\(result.error)")
    #expect(try failures() == 5)
    let last = try program.number("SELECT unixepoch() - last_try FROM lock")
    #expect((0...60).contains(try #require(last)))
  }

  @Test("shuts the PIN the tenth time, until it is reset on the machine")
  func shut() async throws {
    try set(failures: 9, ago: 3_600)
    let shut =
      "the PIN is shut after too many tries: daystamp lock reset takes it away, by who owns the "
      + "machine"
    let tenth = try await tryWrong()
    #expect(tenth.status == 77)
    #expect(tenth.error == "Error: that is not the PIN; \(shut).\n")
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

  @Test("is told its last try")
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
