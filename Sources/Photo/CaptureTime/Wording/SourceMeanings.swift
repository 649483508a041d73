extension CaptureTimeSource {
  /// What the source is, for the table in the help and the documentation, which has the sources in the order
  /// of the cases.
  package var meaning: String {
    switch self {
    case .given: "`--time`"
    case .exifDateTimeOriginal:
      "EXIF DateTimeOriginal, with SubSecTimeOriginal and OffsetTimeOriginal"
    case .exifDateTimeDigitized: "EXIF DateTimeDigitized, with its own sub-second and offset"
    case .xmpDateTimeOriginal: "XMP `exif:DateTimeOriginal`"
    case .xmpDateCreated: "XMP `photoshop:DateCreated`"
    case .xmpCreateDate: "XMP `xmp:CreateDate`"
    case .xmpDateTimeDigitized: "XMP `exif:DateTimeDigitized`"
    case .iptcDateCreated: "IPTC DateCreated with TimeCreated"
    case .iptcDigitalCreationDate: "IPTC DigitalCreationDate with DigitalCreationTime"
    case .pngCreationTime: "a PNG’s text `Creation Time`"
    case .gps: "EXIF GPSDateStamp with GPSTimeStamp, in UTC"
    case .quicktimeCreationDate: "a video’s wall clock, as phones write it"
    case .companion: "a file beside it: XMP, or Google Takeout’s JSON, in UTC"
    case .fileName: "the file’s name"
    case .videoHeader: "the header of an MP4 or MOV, in UTC"
    case .webmDate: "the header of a WebM, in UTC"
    case .exifDateTime: "EXIF DateTime: the last change, not the capture"
    case .pngTime: "a PNG’s tIME: the last change, in UTC"
    case .fileModified: "the file’s modification time; Daystamp says so"
    }
  }

  /// The table of all sources in the documentation, in Markdown.
  package static var table: String {
    allCases.enumerated().map { "| \($0 + 1) | `\($1.rawValue)` | \($1.meaning) |\n" }.joined()
  }
}
