import Dispatch
import Foundation
import Glibc
import Synchronization

/// Which IP addresses something may be sent to.
///
/// A browser's subscription, and whatever a person can enter in a page, names a host of its choice: without
/// this, the server could be made to ask its own network for something.
package enum AddressPolicy: Sendable, Hashable {
  /// By TLS to addresses that are reached from everywhere: push services.
  case publicOnly
  /// That, and the machine itself, with or without TLS.
  case loopbackAllowed
  /// That, and by TLS the networks of a house.
  case privateAllowed

  package func permits(_ address: IPAddress, isSecure: Bool) -> Bool {
    switch address.reach {
    case .everywhere: isSecure
    case .loopback: self != .publicOnly
    case .privateNetwork: self == .privateAllowed && isSecure
    case .nowhere: false
    }
  }

  /// The IP addresses of a host, all permitted. A connection goes to one of these, and the name is
  /// not resolved again, since it could be another address by then.
  ///
  /// - Returns: at least one, the one to be tried first in front.
  /// - Throws: ``SendingError/unknownHost(_:)``, `refusedAddress` where one of them is not permitted,
  ///   `timedOut`, `unreachable`.
  package func addresses(
    of address: WebAddress, by resolver: HostResolver, within limit: Duration
  ) async throws(SendingError) -> [IPAddress] {
    let found = try await resolver.addresses(of: address.host, within: limit)
    for one in found where !permits(one, isSecure: address.isSecure) {
      throw .refusedAddress(host: address.host, address: one.description)
    }
    guard !found.isEmpty else { throw .unknownHost(address.host) }
    return found
  }
}

/// Finds the addresses of a host.
package struct HostResolver: Sendable {
  /// May take its time: it has a thread of its own.
  private let resolve: @Sendable (_ host: String) -> Result<[IPAddress], SendingError>

  package init(_ resolve: @escaping @Sendable (String) -> Result<[IPAddress], SendingError>) {
    self.resolve = resolve
  }

  /// The C library's, in the order of RFC 6724.
  package static let system = HostResolver { host in
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    hints.ai_flags = AI_ADDRCONFIG
    var list: UnsafeMutablePointer<addrinfo>?
    let status = getaddrinfo(host, nil, &hints, &list)
    defer { if let list { freeaddrinfo(list) } }
    switch status {
    case 0: return .success(addresses(in: list))
    case EAI_NONAME, -5 /* EAI_NODATA */: return .failure(.unknownHost(host))
    default:
      return .failure(.unreachable(host: host, reason: String(cString: gai_strerror(status))))
    }
  }

  private static func addresses(in list: UnsafeMutablePointer<addrinfo>?) -> [IPAddress] {
    sequence(first: list) { $0?.pointee.ai_next }.prefix { $0 != nil }.compactMap { entry in
      guard let address = entry?.pointee.ai_addr else { return nil }
      switch Int32(address.pointee.sa_family) {
      case AF_INET:
        return address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
          IPAddress(bytes: withUnsafeBytes(of: $0.pointee.sin_addr) { Array($0) })
        }
      case AF_INET6:
        return address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
          IPAddress(bytes: withUnsafeBytes(of: $0.pointee.sin6_addr) { Array($0) })
        }
      default: return nil
      }
    }
  }

  /// - Throws: what the resolver found, and ``SendingError/timedOut(host:seconds:)``; it may go on then,
  ///   on its thread, since getaddrinfo cannot be stopped.
  func addresses(of host: String, within limit: Duration) async throws(SendingError) -> [IPAddress]
  {
    let late = SendingError.timedOut(host: host, seconds: limit.secondsRoundedUp)
    let result = await withCheckedContinuation {
      (continuation: CheckedContinuation<Result<[IPAddress], SendingError>, Never>) in
      let waiting = First(continuation)
      Thread.detachNewThread { waiting.resume(resolve(host)) }
      DispatchQueue.global().asyncAfter(deadline: .now() + limit.inSeconds) {
        waiting.resume(.failure(late))
      }
    }
    return try result.get()
  }

  /// Passes on the first of several results.
  private final class First<Value: Sendable>: Sendable {
    private let continuation: Mutex<CheckedContinuation<Value, Never>?>

    init(_ continuation: CheckedContinuation<Value, Never>) {
      self.continuation = Mutex(continuation)
    }

    func resume(_ value: Value) {
      continuation.withLock { waiting in
        defer { waiting = nil }
        return waiting
      }?.resume(returning: value)
    }
  }
}

extension Duration {
  package var inSeconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }

  package var secondsRoundedUp: Int { Int(inSeconds.rounded(.up)) }
}
