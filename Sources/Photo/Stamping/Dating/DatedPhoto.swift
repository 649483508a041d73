package import CaptureTime
package import Files
package import Formats

/// What was written into a photo.
package struct DatedPhoto: Sendable {
  /// The time that is in its EXIF now, or that its file has.
  package let time: CaptureTime
  /// The time that it had, by all that it says; nil where it had none.
  package let earlier: CaptureTime?
  /// Whether its EXIF was changed; else only the time of its file.
  package let isInExif: Bool
  /// What the file's modification time becomes, in seconds since 1970 in UTC; nil where it stays.
  package let modified: Int?
}

/// Why no date is written into a photo.
package enum DateError: Error, Sendable, Hashable {
  case exif(ExifDateError)
  /// The name of the file says no time.
  case name(CaptureTimeRejection)
  /// The only time is that of the file's last change, which is no capture time.
  case onlyFileModified(CaptureTime)
  /// The day alone is known, and a file's modification time is to the second.
  case onlyDay(CaptureTime)
  /// The photo is a stamped TIFF; its stamp could no longer be taken off.
  case stampedTIFF
  /// The photo is no longer the one that was dated.
  case changedSince
  /// The photo's record does not give it back.
  case damagedRecord
  /// What gives the photo back could not be kept.
  case record(FileError)
}

/// Why a photo is left alone.
package enum DateSkip: Sendable, Hashable {
  /// EXIF has the time.
  case isThere
  /// No camera that was named took it.
  case otherCamera
  /// Photos of its format have no EXIF.
  case formatWithoutExif(PhotoFormat)
  /// It is what an earlier run made of the photo beside it.
  case earlierOutput
}
