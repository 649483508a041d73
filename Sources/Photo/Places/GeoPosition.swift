package import Formats

/// A place on the Earth in degrees, those of WGS 84 as far as a photo says.
package struct GeoPosition: Sendable, Hashable {
  /// From -90, the South Pole, to 90.
  package let latitude: Double
  /// From -180 to 180, east of Greenwich.
  package let longitude: Double

  /// - Returns: nil where a number is out of range, or none.
  package init?(latitude: Double, longitude: Double) {
    guard -90...90 ~= latitude, -180...180 ~= longitude else { return nil }
    (self.latitude, self.longitude) = (latitude, longitude)
  }
}

/// As a photo has it.
extension GeoPosition {
  /// Where the photo was taken: as EXIF says, or else XMP; nil where neither does.
  package init?(_ metadata: EmbeddedMetadata) {
    let directories = metadata.exifBlocks.lazy.compactMap(Self.gpsDirectory)
    if let position = directories.compactMap({ GeoPosition($0) }).first {
      self = position
      return
    }
    var found: [XMPProperty: [UInt8]] = [:]
    for packet in metadata.xmp {
      let scanner = XMPScanner(packet, wanted: [Self.xmpLatitude, Self.xmpLongitude])
      // What stops the search is told of by the reader of capture times, which meets it too.
      try? scanner.scan()
      found.merge(scanner.found) { first, _ in first }
    }
    guard let latitude = found[Self.xmpLatitude], let longitude = found[Self.xmpLongitude] else {
      return nil
    }
    self.init(xmpLatitude: latitude, longitude: longitude)
  }

  /// Whether EXIF has numbers for a position that is nowhere: 91° north, or without its hemisphere. Those
  /// for an unknown one, zeros and parts with a denominator of zero, are not meant.
  package static func isImpossible(in metadata: EmbeddedMetadata) -> Bool {
    metadata.exifBlocks.compactMap(gpsDirectory).contains { gps in
      let degrees = [gps[.gpsLatitude], gps[.gpsLongitude]].compactMap { $0?.number(at: 0) }
      return GeoPosition(gps) == nil && degrees.count == 2 && degrees.contains { $0 != 0 }
    }
  }

  private static func gpsDirectory(_ block: ArraySlice<UInt8>) -> TIFFDirectory? {
    guard let structure = try? TIFFStructure(block), let main = try? structure.firstDirectory(),
      let offset = main[.gpsIFD]?.unsigned(at: 0)
    else { return nil }
    return try? structure.directory(at: Int(offset))
  }

  /// GPSLatitude and GPSLongitude with their references (Exif 3.0, section 4.6.7).
  ///
  /// - Returns: nil where a part is missing, has a denominator of zero or is out of range. Also at
  ///   exactly 0°, 0°: that is what cameras without a fix write, and programs that take positions out.
  package init?(_ gps: TIFFDirectory) {
    guard let latitude = Self.degrees(gps[.gpsLatitude], gps[.gpsLatitudeRef], "N", "S"),
      let longitude = Self.degrees(gps[.gpsLongitude], gps[.gpsLongitudeRef], "E", "W"),
      latitude != 0 || longitude != 0
    else { return nil }
    self.init(latitude: latitude, longitude: longitude)
  }

  /// Degrees, minutes and seconds; some writers leave the last ones out.
  private static func degrees(
    _ entry: TIFFEntry?, _ reference: TIFFEntry?, _ positive: Character, _ negative: Character
  ) -> Double? {
    guard let entry, 1...3 ~= entry.count, let side = reference?.letter,
      side == positive || side == negative
    else { return nil }
    var degrees = 0.0
    for (index, unit) in units.prefix(entry.count).enumerated() {
      guard let part = entry.number(at: index), isPart(part, unit) else { return nil }
      degrees += part / unit
    }
    return side == negative ? -degrees : degrees
  }

  /// Of degrees, minutes and seconds in a degree.
  private static let units = [1.0, 60.0, 3600.0]

  /// 60 is let pass: writers that round the seconds leave it there.
  private static func isPart(_ value: Double, _ unit: Double) -> Bool {
    0...(unit == 1 ? 180 : 60) ~= value
  }

  package static let xmpLatitude = XMPProperty(.exif, "GPSLatitude")
  package static let xmpLongitude = XMPProperty(.exif, "GPSLongitude")
  /// More bytes than any program writes.
  private static let xmpLengthLimit = 40

  /// XMP's way to write them, `DDD,MM,SSk` or `DDD,MM.mmk` (XMP Part 2, GPSCoordinate).
  package init?(xmpLatitude: [UInt8], longitude: [UInt8]) {
    guard let latitude = Self.degrees(xmpLatitude, "N", "S"),
      let longitude = Self.degrees(longitude, "E", "W"), latitude != 0 || longitude != 0
    else { return nil }
    self.init(latitude: latitude, longitude: longitude)
  }

  private static func degrees(
    _ bytes: [UInt8], _ positive: Character, _ negative: Character
  ) -> Double? {
    guard bytes.count <= xmpLengthLimit, let text = String(validating: bytes, as: UTF8.self) else {
      return nil
    }
    let line = text.drop(while: \.isWhitespace).prefix { !$0.isWhitespace }
    guard let last = line.last, last == positive || last == negative else { return nil }
    let parts = line.dropLast().split(separator: ",", omittingEmptySubsequences: false)
    guard 2...3 ~= parts.count else { return nil }
    var degrees = 0.0
    for (part, unit) in zip(parts, units) {
      guard part.utf8.allSatisfy({ $0 == UInt8(ascii: ".") || UInt8(ascii: "0")...0x39 ~= $0 }),
        let value = Double(part), isPart(value, unit)
      else { return nil }
      degrees += value / unit
    }
    return last == negative ? -degrees : degrees
  }
}

extension TIFFEntry {
  /// A reference's only letter, as a capital.
  package var letter: Character? {
    text?.drop(while: \.isWhitespace).first?.uppercased().first
  }
}
