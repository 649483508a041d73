import Files
import Glibc
import Journal
import Shell
import Store
import Synchronization
import SystemPackage
import Wording

/// The addresses of the server that runs on a journal, in a file of the journal's folder for the user
/// alone (0600). The server holds a lock on the file (flock(2)), which the kernel releases however
/// it ends: a file without a lock is left from a server that was killed.
///
/// Of several servers on one journal the first keeps its addresses.
final class RunningServer: Sendable {
  private let folder: ContainingFolder
  private let descriptor: FileDescriptor

  private static let file: ContainedPath = "journal.server"
  /// More than any number of addresses takes.
  private static let room = 65_536

  private init(_ folder: ContainingFolder, _ descriptor: FileDescriptor) {
    (self.folder, self.descriptor) = (folder, descriptor)
  }

  /// Writes the addresses, which stay for as long as the returned value is kept.
  ///
  /// - Returns: nil where another server has kept its own.
  /// - Throws: `FileError`, `Errno`.
  static func keep(_ addresses: [BaseAddress], in folder: FilePath) throws -> RunningServer? {
    let folder = try ContainingFolder(folder)
    let descriptor = try folder.openOrCreate(file, permissions: .ownerReadWrite)
    guard flock(descriptor.rawValue, LOCK_EX | LOCK_NB) == 0 else {
      try descriptor.close()
      return nil
    }
    let server = RunningServer(folder, descriptor)
    try descriptor.resize(to: 0)
    try descriptor.writeAll(addresses.map { $0.text + "\n" }.joined().utf8)
    return server
  }

  deinit {
    // While it is locked: the file of a server that comes now is another.
    try? folder.remove(Self.file)
    try? descriptor.close()
  }

  /// The addresses of the server that runs on the journal in a folder; none where none runs.
  ///
  /// - Throws: `FileError`, `Errno`.
  static func addresses(in folder: FilePath) throws -> [BaseAddress] {
    let file: FileDescriptor
    do {
      file = try ContainingFolder(folder).open(Self.file, .readOnly, options: .nonBlocking)
    } catch Errno.noSuchFileOrDirectory {
      return []
    }
    defer { try? file.close() }
    guard flock(file.rawValue, LOCK_SH | LOCK_NB) != 0 else { return [] }
    return try file.text(atMost: room).split(separator: "\n").compactMap {
      BaseAddress(argument: String($0))
    }
  }
}

extension FileDescriptor {
  /// The text of a small file, from where it is read.
  ///
  /// - Parameter room: bytes that are read at most.
  /// - Returns: the text, with U+FFFD for invalid UTF-8.
  /// - Throws: `Errno`.
  func text(atMost room: Int) throws -> String {
    try String(unsafeUninitializedCapacity: room) { buffer in
      try read(into: UnsafeMutableRawBufferPointer(buffer))
    }
  }
}

/// What a server says once it listens: its address to the log and to `daystamp-server pair`, and on a
/// terminal a link for an owner who has no device yet.
final class Announcement: Sendable {
  private let journals: Journal
  private let address: ListenAddress
  /// What was given as the server's address; nil for its own.
  private let base: BaseAddress?
  /// The host that phones use; nil for those that the server listens on.
  private let host: String?
  /// Of the server's own certificate; nil where it has none.
  private let fingerprint: String?
  private let isSecure: Bool
  private let isQuiet: Bool
  /// The owner who gets a link.
  private let owner: OwnerName?
  private let kept = Mutex<RunningServer?>(nil)
  private let neighbour = Mutex<NeighbouringPort?>(nil)

  init(
    journals: Journal, address: ListenAddress, base: BaseAddress?, host: String?,
    fingerprint: String?, isSecure: Bool, isQuiet: Bool, pairs owner: OwnerName?
  ) {
    (self.journals, self.address, self.base) = (journals, address, base)
    (self.host, self.fingerprint) = (host, fingerprint)
    (self.isSecure, self.isQuiet, self.owner) = (isSecure, isQuiet, owner)
  }

  /// - Parameter port: the one that the server listens on.
  func tell(port: Int) {
    let addresses =
      base.map { [$0] }
      ?? hosts(port: port).map { BaseAddress(host: $0, port: port, isSecure: isSecure) }
    do {
      let server = try RunningServer.keep(addresses, in: journals.folder)
      kept.withLock { $0 = server }
    } catch {
      Console.say(Wording.addressNotKept(error))
    }
    if !isQuiet { Console.say(Wording.listening(addresses.map(\.text))) }
    if let fingerprint { Console.say(Wording.ownCertificate(fingerprint)) }
    guard let owner else { return }
    // What is no terminal is a log, which others read, and which is kept.
    guard isatty(STDOUT_FILENO) == 1 else { return Console.say(Wording.noDeviceYet(owner.text)) }
    do {
      try PairingLink(for: owner, in: journals).print(at: addresses)
    } catch {
      Console.say(Wording.noLink(error))
    }
  }

  /// The hosts where browsers reach the server: for the machine's own address, the name that
  /// has passkeys, unless another program may be meant by it too.
  private func hosts(port: Int) -> [String] {
    if let host { return [host] }
    guard address.isLocalhost, let place = NeighbouringPort(port) else {
      return address.reachableHosts
    }
    neighbour.withLock { $0 = place }
    return ["localhost"]
  }

  /// The server stops listening.
  func end() {
    kept.withLock { $0 = nil }
    neighbour.withLock { $0 = nil }
  }
}
