import CGD

/// The chunks of a PNG file that hold its pixels: IHDR, PLTE, tRNS, IDAT and IEND.
///
/// libgd lets libpng print warnings about all others (a colour profile that it finds wrong, a bad
/// text) on standard error and uses nothing of them, so they are kept from it. So is coded data
/// that does not agree with its checksum, about which libpng prints as well.
struct PNGChunks {
  private static let signatureLength = 8
  /// Length, type and checksum around a chunk's data (PNG Third Edition, section 5.3).
  private static let overhead = 12
  private static let kept: Set<[UInt8]> = Set(
    ["IHDR", "PLTE", "tRNS", "IDAT", "IEND"].map { Array($0.utf8) })

  /// The ranges to be read, neighbours joined.
  private(set) var ranges: [Range<Int>]
  /// The type of the first chunk that does not agree with its checksum.
  private(set) var damagedChunk: String?
  /// Whether the chunks end before IEND. What follows them is not for libpng, which would believe
  /// the length that a chunk claims, and allocate it.
  private(set) var isCut = false

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    ranges = [0..<min(Self.signatureLength, bytes.count)]
    var start = Self.signatureLength
    while bytes.count - start >= Self.overhead {
      let length = Self.number(at: start, in: bytes)
      guard length <= bytes.count - start - Self.overhead else { break }
      let end = start + Self.overhead + length
      let type = Array(bytes[start + 4..<start + 8])
      if Self.kept.contains(type) {
        keep(start..<end)
        let covered = UnsafeBufferPointer(rebasing: bytes[start + 4..<end - 4])
        let checksum = crc32_z(0, covered.baseAddress, covered.count)
        if checksum != Self.number(at: end - 4, in: bytes), damagedChunk == nil {
          damagedChunk = String(decoding: type, as: UTF8.self)
        }
      }
      if type == Array("IEND".utf8) { return }
      start = end
    }
    isCut = true
  }

  private mutating func keep(_ range: Range<Int>) {
    if let last = ranges.last, last.upperBound == range.lowerBound {
      ranges[ranges.count - 1] = last.lowerBound..<range.upperBound
    } else {
      ranges.append(range)
    }
  }

  private static func number(at offset: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
  }
}
