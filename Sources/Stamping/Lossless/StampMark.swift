import Crypto

/// What a stamped JPEG says of its stamp.
package struct StampMark: Sendable, Hashable {
  /// The words of the label.
  package let label: String
  /// The time that the label shows, as `CaptureTime` writes it; nil where it shows none.
  package let time: String?
  /// SHA-256 of the file without its stamp, 32 bytes.
  package let originalHash: [UInt8]
  /// Whether the file holds what its label covers; false with `--no-undo`.
  package let isReversible: Bool
  /// The pixels that the label covers, of the picture as it is coded.
  let area: PixelArea

  /// SHA-256 of a file, 32 bytes.
  package static func hash(_ bytes: [UInt8]) -> [UInt8] { Array(SHA256.hash(data: bytes)) }

  /// The hash of what is before and behind a part.
  static func hash(_ bytes: [UInt8], without part: Range<Int>) -> [UInt8] {
    var hash = SHA256()
    bytes.withUnsafeBytes { bytes in
      hash.update(bufferPointer: UnsafeRawBufferPointer(rebasing: bytes[..<part.lowerBound]))
      hash.update(bufferPointer: UnsafeRawBufferPointer(rebasing: bytes[part.upperBound...]))
    }
    return Array(hash.finalize())
  }
}
