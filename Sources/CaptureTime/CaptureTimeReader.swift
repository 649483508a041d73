package import Formats

/// Finds when a photo was taken: tries every source in the order of ``CaptureTimeSource`` and takes
/// the first valid time.
package struct CaptureTimeReader: Sendable {
  /// The year of the oldest photograph that is left to us, Niépce's view from Le Gras.
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

  /// Reads and weighs every candidate. Never fails: what cannot be read is in the report.
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
    if let given { readings.append(GivenTime.reading(given)) }
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
    if let fileName, let reading = FileNameTime.read(fileName, zone: zone) {
      readings.append(reading)
    }
    if let modified { readings.append(modificationTime(modified)) }
    return CaptureTimeReport(candidates: weigh(readings), problems: problems)
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
    CaptureTimeReading(.fileModified, rawText: String(modified)) {
      () throws(CaptureTimeRejection) in
      try CaptureTime(unixSeconds: modified, zone: zone, source: .fileModified)
    }
  }
}

extension CaptureTime {
  /// An instant as a file system or a name gives it, in seconds since 1970 in UTC.
  ///
  /// - Throws: ``CaptureTimeRejection/outOfRange(field:observed:expected:)`` outside the years 1 to
  ///   9999, with the year that was observed (at most some three billion).
  init(
    unixSeconds: Int, subsecond: String? = nil, zone: CaptureZone, source: CaptureTimeSource
  ) throws(CaptureTimeRejection) {
    let day = unixSeconds.floorDivided(by: 86_400).quotient
    let year = CivilDate(daysSinceEpoch: day).year
    guard 1...9_999 ~= year else {
      throw .outOfRange(field: .year, observed: year, expected: 1...9_999)
    }
    self.init(instant: unixSeconds, subsecond: subsecond, zone: zone, source: source)
  }
}

extension GivenTime {
  static func reading(_ time: CaptureTime) -> CaptureTimeReading {
    CaptureTimeReading(.given, rawText: time.description) { () throws(CaptureTimeRejection) in
      time
    }
  }
}

extension CaptureTime: CustomStringConvertible {
  /// As ISO 8601 writes what is known: "2024-01-31", "2024-01-31T23:59:58.5+09:00".
  package var description: String {
    func padded(_ number: Int, _ width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    var text = "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    if precision == .day { return text }
    text += "T\(padded(hour, 2)):\(padded(minute, 2))"
    if precision == .second { text += ":" + padded(second, 2) + (subsecond.map { "." + $0 } ?? "") }
    if let offset { text += UTCOffset.text(offset, separator: ":") }
    return text
  }
}
