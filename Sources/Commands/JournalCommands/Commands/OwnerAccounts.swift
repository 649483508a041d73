import JournalShell
import ArgumentParser
import Journal
import Shell
import Store
import Wording

/// Which account a command is about: one of the two options.
struct AccountOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The account: its issuer's address, a space, and its subject there. The page that "
        + "refuses an account shows both.", valueName: "issuer subject"),
    transform: { text in
      try Wording.checking { try AccountName(subject: RawArguments.text(text)) }
    })
  var oidc: AccountName?

  @Option(
    help: ArgumentHelp(
      "The account with this e-mail address, if the issuer has verified it. The first "
        + "account to sign in with the address is linked, and stays linked if the address moves "
        + "on.",
      valueName: "issuer email"),
    transform: { text in
      try Wording.checking { try AccountName(email: RawArguments.text(text)) }
    })
  var oidcEmail: AccountName?

  /// The one that is given, as ``validate()`` has checked.
  func name() throws -> AccountName {
    guard let name = oidc ?? oidcEmail else { throw ValidationError(Wording.whichAccount) }
    return name
  }

  func validate() throws {
    guard (oidc == nil) != (oidcEmail == nil) else { throw ValidationError(Wording.whichAccount) }
  }
}

/// A subcommand that links an account with an owner, or no longer.
protocol AccountCommand: AsyncParsableCommand {
  var name: OwnerName { get }
  var account: AccountOptions { get }
  var location: JournalFolderOption { get }

  func change(_ account: AccountName, _ journal: OwnerJournal) throws
}

extension AccountCommand {
  func run() async throws {
    try await ExitStatus.exit {
      try change(account.name(), location.openAll().journal(of: name))
      return .success
    }
  }
}

struct OwnerLink: AccountCommand {
  static let configuration = CommandConfiguration(
    commandName: "link",
    abstract: "Link an account of another server (OpenID Connect) for signing in.",
    discussion: """
      Signing in to daystamp-server with the account pairs the browser, as a link from \
      daystamp-server pair does. The journal still asks for its PIN. You can link an account with \
      only one owner.

      EXAMPLES
        daystamp owner link mina --oidc 'https://id.example 248289761001'
        daystamp owner link mina --oidc-email 'https://id.example mina@example.org'
      """)

  @Argument(help: "The owner's name.", transform: OwnerName.argument)
  var name: OwnerName

  @OptionGroup(title: "Account") var account: AccountOptions
  @OptionGroup(title: "Journal") var location: JournalFolderOption

  func change(_ account: AccountName, _ journal: OwnerJournal) throws {
    let account = try journal.link(account, at: Clock.now())
    Console.say(Wording.linked(account, with: journal.owner))
  }
}

struct OwnerUnlink: AccountCommand {
  static let configuration = CommandConfiguration(
    commandName: "unlink",
    abstract: "Unlink an account and revoke its devices.",
    discussion: """
      EXAMPLES
        daystamp owner unlink mina --oidc 'https://id.example 248289761001'
        daystamp owner unlink mina --oidc-email 'https://id.example mina@example.org'
      """)

  @Argument(help: "The owner's name.", transform: OwnerName.argument)
  var name: OwnerName

  @OptionGroup(title: "Account") var account: AccountOptions
  @OptionGroup(title: "Journal") var location: JournalFolderOption

  func change(_ account: AccountName, _ journal: OwnerJournal) throws {
    let account = try journal.unlink(account, at: Clock.now())
    Console.say(Wording.unlinked(account, from: journal.owner))
  }
}

struct OwnerAccounts: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "accounts",
    abstract: "List an owner's linked accounts.",
    discussion: """
      EXAMPLES
        daystamp owner accounts mina
        daystamp owner accounts mina --json | jq -r .subject
      """)

  @Argument(help: "The owner's name.", transform: OwnerName.argument)
  var name: OwnerName

  @Flag(help: "One JSON object for each account.")
  var json = false

  @OptionGroup(title: "Journal") var location: JournalFolderOption

  func run() async throws {
    try await ExitStatus.exit {
      let journals = try location.openAll()
      let journal = try journals.journal(of: name)
      let accounts = try journal.accounts()
      let rule = try journals.dayRule(of: journal.owner)
      accounts.printLines(asJSON: json, { AccountJSON($0) }) {
        [
          Wording.escaped($0.issuer), Wording.name(of: $0),
          $0.lastUsed.map { "last used on \(rule.day(of: $0))" } ?? "not used yet",
          Wording.counted($0.devices, "device"),
        ]
      }
      if accounts.isEmpty, !json { Console.say(Wording.noAccounts(journal.owner)) }
      return .success
    }
  }
}

/// An account as a JSON object.
struct AccountJSON: Encodable {
  let issuer: String
  /// Missing until somebody came in by the address.
  let subject: String?
  let email: String?
  /// In UTC, as the other.
  let linked: String
  let lastUsed: String?
  let devices: Int

  init(_ account: Account) {
    (issuer, subject, email) = (account.issuer, account.subject, account.email)
    linked = InstantText.text(account.linked)
    lastUsed = account.lastUsed.map { InstantText.text($0) }
    devices = account.devices
  }
}

extension Wording {
  fileprivate static let whichAccount =
    "Give the account with --oidc 'ISSUER SUBJECT' or --oidc-email 'ISSUER EMAIL', not both."

  /// What an issuer knows an account by.
  fileprivate static func name(of account: Account) -> String {
    let names = [account.email, account.subject].compactMap { $0 }.map(escaped)
    return names.joined(separator: ", ")
  }

  fileprivate static func linked(_ account: Account, with owner: OwnerName) -> String {
    "Linked the account \(name(of: account)) of \(escaped(account.issuer)) with "
      + "\(escaped(owner.text))."
  }

  fileprivate static func unlinked(_ account: Account, from owner: OwnerName) -> String {
    "Unlinked the account \(name(of: account)) of \(escaped(account.issuer)) from "
      + "\(escaped(owner.text)), and revoked \(counted(account.devices, "device"))."
  }

  fileprivate static func noAccounts(_ owner: OwnerName) -> String {
    "No account is linked with \(escaped(owner.text)); daystamp owner link links one."
  }
}
