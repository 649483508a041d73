import CaptureTime
import PhotoFacts

/// Clocks that were not changed when all others were, by photos of other cameras.
extension ClockDoctor {
  /// Seconds between two photos of one moment.
  private static let moment = 180
  /// Photos of a camera that have to have a neighbour.
  private static let least = 5

  func changedClocks(_ photos: [PhotoClock], _ all: [PhotoClock]) -> [ClockFinding] {
    let cameras = photos.byCamera()
    guard cameras.count > 1, let first = photos.map(\.wall).min(),
      let last = photos.map(\.wall).max()
    else { return [] }
    var findings: [ClockFinding] = []
    var wrong: Set<CameraIdentity> = []
    for period in periods(from: first, to: last) {
      let parts = cameras.map { camera, photos in
        (camera: camera, photos: photos.filter { period.walls.contains($0.wall) })
      }.filter { $0.photos.count >= Self.least }
      for part in parts {
        let others = parts.filter {
          $0.camera != part.camera && Self.isTrusted($0.photos, over: part.photos)
            && !wrong.contains($0.camera)
        }
        guard let other = others.first(where: { isOff(part.photos, by: period.change, $0.photos) })
        else { continue }
        wrong.insert(part.camera)
        findings.append(
          ClockFinding(
            camera: part.camera,
            kind: .clocksChanged(period.date, other: other.camera, seconds: -period.change),
            photos: part.photos.map(\.path).sortedByName, remedy: .shift(period.change)))
      }
      wrong.removeAll()
    }
    return findings
  }

  /// Times between two changes of the zone's clocks.
  private struct Period {
    /// The day of the change that it begins with.
    let date: CivilDate
    /// Seconds that clocks were put forward then.
    let change: Int
    let walls: Range<Int>
  }

  /// Those that begin with a change of clocks, on days between two times.
  private func periods(from first: Int, to last: Int) -> [Period] {
    // A year before the first one, so that its period is known.
    let start = first.floorDivided(by: 86_400).quotient - 366
    let end = last.floorDivided(by: 86_400).quotient + 1
    // Three hundred years: a longer span has a wrong year in it.
    guard end - start < 110_000 else { return [] }
    var changes: [(day: Int, change: Int)] = []
    var offset = zone.offset(at: start * 86_400)
    for day in start...end {
      let next = zone.offset(at: (day + 1) * 86_400)
      if next != offset { changes.append((day, next - offset)) }
      offset = next
    }
    return changes.enumerated().map { index, change in
      let following = index + 1 < changes.count ? changes[index + 1].day : end + 1
      return Period(
        date: CivilDate(daysSinceEpoch: change.day), change: change.change,
        walls: (change.day + 1) * 86_400..<max((change.day + 1) * 86_400, following * 86_400))
    }
  }

  /// Whether a camera's clock is more likely to be right: phones write their offset, and get the time.
  private static func isTrusted(_ photos: [PhotoClock], over others: [PhotoClock]) -> Bool {
    func rank(_ photos: [PhotoClock]) -> Int {
      photos.contains { $0.gps != nil } ? 2 : photos.contains { $0.time.offset != nil } ? 1 : 0
    }
    let (one, other) = (rank(photos), rank(others))
    return one != other ? one > other : photos.count >= others.count
  }

  /// Whether photos have neighbours among others only when they are put right by a change of clocks.
  private func isOff(_ photos: [PhotoClock], by change: Int, _ others: [PhotoClock]) -> Bool {
    let walls = others.map(\.wall).sorted()
    func neighbours(_ shift: Int) -> Int {
      photos.count { photo in
        var (low, high) = (0, walls.count)
        let wanted = photo.wall + shift - Self.moment
        while low < high {
          let middle = low + (high - low) / 2
          if walls[middle] < wanted { low = middle + 1 } else { high = middle }
        }
        return low < walls.count && walls[low] <= wanted + 2 * Self.moment
      }
    }
    let (now, right) = (neighbours(0), neighbours(change))
    return right >= Self.least && right >= 3 * now && 3 * right >= photos.count
  }
}
