import ArgumentParser
import Foundation
import Glibc
import Journal
import NIOCore
import Shell
import Wording

/// An address of this machine to listen on.
struct ListenAddress {
  /// As it was given, but for brackets.
  let host: String
  private let socket: SocketAddress

  var port: Int { socket.port ?? 0 }
  /// The host in digits: a name is resolved once.
  var digits: String { socket.ipAddress ?? host }

  /// - Parameters:
  ///   - host: a name or an address, one of IPv6 also in brackets.
  ///   - port: 0 for any that is free.
  /// - Throws: `ValidationError` where there is no such address.
  init(host: String, port: Int) throws {
    let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
    self.host = isBracketed ? String(host.dropFirst().dropLast()) : host
    do {
      socket = try SocketAddress.makeAddressResolvingHost(self.host, port: port)
    } catch {
      throw ValidationError(Wording.noHost(host))
    }
  }

  /// Whether nobody but this machine reaches it (RFC 1122, section 3.2.1.3; RFC 4291, section 2.5.3).
  var isLoopback: Bool { socket.isLoopback }

  /// Whether it is the one that `localhost` means (RFC 6761, section 6.3), under which browsers know
  /// passkeys; of addresses in digits they know none.
  var isLocalhost: Bool { digits == "127.0.0.1" }

  /// All addresses of the machine, of IPv4.
  static let everywhere = "0.0.0.0"

  /// Whether it stands for all addresses of the machine.
  var isEverywhere: Bool {
    let bytes = bytes(of: socket)
    return !bytes.isEmpty && bytes.allSatisfy { $0 == 0 }
  }

  /// The hosts where others reach it: its own, or each of the machine's that is not for the machine
  /// or one link alone; where there is none, the loopback address.
  var reachableHosts: [String] {
    guard isEverywhere else { return [host] }
    let devices = (try? System.enumerateDevices()) ?? []
    let addresses = devices.compactMap(\.address).filter {
      !$0.isLoopback && !$0.isLinkLocal && ($0.protocol == .inet || socket.protocol == .inet6)
    }
    // IPv4 first, as people know their machines.
    let hosts =
      (addresses.filter { $0.protocol == .inet } + addresses.filter { $0.protocol == .inet6 })
      .compactMap(\.ipAddress)
    return hosts.isEmpty ? [socket.protocol == .inet ? "127.0.0.1" : "::1"] : hosts
  }
}

extension SocketAddress {
  fileprivate var isLoopback: Bool {
    let bytes = bytes(of: self)
    // An address of IPv4 in one of IPv6 (RFC 4291, section 2.5.5.2).
    let isMapped = bytes.count == 16 && bytes.starts(with: mappedPrefix)
    if bytes.count == 4 || isMapped { return bytes.suffix(4).first == 127 }
    return bytes.count == 16 && bytes.last == 1 && bytes.dropLast().allSatisfy { $0 == 0 }
  }

  /// Whether it is valid on one link alone (RFC 3927; RFC 4291, section 2.5.6).
  fileprivate var isLinkLocal: Bool {
    let bytes = bytes(of: self)
    if bytes.count == 4 { return bytes.starts(with: [169, 254]) }
    return bytes.count == 16 && bytes[0] == 0xFE && bytes[1] & 0xC0 == 0x80
  }

  private var mappedPrefix: [UInt8] { Array(repeating: 0, count: 10) + [0xFF, 0xFF] }
}

/// The bytes of an address in the order of the network: 4, 16 or, of a socket with a path, none.
private func bytes(of address: SocketAddress) -> [UInt8] {
  guard let digits = address.ipAddress else { return [] }
  let isShort = address.protocol == .inet
  var bytes = [UInt8](repeating: 0, count: isShort ? 4 : 16)
  return inet_pton(isShort ? AF_INET : AF_INET6, digits, &bytes) == 1 ? bytes : []
}

extension BaseAddress: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }

  /// The default address of a server.
  static let usual = BaseAddress(
    host: "localhost", port: ListenOptions.usualPort, isSecure: false)
}

/// How browsers reach the server, where that is not how it listens.
struct BaseAddressOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The server's address for browsers; links begin with it, and passkeys belong to its "
        + "host. Default: its own address.",
      valueName: "address"),
    transform: Self.read)
  var url: BaseAddress?

  private static func read(_ argument: String) throws -> BaseAddress {
    guard let address = BaseAddress(argument: argument) else {
      throw ValidationError(Wording.linkIsNoAddress)
    }
    return address
  }
}
