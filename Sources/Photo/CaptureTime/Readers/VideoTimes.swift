import Formats

/// The times in a video's file.
enum VideoTimes {
  /// Reads the times that a video's file has.
  ///
  /// - Parameters:
  ///   - video: what its file says.
  ///   - zone: the wall clock on which the header's time, which is UTC, is shown.
  /// - Returns: the times as they stand there, not yet weighed.
  static func read(_ video: VideoFile, zone: CaptureZone) -> [CaptureTimeReading] {
    var readings: [CaptureTimeReading] = []
    if let date = video.creationDate {
      readings.append(
        XMPTimes.reading(.quicktimeCreationDate, date.prefix(CaptureTimeReader.rawTextLimit)))
    }
    if let created = video.created {
      let source: CaptureTimeSource = video.format == .webm ? .webmDate : .videoHeader
      readings.append(
        CaptureTimeReading(
          source, rawText: String(created),
          time: try time(created, zone: zone, source: source)))
    }
    return readings
  }

  private static func time(
    _ created: Int, zone: CaptureZone, source: CaptureTimeSource
  ) throws(CaptureTimeRejection) -> CaptureTime {
    if created == VideoFile.unsetClock { throw .zeros }
    return try CaptureTime(unixSeconds: created, zone: zone, source: source)
  }
}
