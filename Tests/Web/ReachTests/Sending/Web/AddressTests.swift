import Dispatch
import Testing

@testable import Sending

@Suite("Where something is sent")
struct WebAddressTests {
  private static let good: [(String, String)] = [
    ("https://ntfy.sh/topic", "https://ntfy.sh/topic"),
    ("HTTPS://Ntfy.SH:443", "https://ntfy.sh/"),
    ("https://h.example:8443/a b?q=ä", "https://h.example:8443/a%20b?q=%C3%A4"),
    ("https://bücher.example/", "https://xn--bcher-kva.example/"),
    ("https://[2606:4700:0:0::1111]/x", "https://[2606:4700::1111]/x"),
    ("http://localhost:8080/a?b", "http://localhost:8080/a?b"),
    ("http://127.0.0.1:80/", "http://127.0.0.1/"),
    ("http://[::1]:8080/", "http://[::1]:8080/"),
    ("https://h.example/a\"b\\c{d}\u{0}", "https://h.example/a%22b%5Cc%7Bd%7D%00"),
    ("https://h.example?", "https://h.example/?"),
  ]

  @Test("an address is written in one way", arguments: good)
  func written(text: String, expected: String) throws {
    let address = try WebAddress(text, policy: .loopbackAllowed)
    #expect(address.description == expected)
    #expect(try WebAddress(expected, policy: .loopbackAllowed) == address)
  }

  private static let bad: [(String, WebAddressError)] = [
    ("", .scheme(nil)), ("ntfy.sh/topic", .scheme(nil)), ("//h.example/", .scheme(nil)),
    ("ftp://h.example/", .scheme("ftp")), ("file:///etc/passwd", .scheme("file")),
    ("javascript:alert(1)", .scheme("javascript")),
    ("https:///x", .notAnAddress), ("https:/x", .notAnAddress),
    ("https://h.example\n/", .notAnAddress),
    ("https://h.example:0/", .notAnAddress), ("https://h.example:65536/", .notAnAddress),
    ("https://u@h.example/", .credentials), ("https://u:p@h.example/", .credentials),
    ("https://h.example/#a", .fragment), ("https://h.example/#", .fragment),
    ("http://h.example/", .notSecure(host: "h.example")),
    ("http://192.168.1.2/", .notSecure(host: "192.168.1.2")),
    ("http://localhost.example/", .notSecure(host: "localhost.example")),
    ("https://h..example/", .host("h..example")), ("https://h.example./", .host("h.example.")),
    ("https://a%2fb/", .host("a%2fb")), ("https://127.1/", .host("127.1")),
    ("https://0x7f.0.0.1/", .host("0x7f.0.0.1")), ("https://0x7f000001/", .host("0x7f000001")),
    ("https://2130706433/", .host("2130706433")), ("https://1.2.3.04/", .host("1.2.3.04")),
    ("https://[fe80::1%25eth0]/", .host("[fe80::1%25eth0]")),
    ("https://10.0.0.1/", .refusedAddress("10.0.0.1")),
    ("https://169.254.169.254/", .refusedAddress("169.254.169.254")),
    (
      "https://h.example/" + String(repeating: "a", count: 1_983),
      .tooLong(bytes: 2_001, limit: 2_000)
    ),
    (
      "https://h.example/" + String(repeating: "ä", count: 400),
      .tooLong(bytes: 2_418, limit: 2_000)
    ),
  ]

  @Test("what is none is refused, and why is told", arguments: bad)
  func refused(text: String, error: WebAddressError) {
    #expect(throws: error) { try WebAddress(text, policy: .loopbackAllowed) }
  }

  @Test("a push service is asked by TLS alone, and at no address of this machine or network")
  func push() throws {
    #expect(throws: WebAddressError.notSecure(host: "localhost")) {
      try WebAddress("http://localhost/", policy: .publicOnly)
    }
    for host in ["127.0.0.1", "192.168.0.1", "[::1]", "[fd00::1]", "[::ffff:10.0.0.1]"] {
      #expect(throws: WebAddressError.self, "\(host)") {
        try WebAddress("https://\(host)/", policy: .publicOnly)
      }
    }
    let address = try WebAddress("https://push.example:8443/a?b", policy: .publicOnly)
    #expect(address.origin == "https://push.example:8443")
    #expect(
      try WebAddress("https://[2606::1]:443/", policy: .publicOnly).origin == "https://[2606::1]")
  }
}

