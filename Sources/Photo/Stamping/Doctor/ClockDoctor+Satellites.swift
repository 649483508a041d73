import CaptureTime
import PhotoFacts
import SystemPackage

/// Clocks against the satellites' time, and offsets against positions.
extension ClockDoctor {
  private static let quarter = 900
  /// Seconds by which a whole quarter of an hour may be missed: positions are older than photos.
  private static let slack = 120
  /// Seconds below which nobody minds a clock.
  private static let least = 20

  func satellites(_ photos: [PhotoClock], _ all: [PhotoClock]) -> [ClockFinding] {
    photos.byCamera().flatMap { camera, photos in
      let zones = zones(photos, camera)
      let found = Set(zones.flatMap(\.photos))
      return zones + drift(photos.filter { !found.contains($0.path) }, camera)
    }
  }

  /// Photos with another zone's time, off by whole quarters of an hour.
  private func zones(_ photos: [PhotoClock], _ camera: CameraIdentity) -> [ClockFinding] {
    struct Key: Hashable {
      let zone: String
      let quarters: Int
    }
    return photos.grouped { photo -> Key? in
      guard let ahead = photo.ahead, let zone = photo.zone else { return nil }
      let quarters = Self.quarters(ahead)
      guard quarters != 0, abs(ahead) <= 26 * 3_600,
        abs(ahead - quarters * Self.quarter) <= Self.slack
      else { return nil }
      return Key(zone: zone.name, quarters: quarters)
    }.filter { $0.photos.count >= 3 }.map { key, photos in
      let seconds = key.quarters * Self.quarter
      let hasOffset = photos.contains { $0.time.offset != nil }
      return ClockFinding(
        camera: camera, kind: .otherZone(key.zone, seconds: seconds),
        photos: photos.map(\.path).sortedByName,
        remedy: hasOffset ? .zone(key.zone, shift: -seconds) : .shift(-seconds))
    }
  }

  /// Rounded to the nearest.
  private static func quarters(_ seconds: Int) -> Int {
    (seconds + quarter / 2).floorDivided(by: quarter).quotient
  }

  /// A clock that goes wrong, or is off by less than a quarter of an hour.
  private func drift(_ photos: [PhotoClock], _ camera: CameraIdentity) -> [ClockFinding] {
    let points = photos.compactMap { photo -> (time: Int, ahead: Int)? in
      guard let gps = photo.gps, let ahead = photo.ahead, abs(ahead) < Self.quarter / 2 else {
        return nil
      }
      return (gps, ahead)
    }
    guard points.count >= 3, let line = ClockLine(points) else { return [] }
    let walls = photos.map(\.wall)
    guard let start = walls.min(), let end = walls.max() else { return [] }
    // A clock's gain exceeds the remainder: satellites' times are minutes old at times.
    guard line.residual * 3 <= max(abs(line.value(at: start)), abs(line.value(at: end))),
      max(abs(line.value(at: start)), abs(line.value(at: end))) >= Double(Self.least)
    else { return [] }
    // So many days that a clock gains half a minute on them.
    let days = abs(line.perDay) < 0.01 ? Int.max / 86_400 : max(1, Int(60 / abs(line.perDay)))
    let span = days > 36_525 ? Int.max / 2 : days * 86_400
    return photos.grouped { ($0.wall - start) / span }.compactMap { _, photos in
      let middle = photos.map(\.wall).reduce(0) { $0 + ($1 - start) } / photos.count + start
      let seconds = Int(line.value(at: middle).rounded())
      guard abs(seconds) >= Self.least else { return nil }
      return ClockFinding(
        camera: camera,
        kind: .ahead(
          seconds: seconds, drift: line.perDay, photos: photos.count { $0.gps != nil }),
        photos: photos.map(\.path).sortedByName, remedy: .shift(-seconds))
    }
  }

  /// Photos with an offset that is not that of their place's zone; the instant is right, as far as known.
  func offsets(_ photos: [PhotoClock], _ all: [PhotoClock]) -> [ClockFinding] {
    struct Key: Hashable {
      let zone: String
      let offset: Int
    }
    return photos.byCamera().flatMap { camera, photos in
      photos.grouped { photo -> Key? in
        guard let offset = photo.time.offset, let instant = photo.time.instant,
          let zone = photo.zone, zone.offset(at: instant) != offset
        else { return nil }
        return Key(zone: zone.name, offset: offset)
      }.map { key, photos in
        ClockFinding(
          camera: camera, kind: .otherOffset(key.zone, offset: key.offset),
          photos: photos.map(\.path).sortedByName, remedy: .zone(key.zone, shift: 0))
      }
    }
  }
}

/// How far a clock was ahead over time, as a line: that of Theil and Sen, which a third of wrong points does
/// not move.
struct ClockLine {
  private let origin: Int
  private let ahead: Double
  /// Seconds that the clock gains in a day.
  let perDay: Double
  /// The median distance of the points.
  let residual: Double

  private static let sample = 200

  /// Nil for no points.
  ///
  /// - Parameter points: seconds since 1970, and seconds ahead; of many, some are looked at.
  init?(_ points: [(time: Int, ahead: Int)]) {
    guard !points.isEmpty else { return nil }
    let step = (points.count + Self.sample - 1) / Self.sample
    let points = stride(from: 0, to: points.count, by: step).map { points[$0] }
    let origin = points[0].time
    var slopes: [Double] = []
    for (index, point) in points.enumerated() {
      for other in points[..<index] where abs(other.time - point.time) >= 43_200 {
        slopes.append(Double(point.ahead - other.ahead) / Double(point.time - other.time))
      }
    }
    let slope = slopes.isEmpty ? 0 : Self.median(&slopes)
    func value(_ point: (time: Int, ahead: Int)) -> Double {
      Double(point.ahead) - slope * Double(point.time - origin)
    }
    var values = points.map(value)
    let ahead = Self.median(&values)
    var distances = points.map { abs(value($0) - ahead) }
    (self.origin, self.ahead, perDay) = (origin, ahead, slope * 86_400)
    residual = Self.median(&distances)
  }

  func value(at time: Int) -> Double { ahead + perDay * Double(time - origin) / 86_400 }

  private static func median(_ values: inout [Double]) -> Double {
    values.sort()
    return values[values.count / 2]
  }
}

extension [FilePath] {
  /// In the order of their bytes.
  var sortedByName: [FilePath] { sorted { String(decoding: $0) < String(decoding: $1) } }
}
