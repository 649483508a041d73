import Formats

/// What one place in a photo's metadata says of its capture time, before it is weighed.
struct CaptureTimeReading {
  let source: CaptureTimeSource
  /// The text as found, without padding, cut at ``CaptureTimeReader/rawTextLimit``; what is not
  /// UTF-8 as U+FFFD.
  let rawText: String
  private(set) var result: Result<CaptureTime, CaptureTimeRejection>
  /// What is to be said of how it was read.
  private(set) var notes: [CaptureTimeNote]
  /// Whether its hour is written as 24, and read as 0 of the same day.
  let isHour24: Bool
  /// Whether it is a property of XMP, also of a companion's.
  private var isXMP: Bool

  init(
    _ source: CaptureTimeSource, rawText: ArraySlice<UInt8>, isHour24: Bool = false,
    time: @autoclosure () throws(CaptureTimeRejection) -> CaptureTime
  ) {
    self.init(source, rawText, Result(catching: time), notes: [], isHour24: isHour24)
  }

  /// A time that is written as text.
  init(
    _ source: CaptureTimeSource, rawText: ArraySlice<UInt8>,
    reading read: () throws(CaptureTimeRejection) -> ReadTimestamp
  ) {
    do throws(CaptureTimeRejection) {
      let read = try read()
      var fields = read.fields
      let isHour24 = fields.hour == 24
      if isHour24 { fields.hour = 0 }
      self.init(
        source, rawText,
        Result { () throws(CaptureTimeRejection) in try fields.captureTime(source: source) },
        notes: read.notes, isHour24: isHour24)
    } catch {
      self.init(source, rawText, .failure(error), notes: [], isHour24: false)
    }
  }

  /// What a companion says, in which the reading stands.
  func ofCompanion(named name: String) -> CaptureTimeReading {
    var reading = CaptureTimeReading(
      .companion, Array(rawText.utf8)[...], result.map { $0.of(.companion) },
      notes: [.companion(name)] + notes, isHour24: isHour24)
    reading.isXMP = isXMP
    return reading
  }

  private init(
    _ source: CaptureTimeSource, _ rawText: ArraySlice<UInt8>,
    _ result: Result<CaptureTime, CaptureTimeRejection>, notes: [CaptureTimeNote], isHour24: Bool
  ) {
    (self.source, self.result, self.notes, self.isHour24) = (source, result, notes, isHour24)
    isXMP = source.isXMP
    let shown = rawText.trimmed
    self.rawText =
      String(decoding: shown.prefix(CaptureTimeReader.rawTextLimit), as: UTF8.self)
      + (shown.count > CaptureTimeReader.rawTextLimit ? "…" : "")
  }

  init(
    _ source: CaptureTimeSource, rawText: String, isHour24: Bool = false,
    time: @autoclosure () throws(CaptureTimeRejection) -> CaptureTime
  ) {
    self.init(source, rawText: Array(rawText.utf8)[...], isHour24: isHour24, time: try time())
  }

  /// A time in text, with the text to show.
  init(
    _ source: CaptureTimeSource, rawText: String,
    reading read: () throws(CaptureTimeRejection) -> ReadTimestamp
  ) {
    self.init(source, rawText: Array(rawText.utf8)[...], reading: read)
  }
}

/// The numbers of a timestamp, with a note about how it is written.
struct ReadTimestamp {
  let fields: TimestampFields
  let notes: [CaptureTimeNote]
}

extension CaptureTimeReading {
  /// The time on the clock of the place where the photo was taken, where it does not say its own: it has no
  /// offset, or it is XMP's in UTC, as programs write it that have lost the offset.
  ///
  /// - Parameters:
  ///   - place: its zone.
  ///   - fix: the instant of the GPS fix, which tells of two hours that clocks showed which one it was.
  /// - Returns: the reading, with the time from the place if that gives one.
  func placed(in place: CaptureZone, at fix: Int? = nil) -> CaptureTimeReading {
    guard source != .given, case .success(let time) = result,
      time.offset == nil || isXMPInUTC(time)
    else { return self }
    var placed = self
    placed.result = .success(time.inZone(place))
    guard time.offset == nil, time.precision != .day else { return placed }
    switch place.instants(atWall: time.wallSeconds) {
    case .once: break
    case .never: placed.notes.append(.skippedTime)
    case .twice(let first, let second):
      let isSecond = fix.map { abs($0 - second) < abs($0 - first) } ?? false
      if isSecond { placed.result = .success(time.with(instant: second).inZone(place)) }
      if fix == nil { placed.notes.append(.repeatedTime) }
    }
    return placed
  }

  private func isXMPInUTC(_ time: CaptureTime) -> Bool {
    isXMP && time.offset == 0 && rawText.last?.uppercased() == "Z"
  }
}
