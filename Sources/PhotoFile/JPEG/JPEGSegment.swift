/// A marker segment of a JPEG with a length (T.81, B.1.1.4), or SOI and the like without.
struct JPEGSegment: Sendable {
  let marker: JPEGMarker
  /// From the marker's 0xFF to the segment's last byte, in the file.
  let range: Range<Int>
  /// What follows the length field, in the file.
  let payload: Range<Int>
}

/// The second byte of a marker (T.81, table B.1).
struct JPEGMarker: RawRepresentable, Hashable, Sendable {
  let rawValue: UInt8

  init(rawValue: UInt8) { self.rawValue = rawValue }

  static let startOfImage = JPEGMarker(rawValue: 0xD8)
  static let endOfImage = JPEGMarker(rawValue: 0xD9)
  static let startOfScan = JPEGMarker(rawValue: 0xDA)
  static let quantizationTables = JPEGMarker(rawValue: 0xDB)
  static let numberOfLines = JPEGMarker(rawValue: 0xDC)
  static let hierarchical = JPEGMarker(rawValue: 0xDE)
  static let app0 = JPEGMarker(rawValue: 0xE0)
  static let app1 = JPEGMarker(rawValue: 0xE1)
  static let app2 = JPEGMarker(rawValue: 0xE2)
  static let app13 = JPEGMarker(rawValue: 0xED)
  static let app14 = JPEGMarker(rawValue: 0xEE)
  static let comment = JPEGMarker(rawValue: 0xFE)

  /// APP0 to APP15.
  var isApplication: Bool { (0xE0...0xEF).contains(rawValue) }

  /// SOF0 to SOF15, which DHT, JPG and DAC stand among.
  var isStartOfFrame: Bool {
    (0xC0...0xCF).contains(rawValue) && ![0xC4, 0xC8, 0xCC].contains(rawValue)
  }

  /// TEM, RST0 to RST7 and SOI have no length and no payload.
  var standsAlone: Bool { rawValue == 0x01 || (0xD0...0xD8).contains(rawValue) }
}
