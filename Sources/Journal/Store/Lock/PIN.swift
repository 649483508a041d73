import Hashing

/// A PIN: 4 to 12 digits, overwritten once they are no longer needed.
package struct PIN: ~Copyable, Sendable {
  package static let lengths = 4...12

  private let digits: SecretBytes

  /// - Parameter bytes: what was typed, in ASCII, without the end of the line.
  /// - Throws: ``PINError``, which tells nothing of the digits.
  package init(_ bytes: Span<UInt8>) throws(PINError) {
    for index in bytes.indices {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[index]) else {
        throw .notDigits
      }
    }
    guard Self.lengths.contains(bytes.count) else { throw .length(observed: bytes.count) }
    digits = SecretBytes(copying: bytes)
  }

  /// Gives the digits, in ASCII, to work that keeps none of them.
  func withDigits<Result: ~Copyable>(_ work: (Span<UInt8>) -> Result) -> Result {
    digits.withSpan { span in work(span) }
  }

  /// Whether two entries are the same.
  package static func areEqual(_ first: borrowing PIN, _ second: borrowing PIN) -> Bool {
    first.withDigits { first in
      second.withDigits { second in ConstantTime.areEqual(first, second) }
    }
  }
}

/// Why a typed text is not a PIN.
package enum PINError: Error, Sendable, Hashable {
  /// Something other than the digits 0 to 9, such as another script's digits.
  case notDigits
  case length(observed: Int)
  /// Among the first that anybody would try.
  case weak(PINWeakness)
}
