extension CivilDate: CustomStringConvertible {
  /// As ISO 8601 writes it, "2024-01-31"; for years from 0 to 9999 ten letters that sort as days do.
  package var description: String {
    func padded(_ number: Int, _ width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
  }

  /// The day that ``description`` gives so, of the years from 1 to 9999; nil for any other text.
  package init?(iso text: String) {
    var cursor = ByteCursor(text)
    guard let year = cursor.number(digits: 4), year > 0, cursor.take(UInt8(ascii: "-")) != nil,
      let month = cursor.number(digits: 2), cursor.take(UInt8(ascii: "-")) != nil,
      let day = cursor.number(digits: 2), cursor.isAtEnd
    else { return nil }
    self.init(year: year, month: month, day: day)
  }
}

extension CivilDate {
  /// The day that comes this many days later, or earlier where negative.
  package func adding(days: Int) -> CivilDate {
    CivilDate(daysSinceEpoch: daysSinceEpoch + days)
  }

  package var next: CivilDate { adding(days: 1) }
  package var previous: CivilDate { adding(days: -1) }
}
