import Formats

/// The dates of an IPTC-IIM stream with their times (IIM 4.2): of the picture, datasets 2:55 and 2:60, and of
/// its digital form, 2:62 and 2:63.
enum IPTCTimes {
  private static let dates: [(source: CaptureTimeSource, date: UInt8, time: UInt8)] = [
    (.iptcDateCreated, 55, 60), (.iptcDigitalCreationDate, 62, 63),
  ]
  static let syntax = "YYYYMMDD hhmmss±hhmm"
  private static let dateSyntax = "YYYYMMDD"

  /// Reads each date from the first stream that has it.
  static func read(
    _ streams: [ArraySlice<UInt8>]
  ) -> (readings: [CaptureTimeReading], problems: [CaptureTimeProblem]) {
    var readings: [CaptureTimeReading] = []
    var problems: [CaptureTimeProblem] = []
    for stream in streams {
      let datasets = IPTCStream(stream, wanted: Set(dates.flatMap { [$0.date, $0.time] }))
      if let problem = datasets.problem { problems.append(CaptureTimeProblem(problem)) }
      for numbers in dates where !readings.contains(where: { $0.source == numbers.source }) {
        guard let date = datasets.values[numbers.date] else { continue }
        let time = datasets.values[numbers.time]
        let raw = (time.map { [date, $0] } ?? [date]).joined(separator: [UInt8(ascii: " ")])
        readings.append(
          CaptureTimeReading(numbers.source, rawText: Array(raw)[...]) {
            () throws(CaptureTimeRejection) in try parse(date: date, time: time)
          })
      }
    }
    return (readings, problems)
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
