/// What must be known of a TIFF file to set right what libgd makes of it: four fields of its first
/// directory (TIFF 6.0, section 2 and part 1).
struct TIFFTraits: Hashable {
  private(set) var orientation = 1
  private(set) var bitsPerSample = 1
  private(set) var samplesPerPixel = 1
  private(set) var photometric: Int?

  private enum Tag {
    static let bitsPerSample = 258
    static let photometric = 262
    static let orientation = 274
    static let samplesPerPixel = 277
  }

  private static let blackIsZero = 1
  /// The field type SHORT, of two bytes; a single value stands in the entry itself.
  private static let short = 3

  /// Nil when the bytes are not a classic TIFF file, or their first directory lies outside.
  init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard bytes.count >= 8 else { return nil }
    let isLittleEndian = bytes[0] == UInt8(ascii: "I")
    func number(at offset: Int, bytes count: Int) -> Int {
      (0..<count).reduce(0) { value, index in
        value << 8 | Int(bytes[offset + (isLittleEndian ? count - 1 - index : index)])
      }
    }
    guard bytes[1] == bytes[0], number(at: 2, bytes: 2) == 42 else { return nil }
    let directory = number(at: 4, bytes: 4)
    guard directory <= bytes.count - 2 else { return nil }
    for index in 0..<number(at: directory, bytes: 2) {
      let entry = directory + 2 + 12 * index
      guard entry <= bytes.count - 12 else { break }
      guard number(at: entry + 2, bytes: 2) == Self.short else { continue }
      let count = number(at: entry + 4, bytes: 4)
      var place = entry + 8
      if count > 2 { place = number(at: place, bytes: 4) }
      guard count > 0, place <= bytes.count - 2 else { continue }
      let value = number(at: place, bytes: 2)
      switch number(at: entry, bytes: 2) {
      case Tag.orientation where (1...8).contains(value): orientation = value
      case Tag.bitsPerSample: bitsPerSample = value
      case Tag.samplesPerPixel: samplesPerPixel = value
      case Tag.photometric: photometric = value
      default: break
      }
    }
  }

  /// Whether libgd reads the rows itself, instead of through `TIFFReadRGBAImage` (gd_tiff.c).
  var isReadAsBilevel: Bool {
    bitsPerSample == 1 && samplesPerPixel == 1 && (photometric == 0 || photometric == 1)
  }

  /// Whether libgd takes black for white: it does so where a zero bit means black.
  var isInverted: Bool { isReadAsBilevel && photometric == Self.blackIsZero }

  /// How `TIFFReadRGBAImage` has turned the pixels: it mirrors them so that the first pixel comes
  /// to the top left, and leaves out the exchange of rows and columns of orientations 5 to 8.
  var mirroring: (horizontal: Bool, vertical: Bool) {
    if isReadAsBilevel { return (false, false) }
    return switch orientation {
    case 2, 6: (true, false)
    case 3, 7: (true, true)
    case 4, 8: (false, true)
    default: (false, false)
    }
  }
}
