package import CaptureTime
package import Store

/// A day that comes every year, such as a birthday, with the year in which it first was where that is known.
package struct YearlyDate: Sendable, Hashable {
  /// 1 to 12.
  package let month: Int
  /// 1 to the month's last day, 29 in February.
  package let day: Int
  /// 1 to 9999; nil where nobody knows it.
  package let year: Int?

  /// - Throws: ``YearlyDateError/noSuchDay(_:)``, also for 29 February of a year that has none.
  package init(month: Int, day: Int, year: Int? = nil) throws(YearlyDateError) {
    let text = Self.text(month, day, year)
    // A leap year has every day that any year has.
    guard CivilDate.years.contains(year ?? 1),
      CivilDate(year: year ?? 4, month: month, day: day) != nil
    else { throw .noSuchDay(text) }
    (self.month, self.day, self.year) = (month, day, year)
  }

  /// Reads "1990-02-14", or "02-14" and "--02-14" without a year.
  ///
  /// - Throws: ``YearlyDateError``.
  package static func parse(_ typed: String) throws(YearlyDateError) -> YearlyDate {
    let isWithoutYear = typed.hasPrefix("--")
    let fields = (isWithoutYear ? typed.dropFirst(2) : typed[...])
      .split(separator: "-", omittingEmptySubsequences: false)
    guard fields.count == 2 || fields.count == 3 && !isWithoutYear,
      let month = Int(digits: fields[fields.count - 2], widths: 1...2),
      let day = Int(digits: fields[fields.count - 1], widths: 1...2)
    else { throw .syntax(observed: typed) }
    if fields.count == 2 { return try YearlyDate(month: month, day: day) }
    guard let year = Int(digits: fields[0], widths: 4...4) else {
      throw .syntax(observed: typed)
    }
    return try YearlyDate(month: month, day: day, year: year)
  }

  /// The same day of every year, of which nobody knows the first.
  package var withoutYear: YearlyDate { YearlyDate(of: self) }

  private init(of date: YearlyDate) { (month, day, year) = (date.month, date.day, nil) }

  /// The day on which it is in a year: 29 February in a year without one as the owner has it.
  package func date(in year: Int, _ leap: LeapBirthday) -> CivilDate {
    if let date = CivilDate(year: year, month: month, day: day) { return date }
    let last = CivilDate(year: year, month: 2, day: 28) ?? CivilDate(daysSinceEpoch: 0)
    return leap == .firstOfMarch ? last.next : last
  }

  /// The first day from one on, that one too, on which it is; never before the year in which it began.
  package func next(from day: CivilDate, _ leap: LeapBirthday) -> CivilDate {
    let first = max(day.year, year ?? day.year)
    let date = date(in: first, leap)
    return date < day ? self.date(in: first + 1, leap) : date
  }

  /// How many years it is on a day; nil where the year is not known, or lies ahead.
  package func years(on day: CivilDate) -> Int? {
    year.flatMap { day.year >= $0 ? day.year - $0 : nil }
  }
}

extension YearlyDate {
  /// Whether it began on a day that is still to come; never where the year is not known.
  func isAhead(of today: CivilDate) -> Bool {
    year.flatMap { CivilDate(year: $0, month: month, day: day) }.map { $0 > today } ?? false
  }

  /// The same as a birthday.
  ///
  /// - Throws: ``PersonError/birthdayAhead(_:today:)``.
  package func asBirthday(today: CivilDate) throws(PersonError) -> YearlyDate {
    if isAhead(of: today) { throw .birthdayAhead(self, today: today) }
    return self
  }
}

extension YearlyDate: CustomStringConvertible {
  /// "1990-02-14", or "02-14".
  package var description: String { Self.text(month, day, year) }

  private static func text(_ month: Int, _ day: Int, _ year: Int?) -> String {
    func padded(_ number: Int, _ width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    let fields = [year.map { padded($0, 4) }, padded(month, 2), padded(day, 2)]
    return fields.compactMap(\.self).joined(separator: "-")
  }
}

/// Why a text is not a day of every year.
package enum YearlyDateError: Error, Sendable, Hashable {
  /// Not written as year, month and day, or month and day.
  case syntax(observed: String)
  /// No calendar has this day.
  case noSuchDay(String)
}

/// On which day a birthday of 29 February is in a year without one.
package enum LeapBirthday: String, CaseIterable, Sendable {
  case lastOfFebruary = "28-feb"
  case firstOfMarch = "1-mar"

  /// Of an owner who has set nothing.
  package static let usual = LeapBirthday.lastOfFebruary

  /// - Throws: ``SettingProblem/unknownName(expected:)``.
  package init(parsing text: String) throws(SettingProblem) {
    guard let named = Self(rawValue: text) else {
      throw .unknownName(expected: Self.allCases.map(\.rawValue))
    }
    self = named
  }
}
