package import CaptureTime
import Formats
import PhotoFacts
package import SystemPackage

extension CameraClocks {
  /// What says how far a camera's clock was off.
  package struct Evidence: Sendable {
    /// A photo that the camera took.
    package let photo: FilePath
    package let right: Right

    /// When that was.
    package enum Right: Sendable {
      case time(CaptureTime)
      /// When this photo was taken, of the same moment by a clock that was right.
      case photo(FilePath)
    }

    package init(photo: FilePath, right: Right) { (self.photo, self.right) = (photo, right) }
  }

  /// Reads the photos that say how far cameras' clocks were off.
  ///
  /// - Parameters:
  ///   - evidence: at least one photo.
  ///   - reader: finds their times.
  /// - Throws: ``CameraClockError``; ``ClockPhotoError`` for a photo that cannot be read.
  package convenience init(_ evidence: [Evidence], reader: CaptureTimeReader) throws {
    var findings: [(camera: CameraIdentity, shift: Int)] = []
    for item in evidence {
      let photo = try Self.read(item.photo, reader)
      guard let camera = CameraIdentity(photo.metadata) else {
        throw CameraClockError.noCamera(item.photo)
      }
      let right: CaptureTime
      switch item.right {
      case .time(let time): right = time
      case .photo(let path): right = try Self.time(of: Self.read(path, reader))
      }
      let shown = try Self.time(of: photo)
      guard let shift = Self.shift(from: shown, to: right) else {
        guard shown.precision != .day, case .photo(let other) = item.right else {
          throw CameraClockError.onlyDay(item.photo)
        }
        throw CameraClockError.onlyDay(other)
      }
      guard abs(shift) <= TimeShift.limit else { throw CameraClockError.tooFar(item.photo) }
      findings.append((camera, shift))
    }
    try self.init(findings)
  }

  private static func read(_ path: FilePath, _ reader: CaptureTimeReader) throws -> PhotoInfo {
    do throws(StampError) {
      return try PhotoInfo(InputPhoto(named: path), reader: reader, companions: nil)
    } catch {
      throw ClockPhotoError(path: path, error: error)
    }
  }

  /// The time that the photo itself says; a file's last change is none.
  private static func time(of photo: PhotoInfo) throws(CameraClockError) -> CaptureTime {
    guard let time = photo.times.chosen, time.source != .fileModified else {
      throw .noTime(photo.path)
    }
    return time
  }
}

/// A photo that was to say how far a clock was off, and cannot be read.
package struct ClockPhotoError: Error, Sendable {
  package let path: FilePath
  package let error: StampError
}
