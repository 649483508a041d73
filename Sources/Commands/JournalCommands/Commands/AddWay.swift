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
    abstract: "Send reminders to a webhook: ntfy, Gotify, Apprise or your own.",
    discussion: """
      The address begins with https://; http:// works only for this machine. For ntfy, give the \
      address of a topic; anyone who knows its name can read it. For Gotify, give the address that \
      ends in /message, and an application's token; without them nothing arrives, and Daystamp \
      warns you. For Apprise, give one like https://apprise.example/notify/KEY. A program of your \
      own gets the notice's lines as the body of a POST, as ntfy does.

      The token comes from a file, or with - from standard input, so that no process list shows \
      it. The journal keeps it, and no command shows it. With - for the address, that comes from \
      standard input too.

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
      "The notice's format: ntfy, gotify or apprise. Default: ntfy.", valueName: "format"))
  var format = HookFormat.ntfy

  @Option(
    help: ArgumentHelp("A file with the token, or - for standard input.", valueName: "file"),
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
    abstract: "Send reminders by mail.",
    discussion: """
      Mail goes through the machine's sendmail, such as msmtp's. That needs an account set up for \
      this user.

      EXAMPLES
        daystamp reminder way mail mina@example.org
        daystamp reminder way mail mina@example.org --names
      """)

  @Argument(help: ArgumentHelp("The mail address.", valueName: "address"))
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

/// `daystamp reminder way desktop`: the desktop. Reminders go there by default until it is removed.
struct AddDesktop: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "desktop",
    abstract: "Show reminders on the desktop again, after you removed it.",
    discussion: """
      notify-send (libnotify-bin) shows them wherever daystamp remind runs.

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
