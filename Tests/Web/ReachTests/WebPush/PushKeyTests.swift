import Files
import Foundation
import TestSupport
import Testing
import WebPush

@Suite("The server's key for push services")
struct PushKeyTests {
  private static let order = (0..<32).map { _ in UInt8(255) }

  @Test("it comes back from its bytes")
  func bytes() throws {
    let key = PushKey()
    #expect(key.bytes.count == 32)
    #expect(try PushKey(bytes: key.bytes).publicKey == key.publicKey)
    #expect(Base64URL.bytes(key.publicKey)?.count == 65)
    #expect(PushKey().bytes != key.bytes)
  }

  @Test(
    "bytes that are no key are refused",
    arguments: [[], [1], Array(repeating: 0, count: 32), order, Array(repeating: 1, count: 33)])
  func strange(bytes: [UInt8]) {
    #expect(throws: PushError.ownKey(bytes: bytes.count)) { try PushKey(bytes: bytes) }
  }

  @Test("the claims are JSON, whatever stands in them")
  func claims() throws {
    let subject = "mailto:\"a\"\\\n\u{1}ä@example.org"
    let value = try PushKey().authorization(
      audience: "https://push.example:8443", subject: subject, expires: 1_700_000_000)
    let parts = try #require(value.wholeMatch(of: /vapid t=([^.]+)\.([^.]+)\.([^.]+), k=([^ ]+)/))
    let read = try #require(Base64URL.bytes(String(parts.2)))
    let claims = try #require(
      JSONSerialization.jsonObject(with: Data(read)) as? [String: any Sendable])
    #expect(claims["aud"] as? String == "https://push.example:8443")
    #expect(claims["sub"] as? String == subject)
    #expect(claims["exp"] as? Int == 1_700_000_000)
    #expect(claims.count == 3)
    #expect(Base64URL.bytes(String(parts.3))?.count == 64)
  }

  @Test(
    "py_vapid verifies an authorization, and none that was changed",
    .enabled("needs py_vapid") { await Python.has("py_vapid") })
  func verified() async throws {
    let key = PushKey()
    let value = try key.authorization(
      audience: "https://push.example", subject: "mailto:a@example.org",
      expires: Int(Date().timeIntervalSince1970) + 3_600)
    let script = """
      import sys, json, py_vapid
      for line in sys.stdin.read().splitlines():
          try:
              # Its own authorizations have no space between the two parts.
              print(py_vapid.Vapid02.verify(line.replace(", k=", ",k=")))
          except Exception as error:
              print(type(error).__name__)
      """
    let other = value.replacingOccurrences(of: key.publicKey, with: PushKey().publicKey)
    // A letter of the signature.
    let place = value.index(value.lastIndex(of: ".") ?? value.startIndex, offsetBy: 20)
    var changed = value
    changed.replaceSubrange(place...place, with: value[place] == "A" ? "B" : "A")
    let lines = try await Python.lines(
      of: script, input: [value, other, changed].joined(separator: "\n"), with: "py_vapid")
    #expect(lines.count == 3)
    #expect(lines.first == "True", "\(lines)")
    #expect(!lines.dropFirst().contains("True"), "\(lines)")
  }
}
