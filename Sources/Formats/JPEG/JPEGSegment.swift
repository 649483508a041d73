/// A marker segment of a JPEG with a length (T.81, B.1.1.4), or SOI and the like without.
package struct JPEGSegment: Sendable, Hashable {
  package let marker: JPEGMarker
  /// From the marker's 0xFF to the segment's last byte, in the file.
  package let range: Range<Int>
  /// What follows the length field, in the file.
  package let payload: Range<Int>

  /// Whether the payload begins with these ASCII characters.
  package func hasSignature(_ signature: StaticString, in bytes: [UInt8]) -> Bool {
    signature.withUTF8Buffer { bytes[payload].starts(with: $0) }
  }
}

/// The second byte of a marker (T.81, table B.1).
package struct JPEGMarker: RawRepresentable, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let startOfImage = JPEGMarker(rawValue: 0xD8)
  package static let endOfImage = JPEGMarker(rawValue: 0xD9)
  package static let startOfScan = JPEGMarker(rawValue: 0xDA)
  package static let huffmanTables = JPEGMarker(rawValue: 0xC4)
  package static let quantizationTables = JPEGMarker(rawValue: 0xDB)
  package static let numberOfLines = JPEGMarker(rawValue: 0xDC)
  package static let restartInterval = JPEGMarker(rawValue: 0xDD)
  package static let hierarchical = JPEGMarker(rawValue: 0xDE)
  package static let app0 = JPEGMarker(rawValue: 0xE0)
  package static let app1 = JPEGMarker(rawValue: 0xE1)
  package static let app2 = JPEGMarker(rawValue: 0xE2)
  package static let app13 = JPEGMarker(rawValue: 0xED)
  package static let app14 = JPEGMarker(rawValue: 0xEE)
  package static let app15 = JPEGMarker(rawValue: 0xEF)
  package static let comment = JPEGMarker(rawValue: 0xFE)

  /// APP0 to APP15.
  package var isApplication: Bool { (0xE0...0xEF).contains(rawValue) }

  /// SOF0 to SOF15, which DHT, JPG and DAC stand among.
  package var isStartOfFrame: Bool {
    (0xC0...0xCF).contains(rawValue) && ![0xC4, 0xC8, 0xCC].contains(rawValue)
  }

  /// TEM, RST0 to RST7 and SOI have no length and no payload.
  package var standsAlone: Bool { rawValue == 0x01 || (0xD0...0xD8).contains(rawValue) }
}
