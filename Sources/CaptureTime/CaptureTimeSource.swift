/// Where a capture time was found. The order of the cases is the order in which they are tried.
///
/// Raw values are the names in JSON output.
package enum CaptureTimeSource: String, Sendable, CaseIterable {
  case given
  case exifDateTimeOriginal = "exif:DateTimeOriginal"
  case exifDateTimeDigitized = "exif:DateTimeDigitized"
  case xmpDateTimeOriginal = "xmp:exif:DateTimeOriginal"
  case xmpDateCreated = "photoshop:DateCreated"
  case xmpCreateDate = "xmp:CreateDate"
  case iptcDateCreated = "iptc:DateCreated"
  case gps
  case fileName
  /// The last change of the file, by EXIF's own account, not the capture.
  case exifDateTime = "exif:DateTime"
  case fileModified
}

/// The finest part of a capture time that its source knows.
package enum CaptureTimePrecision: String, Sendable, CaseIterable {
  case day, minute, second

  /// Seconds that pass between two times of this precision.
  package var seconds: Int {
    switch self {
    case .day: 86_400
    case .minute: 60
    case .second: 1
    }
  }
}
