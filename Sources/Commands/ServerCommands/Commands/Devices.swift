import JournalShell
import ArgumentParser
import CaptureTime
import Journal
import Reminders
import Shell
import Store
import Wording

/// `daystamp-server devices`: lists and revokes paired devices.
struct Devices: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List an owner's devices, or revoke some.",
    discussion: """
      This needs no PIN, so that you can revoke a lost phone at once. It shows nothing of the \
      journal.

      EXAMPLES
        daystamp-server devices
        daystamp-server devices revoke 3 5
      """,
    subcommands: [DeviceList.self, DeviceRevoke.self], defaultSubcommand: DeviceList.self)
}

/// A subcommand on what comes in to an owner's journal, which may be locked.
protocol AccessCommand: AsyncParsableCommand {
  var place: JournalOptions { get }

  /// Does the command's work.
  ///
  /// - Parameters:
  ///   - owner: the journal's owner.
  ///   - journals: those of the folder.
  /// - Returns: what the program exits with.
  /// - Throws: ``JournalError``.
  func run(for owner: OwnerName, in journals: Journal) throws -> ExitStatus
}

extension AccessCommand {
  func run() async throws {
    try await ExitStatus.exit {
      let journals = try place.openAll()
      return try run(for: journals.owner(named: place.ownerName()), in: journals)
    }
  }
}

struct DeviceList: AccessCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the devices, the last seen first.",
    discussion: """
      A device unseen for \(Device.lifetime / 86_400) days is forgotten, and any device \
      \(Device.longestLifetime / 86_400) days after pairing.

      EXAMPLES
        daystamp-server devices list --owner mina
        daystamp-server devices --json | jq -r .name
      """)

  @Flag(help: "One JSON object for each device.")
  var json = false

  @OptionGroup(title: "Journal") var place: JournalOptions

  func run(for owner: OwnerName, in journals: Journal) throws -> ExitStatus {
    let devices = try journals.devices.list(of: owner, now: Clock.now())
    let rule = try journals.dayRule(of: owner)
    devices.printLines(asJSON: json, { DeviceDescription($0) }, numbers: [0]) {
      [
        "\($0.id)", Wording.escaped($0.name.text),
        "last seen on \(rule.day(of: $0.lastSeen))"
          + ($0.lastAddress.map { " from \(Wording.escaped($0))" } ?? "")
          + ($0.entry == .token ? " (token: \(Wording.scope(of: $0)))" : ""),
        "ends by \(rule.day(of: $0.latestEnd))",
      ]
    }
    if devices.isEmpty, !json { Console.say(Wording.noDevices) }
    return .success
  }
}

struct DeviceRevoke: AccessCommand {
  static let configuration = CommandConfiguration(
    commandName: "revoke", abstract: "Revoke devices; each needs pairing again.",
    discussion: """
      Feeds, hooks and mail addresses that a device has set up keep working. They are listed, or \
      removed with --remove-outlets. Tokens, passkeys and accounts from the device stay, and are \
      listed. Its pairing links stop working.

      EXAMPLES
        daystamp-server devices revoke 3
        daystamp-server devices revoke 3 5 --owner mina
        daystamp-server devices revoke 3 --remove-outlets
      """)

  @Argument(help: ArgumentHelp("The devices' numbers in the list.", valueName: "number"))
  var numbers: [Int64]

  @Flag(help: "Also remove their feeds, hooks and mail addresses.")
  var removeOutlets = false

  @OptionGroup(title: "Journal") var place: JournalOptions

  func run(for owner: OwnerName, in journals: Journal) throws -> ExitStatus {
    try journals.revoke(
      numbers, of: owner, withOutlets: removeOutlets, missing: Wording.noDevice)
  }
}

extension Journal {
  /// Revokes each on its own: a wrong number does not keep a lost phone from being revoked.
  ///
  /// - Parameters:
  ///   - numbers: the devices' in the list.
  ///   - owner: their owner.
  ///   - withOutlets: whether what they have set up is removed; else it is named.
  ///   - isMeant: whether a listed device may be revoked; nil where any may.
  ///   - missing: the error for an unknown number, with the owner.
  /// - Returns: a failure where one of the numbers is missing.
  /// - Throws: ``JournalError``, where the journal cannot be read or written.
  func revoke(
    _ numbers: [Int64], of owner: OwnerName, withOutlets: Bool = false,
    where isMeant: ((Device) -> Bool)? = nil, missing: (Int64, String) -> String
  ) throws -> ExitStatus {
    let now = Clock.now()
    let meant = try isMeant.map { isMeant in
      Set(try devices.list(of: owner, now: now).filter(isMeant).map(\.id))
    }
    var status = ExitStatus.success
    for number in Set(numbers).sorted() {
      let isRevoked =
        try meant?.contains(number) != false
        && devices.revoke(number, of: owner, now: now)
      if isRevoked {
        try endOutlets(of: number, owner, remove: withOutlets, now)
        continue
      }
      Console.say("Error: \(missing(number, owner.text)).")
      status = .failure
    }
    return status
  }

  /// Names what goes on reaching out, or removes it, and names the ways in.
  private func endOutlets(
    of device: Int64, _ owner: OwnerName, remove: Bool, _ now: Int
  ) throws {
    let outlets =
      remove
      ? try removeOutlets(madeBy: device, of: owner, now: now)
      : try behindLock(of: owner).journal.reminders.outlets(madeBy: device, now: now)
    for outlet in outlets { Console.say(Wording.outlet(outlet, isRemoved: remove)) }
    for event in try accessLog(of: owner).waysIn(madeBy: device) {
      Console.say(Wording.wayIn(event))
    }
  }
}
