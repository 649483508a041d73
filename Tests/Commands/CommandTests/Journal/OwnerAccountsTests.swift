import Testing
import TestSupport

@Suite("daystamp owner link")
struct OwnerAccountsTests {
  private let program: JournalProgram

  init() async throws {
    program = try JournalProgram()
    for name in ["anna", "bob"] { #expect(try await owner("add", name).status == 0) }
  }

  private func owner(_ arguments: String...) async throws -> Program {
    try await Program.run(
      Program.daystamp, ["owner"] + arguments + ["--journal", program.journal],
      environment: program.environment)
  }

  @Test("lets an account come in, lists it, and takes it back")
  func linked() async throws {
    let by = "https://id.example 248289761001"
    let linked = try await owner("link", "Anna", "--oidc", by)
    #expect(linked.status == 0)
    #expect(
      linked.error
        == "Linked the account 248289761001 of https://id.example with anna.\n")
    #expect(
      try await owner("link", "anna", "--oidc-email", "https://id.example Anna@Example.org").status
        == 0)
    #expect(
      try await owner("accounts", "anna").output == """
        https://id.example  248289761001      not used yet  0 devices
        https://id.example  anna@example.org  not used yet  0 devices\n
        """)
    let records = try await owner("accounts", "anna", "--json").json
    #expect(records.map { $0["subject"] as? String } == ["248289761001", nil])
    #expect(records.map { $0["email"] as? String } == [nil, "anna@example.org"])
    let taken = try await owner("link", "bob", "--oidc", by)
    #expect(taken.status == 1)
    #expect(taken.error == "Error: this account is linked with an owner already.\n")
    let others = try await owner("unlink", "bob", "--oidc", by)
    #expect(others.status == 1)
    #expect(others.error.hasPrefix("Error: no such account is linked; daystamp owner accounts"))
    let gone = try await owner("unlink", "anna", "--oidc", by)
    #expect(
      gone.error
        == "Unlinked the account 248289761001 of https://id.example from anna, and revoked 0 "
        + "devices.\n")
    #expect(try await owner("link", "bob", "--oidc", by).status == 0)
  }

  @Test(
    "refuses what is no account",
    arguments: [
      ([], "--oidc 'ISSUER SUBJECT' or --oidc-email"),
      (["--oidc", "https://a.example 1", "--oidc-email", "https://a.example a@b.c"], "not both"),
      (["--oidc", "https://a.example"], "“https://a.example” is not an issuer, a space and"),
      (["--oidc", "http://a.example 1"], "“http://a.example” is not an issuer; give its address"),
      (["--oidc", "https://a.example a\u{7}"], "is not a subject; give 1 to 255 characters"),
      (["--oidc-email", "https://a.example mina"], "“mina” is not an e-mail address"),
    ])
  func bad(arguments: [String], says: String) async throws {
    let result = try await Program.run(
      Program.daystamp, ["owner", "link", "anna", "--journal", program.journal] + arguments,
      environment: program.environment)
    #expect(result.status == 64)
    #expect(result.error.contains(says), "\(result.error)")
    #expect(try await owner("accounts", "anna").output == "")
  }
}
