import Files
import Shell
import Store
import Synchronization
import SystemPackage

/// What a server tells once it listens: its address to the log and to `daystamp-server pair`, and a
/// link to who has no device yet.
final class Announcement: Sendable {
  private let journals: Journal
  private let address: ListenAddress
  /// What was given as the server's address; nil for its own.
  private let base: BaseAddress?
  private let isSecure: Bool
  private let isQuiet: Bool
  /// Who gets a link.
  private let owner: OwnerName?
  private let kept = Mutex<RunningServer?>(nil)

  init(
    journals: Journal, address: ListenAddress, base: BaseAddress?, isSecure: Bool,
    isQuiet: Bool, pairs owner: OwnerName?
  ) {
    (self.journals, self.address, self.base) = (journals, address, base)
    (self.isSecure, self.isQuiet, self.owner) = (isSecure, isQuiet, owner)
  }

  /// - Parameter port: that is listened on.
  func tell(port: Int) {
    let addresses =
      base.map { [$0] }
      ?? address.reachableHosts.map { BaseAddress(host: $0, port: port, isSecure: isSecure) }
    do {
      let server = try RunningServer.keep(addresses, in: journals.folder)
      kept.withLock { $0 = server }
    } catch {
      Console.say(Wording.addressNotKept(error))
    }
    if !isQuiet { Console.say(Wording.listening(addresses.map(\.text))) }
    guard let owner else { return }
    do {
      try PairingLink(for: owner, in: journals).print(at: addresses)
    } catch {
      Console.say(Wording.noLink(error))
    }
  }

  /// The server listens no more.
  func end() { kept.withLock { $0 = nil } }
}
