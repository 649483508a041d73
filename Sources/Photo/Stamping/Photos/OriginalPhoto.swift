package import CaptureTime
package import Files
package import Formats
package import PhotoFacts
import Synchronization
package import SystemPackage
package import Tracks

/// A photo without its stamp: what a label is drawn on.
package struct OriginalPhoto: Sendable {
  let file: PhotoFile
  /// Whether it has an earlier label that cannot be taken off and that its file no longer mentions.
  let coversOldLabel: Bool
  /// The attributes of the file that it was read from; nil for what came through a pipe.
  package let attributes: FileAttributes?
  /// The note for the picture of a camera's raw file.
  let raw: RawPicture?
  private let hashed: HashedOnce

  /// Reads a photo, and takes its stamp off where it carries one, but for that of a JPEG that was
  /// re-encoded as it was stamped: the stamper refuses that, or lets it be.
  ///
  /// - Parameters:
  ///   - source: the photo's bytes and its file's times.
  ///   - keepingMetadata: whether a stamp comes off a JPEG whose metadata were changed since, with them.
  /// - Throws: ``StampError``, also where the stamp cannot be taken off.
  package init(
    _ source: PhotoSource, keepingMetadata: Bool = false
  ) throws(StampError) {
    attributes = source.attributes
    raw = source.raw
    coversOldLabel = false
    let photo = try rethrowing(PhotoFile(source.bytes), as: StampError.photo)
    guard let stamped = try photo.inPlaceStamp(), !stamped.mark.isReencoded else {
      file = photo
      hashed = source.hashed
      return
    }
    let (bytes, restores) = try stamped.withoutStamp(keepingMetadata: keepingMetadata)
    file = try rethrowing(PhotoFile(bytes), as: StampError.photo)
    hashed = HashedOnce(known: restores == .bytes ? stamped.mark.originalHash : nil)
  }

  /// What another photo was before it was stamped.
  ///
  /// - Parameters:
  ///   - file: the photo.
  ///   - stamped: the same with its stamp.
  ///   - hash: SHA-256 of the file that was stamped.
  ///   - coversOldLabel: whether the label is still on it.
  init(
    _ file: PhotoFile, of stamped: OriginalPhoto, hash: [UInt8], coversOldLabel: Bool = false
  ) {
    (self.file, attributes, raw) = (file, stamped.attributes, stamped.raw)
    self.coversOldLabel = coversOldLabel
    hashed = HashedOnce(known: hash)
  }

  /// Reads a photo from a file or standard input; a file whose first bytes are of no known format is
  /// not read whole.
  ///
  /// - Throws: ``StampError``.
  package init(reading photo: InputPhoto) throws(StampError) {
    try self.init(PhotoSource(reading: photo))
  }

  /// As ``init(reading:)``, of a photo beneath a folder.
  package init(
    reading photo: ContainedPath, beneath folder: ContainingFolder
  ) throws(StampError) {
    let reader = try rethrowing(PhotoReader(photo, beneath: folder), as: StampError.file)
    try self.init(PhotoSource(reader))
  }

  /// The original's file, byte for byte.
  package var bytes: [UInt8] { file.bytes }
  package var header: PhotoHeader { file.header }
  package var format: PhotoFormat { file.header.format }
  /// What the photo says of itself besides its time; read each time that it is asked for.
  package var facts: PhotoFacts { PhotoFacts(file.metadata) }
  /// SHA-256 of the bytes, 32 bytes long; computed when it is first asked for.
  package var hash: [UInt8] { hashed.hash(of: file.bytes) }
  /// The video in a motion photo; nil where there is none that can be read.
  package var motionVideo: VideoFile? {
    file.motionVideo.flatMap { try? VideoFile(file.bytes[$0]) }
  }
}

/// A hash that is computed once, by whoever asks first.
final class HashedOnce: Sendable {
  private let known: Mutex<[UInt8]?>

  init(known: [UInt8]? = nil) { self.known = Mutex(known) }

  func hash(of bytes: [UInt8]) -> [UInt8] {
    known.withLock { known in
      if let known { return known }
      let hash = StampMark.hash(bytes)
      known = hash
      return hash
    }
  }
}

