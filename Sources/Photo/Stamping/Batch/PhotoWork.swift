package import CaptureTime
package import Files
package import Formats
import Glibc
package import Raster
package import SystemPackage

/// The work of a batch on each photo: bytes in, bytes out.
package protocol PhotoWork: Sendable {
  /// Refuses a photo that the work does not apply to, before its output path is checked.
  ///
  /// - Parameters:
  ///   - reader: reads the photo.
  ///   - format: what the photo is.
  /// - Throws: ``StampError``.
  func check(_ reader: PhotoReader, format: PhotoFormat) throws(StampError)

  /// Does the work.
  ///
  /// - Parameters:
  ///   - source: the photo's bytes and its file's times.
  ///   - context: other facts about it.
  ///   - format: the format to write.
  /// - Returns: the bytes to write, and what to report.
  /// - Throws: ``StampError``.
  func perform(
    on source: PhotoSource, _ context: PhotoContext, as format: PhotoFormat
  ) throws(StampError) -> FinishedPhoto

  /// Keeps what gives a photo back that is about to be replaced.
  ///
  /// - Parameters:
  ///   - source: the photo as it is.
  ///   - finished: what takes its place.
  ///   - path: where it is.
  /// - Throws: ``StampError``; then the photo is not replaced.
  func keep(
    _ source: PhotoSource, replacedBy finished: FinishedPhoto, at path: FilePath
  ) throws(StampError)

  /// Develops raw photos; nil for work that takes none.
  var decoder: (any PictureDecoder)? { get }

  /// What a photo is.
  ///
  /// - Throws: ``StampError`` where it is of no format that the work applies to.
  func format(of reader: PhotoReader) throws(StampError) -> PhotoFormat

  /// Does the work on the XMP beside a raw photo, which itself stays as it is.
  ///
  /// - Parameters:
  ///   - raw: the photo.
  ///   - companion: the XMP.
  ///   - attributes: the photo's file's times.
  ///   - context: other facts about the photo.
  /// - Returns: the XMP to write, and what to report; nil where the work has nothing to write there.
  /// - Throws: ``StampError``.
  func companion(
    of raw: RawPhoto, _ companion: RawCompanion, _ attributes: FileAttributes?,
    _ context: PhotoContext
  ) throws(StampError) -> FinishedPhoto?

  /// Whether a file shows that the work has made it of a photo, as it is now.
  func hasMade(_ output: PhotoSource, of source: PhotoSource) -> Bool

  /// Finds out whether a file is what the work would make of a photo.
  ///
  /// - Parameters:
  ///   - output: the file.
  ///   - source: the photo.
  ///   - context: other facts about it.
  ///   - format: the format to write.
  /// - Returns: what the file is.
  /// - Throws: ``StampError`` as ``perform(on:_:as:)`` does.
  func compare(
    _ output: PhotoSource, of source: PhotoSource, _ context: PhotoContext, as format: PhotoFormat
  ) throws(StampError) -> EarlierOutput
}

extension PhotoWork {
  /// Keeps nothing: a stamp has in itself what gives its photo back.
  package func keep(
    _ source: PhotoSource, replacedBy finished: FinishedPhoto, at path: FilePath
  ) {}

  package var decoder: (any PictureDecoder)? { nil }

  package func format(of reader: PhotoReader) throws(StampError) -> PhotoFormat {
    try reader.format()
  }

  package func companion(
    of raw: RawPhoto, _ companion: RawCompanion, _ attributes: FileAttributes?,
    _ context: PhotoContext
  ) -> FinishedPhoto? { nil }

  package func compare(
    _ output: PhotoSource, of source: PhotoSource, _ context: PhotoContext, as format: PhotoFormat
  ) throws(StampError) -> EarlierOutput {
    try compareDoingAgain(output, of: source, context, as: format)
  }

  /// Does the work again, and compares the bytes.
  func compareDoingAgain(
    _ output: PhotoSource, of source: PhotoSource, _ context: PhotoContext, as format: PhotoFormat
  ) throws(StampError) -> EarlierOutput {
    let finished = try perform(on: source, context, as: format)
    guard finished.bytes == output.bytes else { return .other }
    return EarlierPhoto(finished.result).map(EarlierOutput.same) ?? .other
  }
}

