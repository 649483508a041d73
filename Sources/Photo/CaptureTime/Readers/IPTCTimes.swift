import Formats

/// DateCreated and TimeCreated of an IPTC-IIM stream (IIM 4.2, datasets 2:55 and 2:60).
enum IPTCTimes {
  private static let dateCreated: UInt8 = 55
  private static let timeCreated: UInt8 = 60
  static let syntax = "YYYYMMDD hhmmss±hhmm"
  private static let dateSyntax = "YYYYMMDD"

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
      let reading = CaptureTimeReading(.iptcDateCreated, rawText: Array(raw)[...]) {
        () throws(CaptureTimeRejection) in try parse(date: date, time: time)
      }
      return (reading, problems)
    }
    return (nil, problems)
  }

  /// A time that cannot be read leaves the day.
  private static func parse(
    date: ArraySlice<UInt8>, time: ArraySlice<UInt8>?
  ) throws(CaptureTimeRejection) -> ReadTimestamp {
    let date = date.trimmed
    let time = time?.trimmed ?? []
    if date.isEmpty { throw .blank }
    guard let text = TimestampText(date) else {
      throw .wrongSyntax(
        observed: String(decoding: date.prefix(64), as: UTF8.self), expected: syntax)
    }
    var fields = text.fields
    if fields.year != 0, fields.month == 0 { throw .incomplete(missing: .month) }
    if fields.year != 0, fields.day == 0 { throw .incomplete(missing: .day) }
    if time.isEmpty { return text.read(usual: dateSyntax) }
    guard let clock = TimestampText.time(time, into: &fields) else {
      return ReadTimestamp(
        fields: fields,
        notes: text.read(usual: dateSyntax).notes
          + [.droppedTime(String(decoding: time.prefix(20), as: UTF8.self))])
    }
    let form = "\(text.form) \(clock.form)"
    var notes: [CaptureTimeNote] = syntax.hasPrefix(form) ? [] : [.form(form)]
    if let dropped = clock.dropped { notes.append(.droppedOffset(dropped.text, dropped.why)) }
    return ReadTimestamp(fields: fields, notes: notes)
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
