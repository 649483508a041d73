package import CaptureTime
import Hashing
package import PhotoFacts
package import SystemPackage

/// What cannot be right in the times of some photos of one camera, and what mends it.
package struct ClockFinding: Sendable {
  package let camera: CameraIdentity
  package let kind: Kind
  /// In the order of their names; never empty.
  package let photos: [FilePath]
  package let remedy: Remedy

  /// Why they cannot be right.
  package enum Kind: Sendable, Hashable {
    /// The clock was reset: it shows its starting time, or went on from there.
    case neverSet(CaptureTime)
    /// The photos before and after them by number are of another year.
    case otherYear(before: FilePath, after: FilePath, year: Int)
    /// The clock was not changed with those of its zone: another camera's photos are an hour off since.
    case clocksChanged(CivilDate, other: CameraIdentity, seconds: Int)
    /// The clock is this many seconds ahead of the satellites; `photos` had their time.
    case ahead(seconds: Int, drift: Double, photos: Int)
    /// The clock shows the time of another zone than the place's: this many seconds ahead.
    case otherZone(String, seconds: Int)
    /// The offset that the photos have is not that of the zone where they were taken.
    case otherOffset(String, offset: Int)

    /// Its name in JSON.
    package var name: String {
      switch self {
      case .neverSet: "never-set"
      case .otherYear: "other-year"
      case .clocksChanged: "clocks-changed"
      case .ahead: "drift"
      case .otherZone: "other-zone"
      case .otherOffset: "other-offset"
      }
    }
  }

  /// What is to be done to all of the photos.
  package enum Remedy: Sendable, Hashable {
    /// Seconds to be added to what the clock showed.
    case shift(Int)
    /// Calendar years.
    case years(Int)
    /// Seconds to be added, then to be shown in a zone.
    case zone(String, shift: Int)
    /// One of the photos was taken when another was.
    case sync(FilePath, FilePath)
    /// One of the photos was taken when its file was last changed.
    case modified(FilePath, CaptureTime)
    /// Each was taken when its file's name says.
    case fromName
    /// All were taken on a day.
    case day(CivilDate)
  }

  /// The same for the same finding, whatever else is found: six hexadecimal digits.
  package var identifier: String {
    let text =
      [kind.name, camera.name, camera.serial, camera.owner, "\(remedy)"]
      + photos.map { String(decoding: $0) }
    return StampMark.hash(Array(text.joined(separator: "\n").utf8)).prefix(3)
      .map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }
}

/// Looks for what cannot be right in the times of photos.
package struct ClockDoctor: Sendable {
  /// Photos of one look: under 1 GB. 40,000 take 143 MB, with the program.
  package static let photoLimit = 300_000

  /// Whose clocks are changed, for photos that do not say where they were taken.
  let zone: CaptureZone

  package init(zone: CaptureZone) { self.zone = zone }

  /// Each photo is in at most one finding.
  ///
  /// Takes time as photos times the logarithm of their number.
  ///
  /// - Parameter photos: in any order.
  /// - Returns: the findings, by camera.
  package func findings(in photos: [PhotoClock]) -> [ClockFinding] {
    let photos = photos.sorted { String(decoding: $0.path) < String(decoding: $1.path) }
    var found: [ClockFinding] = []
    var taken: Set<FilePath> = []
    for check in [neverSet, otherYears, satellites, offsets, changedClocks] {
      let rest = taken.isEmpty ? photos : photos.filter { !taken.contains($0.path) }
      let new = check(rest, photos)
      for finding in new { taken.formUnion(finding.photos) }
      found += new
    }
    return found.sorted { ($0.camera.sorting, $0.first) < ($1.camera.sorting, $1.first) }
  }
}

extension ClockFinding {
  fileprivate var first: String { photos.first.map { String(decoding: $0) } ?? "" }
}

extension CameraIdentity {
  fileprivate var sorting: String { "\(name)\n\(serial)\n\(owner)" }
}

extension [PhotoClock] {
  /// By camera, each camera's in the order of the whole, and the cameras in that of their first photos.
  func byCamera() -> [(camera: CameraIdentity, photos: [PhotoClock])] {
    var places: [CameraIdentity: Int] = [:]
    var groups: [(camera: CameraIdentity, photos: [PhotoClock])] = []
    for photo in self {
      if let place = places[photo.camera] {
        groups[place].photos.append(photo)
      } else {
        places[photo.camera] = groups.count
        groups.append((photo.camera, [photo]))
      }
    }
    return groups
  }

  /// Groups by a key, in the order of the first of each.
  func grouped<Key: Hashable>(by key: (PhotoClock) -> Key?) -> [(key: Key, photos: [PhotoClock])] {
    var places: [Key: Int] = [:]
    var groups: [(key: Key, photos: [PhotoClock])] = []
    for photo in self {
      guard let key = key(photo) else { continue }
      if let place = places[key] {
        groups[place].photos.append(photo)
      } else {
        places[key] = groups.count
        groups.append((key, [photo]))
      }
    }
    return groups
  }
}
