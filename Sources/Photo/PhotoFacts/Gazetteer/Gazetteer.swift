import Glibc
package import Places

/// The populated places of the Earth, by where they are.
///
/// One array of 28 bytes a place, and one of all names: the places of each band of latitude lie
/// together, from west to east, so that a search reads few of them and follows no pointers.
package struct Gazetteer: Sendable {
  /// How far a photo may be from a place that it is said to be at, in metres.
  package static let radius = 30_000

  /// The mean radius of the Earth in metres (IUGG).
  private static let earthRadius = 6_371_008.8
  /// Bands of a quarter of a degree, which is 28 km.
  private static let bandHeight = 2_500_000
  private static let bandCount = 180 * Row.unit / bandHeight
  /// Radii that are searched one after the other: where places are many, the first has one.
  private static let searches = [3_000, 10_000, radius]
  /// By which a search reaches further than it must, so that no rounding leaves a place out.
  private static let slack = 2.0

  /// A place, its numbers as small as they can be.
  struct Row {
    /// A degree's share of the coordinates.
    static let unit = 10_000_000

    var latitude: Int32
    var longitude: Int32
    var identifier: UInt32
    var population: UInt32
    var nameStart: UInt32
    var nameLength: UInt16
    /// Of the name in ASCII, which follows the name; 0 where it is the same.
    var asciiNameLength: UInt16
    /// Two ASCII letters, or 0.
    var country: UInt16

    var band: Int {
      min((Int(latitude) + 90 * Row.unit) / Gazetteer.bandHeight, Gazetteer.bandCount - 1)
    }
  }

  private let rows: [Row]
  /// Where each band begins in `rows`, and where the last ends.
  private let bands: [Int]
  private let names: [UInt8]

  /// How many places there are.
  package var count: Int { rows.count }

  /// Takes the places over and sorts them where they are: there may be many, and a copy would be large.
  init(_ places: consuming PlaceRows) {
    places.sort()
    var bands = [0]
    bands.reserveCapacity(Self.bandCount + 1)
    for (index, row) in places.rows.enumerated() {
      while bands.count <= row.band { bands.append(index) }
    }
    while bands.count <= Self.bandCount { bands.append(places.rows.count) }
    (rows, names, self.bands) = (places.rows, places.names, bands)
  }

  /// The nearest place within ``radius`` along the great circle, distances taken in whole metres; at the
  /// same distance that with more people, then that with the lower number.
  ///
  /// Some microseconds; at worst linear in the places that lie within the radius.
  package func place(near position: GeoPosition) -> Place? {
    for radius in Self.searches {
      let found = nearest(to: position, within: radius)
      if let found, found.distance <= radius { return place(found.row, found.distance) }
    }
    return nil
  }

  private func place(_ row: Row, _ distance: Int) -> Place? {
    let end = Int(row.nameStart) + Int(row.nameLength)
    guard let name = FactLine.text(names[Int(row.nameStart)..<end]) else { return nil }
    let asciiName = FactLine.text(names[end..<end + Int(row.asciiNameLength)])
    let letters = [UInt8(row.country >> 8), UInt8(row.country & 0xFF)]
    return Place(
      name: name, asciiName: asciiName ?? name,
      countryCode: row.country == 0 ? nil : String(decoding: letters, as: UTF8.self),
      distance: distance)
  }

  /// The best of all places within a radius, and perhaps of some beyond it.
  private func nearest(
    to position: GeoPosition, within radius: Int
  ) -> (row: Row, distance: Int)? {
    let reach = (Double(radius) + Self.slack) / Self.earthRadius
    let height = Self.units(reach.degrees)
    let (latitude, longitude) = (Self.units(position.latitude), Self.units(position.longitude))
    let first = Self.band(latitude - height)
    let last = Self.band(latitude + height)
    let ranges = Self.longitudes(around: longitude, at: position.latitude.radians, reach: reach)
    var best: (row: Row, distance: Int)?
    for band in first...last {
      for range in ranges {
        let start = firstRow(in: bands[band]..<bands[band + 1], from: range.lowerBound)
        for row in rows[start..<bands[band + 1]] {
          if Int(row.longitude) > range.upperBound { break }
          if abs(Int(row.latitude) - latitude) > height { continue }
          let distance = Self.distance(from: position, to: row)
          if let best, !Self.isBetter(row, distance, than: best) { continue }
          best = (row, distance)
        }
      }
    }
    return best
  }

  private static func isBetter(
    _ row: Row, _ distance: Int, than best: (row: Row, distance: Int)
  ) -> Bool {
    if distance != best.distance { return distance < best.distance }
    if row.population != best.row.population { return row.population > best.row.population }
    return row.identifier < best.row.identifier
  }

  private static func units(_ degrees: Double) -> Int {
    Int((degrees * Double(Row.unit)).rounded())
  }

  private static func band(_ latitude: Int) -> Int {
    min(max((latitude + 90 * Row.unit) / bandHeight, 0), bandCount - 1)
  }

  /// The meridians that a circle reaches.
  ///
  /// - Parameters:
  ///   - longitude: of its centre, in ``Row/unit``.
  ///   - latitude: of its centre, in radians.
  ///   - reach: its radius, in radians.
  /// - Returns: ranges from west to east; two where the circle crosses the date line, all meridians
  ///   where a pole is in it.
  private static func longitudes(
    around longitude: Int, at latitude: Double, reach: Double
  ) -> [ClosedRange<Int>] {
    let half = 180 * Row.unit
    let all = [-half...half]
    // The right spherical triangle of the pole, the centre and where a meridian touches the circle;
    // there is none where the pole is nearer than the circle.
    let sine = sin(reach) / cos(latitude)
    guard sine < 1 else { return all }
    let width = units(asin(sine).degrees) + 1
    let (west, east) = (longitude - width, longitude + width)
    if west < -half { return [-half...east, west + 2 * half...half] }
    if east > half { return [west...half, -half...east - 2 * half] }
    return [west...east]
  }

  /// The first row of a band's that is not west of a meridian.
  private func firstRow(in band: Range<Int>, from longitude: Int) -> Int {
    var (low, high) = (band.lowerBound, band.upperBound)
    while low < high {
      let middle = (low + high) / 2
      if Int(rows[middle].longitude) < longitude { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// By the haversine, which is exact for what is near (Sinnott 1984), in whole metres.
  static func distance(from position: GeoPosition, to row: Row) -> Int {
    let latitude = (Double(row.latitude) / Double(Row.unit)).radians
    let longitude = (Double(row.longitude) / Double(Row.unit)).radians
    let start = position.latitude.radians
    let vertical = sin((latitude - start) / 2)
    let horizontal = sin((longitude - position.longitude.radians) / 2)
    let haversine = vertical * vertical + cos(start) * cos(latitude) * horizontal * horizontal
    return Int((2 * earthRadius * asin(min(1, haversine.squareRoot()))).rounded())
  }
}

extension Double {
  fileprivate var radians: Double { self * .pi / 180 }
  fileprivate var degrees: Double { self * 180 / .pi }
}
