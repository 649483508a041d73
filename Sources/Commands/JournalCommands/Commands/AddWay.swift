import JournalShell
import ArgumentParser
import Journal
import Reminders
import Sending
import Shell
import Store
import SystemPackage
import Wording

extension HookFormat: ExpressibleByArgument {}

/// `daystamp reminder way hook`: an address to which notices are sent.
struct AddHook: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "hook",
    abstract: "Be told by an address: of ntfy, Gotify, Apprise or your own.",
    discussion: """
      The address is of https; http is only for this machine itself. With ntfy it is that of a topic, which \
      whoever knows its name can read. With Gotify it ends in /message, and the token is an application's; \
      without either nothing arrives, which is noted. \
      With Apprise it is like https://apprise.example/notify/KEY. A program of your own gets the lines of \
      the notice as the body of a POST, as ntfy does.

      A token is read from a file, or with - from standard input, so that it stands in no list of \
      processes. It is kept in the journal, and never shown. With - for the address, that is read there too.

      EXAMPLES
        daystamp reminder way hook https://ntfy.sh/a-name-nobody-guesses
        daystamp reminder way hook https://gotify.example/message \\
          --format gotify --token-file token.txt
        echo "$address" | daystamp reminder way hook -
        echo "$token" | daystamp reminder way hook https://ntfy.example/daystamp \\
          --token-file -
      """)

  @Argument(help: ArgumentHelp("The address, or - for standard input.", valueName: "url"))
  var address: String

  @Option(
    help: ArgumentHelp(
      "What is read there: ntfy, gotify or apprise. Default: ntfy.", valueName: "format"))
  var format = HookFormat.ntfy

  @Option(
    help: ArgumentHelp(
      "The file of a token, or - for standard input.", valueName: "file"),
    completion: .file(), transform: RawArguments.path)
  var tokenFile: FilePath?

  @Flag(help: "Name people and texts while the journal has a PIN, too.")
  var names = false

  @OptionGroup var output: JSONOption
  @OptionGroup(title: "Journal") var place: JournalOptions

  private var isOnInput: Bool { address == "-" }

  func validate() throws {
    guard !isOnInput else {
      if tokenFile == "-" { throw ValidationError(Wording.addressAndToken) }
      return
    }
    _ = try facts(RawArguments.text(address))
  }

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    let address = try isOnInput ? TokenFile.readLine() : RawArguments.text(address)
    let token = try tokenFile.map(TokenFile.read) ?? ""
    return try journal.addWay(facts(address, token: token), place, asJSON: output.json)
  }

  private func facts(_ address: String, token: String = "") throws -> WayFacts {
    try Wording.checking {
      try .hook(address, as: format, token: token, names: names)
    }
  }
}

/// `daystamp reminder way mail`: an address that mail is sent to.
struct AddMail: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "mail",
    abstract: "Be told by mail.",
    discussion: """
      It goes by the machine's sendmail, such as that of msmtp, which needs an account set up for this user.

      EXAMPLES
        daystamp reminder way mail mina@example.org
        daystamp reminder way mail mina@example.org --names
      """)

  @Argument(help: ArgumentHelp("To whom.", valueName: "address"))
  var address: String

  @Flag(help: "Name people and texts while the journal has a PIN, too.")
  var names = false

  @OptionGroup var output: JSONOption
  @OptionGroup(title: "Journal") var place: JournalOptions

  func validate() throws { _ = try facts() }

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    try journal.addWay(facts(), place, asJSON: output.json)
  }

  private func facts() throws -> WayFacts {
    try Wording.checking { try .mail(RawArguments.text(address), names: names) }
  }
}

/// `daystamp reminder way desktop`: the desktop, which is told by itself unless it was removed.
struct AddDesktop: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "desktop",
    abstract: "Be told by the desktop again, where it was removed.",
    discussion: """
      It is told wherever daystamp remind runs, by notify-send (libnotify-bin).

      EXAMPLES
        daystamp reminder way desktop
        daystamp reminder way desktop --names
      """)

  @Flag(help: "Name people and texts while the journal has a PIN, too.")
  var names = false

  @OptionGroup var output: JSONOption
  @OptionGroup(title: "Journal") var place: JournalOptions

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    try journal.addWay(WayFacts(.desktop, names: names), place, asJSON: output.json)
  }
}

extension OwnerJournal {
  fileprivate func addWay(
    _ facts: WayFacts, _ place: JournalOptions, asJSON: Bool
  ) throws -> ExitStatus {
    let way = try reminders.add(facts, now: Clock.now())
    [way].print(asJSON: asJSON, in: try settings.current().zone)
    for doubt in try facts.doubts() { Console.say(Wording.doubt(doubt)) }
    Console.say(Wording.testsWay(way, again: try place.repeated()))
    return .success
  }
}
