package import CaptureTime
package import PhotoFacts
import Synchronization
package import SystemPackage

/// How far the clocks of cameras were off: a shift for the photos of each.
///
/// Sendable by its mutex, which guards the photos that were counted.
package final class CameraClocks: Sendable {
  /// One camera's clock.
  package struct Clock: Sendable {
    package let camera: CameraIdentity
    /// In seconds, to be added to what the clock showed.
    package let shift: Int
    /// Photos of it that were met.
    package internal(set) var count = 0
  }

  private struct Counted {
    var clocks: [Clock]
    var files: Set<FilePath> = []
  }

  private let state: Mutex<Counted>
  private let byCamera: [CameraIdentity: Int]

  /// How far two photos of one camera may be apart, in seconds: a clock changes while one looks.
  private static let tolerance = 1

  /// - Parameter findings: what photos say of their cameras' clocks.
  /// - Throws: ``CameraClockError/contradiction(_:first:second:)``.
  package init(
    _ findings: [(camera: CameraIdentity, shift: Int)]
  ) throws(CameraClockError) {
    var clocks: [Clock] = []
    for (camera, shift) in findings {
      guard let index = clocks.firstIndex(where: { $0.camera == camera }) else {
        clocks.append(Clock(camera: camera, shift: shift))
        continue
      }
      guard abs(clocks[index].shift - shift) <= Self.tolerance else {
        throw .contradiction(camera, first: clocks[index].shift, second: shift)
      }
    }
    byCamera = Dictionary(uniqueKeysWithValues: clocks.map { ($0.camera, $0.shift) })
    state = Mutex(Counted(clocks: clocks))
  }

  /// The shift for a photo; nil where its camera's clock is not known to be off. Each file is counted once.
  func shift(of camera: CameraIdentity?, file: FilePath?) -> TimeShift? {
    guard let camera, let seconds = byCamera[camera] else { return nil }
    state.withLock { state in
      if let file, !state.files.insert(file).inserted { return }
      guard let index = state.clocks.firstIndex(where: { $0.camera == camera }) else { return }
      state.clocks[index].count += 1
    }
    return TimeShift(seconds: seconds)
  }

  /// The clocks, in the order in which they were named, with the photos met so far.
  package var clocks: [Clock] { state.withLock(\.clocks) }
}

/// Why photos do not say how far a camera's clock was off.
package enum CameraClockError: Error, Sendable, Hashable {
  /// The photo says neither make nor model.
  case noCamera(FilePath)
  case noTime(FilePath)
  /// Only the day is known, of the photo or of the time that was given.
  case onlyDay(FilePath)
  /// They would shift one camera by two durations, in seconds.
  case contradiction(CameraIdentity, first: Int, second: Int)
  /// More than a hundred years.
  case tooFar(FilePath)
}

extension CameraClocks {
  /// How far a clock was off that showed one time when it was another.
  ///
  /// Instants are compared where both times have their offsets, else what clocks on the wall showed.
  ///
  /// - Returns: seconds to be added; nil where the day alone is known of either.
  package static func shift(from shown: CaptureTime, to right: CaptureTime) -> Int? {
    guard shown.precision != .day, right.precision != .day else { return nil }
    if let shown = shown.instant, let right = right.instant { return right - shown }
    return right.wallSeconds - shown.wallSeconds
  }
}
