import Hashing
import TestSupport
import Testing

@Suite("SHA-256")
struct SHA256Tests {
  @Test("Texts have the digests of FIPS 180 and RFC 6234", arguments: texts)
  func published(text: String, times: Int, digest: String) {
    let bytes = Array(text.utf8)
    let whole = Array(String(repeating: text, count: times).utf8)
    for way in Way.allCases {
      #expect(way.digest(of: Array(repeating: bytes, count: times)).hex == digest, "\(way)")
      #expect(way.digest(of: [whole]).hex == digest, "\(way)")
    }
  }

  @Test("Bytes have the digests of NIST's validation program", arguments: messages)
  func validated(message: String, digest: String) {
    for way in Way.allCases {
      #expect(way.digest(of: [[UInt8](hex: message)]).hex == digest, "\(way)")
    }
  }

  @Test("100,000 digests of digests end where NIST's end", arguments: Way.allCases)
  func monteCarlo(way: Way) {
    var seed = [UInt8](hex: "6d1e72ad03ddeb5de891e572e2396f8da015d899ef0e79503152d6010a3fe691")
    for count in 0..<100 {
      var last = [seed, seed, seed]
      for _ in 0..<1_000 { last = [last[1], last[2], way.digest(of: last)] }
      seed = last[2]
      if let checkpoint = Self.checkpoints[count] { #expect(seed.hex == checkpoint) }
    }
  }

  @Test(
    "Every length has Python's digest, in whatever parts the bytes come",
    .enabled("\(Python.note)") { await Python.isThere })
  func lengths() async throws {
    let lines = try await Python.lines(of: Self.script)
    #expect(lines.count == 261 + 20)
    var random = SplitMix64(seed: 6)
    for line in lines {
      let fields = line.split(separator: ";", omittingEmptySubsequences: false)
      try #require(fields.count == 2)
      let bytes = [UInt8](hex: fields[0])
      try #require(SHA256.hash(bytes.span).hex == fields[1], "\(bytes.count) bytes at once")
      for longest in [1, 10, 100, 1_000] {
        let parts = bytes.parts(atMost: longest, using: &random)
        for way in Way.allCases {
          try #require(
            way.digest(of: parts).hex == fields[1], "\(way), parts of \(parts.map(\.count))")
        }
      }
    }
  }

  private static let script = """
    from hashlib import sha256
    from random import Random
    random = Random(1)
    for count in [*range(261), *(random.randrange(261, 5000) for _ in range(20))]:
        message = random.randbytes(count)
        print(f"{message.hex()};{sha256(message).hexdigest()}")
    """

  /// FIPS 180-2 appendix B for the first three and the million, RFC 6234 §8.5 for the others.
  static let texts = [
    ("abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
        + "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu", 1,
      "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
    ),
    ("a", 1_000_000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
    (
      "0123456701234567012345670123456701234567012345670123456701234567", 10,
      "594847328451bdfa85056225462cc1d867d877fb388df0ce35f25ab5562bfbb5"
    ),
    ("\u{19}", 1, "68aa2e2ee5dff96e3355e6c7ee373e3d6a4e17f75f9518d843709c0c9bc3e3d4"),
  ]

  /// From SHA256ShortMsg.rsp (up to 64 bytes) and SHA256LongMsg.rsp of NIST's CAVP.
  static let messages = [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("d3", "28969cdfa74a12c82f3bad960b0b000aca2ac329deea5c2328ebc6f2ba9802c1"),
    ("11af", "5ca7133fa735326081558ac312c620eeca9970d1e70a4b95533d956f072d1f98"),
    ("b4190e", "dff2e73091f6c05e528896c4c831b9448653dc2ff043528f6769437bc7b975c2"),
    ("74ba2521", "b16aa56be3880d18cd41e68384cf1ec8c17680c45a02b1575dc1518923ae8b0e"),
    ("c299209682", "f0887fe961c9cd3beab957e8222494abb969b1ce4c6557976df8b0f6d20e9166"),
    (
      """
      4cace422e4a015a75492b3b3bbfbdf3758eaff4fe504b46a26c90dacc119fa9050f603d2b58b398cad6d6d9fa9\
      22a154d9e0bc4389968274b0
      """, "4d54b2d284a6794581224e08f675541c8feab6eefa3ac1cfe5da4e03e62f72e4"
    ),
    (
      """
      5a86b737eaea8ee976a0a24da63e7ed7eefad18a101c1211e2b3650c5187c2a8a650547208251f6d4237e661c7\
      bf4c77f335390394c37fa1a9f9be836ac28509
      """, "42e61e174fbb3897d6dd6cef3dd2802fe67b331953b06114a65c772859dfc1aa"
    ),
    (
      """
      451101250ec6f26652249d59dc974b7361d571a8101cdfd36aba3b5854d3ae086b5fdd4597721b66e3c0dc5d8c\
      606d9657d0e323283a5217d1f53f2f284f57b85c8a61ac8924711f895c5ed90ef17745ed2d728abd22a5f7a134\
      79a462d71b56c19a74a40b655c58edfe0a188ad2cf46cbf30524f65d423c837dd1ff2bf462ac4198007345bb44\
      dbb7b1c861298cdf61982a833afc728fae1eda2f87aa2c9480858bec
      """, "3c593aa539fdcdae516cdf2f15000f6634185c88f505b39775fb9ab137a10aa2"
    ),
    (
      """
      6b918fb1a5ad1f9c5e5dbdf10a93a9c8f6bca89f37e79c9fe12a57227941b173ac79d8d440cde8c64c4ebc84a4\
      c803d198a296f3de060900cc427f58ca6ec373084f95dd6c7c427ecfbf781f68be572a88dbcbb188581ab200bf\
      b99a3a816407e7dd6dd21003554d4f7a99c93ebfce5c302ff0e11f26f83fe669acefb0c1bbb8b1e909bd14aa48\
      ba3445c88b0e1190eef765ad898ab8ca2fe507015f1578f10dce3c11a55fb9434ee6e9ad6cc0fdc4684447a9b3\
      b156b908646360f24fec2d8fa69e2c93db78708fcd2eef743dcb9353819b8d667c48ed54cd436fb1476598c4a1\
      d7028e6f2ff50751db36ab6bc32435152a00abd3d58d9a8770d9a3e52d5a3628ae3c9e0325
      """, "46500b6ae1ab40bde097ef168b0f3199049b55545a1588792d39d594f493dca7"
    ),
  ]

  /// From SHA256Monte.rsp of the CAVP, by COUNT.
  private static let checkpoints = [
    0: "e93c330ae5447738c8aa85d71a6c80f2a58381d05872d26bdd39f1fcd4f2b788",
    1: "2e78f8c8772ea7c9331d41ed3f9cdf27d8f514a99342ee766ee3b8b0d0b121c0",
    99: "6a912ba4188391a78e6f13d88ed2d14e13afce9db6f7dcbf4a48c24f3db02778",
  ]
}

/// Who computes the rounds; both are the same where the processor has no instructions for them.
enum Way: CaseIterable {
  case processor, swift

