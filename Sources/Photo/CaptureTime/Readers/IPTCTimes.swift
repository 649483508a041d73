import Formats

/// DateCreated and TimeCreated of an IPTC-IIM stream (IIM 4.2, datasets 2:55 and 2:60).
enum IPTCTimes {
  private static let dateCreated: UInt8 = 55
  private static let timeCreated: UInt8 = 60
  static let syntax = "YYYYMMDD hhmmss±hhmm"

  /// Reads the first stream that has a date.
  static func read(
    _ streams: [ArraySlice<UInt8>]
  ) -> (reading: CaptureTimeReading?, problems: [CaptureTimeProblem]) {
    var problems: [CaptureTimeProblem] = []
    for stream in streams {
      let datasets = IPTCStream(stream, wanted: [dateCreated, timeCreated])
      if let problem = datasets.problem { problems.append(CaptureTimeProblem(problem)) }
      guard let date = datasets.values[dateCreated] else { continue }
      let time = datasets.values[timeCreated]
      let raw = (time.map { [date, $0] } ?? [date]).joined(separator: [UInt8(ascii: " ")])
      let reading = CaptureTimeReading(
        .iptcDateCreated, rawText: Array(raw)[...], time: try parse(date: date, time: time))
      return (reading, problems)
    }
    return (nil, problems)
  }

  private static func parse(
    date: ArraySlice<UInt8>, time: ArraySlice<UInt8>?
  ) throws(CaptureTimeRejection) -> CaptureTime {
    let date = date.trimmed
    let time = time?.trimmed ?? []
    if date.isEmpty { throw .blank }
    guard var fields = dateFields(date), timeFields(time, into: &fields) else {
      throw .wrongSyntax(
        observed: String(decoding: (date + [0x20] + time).prefix(64), as: UTF8.self),
        expected: syntax)
    }
    if fields.year != 0, fields.month == 0 { throw .incomplete(missing: .month) }
    if fields.year != 0, fields.day == 0 { throw .incomplete(missing: .day) }
    return try fields.captureTime(source: .iptcDateCreated)
  }

  private static func dateFields(_ date: ArraySlice<UInt8>) -> TimestampFields? {
    var reader = ByteReader(text: date)
    guard let year = reader.number(digits: 4), let month = reader.number(digits: 2),
      let day = reader.number(digits: 2), reader.isAtEnd
    else { return nil }
    return TimestampFields(year: year, month: month, day: day)
  }

  /// Adds `hhmmss±hhmm`, whose offset some programs leave out; an empty time adds nothing.
  private static func timeFields(
    _ time: ArraySlice<UInt8>, into fields: inout TimestampFields
  ) -> Bool {
    if time.isEmpty { return true }
    var reader = ByteReader(text: time)
    guard let hour = reader.number(digits: 2), let minute = reader.number(digits: 2),
      let second = reader.number(digits: 2)
    else { return false }
    (fields.hour, fields.minute, fields.second) = (hour, minute, second)
    fields.offset = UTCOffset.scan(&reader)
    return reader.isAtEnd
  }
}

extension CaptureTimeProblem {
  fileprivate init(_ error: IPTCError) {
    switch error {
    case .extendedDataset(let offset): self = .iptcExtendedDataset(offset: offset)
    case .truncated(let offset, let observed, let expected):
      self = .iptcTruncated(offset: offset, observed: observed, expected: expected)
    }
  }
}
