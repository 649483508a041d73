/// A timestamp's numbers as they were written, before the calendar is asked.
struct TimestampFields: Hashable {
  var year: Int
  var month: Int
  var day: Int
  /// Nil where the timestamp ends at the day.
  var hour: Int?
  var minute = 0
  /// Nil where the timestamp ends at the minute.
  var second: Int?
  var subsecond: String?
  var offset: Int?

  /// The capture time that the numbers mean.
  ///
  /// - Throws: ``CaptureTimeRejection/zeros`` or
  ///   ``CaptureTimeRejection/outOfRange(field:observed:expected:)``.
  func captureTime(source: CaptureTimeSource) throws(CaptureTimeRejection) -> CaptureTime {
    if year == 0, month == 0, day == 0 { throw .zeros }
    try Self.check(.year, year, 1...9_999)
    try Self.check(.month, month, 1...12)
    let days = 1...CivilDate.daysIn(month: month, year: year)
    try Self.check(.day, day, days)
    guard let date = CivilDate(year: year, month: month, day: day) else {
      throw .outOfRange(field: .day, observed: day, expected: days)
    }
    guard let hour else { return CaptureTime(date: date, precision: .day, source: source) }
    try Self.check(.hour, hour, 0...23)
    try Self.check(.minute, minute, 0...59)
    try Self.check(.second, second ?? 0, 0...60)
    return CaptureTime(
      date: date, hour: hour, minute: minute, second: second ?? 0,
      subsecond: second == nil ? nil : subsecond, offset: offset,
      precision: second == nil ? .minute : .second, source: source)
  }

  mutating func set(_ field: TimestampField, to value: Int) {
    switch field {
    case .year: year = value
    case .month: month = value
    case .day: day = value
    case .hour: hour = value
    case .minute: minute = value
    case .second: second = value
    case .offset: offset = value
    }
  }

  private static func check(
    _ field: TimestampField, _ observed: Int, _ expected: ClosedRange<Int>
  ) throws(CaptureTimeRejection) {
    guard expected ~= observed else {
      throw .outOfRange(field: field, observed: observed, expected: expected)
    }
  }
}