/// What a video's file says about itself.
package struct VideoInfo: Sendable {
  package let path: FilePath
  package let file: VideoFile
  package let times: CaptureTimeReport

  /// Reads what describes a video, and every time in it; nil of what does not begin like one.
  ///
  /// - Parameters:
  ///   - video: its file.
  ///   - reader: finds its times.
  ///   - companions: finds the files beside it; nil where they are not to be read.
  /// - Throws: ``StampError``.
  package init?(
    _ video: InputPhoto, reader: CaptureTimeReader, companions: CompanionFolders?
  ) throws(StampError) {
    let file = try rethrowing(PhotoReader(video), as: StampError.file)
    guard let described = try file.video() else { return nil }
    path = video.path
    self.file = described
    times = reader.report(
      video: described, fileName: video.nameBytes, companions: video.companions(by: companions),
      modified: file.attributes.map { $0.modifiedSeconds })
  }
}

/// What a camera's raw file says about itself.
package struct RawInfo: Sendable {
  package let path: FilePath
  package let file: RawPhoto
  package let facts: PhotoFacts
  package let times: CaptureTimeReport
  /// Where it was taken if only a track tells that.
  package let tracked: TrackedPlace?

  /// Reads the description of a raw photo, and every time in it; nil for another file.
  ///
  /// - Parameters:
  ///   - photo: its file.
  ///   - reader: finds its times.
  ///   - companions: finds the files beside it; nil where they are not to be read.
  ///   - tracks: tell where it was taken if it does not say that; nil where there are none.
  ///   - zone: that of a time without an offset, as a person gives it.
  /// - Throws: ``StampError``.
  package init?(
    _ photo: InputPhoto, reader: CaptureTimeReader, companions: CompanionFolders?,
    tracks: TrackPlaces? = nil, in zone: CaptureZone? = nil
  ) throws(StampError) {
    let file = try rethrowing(PhotoReader(photo), as: StampError.file)
    guard let raw = try file.raw() else { return nil }
    path = photo.path
    self.file = raw
    facts = PhotoFacts(raw.metadata)
    let beside = photo.companions(by: companions)
    let found = TrackedTimes(
      of: raw.metadata, tracks: tracks, adjustment: { _ in CaptureTimeAdjustment(zone: zone) }
    ) { place in
      reader.report(
        metadata: raw.metadata, fileName: photo.nameBytes, companions: beside,
        modified: file.attributes.map { $0.modifiedSeconds }, tracked: place, isRaw: true)
    }
    (times, tracked) = (found.report, found.place)
  }
}

/// What a photo's file says about itself, without decoding a pixel.
package struct PhotoInfo: Sendable {
  package let path: FilePath
  package let header: PhotoHeader
  package let metadata: EmbeddedMetadata
  /// What its stamp records; nil where it carries none that can be read.
  package let mark: StampMark?
  package let times: CaptureTimeReport
  /// Where it was taken if only a track tells that.
  package let tracked: TrackedPlace?
  /// The video of a motion photo, which is in its file.
  package let motionVideo: VideoFile?
  /// What joins a Live Photo to its video.
  package let contentIdentifier: String?

  /// Reads a photo's header, its metadata and every time in it.
  ///
  /// - Parameters:
  ///   - photo: its file.
  ///   - reader: finds its times.
  ///   - companions: finds the files beside it; nil where they are not to be read.
  ///   - tracks: tell where it was taken if it does not say that; nil where there are none.
  ///   - zone: that of a time without an offset, as a person gives it.
  /// - Throws: ``StampError``.
  package init(
    _ photo: InputPhoto, reader: CaptureTimeReader, companions: CompanionFolders?,
    tracks: TrackPlaces? = nil, in zone: CaptureZone? = nil
  ) throws(StampError) {
    let source = try PhotoSource(reading: photo)
    let file = try rethrowing(PhotoFile(source.bytes), as: StampError.photo)
    path = photo.path
    header = file.header
    metadata = file.metadata
    mark = StampMark(of: file)
    motionVideo = file.motionVideo.flatMap { try? VideoFile(file.bytes[$0]) }
    contentIdentifier = file.contentIdentifier
    let beside = photo.companions(by: companions)
    let found = TrackedTimes(
      of: file.metadata, tracks: tracks, adjustment: { _ in CaptureTimeAdjustment(zone: zone) }
    ) { place in
      reader.report(
        metadata: file.metadata, fileName: photo.nameBytes, companions: beside,
        modified: source.attributes.map { $0.modifiedSeconds }, tracked: place)
    }
    (times, tracked) = (found.report, found.place)
  }
}

extension InputPhoto {
  fileprivate func companions(by folders: CompanionFolders?) -> Companions {
    companionPath.flatMap { folders?.companions(of: $0) } ?? Companions()
  }
}
