import ArgumentParser
import CaptureTime
import Shell
import Store

/// `daystamp-server devices`: what is paired, and no longer.
struct Devices: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List an owner's devices, or revoke some.",
    discussion: """
      A PIN is not asked for: who has lost a phone can revoke it at once, and nothing is told of what \
      is in the journal.

      EXAMPLES
        daystamp-server devices
        daystamp-server devices revoke 3 5
      """,
    subcommands: [DeviceList.self, DeviceRevoke.self], defaultSubcommand: DeviceList.self)
}

struct DeviceList: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the devices, the last seen first.",
    discussion: """
      A device that is not seen for 90 days is forgotten.

      EXAMPLES
        daystamp-server devices list --owner mina
        daystamp-server devices --json | jq -r .name
      """)

  @Flag(help: "One JSON object for each device.")
  var json = false

  @OptionGroup(title: "Journal") var place: JournalOptions

  func run() async throws {
    try await Outcome.exit {
      let (journals, owner) = (try place.location.open(), try place.ownerName())
      let devices = try journals.devices.list(of: owner, now: Clock.now())
      if json {
        for device in devices { Console.print(DeviceJSON(device).jsonLine()) }
        return .success
      }
      let rule = try journals.dayRule(of: owner)
      let rows = devices.map {
        ["\($0.id)", Wording.escaped($0.name.text), "last seen on \(rule.day(of: $0.lastSeen))"]
      }
      let table = TextTable(fitting: rows, alignments: [.right, .left, .left])
      rows.forEach { Console.print(table.line($0)) }
      if devices.isEmpty { Console.say(Wording.noDevices) }
      return .success
    }
  }
}

struct DeviceRevoke: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "revoke", abstract: "Forget devices: they have to be paired again.",
    discussion: """
      EXAMPLES
        daystamp-server devices revoke 3
      """)

  @Argument(help: ArgumentHelp("The devices' numbers in the list.", valueName: "number"))
  var numbers: [Int64]

  @OptionGroup(title: "Journal") var place: JournalOptions

  func run() async throws {
    try await Outcome.exit {
      let (journals, owner) = (try place.location.open(), try place.ownerName())
      var status = ExitStatus.success
      // Each on its own: a number that is wrong keeps no lost phone in.
      for number in Set(numbers).sorted() where try !journals.devices.revoke(number, of: owner) {
        Console.say("Error: \(Wording.noDevice(number, of: owner.text)).")
        status = .failure
      }
      return status
    }
  }
}
