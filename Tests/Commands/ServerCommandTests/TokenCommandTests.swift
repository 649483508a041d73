import Journal
import Store
import SystemPackage
import Testing
import TestSupport

@Suite("daystamp-server token")
struct TokenCommandTests {
  private func journal() throws -> JournalProgram {
    let program = try JournalProgram()
    _ = try Journal(
      making: FilePath(program.journal), owner: OwnerName("anna"),
      settings: JournalSettings([.timeZone: "UTC"]))
    return program
  }

  @Test("makes one, which it prints alone, lists it without, and revokes it")
  func made() async throws {
    let program = try journal()
    #expect(
      try await program.server("token").error
        == "There are no tokens; daystamp-server token add makes one.\n")
    let made = try await program.server(
      "token", "add", "--scope", "post", "--days", "3650", "--name", "Door")
    #expect(made.status == 0 && made.output.wholeMatch(of: /[\w-]{43}\n/) != nil)
    #expect(
      made.error.hasPrefix("Token 1, “Door”, for the journal of anna: post, until "),
      "\(made.error)")
    let row = try await program.server("token").output
    #expect(
      row.wholeMatch(of: /1  Door  post  not used yet  ends on [\d-]+\n/) != nil, "\(row)")
    let json = try await program.server("token", "list", "--json").json
    #expect(json.map { $0["scope"] as? String } == ["post"])
    #expect(json.first?["ends"] as? String == json.first?["latestEnd"] as? String)
    #expect(
      try await program.server("devices").output.hasSuffix(
        " (token: post)  ends by \(row.suffix(11))"))
    let revoked = try await program.server("token", "revoke", "2", "1")
    #expect(revoked.status == 1)
    #expect(revoked.error == "Error: anna has no token 2; daystamp-server token lists them.\n")
    #expect(try await program.server("token", "--json").output.isEmpty)
  }

  @Test("revokes no browser")
  func browser() async throws {
    let program = try journal()
    let journals = try Journal(opening: FilePath(program.journal))
    let code = try journals.devices.makePairing(for: OwnerName("anna"), now: 1_750_000_000)
    _ = try journals.devices.pair(with: code, name: DeviceName("a"), now: 1_750_000_000)
    #expect(try await program.server("token", "revoke", "1").status == 1)
    #expect(try journals.devices.list(of: OwnerName("anna"), now: 1_750_000_000).count == 1)
  }

  @Test(
    "is not made as no token can be",
    arguments: [
      (["--days", "9"], "Missing expected argument '--scope <scope>'"),
      (["--scope", "root"], "The value 'root' is invalid for '--scope <scope>'"),
      (["--scope", "post", "--days", "0"], "a token lasts 1 to 3650 days, not 0."),
      (["--scope", "all", "--days", "3651"], "a token lasts 1 to 3650 days, not 3651."),
      (["--scope", "read", "--posts-locked"], "the scope “read” cannot post"),
    ])
  func refused(arguments: [String], says: String) async throws {
    let program = try journal()
    let place = ["--journal", program.journal, "--owner", "anna"]
    let result = try await Program.run(
      Program.daystampServer, ["token", "add"] + arguments + place, in: program.folder.path)
    #expect(result.status == 64 && result.output.isEmpty)
    #expect(result.error.contains(says), "\(result.error)")
  }

  @Test("lets one past the lock only for who is past it")
  func locked() async throws {
    let program = try journal()
    let set = try await program.run("lock", "set", "--pin-stdin", input: "804617293558\n")
    #expect(set.status == 0, "\(set.error)")
    let refused = try await program.server("token", "add", "--scope", "post", "--posts-locked")
    #expect(refused.status == 77 && refused.output.isEmpty)
    let plain = try await program.server("token", "add", "--scope", "post")
    #expect(plain.status == 0 && plain.error.contains("note: this token cannot post"))
    let opened = try await program.run("unlock", "--pin-stdin", input: "804617293558\n")
    #expect(opened.status == 0, "\(opened.error)")
    let camera = try await program.server("token", "add", "--scope", "post", "--posts-locked")
    #expect(camera.status == 0 && camera.error.contains(": post, also while locked, until "))
  }
}
