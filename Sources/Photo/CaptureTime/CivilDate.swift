/// A day of the proleptic Gregorian calendar.
///
/// Arithmetic after Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", which counts
/// days from 1970-01-01 and years from 1 March.
package struct CivilDate: Sendable, Hashable, Comparable {
  package let year: Int
  /// 1 to 12.
  package let month: Int
  /// 1 to the month's last day.
  package let day: Int

  /// The years that can be written and stored; the calendar itself has no end.
  package static let years = 1...9_999

  /// The day, or nil where the calendar has no such day.
  package init?(year: Int, month: Int, day: Int) {
    guard 1...12 ~= month, 1...Self.daysIn(month: month, year: year) ~= day else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// The day that lies `daysSinceEpoch` days after 1970-01-01.
  package init(daysSinceEpoch: Int) {
    let shifted = daysSinceEpoch + 719_468
    let era = shifted.floorDivided(by: 146_097).quotient
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// Days from 1970-01-01, negative before it.
  package var daysSinceEpoch: Int {
    let yearFromMarch = month <= 2 ? year - 1 : year
    let era = yearFromMarch.floorDivided(by: 400).quotient
    let yearOfEra = yearFromMarch - era * 400
    let monthFromMarch = month > 2 ? month - 3 : month + 9
    let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// 0 (Sunday) to 6.
  package var weekday: Int { (daysSinceEpoch + 4).floorDivided(by: 7).remainder }

  /// 1 (1 January) to 366.
  package var dayOfYear: Int {
    (0..<month - 1).reduce(day) { $0 + Self.daysIn(month: $1 + 1, year: year) }
  }

  /// The week of ISO 8601, which begins on Monday, and the year to which that week belongs.
  package var isoWeek: (year: Int, week: Int) {
    let thursday = CivilDate(daysSinceEpoch: daysSinceEpoch - (weekday + 6) % 7 + 3)
    return (thursday.year, (thursday.dayOfYear - 1) / 7 + 1)
  }

  package static func < (left: CivilDate, right: CivilDate) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }

  /// The number of days in a month from 1 to 12.
  package static func daysIn(month: Int, year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  static func isLeap(_ year: Int) -> Bool {
    year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
  }
}

extension Int {
  /// The digits, with zeros before them up to this width.
  func padded(to width: Int) -> String {
    var digits = String(self)
    while digits.utf8.count < width { digits = "0" + digits }
    return digits
  }

  /// Division that rounds down, so that the remainder has the divisor's sign.
  package func floorDivided(by divisor: Int) -> (quotient: Int, remainder: Int) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}

extension CivilDate: CustomStringConvertible {
  /// As ISO 8601 writes it, "2024-01-31"; for years from 0 to 9999 ten letters that sort as days do.
  package var description: String {
    year.padded(to: 4) + "-" + month.padded(to: 2) + "-" + day.padded(to: 2)
  }

  /// The day with the ``description`` `text`, in the years 1 to 9999; nil for any other text.
  ///
  /// Written for speed: a journal reads it of every post.
  package init?(iso text: String) {
    var text = text
    guard let day = text.withUTF8({ CivilDate(iso: $0) }) else { return nil }
    self = day
  }

  /// The same of a text's bytes in UTF-8.
  package init?(iso letters: UnsafeBufferPointer<UInt8>) {
    guard letters.count == 10, letters[4] == UInt8(ascii: "-"), letters[7] == letters[4] else {
      return nil
    }
    func number(_ places: Range<Int>) -> Int? {
      var number = 0
      for place in places {
        guard letters[place].isDigit else { return nil }
        number = number * 10 + Int(letters[place] & 15)
      }
      return number
    }
    guard let year = number(0..<4), year > 0, let month = number(5..<7), let day = number(8..<10)
    else { return nil }
    self.init(year: year, month: month, day: day)
  }
}

extension CivilDate {
  /// The day that comes this many days later, or earlier where negative.
  package func adding(days: Int) -> CivilDate {
    CivilDate(daysSinceEpoch: daysSinceEpoch + days)
  }

  /// The same day of the month this many months later, or earlier if negative; the month's last if
  /// it has no such day.
  package func adding(months: Int) -> CivilDate {
    let (years, index) = (month - 1 + months).floorDivided(by: 12)
    let (year, month) = (year + years, index + 1)
    return CivilDate(
      year: year, month: month, day: min(day, Self.daysIn(month: month, year: year))) ?? self
  }

  package var next: CivilDate { adding(days: 1) }
  package var previous: CivilDate { adding(days: -1) }
}
