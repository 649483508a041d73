import Crypto
import Files
import Hashing

/// A sign-in whose browser is at the issuer. It is kept until the browser returns, and only that
/// browser can name it: otherwise somebody could sign another person in as himself (RFC 9700,
/// section 4.7).
package struct SignInStart: Sendable, Codable, CustomStringConvertible, CustomReflectable {
  /// The issuer's page; empty once stored, because nobody goes there again.
  package private(set) var address = ""
  /// Returns with the browser, and finds this sign-in.
  package let state: String
  /// The issuer's, as in ``IssuerSettings/issuer`` (RFC 9700, section 4.4).
  package let issuer: String
  /// Seconds since 1970.
  package let began: Int
  let nonce: String
  let verifier: String

  private enum CodingKeys: CodingKey { case state, issuer, began, nonce, verifier }

  /// Seconds that a person has to come back.
  package static let limit = 10 * 60

  package var description: String { "a sign-in at \(issuer)" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}

/// Random values, compared in constant time.
enum Secret {
  /// 256 bits, as 43 characters: also long enough for a verifier (RFC 7636, section 4.1).
  static func random() -> String {
    var generator = SystemRandomNumberGenerator()
    return Base64URL.text((0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) })
  }

  static func areEqual(_ first: String, _ second: String) -> Bool {
    ConstantTime.areEqual(Array(first.utf8).span, Array(second.utf8).span)
  }

  /// RFC 7636, section 4.2.
  static func challenge(of verifier: String) -> String {
    Base64URL.text(Array(SHA256.hash(data: Array(verifier.utf8))))
  }
}

/// Names that work once, each until it expires.
struct UsedOnce: Sendable {
  private var ends: [String: Int] = [:]

  /// How many are kept; above that, those that end first are forgotten.
  static let limit = 10_000

  /// - Returns: false where it was there before.
  mutating func insert(_ name: String, until end: Int, at now: Int) -> Bool {
    guard ends[name].map({ $0 < now }) ?? true else { return false }
    if ends.count >= Self.limit {
      ends = ends.filter { $0.value >= now }
      if ends.count >= Self.limit {
        // A tenth at a time, so that this is rare.
        let kept = ends.sorted { $0.value > $1.value }.prefix(Self.limit * 9 / 10)
        ends = Dictionary(uniqueKeysWithValues: kept.map { ($0.key, $0.value) })
      }
    }
    ends[name] = end
    return true
  }
}
