import JournalShell
import ArgumentParser
import Journal
import Shell
import Store
import Wording

/// `daystamp-server token`: makes, lists and revokes what programs show.
struct Tokens: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "token", abstract: "Make, list or revoke tokens for programs.",
    discussion: """
      A program sends its token with each request: "Authorization: Bearer TOKEN". The token's \
      scope says what it may do:

        read  see everything, change nothing
        post  add posts, and see only the result
        all   everything that a paired browser may do

      EXAMPLES
        daystamp-server token
        daystamp-server token add --scope post --days 90
        daystamp-server token revoke 4
      """,
    subcommands: [TokenAdd.self, TokenList.self, TokenRevoke.self],
    defaultSubcommand: TokenList.self)
}

extension DeviceScope: ExpressibleByArgument {}

struct TokenAdd: AccessCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Make a token, and print it this once.",
    discussion: """
      If the journal has a PIN, a token with scope read or all unlocks it as a device does, with \
      POST /api/v1/unlock. One with scope post cannot. With --posts-locked it posts without \
      unlocking; to make it, first unlock the journal (daystamp unlock).

      EXAMPLES
        daystamp-server token add --scope post
        daystamp-server token add --scope read --days 365 --name 'Picture frame'
        A camera by the door, locked or not:
          daystamp-server token add --scope post --posts-locked > token
      """)

  @Option(help: ArgumentHelp("The scope: read, post, or all, like a browser.", valueName: "scope"))
  var scope: DeviceScope

  @Option(
    help: ArgumentHelp(
      "Days until it ends, \(NewToken.days.lowerBound) to \(NewToken.days.upperBound).",
      valueName: "number"))
  var days = NewToken.usualDays

  @Option(help: ArgumentHelp("A name for lists.", valueName: "name"))
  var name = "Token"

  @Flag(help: "Allow posting while the journal is locked.")
  var postsLocked = false

  @OptionGroup(title: "Journal") var place: JournalOptions

  func validate() throws { _ = try new() }

  private func new() throws -> NewToken {
    try Wording.checking {
      try NewToken(
        name: DeviceName(name), scope: scope, days: days, postsWhileLocked: postsLocked)
    }
  }

  func run(for owner: OwnerName, in journals: Journal) throws -> ExitStatus {
    // What goes past the lock, only who is past it makes.
    if postsLocked { try journals.journal(of: owner).checkUnlocked() }
    let now = Clock.now()
    let made = try journals.devices.makeToken(new(), for: owner, by: .machine, now: now)
    guard let (device, token) = made else { return .failure }
    let rule = try journals.dayRule(of: owner)
    Console.say(Wording.tokenMade(device, owner.text, until: "\(rule.day(of: device.ends))"))
    if try scope == .post && !postsLocked
      && journals.lock(of: owner, now: Clock.now).tries() != nil
    {
      Console.say(Wording.postsOnlyUnlocked)
    }
    Console.print(token.text)
    return .success
  }
}

struct TokenList: AccessCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the tokens, the last seen first.",
    discussion: """
      EXAMPLES
        daystamp-server token list
        daystamp-server token list --json | jq -r .name
      """)

  @Flag(help: "One JSON object for each token.")
  var json = false

  @OptionGroup(title: "Journal") var place: JournalOptions

  func run(for owner: OwnerName, in journals: Journal) throws -> ExitStatus {
    let tokens = try journals.devices.list(of: owner, now: Clock.now())
      .filter { $0.entry == .token }
    let rule = try journals.dayRule(of: owner)
    tokens.printLines(asJSON: json, { DeviceDescription($0) }, numbers: [0]) {
      [
        "\($0.id)", Wording.escaped($0.name.text), Wording.scope(of: $0),
        ($0.isUnused ? "not used yet" : "last seen on \(rule.day(of: $0.lastSeen))")
          + ($0.lastAddress.map { " from \(Wording.escaped($0))" } ?? ""),
        "ends on \(rule.day(of: $0.ends))",
      ]
    }
    if tokens.isEmpty, !json { Console.say(Wording.noTokens) }
    return .success
  }
}

struct TokenRevoke: AccessCommand {
  static let configuration = CommandConfiguration(
    commandName: "revoke", abstract: "Revoke tokens; they stop working.",
    discussion: """
      This needs no PIN, so that you can revoke a lost token at once.

      EXAMPLES
        daystamp-server token revoke 4
        daystamp-server token revoke 4 6 --owner mina
      """)

  @Argument(help: ArgumentHelp("The tokens' numbers in the list.", valueName: "number"))
  var numbers: [Int64]

  @OptionGroup(title: "Journal") var place: JournalOptions

  func run(for owner: OwnerName, in journals: Journal) throws -> ExitStatus {
    try journals.revoke(
      numbers, of: owner, where: { $0.entry == .token }, missing: Wording.noToken)
  }
}
