package import CaptureTime

/// An hour and a minute on the wall clock, as "04:00".
package struct TimeOfDay: Sendable, Hashable {
  /// 0 to 23.
  package let hour: Int
  /// 0 to 59.
  package let minute: Int

  package static let midnight = TimeOfDay(inRange: 0, 0)

  /// - Throws: ``TimeOfDayError/outOfRange(field:observed:expected:)``.
  package init(hour: Int, minute: Int = 0) throws(TimeOfDayError) {
    guard 0...23 ~= hour else {
      throw .outOfRange(field: .hour, observed: hour, expected: 0...23)
    }
    guard 0...59 ~= minute else {
      throw .outOfRange(field: .minute, observed: minute, expected: 0...59)
    }
    self.init(inRange: hour, minute)
  }

  private init(inRange hour: Int, _ minute: Int) { (self.hour, self.minute) = (hour, minute) }

  /// Reads "04:00" or "4:00".
  ///
  /// - Throws: ``TimeOfDayError``.
  package static func parse(_ text: String) throws(TimeOfDayError) -> TimeOfDay {
    let fields = text.split(separator: ":", omittingEmptySubsequences: false)
    guard fields.count == 2, let hour = Int(digits: fields[0], widths: 1...2),
      let minute = Int(digits: fields[1], widths: 2...2)
    else { throw .syntax(observed: text) }
    return try TimeOfDay(hour: hour, minute: minute)
  }

  /// The likely meaning of a time in another form, such as "6pm", "7.30" or "noon": for suggestions
  /// in errors only, since a guess is never accepted.
  package static func nearest(_ text: String) -> TimeOfDay? {
    let text = text.lowercased().filter { !$0.isWhitespace }
    if text == "noon" || text == "midnight" { return try? TimeOfDay(hour: text == "noon" ? 12 : 0) }
    let digits = text.prefix { $0.isNumber || ":.,h".contains($0) }
    let half = text.dropFirst(digits.count).filter { $0 != "." }
    var fields = digits.split { ":.,h".contains($0) }
    if fields.count == 1, 3...4 ~= fields[0].count {
      fields = [fields[0].dropLast(2), fields[0].suffix(2)]
    }
    guard 1...3 ~= fields.count, var hour = Int(digits: fields[0], widths: 1...2),
      let minute = Int(digits: fields.count > 1 ? fields[1] : "00", widths: 2...2)
    else { return nil }
    switch half {
    case "": break
    case "am", "a", "pm", "p":
      guard 1...12 ~= hour else { return nil }
      hour = hour % 12 + (half.hasPrefix("p") ? 12 : 0)
    default: return nil
    }
    return try? TimeOfDay(hour: hour, minute: minute)
  }

  /// A time as ``description`` writes it; nil where the text is written otherwise.
  package init?(stored text: String) {
    guard let time = try? TimeOfDay.parse(text), time.description == text else { return nil }
    self = time
  }

  /// Seconds from midnight on the wall clock, 0 to 86,340.
  package var seconds: Int { hour * 3_600 + minute * 60 }
}

extension TimeOfDay: CustomStringConvertible {
  /// Two digits each, "04:00".
  package var description: String {
    [hour, minute].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
  }
}

/// Why a text is not a time of day.
package enum TimeOfDayError: Error, Sendable, Hashable {
  /// Not written as hour, colon and two digits of the minute.
  case syntax(observed: String)
  /// An hour or a minute that the clock does not have.
  case outOfRange(field: TimestampField, observed: Int, expected: ClosedRange<Int>)
}

extension Int {
  /// The number in a text of only ASCII digits, as many as `widths` allows; otherwise nil.
  package init?(digits text: Substring, widths: ClosedRange<Int>) {
    let digits = text.utf8
    guard widths ~= digits.count,
      digits.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 })
    else { return nil }
    self.init(text)
  }
}
