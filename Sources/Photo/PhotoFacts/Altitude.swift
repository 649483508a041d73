import Formats
package import Places

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

/// As people read it.
extension GeoPosition {
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
