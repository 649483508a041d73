import Hashing

/// A security key's own PIN, overwritten when it is no longer needed (CTAP 2.1, section 6.5.1): no
/// journal's, and of any characters.
package final class KeyPIN {
  /// Bytes of UTF-8.
  package static let lengths = 4...63

  /// With a zero at the end.
  private let text: SecretBytes

  /// - Throws: ``SecurityKeyError/notPIN`` where it is shorter or longer than any, or holds a zero.
  package init(_ bytes: Span<UInt8>) throws(SecurityKeyError) {
    guard Self.lengths.contains(bytes.count), !bytes.indices.contains(where: { bytes[$0] == 0 })
    else { throw .notPIN }
    var text = SecretBytes(count: bytes.count + 1)
    text.withMutableSpan { span in
      for index in bytes.indices { span[index] = bytes[index] }
    }
    self.text = text
  }

  func withText<Result>(_ work: (UnsafePointer<CChar>?) -> Result) -> Result {
    text.withSpan { span in
      span.withUnsafeBytes { work($0.baseAddress?.assumingMemoryBound(to: CChar.self)) }
    }
  }
}
