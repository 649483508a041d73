/// How a directory entry's values are stored (TIFF 6.0, section 2; EXIF 2.32, section 4.6.2).
package enum TIFFType: UInt16, Sendable, Hashable {
  case byte = 1
  case ascii = 2
  case short = 3
  case long = 4
  case rational = 5
  case signedByte = 6
  case undefined = 7
  case signedShort = 8
  case signedLong = 9
  case signedRational = 10
  case float = 11
  case double = 12
  /// The offset of another directory (TIFF Technical Note 1).
  case ifd = 13

  /// Bytes that one value takes.
  package var size: Int {
    switch self {
    case .byte, .ascii, .signedByte, .undefined: 1
    case .short, .signedShort: 2
    case .long, .signedLong, .float, .ifd: 4
    case .rational, .signedRational, .double: 8
    }
  }
}
