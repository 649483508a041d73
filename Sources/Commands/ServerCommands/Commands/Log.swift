import JournalShell
import ArgumentParser
import CaptureTime
import Journal
import JournalServer
import Shell
import Store
import Wording

/// `daystamp-server log`: what changed who may come in.
struct Log: AccessCommand {
  static let configuration = CommandConfiguration(
    abstract: "List changes to who can get in to a journal.",
    discussion: """
      Lists pairing, signing in and out, revoked devices, wrong tries, and exports through the \
      server. Changes of the PIN, passkeys, accounts and tokens are listed too. The latest comes \
      first, and events are kept for \(AccessEvent.lifetime / 86_400) days. Each has its time in \
      the owner's zone, the device's name then, and its address. This needs no PIN, for it shows \
      nothing of the journal.

      EXAMPLES
        daystamp-server log
        daystamp-server log --owner mina --since 2026-01-01 --limit 500
        The addresses of wrong tries:
          daystamp-server log --json | jq -r 'select(.kind == "failed-try").address'
      """)

  /// More than are kept.
  private static let limits = 1...10_000

  @Option(
    help: ArgumentHelp("Show at most this many, the latest.", valueName: "number"),
    transform: Self.limit)
  var limit = 50

  @Option(
    help: ArgumentHelp("Only events from this day on, such as 2026-01-31.", valueName: "day"),
    transform: Self.day)
  var since: CivilDate?

  @Flag(help: "One JSON object for each event.")
  var json = false

  @OptionGroup(title: "Journal") var place: JournalOptions

  func run(for owner: OwnerName, in journals: Journal) throws -> ExitStatus {
    let rule = try journals.dayRule(of: owner)
    let events = try journals.accessLog(of: owner)
      .list(since: since.map(rule.start(of:)) ?? .min, limit: limit, now: Clock.now())
    events.printLines(asJSON: json, { AccessEventDescription($0) }) {
      [
        InstantText.text($0.happened, in: rule.zone), Wording.happened($0),
        Wording.source(of: $0), $0.address.map(Wording.escaped) ?? "",
      ]
    }
    if events.isEmpty, !json { Console.say(Wording.noEvents) }
    return .success
  }

  private static func limit(_ text: String) throws -> Int {
    guard let limit = Int(text), limits.contains(limit) else {
      throw ValidationError(Wording.wrongLimit(limits))
    }
    return limit
  }

  private static func day(_ text: String) throws -> CivilDate {
    guard let day = CivilDate(iso: text) else { throw ValidationError(Wording.noDay) }
    return day
  }
}

/// What the list of what changed access says.
extension Wording {
  static let noEvents = "There are no events."
  static let noDay = "write the day as 2026-01-31."

  static func wrongLimit(_ limits: ClosedRange<Int>) -> String {
    "give a number from \(limits.lowerBound) to \(limits.upperBound)."
  }

  static func source(of event: AccessEvent) -> String {
    event.name.map { escaped($0.text) }
      ?? (event.address == nil ? "this machine" : "no device")
  }

  static func happened(_ event: AccessEvent) -> String {
    let what = event.kind.map(happened) ?? "unknown to this version: \(event.kindName)"
    let about = event.detail.map { ": \(escaped($0))" } ?? ""
    return what + about + (event.count > 1 ? ", \(counted(event.count, "time"))" : "")
  }

  private static func happened(_ kind: AccessEvent.Kind) -> String {
    switch kind {
    case .paired: "paired"
    case .pairingMade: "pairing link made"
    case .pairingCancelled: "pairing links cancelled"
    case .signedIn: "signed in"
    case .signedOut: "signed out"
    case .revoked: "device revoked"
    case .pinSet: "PIN set"
    case .pinChanged: "PIN changed"
    case .pinRemoved: "PIN removed"
    case .failedTry: "wrong try"
    case .passkeyAdded: "passkey added"
    case .passkeyRemoved: "passkey removed"
    case .passkeyCopied: "passkey may have been copied"
    case .accountLinked: "account linked"
    case .accountUnlinked: "account unlinked"
    case .tokenMade: "token made"
    case .postsLocked: "may post while locked"
    case .postsLockedNoMore: "may no longer post while locked"
    case .exported: "exported"
    case .feedMade: "feed made"
    case .feedRemoved: "feed removed"
    case .wayMade: "way added"
    case .wayRemoved: "way removed"
    case .namesAllowed: "names allowed behind the PIN"
    }
  }
}
