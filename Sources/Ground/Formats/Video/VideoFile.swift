/// What a video's file says of itself; no picture is decoded, and only its index is read.
package struct VideoFile: Sendable, Hashable {
  package let format: VideoFormat
  /// In bytes.
  package let byteCount: Int
  /// As displayed, in pixels.
  package var size: PixelSize
  /// In seconds; nil where the file does not say it, as of many recordings of browsers.
  package var duration: Double?
  /// `com.apple.quicktime.creationdate`: a wall clock's time with its offset, not yet checked.
  package var creationDate: [UInt8]?
  /// The recording's begin by the header, in seconds since 1970 in UTC; ``unsetClock`` of a clock that
  /// was never set.
  package var created: Int?
  /// What joins a Live Photo's video to its photo; at most 128 characters of ASCII.
  package var contentIdentifier: String?
  /// Where it was taken, as ISO 6709 writes it, not yet checked; at most 128 bytes.
  package var location: [UInt8]?

  /// Midnight of 1 January 1904 in UTC, from which the header of MP4 and QuickTime counts (ISO/IEC
  /// 14496-12, 8.2.2).
  package static let unsetClock = -2_082_844_800
  /// The longest side in pixels that is believed.
  static let longestSide = 65_535

  /// Reads bytes of a file: `count` from an offset on, fewer where the file ends.
  package typealias Reading = (_ offset: Int, _ count: Int) throws(VideoFileError) -> [UInt8]

  /// Reads what describes the video, at most some hundred pieces of at most a megabyte.
  ///
  /// - Parameters:
  ///   - byteCount: the file's length.
  ///   - read: reads from it.
  /// - Throws: ``VideoFileError``, also what `read` throws.
  package init(byteCount: Int, read: @escaping Reading) throws(VideoFileError) {
    guard let format = VideoFormat.detect(try read(0, min(4096, byteCount))) else {
      throw .notAVideo
    }
    let described =
      switch format {
      case .mp4, .mov: try MovieBoxes(fileSize: byteCount, read: read).description(of: format)
      case .webm: try WebMHeader.description(try read(0, min(WebMHeader.length, byteCount)))
      }
    guard let size = described.size else { throw .noPicture(format) }
    self.init(
      format: format, byteCount: byteCount, size: size, duration: described.duration,
      creationDate: described.creationDate, created: described.created,
      contentIdentifier: described.contentIdentifier, location: described.location)
  }

  /// As ``init(byteCount:read:)``, of bytes in memory.
  package init(_ bytes: ArraySlice<UInt8>) throws(VideoFileError) {
    let reader = ByteReader(bytes, .bigEndian)
    try self.init(byteCount: bytes.count) { (offset, count) throws(VideoFileError) in
      Array(reader.slice(at: offset, count: min(count, bytes.count - offset)) ?? [])
    }
  }

  private init(
    format: VideoFormat, byteCount: Int, size: PixelSize, duration: Double?, creationDate: [UInt8]?,
    created: Int?, contentIdentifier: String?, location: [UInt8]?
  ) {
    (self.format, self.byteCount, self.size) = (format, byteCount, size)
    (self.duration, self.creationDate, self.created) = (duration, creationDate, created)
    self.location = location
    self.contentIdentifier = contentIdentifier
  }
}

/// Why a file is not taken as a video.
package enum VideoFileError: Error, Sendable, Hashable {
  /// Its content is not of a format that videos have here.
  case notAVideo
  /// What describes the video is not there, or is cut off.
  case damaged(VideoFormat, part: String)
  /// It holds sound alone, or no size of a picture.
  case noPicture(VideoFormat)
  /// A system call failed, with this errno.
  case unreadable(CInt)
}

/// What the readers of the formats find.
struct VideoDescription {
  var size: PixelSize?
  var duration: Double?
  var creationDate: [UInt8]?
  var created: Int?
  var contentIdentifier: String?
  var location: [UInt8]?

  /// A duration that can be: more than nothing, and less than a year.
  static func seconds(_ seconds: Double) -> Double? {
    seconds > 0 && seconds < 366 * 86_400 ? seconds : nil
  }

  static func size(_ width: Int, _ height: Int) -> PixelSize? {
    let sides = 1...VideoFile.longestSide
    return sides.contains(width) && sides.contains(height)
      ? PixelSize(width: width, height: height) : nil
  }
}

/// A name that joins a photo and its video.
enum ContentIdentifier {
  /// The text up to a NUL; nil where it is empty, too long, or not printable ASCII.
  static func parse(_ bytes: ArraySlice<UInt8>) -> String? {
    let text = bytes.prefix { $0 != 0 }
    guard (1...128).contains(text.count), text.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      return nil
    }
    return String(decoding: text, as: UTF8.self)
  }
}
