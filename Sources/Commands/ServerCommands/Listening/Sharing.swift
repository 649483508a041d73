import ArgumentParser
import Glibc
import Journal
import NIOCore
import Sending
import Wording

/// How phones in the network of the machine reach the server.
struct Sharing {
  /// The host that links name.
  let host: String
  /// The hosts that the certificate names.
  let names: [String]

  /// - Parameters:
  ///   - address: where the server listens.
  ///   - url: how browsers reach it; nil for the machine's address in the network.
  /// - Throws: `ValidationError` where the machine has no address in a network of its own.
  init(_ address: ListenAddress, _ url: BaseAddress?) throws {
    guard let host = url?.host ?? (address.isEverywhere ? Self.homeAddress() : address.host) else {
      throw ValidationError(Wording.noHomeNetwork)
    }
    self.host = host
    var names = [host, "localhost", "127.0.0.1"]
    if let name = Self.machineName { names += [name, "\(name).local"] }
    self.names = names.indices.filter { names.firstIndex(of: names[$0]) == $0 }.map { names[$0] }
  }

  /// The address that phones in the same house reach.
  private static func homeAddress() -> String? {
    let devices = (try? System.enumerateDevices()) ?? []
    return home(
      among: devices.compactMap { device in
        device.address?.ipAddress.map { (device.name, $0) }
      }, routed: routedAddress())
  }

  /// Chooses among the addresses of a machine: one of a private network, the one that leads out first, those of
  /// containers and virtual machines never.
  static func home(among addresses: [(device: String, address: String)], routed: String?) -> String?
  {
    let homes = addresses.filter { device, address in
      guard let address = IPAddress(address), address.bytes.count == 4 else { return false }
      return address.reach == .privateNetwork
        && !["docker", "br-", "veth", "virbr", "lxc", "podman", "cni"].contains {
          device.hasPrefix($0)
        }
    }.map(\.address)
    return homes.first { $0 == routed } ?? homes.first
  }

  /// The machine's address on the way to the internet; nil where there is no way. Nothing is sent: connecting
  /// a socket for datagrams only chooses the way (connect(2)).
  private static func routedAddress() -> String? {
    let descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    // For documentation, so that nobody has it (RFC 5737).
    guard let there = try? SocketAddress(ipAddress: "198.51.100.1", port: 9) else { return nil }
    let isConnected = there.withSockAddr { address, size in
      connect(descriptor, address, socklen_t(size)) == 0
    }
    guard isConnected else { return nil }
    var here = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isKnown = withUnsafeMutablePointer(to: &here) { here in
      here.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getsockname(descriptor, $0, &size) == 0
      }
    }
    return isKnown ? SocketAddress(here, host: "").ipAddress : nil
  }

  private static var machineName: String? {
    var bytes = [CChar](repeating: 0, count: Int(HOST_NAME_MAX) + 1)
    guard gethostname(&bytes, bytes.count - 1) == 0 else { return nil }
    let name = String(
      decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    let letters = name.utf8.allSatisfy {
      (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0) || $0 == 0x2D
    }
    return letters && !name.isEmpty ? name : nil
  }
}
