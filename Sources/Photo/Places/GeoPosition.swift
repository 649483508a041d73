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
    self.init(xmp: metadata.xmp)
  }

  /// As the first packet of XMP says; nil where none does.
  package init?(xmp packets: [ArraySlice<UInt8>]) {
    var found: [XMPProperty: [UInt8]] = [:]
    for packet in packets {
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

  /// XMP's way to write them, `DDD,MM,SSk` or `DDD,MM.mmk` (XMP Part 2, GPSCoordinate), or signed degrees.
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
    guard let last = line.last, last == positive || last == negative else {
      return signedDegrees(line)
    }
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

/// As a video has it.
extension GeoPosition {
  /// A point as ISO 6709 writes it, "+37.5665+126.9780+021.0/": degrees, degrees and minutes, or degrees,
  /// minutes and seconds (annex H).
  ///
  /// - Returns: nil of another text, of a point that is nowhere, and at 0°, 0°.
  package init?(iso6709 text: [UInt8]) {
    guard text.count <= 128, let text = String(validating: text, as: UTF8.self) else { return nil }
    // Each number begins with its sign.
    let starts = text.indices.filter { text[$0] == "+" || text[$0] == "-" }
    guard starts.first == text.startIndex, starts.count >= 2 else { return nil }
    let end = starts.dropFirst(2).first ?? text.endIndex
    let second = text[starts[1]..<end].prefix { "+-.0123456789".contains($0) }
    guard let latitude = Self.isoDegrees(text[..<starts[1]], digits: 2),
      let longitude = Self.isoDegrees(second, digits: 3), latitude != 0 || longitude != 0
    else { return nil }
    self.init(latitude: latitude, longitude: longitude)
  }

  /// A sign, up to `digits` digits of degrees; or all of them, two of minutes and perhaps two of seconds;
  /// and a fraction of the last.
  private static func isoDegrees(_ text: Substring, digits: Int) -> Double? {
    let number = text.dropFirst()
    let more = number.prefix { $0 != "." }.count - digits
    guard let value = signedDegrees(number), more <= 0 || more == 2 || more == 4 else { return nil }
    var degrees = value
    if more > 0 {
      let last = value.truncatingRemainder(dividingBy: 100)
      let before = Int(value) / 100
      degrees =
        more == 2
        ? Double(before) + last / 60
        : Double(before / 100) + Double(before % 100) / 60 + last / 3_600
    }
    return text.first == "-" ? -degrees : degrees
  }

  /// "-122.5", without an exponent.
  private static func signedDegrees(_ text: Substring) -> Double? {
    let digits = text.drop { $0 == "-" }
    guard text.count - digits.count <= 1, digits.first?.isNumber == true,
      digits.utf8.allSatisfy({ $0 == UInt8(ascii: ".") || UInt8(ascii: "0")...0x39 ~= $0 })
    else { return nil }
    return Double(text)
  }
}

extension TIFFEntry {
  /// A reference's only letter, as a capital.
  package var letter: Character? {
    text?.drop(while: \.isWhitespace).first?.uppercased().first
  }
}