@Suite("From where an address of IP is reached")
struct AddressPolicyTests {
  @Test("every row of the table is a block, and its first and last address are in it")
  func table() throws {
    #expect(AddressBlock.all.count == AddressBlock.rows.count)
    for block in AddressBlock.all {
      var last = block.first.bytes
      for bit in block.length..<(last.count * 8) {
        #expect(
          last[bit / 8] & (0x80 >> UInt8(bit % 8)) == 0, "\(block.first) has bits after its length")
        last[bit / 8] |= 0x80 >> UInt8(bit % 8)
      }
      let end = try #require(IPAddress(bytes: last))
      #expect(block.contains(block.first) && block.contains(end), "\(block.first)")
      // No address of a block passes by its own, where it holds none of IPv4.
      if case .reach(let reach) = block.meaning {
        #expect(reach != .everywhere)
        #expect(!AddressPolicy.publicOnly.permits(block.first, isSecure: true), "\(block.first)")
        #expect(!AddressPolicy.publicOnly.permits(end, isSecure: true), "\(end)")
      }
    }
  }

  private static let reaches: [(String, IPAddress.Reach)] = [
    ("1.1.1.1", .everywhere), ("9.255.255.255", .everywhere), ("11.0.0.0", .everywhere),
    ("100.63.255.255", .everywhere), ("100.128.0.0", .everywhere), ("172.15.255.255", .everywhere),
    ("172.32.0.0", .everywhere), ("192.167.255.255", .everywhere), ("192.169.0.0", .everywhere),
    ("223.255.255.255", .everywhere), ("10.1.2.3", .privateNetwork),
    ("172.31.255.255", .privateNetwork), ("100.64.0.1", .privateNetwork),
    ("100.127.255.255", .privateNetwork), ("192.168.255.255", .privateNetwork),
    ("127.255.255.255", .loopback), ("0.0.0.0", .nowhere), ("169.254.169.254", .nowhere),
    ("224.0.0.1", .nowhere), ("255.255.255.255", .nowhere), ("203.0.113.9", .nowhere),
    ("2606:4700::1111", .everywhere), ("2a00::1", .everywhere), ("::1", .loopback),
    ("::", .nowhere),
    ("::2", .nowhere), ("::127.0.0.1", .nowhere), ("fd12::1", .privateNetwork),
    ("fe80::1", .nowhere),
    ("ff02::1", .nowhere), ("2001:db8::1", .nowhere), ("2001::1", .nowhere), ("4000::1", .nowhere),
    ("::ffff:1.1.1.1", .everywhere), ("::ffff:10.0.0.1", .privateNetwork),
    ("::ffff:127.0.0.1", .loopback), ("::ffff:169.254.169.254", .nowhere),
    ("64:ff9b::1.1.1.1", .everywhere), ("64:ff9b::10.0.0.1", .nowhere),
    ("64:ff9b::127.0.0.1", .nowhere), ("64:ff9b:1::1.1.1.1", .nowhere),
    ("2002:101:101::1", .everywhere), ("2002:7f00:1::1", .nowhere), ("2002:c0a8:1::1", .nowhere),
  ]

  @Test("an address has the reach of its block", arguments: reaches)
  func reach(text: String, expected: IPAddress.Reach) throws {
    let address = try #require(IPAddress(text))
    #expect(address.reach == expected)
    #expect(IPAddress(address.description) == address)
  }

  @Test("what is permitted depends on policy, reach and TLS")
  func permitted() throws {
    let rows: [(String, AddressPolicy, secure: Bool, plain: Bool)] = [
      ("1.1.1.1", .publicOnly, true, false), ("127.0.0.1", .publicOnly, false, false),
      ("10.0.0.1", .publicOnly, false, false), ("1.1.1.1", .loopbackAllowed, true, false),
      ("::1", .loopbackAllowed, true, true), ("10.0.0.1", .loopbackAllowed, false, false),
      ("10.0.0.1", .privateAllowed, true, false), ("127.0.0.1", .privateAllowed, true, true),
      ("169.254.169.254", .privateAllowed, false, false),
    ]
    for (text, policy, secure, plain) in rows {
      let address = try #require(IPAddress(text))
      #expect(policy.permits(address, isSecure: true) == secure, "\(text) \(policy)")
      #expect(policy.permits(address, isSecure: false) == plain, "\(text) \(policy)")
    }
  }

  private let localhost = "http://localhost/"

  @Test("the C library's resolver finds the machine itself, and no host that is not there")
  func system() async throws {
    let found = try await AddressPolicy.loopbackAllowed.addresses(
      of: WebAddress(localhost, policy: .loopbackAllowed), by: .system, within: .seconds(600))
    #expect(!found.isEmpty && found.allSatisfy { $0.reach == .loopback })
    await #expect(throws: SendingError.self) {
      try await AddressPolicy.publicOnly.addresses(
        of: WebAddress("https://a.invalid/", policy: .publicOnly), by: .system,
        within: .seconds(600))
    }
  }

  @Test("http goes nowhere but to the machine itself, whatever its name leads to")
  func misled() async throws {
    let address = try WebAddress(localhost, policy: .loopbackAllowed)
    let resolver = HostResolver { _ in
      .success([IPAddress("127.0.0.1"), IPAddress("1.1.1.1")].compactMap { $0 })
    }
    await #expect(throws: SendingError.refusedAddress(host: "localhost", address: "1.1.1.1")) {
      try await AddressPolicy.loopbackAllowed.addresses(
        of: address, by: resolver, within: .seconds(600))
    }
    await #expect(throws: SendingError.unknownHost("localhost")) {
      try await AddressPolicy.loopbackAllowed.addresses(
        of: address, by: HostResolver { _ in .success([]) }, within: .seconds(600))
    }
  }

  @Test("a resolver that does not answer in time is left")
  func late() async throws {
    let end = DispatchSemaphore(value: 0)
    defer { end.signal() }
    let resolver = HostResolver { host in
      end.wait()
      return .failure(.unknownHost(host))
    }
    let address = try WebAddress(localhost, policy: .loopbackAllowed)
    await #expect(throws: SendingError.timedOut(host: "localhost", seconds: 1)) {
      try await AddressPolicy.loopbackAllowed.addresses(
        of: address, by: resolver, within: .milliseconds(200))
    }
  }
}
