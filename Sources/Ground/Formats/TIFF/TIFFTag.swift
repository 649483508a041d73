/// The number that says what a directory entry holds.
package struct TIFFTag: RawRepresentable, Sendable, Hashable {
  package let rawValue: UInt16

  package init(rawValue: UInt16) { self.rawValue = rawValue }
}

/// Tags of the main directory (TIFF 6.0, section 8; EXIF 2.32, section 4.6.4).
extension TIFFTag {
  package static let newSubfileType = TIFFTag(rawValue: 0x00FE)
  package static let subfileType = TIFFTag(rawValue: 0x00FF)
  package static let imageWidth = TIFFTag(rawValue: 0x0100)
  package static let imageLength = TIFFTag(rawValue: 0x0101)
  package static let bitsPerSample = TIFFTag(rawValue: 0x0102)
  package static let compression = TIFFTag(rawValue: 0x0103)
  package static let photometricInterpretation = TIFFTag(rawValue: 0x0106)
  package static let fillOrder = TIFFTag(rawValue: 0x010A)
  package static let imageDescription = TIFFTag(rawValue: 0x010E)
  package static let make = TIFFTag(rawValue: 0x010F)
  package static let model = TIFFTag(rawValue: 0x0110)
  package static let stripOffsets = TIFFTag(rawValue: 0x0111)
  package static let orientation = TIFFTag(rawValue: 0x0112)
  package static let samplesPerPixel = TIFFTag(rawValue: 0x0115)
  package static let rowsPerStrip = TIFFTag(rawValue: 0x0116)
  package static let stripByteCounts = TIFFTag(rawValue: 0x0117)
  package static let planarConfiguration = TIFFTag(rawValue: 0x011C)
  package static let t4Options = TIFFTag(rawValue: 0x0124)
  package static let dateTime = TIFFTag(rawValue: 0x0132)
  package static let predictor = TIFFTag(rawValue: 0x013D)
  package static let colorMap = TIFFTag(rawValue: 0x0140)
  package static let tileWidth = TIFFTag(rawValue: 0x0142)
  package static let tileLength = TIFFTag(rawValue: 0x0143)
  package static let tileOffsets = TIFFTag(rawValue: 0x0144)
  package static let tileByteCounts = TIFFTag(rawValue: 0x0145)
  package static let subIFDs = TIFFTag(rawValue: 0x014A)
  package static let inkSet = TIFFTag(rawValue: 0x014C)
  package static let extraSamples = TIFFTag(rawValue: 0x0152)
  package static let sampleFormat = TIFFTag(rawValue: 0x0153)
  package static let jpegTables = TIFFTag(rawValue: 0x015B)
  package static let xmp = TIFFTag(rawValue: 0x02BC)
  package static let iptc = TIFFTag(rawValue: 0x83BB)
  package static let photoshop = TIFFTag(rawValue: 0x8649)
  package static let exifIFD = TIFFTag(rawValue: 0x8769)
  package static let icc = TIFFTag(rawValue: 0x8773)
  package static let gpsIFD = TIFFTag(rawValue: 0x8825)
  package static let dngVersion = TIFFTag(rawValue: 0xC612)
  /// A program's own data, after its name (DNG 1.7, DNGPrivateData).
  package static let privateData = TIFFTag(rawValue: 0xC634)
}

/// Tags of the Exif directory (EXIF 2.32, section 4.6.5).
extension TIFFTag {
  package static let exposureTime = TIFFTag(rawValue: 0x829A)
  package static let fNumber = TIFFTag(rawValue: 0x829D)
  package static let photographicSensitivity = TIFFTag(rawValue: 0x8827)
  package static let sensitivityType = TIFFTag(rawValue: 0x8830)
  package static let standardOutputSensitivity = TIFFTag(rawValue: 0x8831)
  package static let recommendedExposureIndex = TIFFTag(rawValue: 0x8832)
  package static let isoSpeed = TIFFTag(rawValue: 0x8833)
  static let exifVersion = TIFFTag(rawValue: 0x9000)
  package static let dateTimeOriginal = TIFFTag(rawValue: 0x9003)
  package static let dateTimeDigitized = TIFFTag(rawValue: 0x9004)
  package static let offsetTime = TIFFTag(rawValue: 0x9010)
  package static let offsetTimeOriginal = TIFFTag(rawValue: 0x9011)
  package static let offsetTimeDigitized = TIFFTag(rawValue: 0x9012)
  package static let focalLength = TIFFTag(rawValue: 0x920A)
  package static let makerNote = TIFFTag(rawValue: 0x927C)
  package static let subSecTime = TIFFTag(rawValue: 0x9290)
  package static let subSecTimeOriginal = TIFFTag(rawValue: 0x9291)
  package static let subSecTimeDigitized = TIFFTag(rawValue: 0x9292)
  package static let cameraOwner = TIFFTag(rawValue: 0xA430)
  package static let bodySerialNumber = TIFFTag(rawValue: 0xA431)
  package static let lensSpecification = TIFFTag(rawValue: 0xA432)
  package static let lensMake = TIFFTag(rawValue: 0xA433)
  package static let lensModel = TIFFTag(rawValue: 0xA434)
}

/// Tags of the GPS directory (EXIF 2.32, section 4.6.6); they mean nothing in another directory.
extension TIFFTag {
  package static let gpsVersionID = TIFFTag(rawValue: 0x0000)
  package static let gpsLatitudeRef = TIFFTag(rawValue: 0x0001)
  package static let gpsLatitude = TIFFTag(rawValue: 0x0002)
  package static let gpsLongitudeRef = TIFFTag(rawValue: 0x0003)
  package static let gpsLongitude = TIFFTag(rawValue: 0x0004)
  package static let gpsAltitudeRef = TIFFTag(rawValue: 0x0005)
  package static let gpsAltitude = TIFFTag(rawValue: 0x0006)
  package static let gpsTimeStamp = TIFFTag(rawValue: 0x0007)
  package static let gpsImgDirectionRef = TIFFTag(rawValue: 0x0010)
  package static let gpsImgDirection = TIFFTag(rawValue: 0x0011)
  package static let gpsDateStamp = TIFFTag(rawValue: 0x001D)
}

/// Tags of Apple's maker note, by exiftool's table; they mean nothing in another directory.
extension TIFFTag {
  static let appleContentIdentifier = TIFFTag(rawValue: 0x0011)
}

/// How a directory entry's values are stored (TIFF 6.0, section 2; Exif 3.0, section 4.6.2).
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
  /// 64 bits, of BigTIFF alone.
  case long8 = 16
  case signedLong8 = 17
  /// The offset of a directory in a BigTIFF.
  case ifd8 = 18
  /// Text that is not ASCII (Exif 3.0).
  case utf8 = 129

  /// Whether it is no type of TIFF 6.0 and Exif, but of BigTIFF.
  var isOfBigTIFF: Bool { (TIFFType.long8.rawValue...TIFFType.ifd8.rawValue).contains(rawValue) }

  /// Bytes that one value takes.
  package var size: Int {
    switch self {
    case .byte, .ascii, .signedByte, .undefined, .utf8: 1
    case .short, .signedShort: 2
    case .long, .signedLong, .float, .ifd: 4
    case .rational, .signedRational, .double, .long8, .signedLong8, .ifd8: 8
    }
  }
}
