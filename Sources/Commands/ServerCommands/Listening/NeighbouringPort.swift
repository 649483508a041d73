import Glibc

/// The port of the same number on `::1`, where browsers look first for `localhost`: bound and never
/// listened on, so that they are refused there at once and come to 127.0.0.1. Else another user of the
/// machine could listen there, and be shown links and cookies.
final class NeighbouringPort: Sendable {
  private let descriptor: CInt

  /// - Returns: nil where another program has the port.
  init?(_ port: Int) {
    descriptor = socket(AF_INET6, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
    // A machine without IPv6 has nobody who could listen there.
    guard descriptor >= 0 else { return }
    var yes: CInt = 1
    setsockopt(
      descriptor, CInt(IPPROTO_IPV6), IPV6_V6ONLY, &yes, socklen_t(MemoryLayout<CInt>.size))
    var hints = addrinfo()
    (hints.ai_family, hints.ai_flags) = (AF_INET6, AI_NUMERICHOST | AI_NUMERICSERV)
    var address: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo("::1", "\(port)", &hints, &address) == 0, let address else { return }
    defer { freeaddrinfo(address) }
    let result = bind(descriptor, address.pointee.ai_addr, address.pointee.ai_addrlen)
    // Without such an address, too, nobody can.
    if result != 0, errno == EADDRINUSE { return nil }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }
}
