import Foundation
import Hashing

/// The stored form of a PIN: HMAC-SHA-256 of its PBKDF2-HMAC-SHA-256 key (RFC 8018, section 5.2)
/// under the journal's ``Pepper``, so that somebody with only the database cannot try PINs on it.
///
/// Written as `$pbkdf2-sha256$i=600000$SALT$HASH` with unpadded base64 of the standard alphabet (PHC
/// string format).
struct PINHash: Sendable, Hashable {
  /// Today's cost of a try, in rounds of PBKDF2 (OWASP Password Storage Cheat Sheet, 2023).
  static let usualIterations = 600_000
  /// What a try costs at most, so that a changed database does not keep the program busy for ever.
  static let iterations = 1...10_000_000

  private static let saltSize = 16
  private static let hashSize = 32
  private static let name = "pbkdf2-sha256"

  let iterations: Int
  private let salt: [UInt8]
  private let hash: [UInt8]

  /// Hashes a PIN with a salt of its own.
  init(of pin: borrowing PIN, _ pepper: borrowing Pepper, iterations: Int) {
    self.iterations = iterations
    salt = .random(count: Self.saltSize)
    hash = Self.hash(of: pin, pepper, salt, iterations)
  }

  /// Reads what was stored; nil where it is not such a text.
  init?(_ text: String) {
    let parts = text.split(separator: "$", omittingEmptySubsequences: false)
    guard parts.count == 5, parts[0].isEmpty, parts[1] == Self.name, parts[2].hasPrefix("i="),
      let iterations = Int(parts[2].dropFirst(2)), Self.iterations.contains(iterations),
      let salt = [UInt8](unpaddedBase64: parts[3]), salt.count == Self.saltSize,
      let hash = [UInt8](unpaddedBase64: parts[4]), hash.count == Self.hashSize
    else { return nil }
    (self.iterations, self.salt, self.hash) = (iterations, salt, hash)
    // A hash has one text, by which it is found again.
    guard self.text == text else { return nil }
  }

  var text: String {
    "$\(Self.name)$i=\(iterations)$\(salt.unpaddedBase64)$\(hash.unpaddedBase64)"
  }

  /// Whether the PIN is the one that was hashed; takes as long whether it is or not.
  func matches(_ pin: borrowing PIN, _ pepper: borrowing Pepper) -> Bool {
    let hash = Self.hash(of: pin, pepper, salt, iterations)
    return ConstantTime.areEqual(hash.span, self.hash.span)
  }

  private static func hash(
    of pin: borrowing PIN, _ pepper: borrowing Pepper, _ salt: [UInt8], _ iterations: Int
  ) -> [UInt8] {
    let key = pin.withDigits { digits in
      PBKDF2.deriveKey(from: digits, salt: salt.span, iterations: iterations, count: hashSize)
    }
    return key.withSpan { key in
      pepper.withBytes { pepper in HMACSHA256.code(for: key, key: pepper) }
    }
  }
}

extension [UInt8] {
  /// Bytes from the system's random source (getrandom(2)), fit for keys.
  package static func random(count: Int) -> [UInt8] {
    // The generator asks the system for each number, however small.
    var generator = SystemRandomNumberGenerator()
    var bytes: [UInt8] = []
    while bytes.count < count {
      Swift.withUnsafeBytes(of: generator.next() as UInt64) {
        bytes += $0.prefix(count - bytes.count)
      }
    }
    return bytes
  }

  fileprivate var unpaddedBase64: String {
    String(Data(self).base64EncodedString().prefix { $0 != "=" })
  }

  fileprivate init?(unpaddedBase64 text: Substring) {
    let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
    guard !text.contains("="), let data = Data(base64Encoded: text + padding) else { return nil }
    self = Array(data)
  }
}
