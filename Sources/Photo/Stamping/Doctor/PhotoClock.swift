package import CaptureTime
import Files
import Formats
package import PhotoFacts
package import Places
package import SystemPackage

/// What one photo says of its camera's clock.
package struct PhotoClock: Sendable {
  package let path: FilePath
  package let camera: CameraIdentity
  /// As the camera's clock showed it; with an offset only where the photo itself says it.
  package let time: CaptureTime
  /// Whether it is what a clock shows that nobody set.
  package let isNeverSet: Bool
  /// The satellites' time, in seconds since 1970 in UTC; nil where there is none that can be right.
  package let gps: Int?
  /// The zone where the photo was taken, by its position; nil at sea, and where that is unknown.
  package let zone: CaptureZone?
  /// The time in the file's name.
  package let named: CaptureTime?
  /// Of the file's last change, in seconds since 1970 in UTC.
  package let modified: Int?

  package init(
    path: FilePath, camera: CameraIdentity, time: CaptureTime, isNeverSet: Bool = false,
    gps: Int? = nil, zone: CaptureZone? = nil, named: CaptureTime? = nil, modified: Int? = nil
  ) {
    (self.path, self.camera, self.time, self.isNeverSet) = (path, camera, time, isNeverSet)
    (self.gps, self.zone, self.named, self.modified) = (gps, zone, named, modified)
  }

  /// Seconds from 1970-01-01 00:00 on the camera's clock.
  var wall: Int { time.wallSeconds }

  /// How many seconds the clock is ahead of the satellites, if it shows the time of the place or its own
  /// offset; nil where either is unknown.
  var ahead: Int? {
    guard let gps else { return nil }
    if let instant = time.instant { return instant - gps }
    return zone.map { wall - $0.offset(at: gps) - gps }
  }
}

extension PhotoClock {
  /// Reads what a photo says of its camera's clock; no pixel is decoded, and of a JPEG only what comes
  /// before its picture is read.
  ///
  /// - Parameters:
  ///   - photo: its file.
  ///   - reader: finds its times, without the zones of positions.
  ///   - places: finds these.
  ///   - companions: finds the XMP beside raw photos, with their corrected times.
  /// - Returns: nil for a photo without a camera's name, or without a time of its clock.
  /// - Throws: ``StampError``.
  package static func read(
    _ photo: InputPhoto, reader: CaptureTimeReader, places: ZoneFinder,
    companions: CompanionFolders
  ) throws(StampError) -> PhotoClock? {
    let file = try rethrowing(PhotoReader(photo), as: StampError.file)
    let raw = try file.raw()
    let metadata: EmbeddedMetadata
    if let raw { metadata = raw.metadata } else { metadata = try file.metadata() }
    guard let camera = CameraIdentity(metadata) else { return nil }
    let beside = raw == nil ? nil : photo.companionPath.map(companions.companions)
    let report = reader.report(
      metadata: metadata, fileName: photo.nameBytes, companions: beside ?? Companions(),
      isRaw: raw != nil)
    func candidate(_ source: CaptureTimeSource) -> CaptureTimeCandidate? {
      report.candidates.first { $0.source == source && $0.time != nil }
    }
    let corrected = report.chosen?.source == .companion ? candidate(.companion) : nil
    let clock =
      corrected ?? candidate(.exifDateTimeOriginal) ?? candidate(.exifDateTimeDigitized)
    guard let clock, let time = clock.time, time.precision != .day else { return nil }
    let satellites = candidate(.gps).flatMap { $0.doubt == nil ? $0.time?.instant : nil }
    let zone = GeoPosition(metadata).flatMap { position -> CaptureZone? in
      guard let name = try? places.zone(at: position), !name.isAtSea else { return nil }
      return CaptureZone(name)
    }
    return PhotoClock(
      path: photo.path, camera: camera, time: time, isNeverSet: clock.doubt == .neverSet,
      gps: satellites, zone: zone, named: candidate(.fileName)?.time,
      modified: file.attributes.map { $0.modifiedSeconds })
  }
}

extension PhotoReader {
  /// Bytes that are read of a JPEG, step by step, until its picture begins.
  private static let steps = [1 << 16, 1 << 18, 1 << 20, 1 << 24]

  /// The photo's metadata.
  ///
  /// - Throws: ``StampError``.
  func metadata() throws(StampError) -> EmbeddedMetadata {
    let format = try format()
    if format == .jpeg {
      for length in Self.steps {
        let head = try rethrowing(start(upTo: length), as: StampError.file)
        let structure = try rethrowing(JPEGStructure(head), as: StampError.photo)
        if structure.first(.startOfScan) != nil || head.count < length {
          return try rethrowing(PhotoFile(head), as: StampError.photo).metadata
        }
      }
    }
    let whole = try rethrowing(whole(), as: StampError.file)
    return try rethrowing(PhotoFile(whole.bytes), as: StampError.photo).metadata
  }
}
