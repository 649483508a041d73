import Files
import Crypto
import Foundation
import TestSupport
import Testing

@testable import WebPush

@Suite("A message to a browser")
struct PushMessageTests {
  /// RFC 8291, section 5 and appendix A.
  enum Example {
    static let plaintext = "When I grow up, I want to be a watermelon"
    static let sendersKey = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
    static let receiversKey = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
    static let p256dh =
      "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    static let auth = "BTBZMqHH6r4Tts7J_aSIgg"
    static let salt = "DGv6ra1nlYgDCS1FRnbzlw"
    static let body = """
      DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAm\
      S6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qu\
      lcy4a-fN
      """

    static func subscription() throws -> PushSubscription {
      try PushSubscription(p256dh: p256dh, auth: auth)
    }
  }

  @Test("the example of RFC 8291 comes out byte for byte")
  func example() throws {
    let key = try P256.KeyAgreement.PrivateKey(
      rawRepresentation: #require(Base64URL.bytes(Example.sendersKey)))
    let body = try PushMessage.encrypt(
      Array(Example.plaintext.utf8), for: Example.subscription(),
      salt: #require(Base64URL.bytes(Example.salt)), key: key, step: 1)
    #expect(Base64URL.text(body) == Example.body)
  }

  @Test(
    "http_ece reads the same plaintext, whatever its length",
    .enabled("needs http_ece") { await Python.has("http_ece") },
    arguments: [0, 1, 42, 511, 512, 513, 3_000, 3_992, PushMessage.limit])
  func lengths(length: Int) async throws {
    let plaintext = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ 3) }
    let body = try PushMessage.encrypt(plaintext, for: Example.subscription())
    let script = """
      import base64, sys, http_ece
      from cryptography.hazmat.primitives.asymmetric import ec
      of = lambda text: base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
      key = ec.derive_private_key(int.from_bytes(of(sys.argv[1]), "big"), ec.SECP256R1())
      body = of(sys.stdin.read())
      print(http_ece.decrypt(
          body, private_key=key, auth_secret=of(sys.argv[2]), version="aes128gcm").hex() or "-")
      """
    let read = try await Python.lines(
      of: script, [Example.receiversKey, Example.auth], input: Base64URL.text(body),
      with: "http_ece")
    let hex = plaintext.map { String(format: "%02x", $0) }.joined()
    #expect(read == [hex.isEmpty ? "-" : Substring(hex)])
  }

  @Test("lengths are those of few messages, and no body has more than 4,096 bytes")
  func padding() throws {
    let subscription = try Example.subscription()
    let lengths = try Set(
      (0...PushMessage.limit).map {
        try PushMessage.encrypt(Array(repeating: 1, count: $0), for: subscription).count
      })
    #expect(lengths.sorted() == [614, 1_126, 1_638, 2_150, 2_662, 3_174, 3_686, 4_096])
  }

  @Test("a byte more than a record holds is refused")
  func tooLong() throws {
    #expect(PushMessage.limit == 3_993)
    let subscription = try Example.subscription()
    #expect(throws: PushError.tooLong(bytes: 3_994, limit: 3_993)) {
      try PushMessage.encrypt(Array(repeating: 1, count: 3_994), for: subscription)
    }
  }

  @Test("the same message is another body each time")
  func fresh() throws {
    let subscription = try Example.subscription()
    let bodies = try (0..<20).map { _ in try PushMessage.encrypt([1], for: subscription) }
    #expect(Set(bodies.map { $0.prefix(16) }).count == 20)
    #expect(Set(bodies.map { $0[21..<86] }).count == 20)
  }
}

@Suite("A browser's subscription")
struct PushSubscriptionTests {
  private typealias Example = PushMessageTests.Example

  @Test("its key and secret are those of the text")
  func read() throws {
    let subscription = try Example.subscription()
    #expect(Base64URL.text(subscription.publicKey) == Example.p256dh)
    #expect(Base64URL.text(subscription.secret) == Example.auth)
  }

  private static let strangeKeys = [
    "", "A", "!", Example.p256dh + "=", Example.p256dh + "A", String(Example.p256dh.dropLast()),
    Example.p256dh.replacingOccurrences(of: "-", with: "+"),
    // Not on the curve, compressed, the point at infinity.
    Example.p256dh.replacingOccurrences(of: "w4", with: "w8"),
    Base64URL.text([2] + [UInt8](repeating: 7, count: 32)), "AA",
    Base64URL.text([4] + [UInt8](repeating: 0, count: 64)),
    String(repeating: "A", count: 100_000),
  ]

  @Test("a key that is no point of P-256 is refused", arguments: strangeKeys)
  func key(text: String) {
    #expect(throws: PushError.publicKey) {
      try PushSubscription(p256dh: text, auth: Example.auth)
    }
  }

  @Test(
    "a secret of another length is refused",
    arguments: [("", 0), ("AA", 1), (Example.auth + "AA", 18), ("a+b/", 0), ("AB", 0)])
  func secret(text: String, bytes: Int) {
    #expect(throws: PushError.secret(bytes: bytes)) {
      try PushSubscription(p256dh: Example.p256dh, auth: text)
    }
  }

  @Test("base64url comes back as it was, for each length", arguments: 0..<70)
  func base64(length: Int) {
    var random = SplitMix64(seed: UInt64(length))
    let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
    let text = Base64URL.text(bytes)
    #expect(Base64URL.bytes(text) == bytes)
    let foundation = Data(bytes).base64EncodedString()
      .replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
      .replacingOccurrences(of: "=", with: "")
    #expect(text == foundation)
  }
}