  /// The 32 bytes of the digest of a message that comes in parts.
  func digest(of parts: [[UInt8]]) -> [UInt8] {
    switch self {
    case .processor: Self.digest(SHA256(), parts)
    case .swift: Self.digest(SwiftSHA256(), parts)
    }
  }

  private static func digest<Rounds>(
    _ hash: consuming SHA256Hash<Rounds>, _ parts: [[UInt8]]
  ) -> [UInt8] {
    for part in parts { hash.update(part.span) }
    return hash.finish()
  }
}

extension [UInt8] {
  /// The bytes that pairs of hexadecimal digits stand for; what is no pair is left out.
  init(hex: some StringProtocol) {
    let digits = Array<Character>(hex)
    self = stride(from: 0, to: digits.count - 1, by: 2).compactMap {
      UInt8(String(digits[$0...$0 + 1]), radix: 16)
    }
  }

  var hex: String { map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }

  static func random(_ count: Int, using random: inout SplitMix64) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
  }

  /// The bytes in parts of random lengths, some of them empty.
  func parts(atMost longest: Int, using random: inout SplitMix64) -> [[UInt8]] {
    var parts: [[UInt8]] = []
    var rest = self[...]
    while !rest.isEmpty {
      let part = rest.prefix(Int.random(in: 0...longest, using: &random))
      parts.append(Array(part))
      rest = rest.dropFirst(part.count)
    }
    return parts
  }
}

@Suite("SHA-256 from the middle of a message")
struct SHA256MidstateTests {
  @Test("Whatever was hashed before, the rest leads to the whole message's digest")
  func everyLength() throws {
    let message = (0..<300).map { UInt8(truncatingIfNeeded: $0 * 7 + 3) }
    for length in message.indices {
      let midstate = try Self.check(message, length, by: SHA256.self, then: SHA256.self)
      #expect(try Self.check(message, length, by: SHA256.self, then: SwiftSHA256.self) == midstate)
      #expect(try Self.check(message, length, by: SwiftSHA256.self, then: SHA256.self) == midstate)
    }
  }

  /// Hashes the beginning in one way and the rest in another.
  ///
  /// - Returns: what was handed from one to the other.
  private static func check<First, Second>(
    _ message: [UInt8], _ length: Int, by first: SHA256Hash<First>.Type,
    then second: SHA256Hash<Second>.Type
  ) throws -> SHA256Midstate {
    var hash = first.init()
    hash.update(message.span.extracting(..<length))
    let midstate = hash.midstate()
    let read = try #require(
      SHA256Midstate(encoded: midstate.encoded, byteCount: midstate.byteCount))
    #expect(read == midstate)
    var rest = second.init(after: read)
    rest.update(message.span.extracting(length...))
    let digest = rest.finish()
    #expect(digest == SwiftSHA256.hash(message.span), "after \(length) bytes")
    return midstate
  }

  @Test("Bytes that are too many or too few are no such state")
  func damaged() {
    for (count, byteCount) in [(31, 0), (33, 0), (32, 1), (34, 1), (95, 64), (32, -1), (0, 0)] {
      let bytes = [UInt8](repeating: 1, count: count)
      #expect(SHA256Midstate(encoded: bytes, byteCount: byteCount) == nil)
    }
  }
}
