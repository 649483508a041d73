import Files
package import Foundation
import Hashing

/// 256 random bits that open a session, pair a device or stand for one; the database has their
/// SHA-256 alone.
package struct AccessToken: Sendable, Hashable {
  let bytes: [UInt8]

  package init() { bytes = .random(count: SecretFile.size) }

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  package var hash: Data { Data(SHA256.hash(bytes.span)) }
}

/// As text for cookies and links: unpadded base64 of the alphabet for URLs (RFC 4648, section 5).
extension AccessToken {
  package var text: String { Base64URL.text(bytes) }

  /// Nil where it is not such a text.
  package init?(_ text: some StringProtocol) {
    guard text.utf8.count == 43, let bytes = Base64URL.bytes(String(text)) else { return nil }
    self.init(bytes)
  }
}
