package import Foundation
import KeyDerivation

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
  package var text: String { Base64URL.encoded(bytes) }

  /// Nil where it is not such a text.
  package init?(_ text: some StringProtocol) {
    guard text.utf8.count == 43, text.utf8.allSatisfy({ $0.isInURLAlphabet }),
      let data = Base64URL.decoded(String(text))
    else { return nil }
    self.init(Array(data))
  }
}

extension UInt8 {
  fileprivate var isInURLAlphabet: Bool {
    switch self {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}

/// Base64 of the alphabet for URLs, without padding (RFC 4648, section 5).
package enum Base64URL {
  package static func encoded(_ bytes: some Sequence<UInt8>) -> String {
    Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
      .replacing("=", with: "")
  }

  /// The bytes that a text stands for; nil where it stands for none.
  package static func decoded(_ text: String) -> Data? {
    let standard = text.replacing("-", with: "+").replacing("_", with: "/")
    let padding = String(repeating: "=", count: (4 - standard.utf8.count % 4) % 4)
    return Data(base64Encoded: standard + padding)
  }
}
