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
  ///   - companions: finds the XMP beside raw photos; nil where they are not to be read.
  /// - Throws: ``CameraClockError``; ``ClockPhotoError`` for a photo that cannot be read.
  package convenience init(
    _ evidence: [Evidence], reader: CaptureTimeReader, companions: CompanionFolders?
  ) throws {
    func read(_ path: FilePath) throws -> ClockPhoto {
      do throws(StampError) {
        return try ClockPhoto(path, reader, companions)
      } catch {
        throw ClockPhotoError(path: path, error: error)
      }
    }
    var findings: [(camera: CameraIdentity, shift: Int)] = []
    for item in evidence {
      let photo = try read(item.photo)
      guard let camera = CameraIdentity(photo.metadata) else {
        throw CameraClockError.noCamera(item.photo)
      }
      let right: CaptureTime
      switch item.right {
      case .time(let time): right = time
      case .photo(let path): right = try Self.time(of: read(path))
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

  /// The time that the photo says; a file's last change is none.
  private static func time(of photo: ClockPhoto) throws(CameraClockError) -> CaptureTime {
    guard let time = photo.times.chosen, time.source != .fileModified else {
      throw .noTime(photo.path)
    }
    return time
  }
}

/// A photo, or a camera's raw photo, that says how far a clock was off.
private struct ClockPhoto {
  let path: FilePath
  let metadata: EmbeddedMetadata
  let times: CaptureTimeReport

  /// Reads it. A raw photo has the time of its XMP, where its corrections are written.
  init(
    _ path: FilePath, _ reader: CaptureTimeReader, _ companions: CompanionFolders?
  ) throws(StampError) {
    let photo = InputPhoto(named: path)
    self.path = path
    if let raw = try RawInfo(photo, reader: reader, companions: companions) {
      (metadata, times) = (raw.file.metadata, raw.times)
    } else {
      let info = try PhotoInfo(photo, reader: reader, companions: nil)
      (metadata, times) = (info.metadata, info.times)
    }
  }
}

/// A photo that was to say how far a clock was off, and cannot be read.
package struct ClockPhotoError: Error, Sendable {
  package let path: FilePath
  package let error: StampError
}
