package import Formats

/// Finds when a photo was taken: tries every source in the order of ``CaptureTimeSource`` and takes
/// the first valid time.
package struct CaptureTimeReader: Sendable {
  /// The year of the oldest surviving photograph, Niépce's view from Le Gras.
  package static let earliestYear = 1826
  /// Seconds by which a time may be ahead of now: a day, for clocks in other zones.
  package static let futureLimit = 86_400
  /// Bytes of found text that a candidate keeps for display.
  package static let rawTextLimit = 120

  private let now: Int
  private let zone: CaptureZone

  /// - Parameters:
  ///   - zone: The wall clock on which sources that know only an instant are shown: GPS, names with
  ///     UTC or Unix time, the file's modification time. Also where a time without an offset is
  ///     taken to be when it is compared with now.
  ///   - now: Seconds since 1970-01-01 00:00 UTC.
  package init(zone: CaptureZone, now: Int) {
    self.zone = zone
    self.now = now
  }

  /// Reads and weighs every candidate. Never fails: what cannot be read is in the report, and so is a
  /// name that holds no date.
  ///
  /// - Parameters:
  ///   - metadata: The photo's blocks.
  ///   - fileName: The file's name without its folders, as the bytes that the file system gives.
  ///   - modified: The file's modification time, in seconds since 1970-01-01 00:00 UTC.
  ///   - given: The time that the user gives, which wins.
  /// - Returns: All candidates in the order in which they are tried.
  package func report(
    metadata: EmbeddedMetadata, fileName: [UInt8]? = nil, modified: Int? = nil,
    given: CaptureTime? = nil
  ) -> CaptureTimeReport {
    var readings: [CaptureTimeReading] = []
    var problems: [CaptureTimeProblem] = []
    if let given {
      readings.append(CaptureTimeReading(.given, rawText: given.description, time: given))
    }
    if let block = metadata.exif {
      let exif = ExifTimes.read(block, zone: zone)
      readings += exif.readings
      problems += exif.problems
    }
    let xmp = XMPTimes.read(metadata.xmp)
    readings += xmp.readings
    problems += xmp.problems
    let iptc = IPTCTimes.read(metadata.iptc)
    if let reading = iptc.reading { readings.append(reading) }
    problems += iptc.problems
    if let fileName { readings.append(FileNameTime.read(fileName, zone: zone)) }
    if let modified { readings.append(modificationTime(modified)) }
    return CaptureTimeReport(candidates: weigh(readings), problems: problems)
  }

  /// As ``report(metadata:fileName:modified:given:)``, of a video.
  package func report(
    video: VideoFile, fileName: [UInt8]? = nil, modified: Int? = nil, given: CaptureTime? = nil
  ) -> CaptureTimeReport {
    var readings = VideoTimes.read(video, zone: zone)
    if let given {
      readings.append(CaptureTimeReading(.given, rawText: given.description, time: given))
    }
    if let fileName { readings.append(FileNameTime.read(fileName, zone: zone)) }
    if let modified { readings.append(modificationTime(modified)) }
    return CaptureTimeReport(candidates: weigh(readings), problems: [])
  }

  /// Sorts the readings into the order in which they are tried and decides each one's outcome.
  private func weigh(_ readings: [CaptureTimeReading]) -> [CaptureTimeCandidate] {
    var isDecided = false
    return CaptureTimeSource.allCases.flatMap { source in
      readings.filter { $0.source == source }
    }.map { reading in
      do throws(CaptureTimeRejection) {
        let time = try reading.result.get()
        try checkAge(time)
        defer { isDecided = true }
        return CaptureTimeCandidate(
          source: reading.source, rawText: reading.rawText, time: time,
          outcome: isDecided ? .notNeeded : .chosen)
      } catch {
        return CaptureTimeCandidate(
          source: reading.source, rawText: reading.rawText, time: nil, outcome: .rejected(error))
      }
    }
  }

  private func checkAge(_ time: CaptureTime) throws(CaptureTimeRejection) {
    if time.source == .given { return }
    guard time.year >= Self.earliestYear else {
      throw .tooEarly(year: time.year, earliest: Self.earliestYear)
    }
    let instant = time.instant ?? time.wallSeconds - zone.offset(atWall: time.wallSeconds)
    guard instant - now <= Self.futureLimit else {
      throw .tooLate(secondsAhead: instant - now, limit: Self.futureLimit)
    }
  }

  private func modificationTime(_ modified: Int) -> CaptureTimeReading {
    CaptureTimeReading(
      .fileModified, rawText: String(modified),
      time: try CaptureTime(unixSeconds: modified, zone: zone, source: .fileModified))
  }
}

/// Every time that a photo offers, in the order in which they are tried, and which one won.
package struct CaptureTimeReport: Sendable, Hashable {
  package let candidates: [CaptureTimeCandidate]
  /// Metadata that could not be searched.
  package let problems: [CaptureTimeProblem]

  /// The first valid candidate's time; nil where there is none.
  package var chosen: CaptureTime? {
    candidates.first { $0.outcome == .chosen }?.time
  }
}

/// One time that a photo offers.
package struct CaptureTimeCandidate: Sendable, Hashable {
  package enum Outcome: Sendable, Hashable {
    case chosen
    /// Valid, but a candidate before it was too.
    case notNeeded
    case rejected(CaptureTimeRejection)
  }

  package let source: CaptureTimeSource
  /// The text as found, without padding; at most ``CaptureTimeReader/rawTextLimit`` bytes of it.
  package let rawText: String
  /// Nil where the candidate is rejected.
  package let time: CaptureTime?
  package let outcome: Outcome
}

/// A metadata block, or its rest, that could not be searched for times.
package enum CaptureTimeProblem: Error, Sendable, Hashable {
  case exif(TIFFError)
  /// `packet` counts the photo's packets from 0.
  case xmp(packet: Int, XMPError)
  /// A dataset's length field is itself of variable length, which no date needs.
  case iptcExtendedDataset(offset: Int)
  /// A dataset claims more bytes than the stream has left.
  case iptcTruncated(offset: Int, observed: Int, expected: Int)
}

/// What one place in a photo's metadata says of its capture time, before it is weighed.
struct CaptureTimeReading {
  let source: CaptureTimeSource
  /// The text as found, without padding, cut at ``CaptureTimeReader/rawTextLimit``; what is not
  /// UTF-8 as U+FFFD.
  let rawText: String
  let result: Result<CaptureTime, CaptureTimeRejection>

  init(
    _ source: CaptureTimeSource, rawText: ArraySlice<UInt8>,
    time: @autoclosure () throws(CaptureTimeRejection) -> CaptureTime
  ) {
    self.source = source
    let shown = rawText.trimmed
    self.rawText =
      String(decoding: shown.prefix(CaptureTimeReader.rawTextLimit), as: UTF8.self)
      + (shown.count > CaptureTimeReader.rawTextLimit ? "…" : "")
    result = Result(catching: time)
  }

  init(
    _ source: CaptureTimeSource, rawText: String,
    time: @autoclosure () throws(CaptureTimeRejection) -> CaptureTime
  ) {
    self.init(source, rawText: Array(rawText.utf8)[...], time: try time())
  }
}
