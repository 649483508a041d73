/// A position to be written into EXIF (Exif 3.0, section 4.6.7), in degrees of WGS 84.
package struct ExifPosition: Sendable, Hashable {
  private let latitude: Double
  private let longitude: Double

  /// - Parameters:
  ///   - latitude: from -90 to 90, north is positive.
  ///   - longitude: from -180 to 180, east is positive.
  package init(latitude: Double, longitude: Double) {
    (self.latitude, self.longitude) = (latitude, longitude)
  }

  /// The fields of a GPS directory, in ascending order of their tags.
  func fields(_ order: ByteOrder) -> [TIFFRawField] {
    [
      TIFFRawField(tag: .gpsVersionID, type: .byte, count: 4, value: [2, 3, 0, 0]),
      Self.side(.gpsLatitudeRef, latitude < 0 ? "S" : "N"),
      Self.degrees(.gpsLatitude, latitude, order),
      Self.side(.gpsLongitudeRef, longitude < 0 ? "W" : "E"),
      Self.degrees(.gpsLongitude, longitude, order),
    ]
  }

  private static func side(_ tag: TIFFTag, _ letter: Unicode.Scalar) -> TIFFRawField {
    TIFFRawField(tag: tag, type: .ascii, count: 2, value: [UInt8(ascii: letter), 0])
  }

  /// Degrees, minutes and hundred-thousandths of seconds, which are a third of a millimetre.
  private static func degrees(
    _ tag: TIFFTag, _ degrees: Double, _ order: ByteOrder
  ) -> TIFFRawField {
    let unit = 100_000
    let all = Int((min(abs(degrees), 180) * 3_600 * Double(unit)).rounded())
    let parts = [
      (all / (3_600 * unit), 1), (all / (60 * unit) % 60, 1), (all % (60 * unit), unit),
    ]
    let value = parts.flatMap { order.bytes(of: UInt32($0.0)) + order.bytes(of: UInt32($0.1)) }
    return TIFFRawField(tag: tag, type: .rational, count: 3, value: value)
  }
}

/// A field with its value's bytes, to be put into a directory.
struct TIFFRawField {
  let tag: TIFFTag
  let type: TIFFType
  let count: Int
  let value: [UInt8]
}
