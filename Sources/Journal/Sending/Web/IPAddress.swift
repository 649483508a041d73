import Glibc

/// An IPv4 or IPv6 address.
package struct IPAddress: Sendable, Hashable, CustomStringConvertible {
  /// 4 or 16 bytes, in network order.
  package let bytes: [UInt8]

  private init(checked bytes: [UInt8]) { self.bytes = bytes }

  /// Nil unless there are 4 or 16 bytes.
  package init?(bytes: [UInt8]) {
    guard bytes.count == 4 || bytes.count == 16 else { return nil }
    self.init(checked: bytes)
  }

  /// Reads four decimal numbers with dots, or an address of RFC 4291 section 2.2; nil for another text,
  /// the short forms of IPv4 that some programs take too.
  package init?(_ text: String) {
    var bytes = [UInt8](repeating: 0, count: 16)
    if inet_pton(AF_INET, text, &bytes) == 1 {
      self.init(checked: Array(bytes.prefix(4)))
    } else if inet_pton(AF_INET6, text, &bytes) == 1 {
      self.init(checked: bytes)
    } else {
      return nil
    }
  }

  /// In the form of RFC 5952.
  package var description: String {
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    inet_ntop(
      bytes.count == 4 ? AF_INET : AF_INET6, bytes, &text, socklen_t(text.count))
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// The address as it stands before a port: one of IPv6 in brackets (RFC 3986, section 3.2.2).
  package var beforePort: String { bytes.count == 4 ? description : "[\(description)]" }

  /// The network that reaches an address.
  package enum Reach: Sendable, Hashable {
    case everywhere
    /// The machine itself.
    case loopback
    /// The networks of a house or a provider.
    case privateNetwork
    /// What is no one machine's in use: documentation, multicast, a link's own, what is reserved.
    case nowhere
  }

  /// By the table ``AddressBlock/all``; of IPv6 only what is given out as global unicast, 2000::/3, is
  /// reached from everywhere (IANA, Internet Protocol Version 6 Address Space).
  package var reach: Reach {
    guard let block = AddressBlock.all.first(where: { $0.contains(self) }) else {
      return bytes.count == 4 || bytes[0] >> 5 == 1 ? .everywhere : .nowhere
    }
    switch block.meaning {
    case .reach(let reach): return reach
    case .mapped(let offset): return inner(offset)?.reach ?? .nowhere
    case .translated(let offset):
      // A translator somewhere sends it on to the other address.
      return inner(offset)?.reach == .everywhere ? .everywhere : .nowhere
    }
  }

  private func inner(_ offset: Int) -> IPAddress? {
    IPAddress(bytes: Array(bytes.dropFirst(offset).prefix(4)))
  }
}

/// A block of addresses with the same first bits and a special purpose.
package struct AddressBlock: Sendable {
  package let first: IPAddress
  /// The number of equal bits.
  package let length: Int
  package let meaning: Meaning

  package enum Meaning: Sendable, Hashable {
    case reach(IPAddress.Reach)
    /// One of IPv4 from this byte on, which is itself the one that is meant.
    case mapped(offset: Int)
    /// One of IPv4 from this byte on, to which somebody sends it on.
    case translated(offset: Int)
  }

  package func contains(_ address: IPAddress) -> Bool {
    guard address.bytes.count == first.bytes.count else { return false }
    return zip(address.bytes, first.bytes).enumerated().allSatisfy { place, pair in
      let bits = min(max(length - place * 8, 0), 8)
      return (pair.0 ^ pair.1) >> UInt8(8 - bits) == 0 || bits == 0
    }
  }

  private init?(_ row: (text: String, meaning: Meaning)) {
    let parts = row.text.split(separator: "/")
    guard parts.count == 2, let first = IPAddress(String(parts[0])), let length = Int(parts[1])
    else { return nil }
    (self.first, self.length, self.meaning) = (first, length, row.meaning)
  }

  package static let all = rows.compactMap { AddressBlock($0) }

  /// The special-purpose address registries of IANA (RFC 6890 and RFC 8190:
  /// iana.org/assignments/iana-ipv4-special-registry and iana-ipv6-special-registry), multicast, and what
  /// holds an address of IPv4. The few that the registries call globally reachable within 192.0.0.0/24
  /// and 2001::/23 are protocols' own, where nobody receives messages, and are refused with their blocks.
  static let rows: [(text: String, meaning: Meaning)] = [
    ("0.0.0.0/8", .reach(.nowhere)),  // this network, RFC 791 section 3.2
    ("10.0.0.0/8", .reach(.privateNetwork)),  // RFC 1918
    ("100.64.0.0/10", .reach(.privateNetwork)),  // shared address space, RFC 6598
    ("127.0.0.0/8", .reach(.loopback)),  // RFC 1122 section 3.2.1.3
    ("169.254.0.0/16", .reach(.nowhere)),  // link-local, RFC 3927
    ("172.16.0.0/12", .reach(.privateNetwork)),  // RFC 1918
    ("192.0.0.0/24", .reach(.nowhere)),  // protocol assignments, RFC 6890 section 2.1
    ("192.0.2.0/24", .reach(.nowhere)),  // documentation, RFC 5737
    ("192.88.99.0/24", .reach(.nowhere)),  // relays of 6to4, RFC 7526
    ("192.168.0.0/16", .reach(.privateNetwork)),  // RFC 1918
    ("198.18.0.0/15", .reach(.nowhere)),  // benchmarking, RFC 2544
    ("198.51.100.0/24", .reach(.nowhere)),  // documentation, RFC 5737
    ("203.0.113.0/24", .reach(.nowhere)),  // documentation, RFC 5737
    ("224.0.0.0/4", .reach(.nowhere)),  // multicast, RFC 5771
    ("240.0.0.0/4", .reach(.nowhere)),  // reserved, and broadcast, RFC 1112 section 4

    ("::/128", .reach(.nowhere)),  // unspecified, RFC 4291
    ("::1/128", .reach(.loopback)),  // RFC 4291
    ("::ffff:0:0/96", .mapped(offset: 12)),  // IPv4-mapped, RFC 4291 section 2.5.5.2
    ("::/96", .reach(.nowhere)),  // IPv4-compatible, RFC 4291 section 2.5.5.1
    ("64:ff9b::/96", .translated(offset: 12)),  // NAT64, RFC 6052
    ("64:ff9b:1::/48", .reach(.nowhere)),  // NAT64 of a network's own, RFC 8215
    ("100::/64", .reach(.nowhere)),  // discarded, RFC 6666
    ("100:0:0:1::/64", .reach(.nowhere)),  // dummy, RFC 9780
    ("2001::/23", .reach(.nowhere)),  // protocol assignments, also Teredo, RFC 2928
    ("2001:db8::/32", .reach(.nowhere)),  // documentation, RFC 3849
    ("2002::/16", .translated(offset: 2)),  // 6to4, RFC 3056
    ("3fff::/20", .reach(.nowhere)),  // documentation, RFC 9637
    ("5f00::/16", .reach(.nowhere)),  // segment routing, RFC 9602
    ("fc00::/7", .reach(.privateNetwork)),  // unique local, RFC 4193
    ("fe80::/10", .reach(.nowhere)),  // link-local, RFC 4291
    ("fec0::/10", .reach(.nowhere)),  // site-local, RFC 3879
    ("ff00::/8", .reach(.nowhere)),  // multicast, RFC 4291 section 2.7
  ]
}