/// What a file is that has an output's name already.
package enum EarlierOutput: Sendable {
  /// What would be made now.
  case same(EarlierPhoto)
  /// Of this photo, with other options.
  case withOtherOptions
  /// Anything else.
  case other
}

/// A photo that was done before.
package struct EarlierPhoto: Sendable {
  package let label: String
  /// The time that the label shows, or showed; nil where there is none.
  package let time: String?
  package let timeSource: CaptureTimeSource?
  package let timePrecision: CaptureTimePrecision?
  /// What of the original unstamping gives back, or gave back.
  package let restores: Restoration?

  private init(
    label: String, time: String?, source: CaptureTimeSource?, precision: CaptureTimePrecision?,
    restores: Restoration?
  ) {
    (self.label, self.time, self.restores) = (label, time, restores)
    (timeSource, timePrecision) = (source, precision)
  }

  init(_ time: CaptureTime?, label: String, restores: Restoration?) {
    self.init(
      label: label, time: time?.description, source: time?.source, precision: time?.precision,
      restores: restores)
  }

  /// What work that succeeded would be now; nil of any other.
  fileprivate init?(_ result: PhotoRecord.Result) {
    switch result {
    case .stamped(let photo):
      self.init(photo.time, label: photo.label, restores: photo.fidelity.restores)
    case .unstamped(let mark, let restored):
      self.init(
        label: mark.label, time: mark.time, source: nil, precision: nil, restores: restored)
    case .dated(let photo): self.init(photo.time, label: "", restores: nil)
    case .undone, .already, .skipped, .failed: return nil
    }
  }
}

/// The bytes to write for a photo, and what to report.
package struct FinishedPhoto: Sendable {
  let bytes: [UInt8]
  let result: PhotoRecord.Result
  let warnings: [StampWarning]
  /// What the file's modification time becomes; nil to keep the photo's own.
  var modified: timespec?
  /// Whether to remove the file instead, which only undoing does, for files that the run made.
  var isRemoved = false
}

/// What happened to one photo of a batch.
package struct PhotoRecord: Sendable {
  package let input: FilePath
  /// What its job is called.
  package let job: JobList.Job.Identifier?
  /// Where the result is, or would be; nil for standard output and where it was not known.
  package internal(set) var output: FilePath?
  package internal(set) var result: Result
  package internal(set) var warnings: [StampWarning] = []
  /// SHA-256 of the input; nil if not asked for, or not read whole.
  package internal(set) var inputHash: [UInt8]?
  /// SHA-256 of the written or existing output; nil if not asked for, and in a dry run.
  package internal(set) var outputHash: [UInt8]?
  /// Whether the machine failed and not the photo.
  package internal(set) var isFailureOfMachine = false

  package enum Result: Sendable {
    case stamped(StampedPhoto)
    /// With what came back of the original.
    case unstamped(StampMark, Restoration)
    case dated(DatedPhoto)
    /// It is again as it was before it was dated.
    case undone
    /// The output was there, and was proved to be what would be made.
    case already(EarlierPhoto)
    case skipped(PhotoSkip)
    case failed(StampError)
  }
}

/// Why a photo was left alone, which is not a failure.
package enum PhotoSkip: Hashable, Sendable {
  /// Its output exists already.
  case outputExists
  /// Another photo is written to its output, and such photos were to be skipped.
  case conflict(OutputConflict)
  /// It was found in a folder, and carries no stamp to be taken off.
  case notStamped
  /// It was found in a folder, and is of a format that carries no stamp.
  case formatWithoutStamp(PhotoFormat)
  /// There is no date to be written into it.
  case date(DateSkip)

  /// An error that is none for any photo: there is nothing to be done.
  init?(_ error: StampError) {
    guard case .notDated(let skip) = error else { return nil }
    self = .date(skip)
  }

  /// An error that is not a failure for a photo that was found in a folder, though it would be for
  /// one that was named; nil for the other errors.
  init?(ofFound error: StampError) {
    switch error {
    case .notStamped: self = .notStamped
    case .formatWithoutStamp(let format): self = .formatWithoutStamp(format)
    case .date(.exif(.formatWithoutExif(let format))): self = .date(.formatWithoutExif(format))
    case .notDated(let skip): self = .date(skip)
    default: return nil
    }
  }
}
