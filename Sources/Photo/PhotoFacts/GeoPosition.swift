import Formats

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

  /// `37.56650, 126.97800`: five places, which is a metre.
  package var decimalText: String { "\(latitude.decimal(5)), \(longitude.decimal(5))" }

  /// `37°33′59.4″N 126°58′40.8″E`: degrees, minutes and tenths of seconds, which is three metres.
  package var sexagesimalText: String {
    "\(Self.sexagesimal(latitude, "N", "S")) \(Self.sexagesimal(longitude, "E", "W"))"
  }

  /// The whole is rounded before it is split, so that no part is ever 60.
  private static func sexagesimal(_ degrees: Double, _ positive: String, _ negative: String)
    -> String
  {
    let tenths = Int((degrees.magnitude * 36_000).rounded())
    let (minutes, rest) = tenths.quotientAndRemainder(dividingBy: 600)
    let seconds = "\((rest / 10).padded(to: 2)).\(rest % 10)"
    let side = degrees < 0 && tenths > 0 ? negative : positive
    return "\(minutes / 60)°\((minutes % 60).padded(to: 2))′\(seconds)″\(side)"
  }
}

/// As a photo has it.
extension GeoPosition {
  /// GPSLatitude and GPSLongitude with their references (Exif 3.0, section 4.6.7).
  ///
  /// - Returns: nil where a part is missing, has a denominator of zero or is out of range. Also at
  ///   exactly 0°, 0°: that is what cameras without a fix write, and programs that take positions out.
  init?(_ gps: TIFFDirectory) {
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
    for (index, unit) in [1.0, 60.0, 3600.0].prefix(entry.count).enumerated() {
      guard let part = entry.number(at: index), isPart(part, unit) else { return nil }
      degrees += part / unit
    }
    return side == negative ? -degrees : degrees
  }

  /// 60 is let pass: writers that round the seconds leave it there.
  private static func isPart(_ value: Double, _ unit: Double) -> Bool {
    0...(unit == 1 ? 180 : 60) ~= value
  }

  /// XMP's way to write them, `DDD,MM,SSk` or `DDD,MM.mmk` (XMP Part 2, GPSCoordinate).
  init?(xmpLatitude: [UInt8], longitude: [UInt8]) {
    guard let latitude = Self.degrees(xmpLatitude, "N", "S"),
      let longitude = Self.degrees(longitude, "E", "W"), latitude != 0 || longitude != 0
    else { return nil }
    self.init(latitude: latitude, longitude: longitude)
  }

  /// More than any program writes.
  private static let xmpLengthLimit = 40

  private static func degrees(
    _ text: [UInt8], _ positive: Character, _ negative: Character
  ) -> Double? {
    guard text.count <= xmpLengthLimit, let line = FactLine.text(text), let last = line.last,
      last == positive || last == negative
    else { return nil }
    let parts = line.dropLast().split(separator: ",", omittingEmptySubsequences: false)
    guard 2...3 ~= parts.count else { return nil }
    var degrees = 0.0
    for (part, unit) in zip(parts, [1.0, 60.0, 3600.0]) {
      guard part.utf8.allSatisfy({ $0 == UInt8(ascii: ".") || UInt8(ascii: "0")...0x39 ~= $0 }),
        let value = Double(part), isPart(value, unit)
      else { return nil }
      degrees += value / unit
    }
    return last == negative ? -degrees : degrees
  }
}

/// A height, above or below the sea or, by Exif 3.0, the ellipsoid.
package struct Altitude: Sendable, Hashable {
  package let metres: Double

  /// From the deepest sea to the edge of space.
  private static let range = -11_000.0...100_000.0

  package init?(metres: Double) {
    guard Self.range.contains(metres) else { return nil }
    self.metres = metres
  }

  /// GPSAltitude; of GPSAltitudeRef the odd numbers are for what is below (Exif 3.0, section 4.6.7).
  /// Nil where it is missing, has a denominator of zero or is out of range.
  ///
  /// - Parameters:
  ///   - gps: the directory.
  ///   - isFixed: whether the photo has a position. Without one, exactly zero is what was written for
  ///     want of a height.
  init?(_ gps: TIFFDirectory, isFixed: Bool) {
    guard let height = gps[.gpsAltitude]?.number(at: 0), isFixed || height != 0 else { return nil }
    // A byte; some write its digit.
    let isBelow = gps[.gpsAltitudeRef]?.bytes.first.map { $0 % 2 == 1 } ?? false
    self.init(metres: isBelow ? -height : height)
  }

  /// `38 m`, `-12 m`.
  package var text: String { "\(metres.decimal(0)) m" }
}

/// Where the camera looked, clockwise from north.
package struct ImageDirection: Sendable, Hashable {
  /// From 0 to below 360.
  package let degrees: Double
  /// Whether north is where the compass points, and not where the pole is.
  package let isMagnetic: Bool

  /// - Parameters:
  ///   - degrees: from 0 to 360, which is 0; the direction is nil for any other.
  ///   - isMagnetic: as for the property.
  package init?(degrees: Double, isMagnetic: Bool = false) {
    guard 0...360 ~= degrees else { return nil }
    self.degrees = degrees == 360 ? 0 : degrees
    self.isMagnetic = isMagnetic
  }

  /// GPSImgDirection; true north where GPSImgDirectionRef is not M (Exif 3.0, section 4.6.7).
  init?(_ gps: TIFFDirectory) {
    guard let degrees = gps[.gpsImgDirection]?.number(at: 0) else { return nil }
    self.init(degrees: degrees, isMagnetic: gps[.gpsImgDirectionRef]?.letter == "M")
  }

  /// `247° WSW`: the whole degree and the nearest of the compass's 16 points to that.
  package var text: String {
    let whole = Int(degrees.rounded()) % 360
    return "\(whole)° \(Self.points[(whole * 2 + 22) / 45 % 16])"
  }

  private static let points = [
    "N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSW", "SW", "WSW", "W", "WNW", "NW",
    "NNW",
  ]
}

extension TIFFEntry {
  /// A reference's only letter, as a capital.
  fileprivate var letter: Character? { line?.uppercased().first }
}
