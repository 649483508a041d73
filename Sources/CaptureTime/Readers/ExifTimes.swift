import Formats

/// The dates of an EXIF block: those of the main and the Exif directory, and the GPS fix.
enum ExifTimes {
  /// One of EXIF's dates, with the tags that are its own and no other's.
  private struct Tags {
    let source: CaptureTimeSource
    let dateTime: TIFFTag
    let subsecond: TIFFTag
    let offset: TIFFTag
  }

  private static let dates = [
    Tags(
      source: .exifDateTimeOriginal, dateTime: .dateTimeOriginal, subsecond: .subSecTimeOriginal,
      offset: .offsetTimeOriginal),
    Tags(
      source: .exifDateTimeDigitized, dateTime: .dateTimeDigitized,
      subsecond: .subSecTimeDigitized, offset: .offsetTimeDigitized),
    Tags(
      source: .exifDateTime, dateTime: .dateTime, subsecond: .subSecTime, offset: .offsetTime),
  ]

  /// Reads a block that begins at its TIFF header; GPS time, which is UTC, is shown in `zone`.
  ///
  /// At most three directories are read, so a loop between them does no harm.
  static func read(
    _ block: ArraySlice<UInt8>, zone: CaptureZone
  ) -> (readings: [CaptureTimeReading], problems: [CaptureTimeProblem]) {
    var problems: [CaptureTimeProblem] = []
    let structure: TIFFStructure
    let main: TIFFDirectory
    do throws(TIFFError) {
      structure = try TIFFStructure(block)
      main = try structure.firstDirectory()
    } catch {
      return ([], [.exif(error)])
    }

    func directory(_ pointer: TIFFTag) -> TIFFDirectory? {
      guard let offset = main[pointer]?.unsigned(at: 0) else { return nil }
      do throws(TIFFError) {
        return try structure.directory(at: Int(offset))
      } catch {
        problems.append(.exif(error))
        return nil
      }
    }

    // TIFF/EP cameras and some converters keep the Exif directory's tags in the main one.
    let places = [directory(.exifIFD), main].compactMap(\.self)
    var readings = dates.compactMap { reading($0, in: places) }
    if let gps = directory(.gpsIFD), let reading = GPSTime.read(gps, zone: zone) {
      readings.append(reading)
    }
    return (readings, problems)
  }

  private static func reading(_ tags: Tags, in places: [TIFFDirectory]) -> CaptureTimeReading? {
    func entry(_ tag: TIFFTag) -> TIFFEntry? { places.lazy.compactMap { $0[tag] }.first }
    guard let date = entry(tags.dateTime) else { return nil }
    let subsecond = entry(tags.subsecond).flatMap { ExifTimestamp.subsecond($0.bytes) }
    let offset = entry(tags.offset)?.bytes
    var raw = (date.text ?? "").trimmingTrailingBlanks
    if let subsecond { raw += "." + subsecond }
    if let text = entry(tags.offset)?.text?.trimmingTrailingBlanks, !text.isEmpty { raw += text }
    return CaptureTimeReading(tags.source, rawText: raw) { () throws(CaptureTimeRejection) in
      var fields = try ExifTimestamp.parse(date.bytes)
      fields.subsecond = subsecond ?? fields.subsecond
      fields.offset = offset.flatMap(UTCOffset.parse) ?? fields.offset
      return try fields.captureTime(source: tags.source)
    }
  }
}

extension String {
  fileprivate var trimmingTrailingBlanks: String {
    String(decoding: Array(utf8)[...].trimmed, as: UTF8.self)
  }
}
