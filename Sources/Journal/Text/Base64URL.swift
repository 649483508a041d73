package import Foundation

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
