package import Places

/// Where somebody was at one instant, in 16 bytes.
package struct TrackPoint: Sendable, Hashable {
  /// Milliseconds since 1970 in UTC.
  package let time: Int64
  /// In 10,000,000ths of a degree, which are a centimetre at most: north and east are positive.
  package let latitude: Int32
  package let longitude: Int32

  /// - Returns: nil for a place that is not on the Earth: beyond 90° or 180°.
  package init?(time: Int64, latitude: Int64, longitude: Int64) {
    guard abs(latitude) <= 90 * Self.degree, abs(longitude) <= 180 * Self.degree else { return nil }
    self.time = time
    (self.latitude, self.longitude) = (Int32(latitude), Int32(longitude))
  }

  package static let degree: Int64 = 10_000_000
}

/// Where a camera was at every instant, by the points of tracks in the order of their times.
package struct Track: Sendable {
  /// How many seconds away the nearest point may be.
  package static let reach = 600
  /// Points of all files together: 320 MB.
  package static let pointLimit = 20_000_000

  private let points: [TrackPoint]

  /// Sorts the points, unless they come in order. Takes n log n comparisons at worst.
  package init(_ points: consuming [TrackPoint]) {
    let isSorted = points.withUnsafeBufferPointer { points in
      points.indices.dropFirst().allSatisfy { points[$0 - 1].time <= points[$0].time }
    }
    if !isSorted { points.sort { $0.time < $1.time } }
    self.points = points
  }

  /// The position at an instant, between the point before and the one after it by their times.
  ///
  /// Where these two are more than twice the reach apart, the nearer one's: nobody knows the way between
  /// them. Two lookups in the points' logarithm.
  ///
  /// - Parameter time: milliseconds since 1970 in UTC.
  /// - Returns: nil where no point is within ``reach``.
  package func position(at time: Int64) -> GeoPosition? {
    let next = indexOfFirst(notBefore: time)
    let reach = Int64(Self.reach) * 1_000
    let before = next > 0 ? points[next - 1] : nil
    let after = next < points.count ? points[next] : nil
    guard let before, time - before.time <= 2 * reach else {
      return after.flatMap { $0.time - time <= reach ? $0.position : nil }
    }
    guard let after, after.time - before.time <= 2 * reach else {
      let nearer = [before, after].compactMap(\.self).min {
        abs($0.time - time) < abs($1.time - time)
      }
      return nearer.flatMap { abs($0.time - time) <= reach ? $0.position : nil }
    }
    let share = Double(time - before.time) / Double(max(1, after.time - before.time))
    return before.position(towards: after, share: share)
  }

  /// By halving.
  private func indexOfFirst(notBefore time: Int64) -> Int {
    var (low, high) = (0, points.count)
    while low < high {
      let middle = low + (high - low) / 2
      if points[middle].time < time { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension TrackPoint {
  fileprivate var position: GeoPosition? { position(towards: self, share: 0) }

  /// The place on the way to another, along the shorter way around the Earth.
  fileprivate func position(towards other: TrackPoint, share: Double) -> GeoPosition? {
    let degree = Double(Self.degree)
    let (from, to) = (Double(longitude) / degree, Double(other.longitude) / degree)
    let way = to - from
    let shorter = way > 180 ? way - 360 : way < -180 ? way + 360 : way
    var east = from + shorter * share
    if east > 180 { east -= 360 } else if east < -180 { east += 360 }
    let north = Double(latitude) + Double(Int64(other.latitude) - Int64(latitude)) * share
    return GeoPosition(latitude: north / degree, longitude: east)
  }
}

/// The points of a file as they are read, and what of it is left out.
package struct TrackPoints: Sendable {
  package private(set) var points: [TrackPoint] = []
  package private(set) var leftOut = TrackLosses()
  private let limit: Int

  /// - Parameter limit: the most points.
  package init(limit: Int = Track.pointLimit) { self.limit = limit }

  /// Adds a point that a file has.
  ///
  /// - Parameters:
  ///   - time: milliseconds since 1970 in UTC; nil where the file says none that can be read.
  ///   - latitude: in 10,000,000ths of a degree, as is the longitude; nil where that is no number.
  ///   - longitude: the same.
  /// - Returns: false where there are too many already.
  mutating func add(time: Int64?, latitude: Int64?, longitude: Int64?) -> Bool {
    guard let time else {
      leftOut.withoutTime += 1
      return true
    }
    guard let latitude, let longitude,
      let point = TrackPoint(time: time, latitude: latitude, longitude: longitude)
    else {
      leftOut.nowhere += 1
      return true
    }
    guard points.count < limit else { return false }
    points.append(point)
    return true
  }

  mutating func leaveOutDamaged() { leftOut.damaged += 1 }

  /// The points of several files.
  package static func + (left: consuming TrackPoints, right: TrackPoints) -> TrackPoints {
    left.points += right.points
    return left
  }
}

/// Points of a file that are not used, by why.
package struct TrackLosses: Sendable, Hashable {
  package var withoutTime = 0
  /// Without numbers for a place, or with those of one that is not on the Earth.
  package var nowhere = 0
  /// A line of NMEA with a wrong checksum or none, or that is cut.
  package var damaged = 0

  package init() {}

  package var count: Int { withoutTime + nowhere + damaged }
}
