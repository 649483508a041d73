package import CaptureTime
import Store

extension DayBounds {
  /// Reads days as people type them: "today", "monday", "last week", "3 days ago", "2024-01-31",
  /// "2024-01", "2024", and two of these with ".." between, from the first day of the one to the last of
  /// the other; without one of the two that end is open. "02-15" is that day of any year.
  ///
  /// Case, width and blanks do not count.
  ///
  /// - Throws: ``DayRangeError``.
  package static func parse(
    _ text: String, present: PresentDay
  ) throws(DayRangeError) -> DayBounds {
    try TypedDays(text: text, present: present).bounds()
  }
}

extension DayRange {
  /// Reads one day like ``day(_:present:notAfter:)``, but looking ahead: a weekday alone, "friday",
  /// is the next one from today, not the last.
  ///
  /// - Throws: ``DayRangeError``, also where the text names several days.
  package static func dayAhead(
    _ text: String, present: PresentDay
  ) throws(DayRangeError) -> CivilDate {
    let found = try Self.day(text, present: present)
    guard found < present.day, case .weekday? = DayWord(TypedDays.plain(text)) else { return found }
    return found.adding(days: 7)
  }
}

/// Days from typed text.
private struct TypedDays {
  let text: String
  let present: PresentDay

  /// One day or period, which may be an end of a range.
  private enum Part {
    case days(DayRange)
    case ofAnyYear(MonthDay)
  }

  /// - Throws: ``DayRangeError``.
  func bounds() throws(DayRangeError) -> DayBounds {
    do throws(DayRangeError) {
      return try strict(Self.plain(text))
    } catch {
      guard case .notUnderstood = error, let instead = LooseDays.written(text) else { throw error }
      _ = try strict(instead)
      throw .writtenOtherwise(observed: text, instead: instead)
    }
  }

  /// The text in small letters of usual width, and without blanks but for those between digits, which
  /// are no number together.
  static func plain(_ text: String) -> String {
    SearchText.folded(text).split(separator: " ").reduce(into: "") { plain, word in
      if plain.last?.isNumber == true, word.first?.isNumber == true { plain += " " }
      plain += word
    }
  }

  private func strict(_ plain: String) throws(DayRangeError) -> DayBounds {
    let ends = plain.split(separator: "..", maxSplits: 1, omittingEmptySubsequences: false)
    guard let start = ends.first, let end = ends.last, ends.count == 2 else {
      switch try part(plain[...]) {
      case .days(let days): return DayBounds(days)
      case .ofAnyYear(let day): return DayBounds(DaysOfYear(first: day, last: day))
      }
    }
    let instead: String
    switch (start.isEmpty ? nil : try part(start), end.isEmpty ? nil : try part(end)) {
    case (nil, nil): throw .notUnderstood(observed: text)
    case (.days(let first)?, nil): return try DayBounds(from: first, to: nil)
    case (nil, .days(let last)?): return try DayBounds(from: nil, to: last)
    case (.days(let first)?, .days(let last)?): return try DayBounds(from: first, to: last)
    case (.ofAnyYear(let first)?, .ofAnyYear(let last)?):
      return DayBounds(DaysOfYear(first: first, last: last))
    // One end says the year, and the other does not.
    case (.ofAnyYear(let first)?, nil): instead = "\(first.latest(upTo: present.day)).."
    case (nil, .ofAnyYear(let last)?): instead = "..\(last.latest(upTo: present.day))"
    case (.ofAnyYear(let first)?, .days(let last)?):
      instead = "\(first.latest(upTo: last.last))..\(end)"
    case (.days(let first)?, .ofAnyYear(let last)?):
      instead = "\(start)..\(last.next(from: first.first))"
    }
    throw .writtenOtherwise(observed: text, instead: instead)
  }

  private func part(_ part: Substring) throws(DayRangeError) -> Part {
    if let word = DayWord(String(part)) { return .days(try days(word)) }
    let fields = part.split(separator: "-", omittingEmptySubsequences: false)
    func numbers(_ widths: [Int]) -> [Int]? {
      let numbers = zip(fields, widths).compactMap { Int(digits: $0, widths: $1...$1) }
      return numbers.count == fields.count ? numbers : nil
    }
    if let date = numbers([4, 2, 2]) { return .days(try days(date)) }
    guard let day = numbers([2, 2]), day.count == 2 else {
      throw .notUnderstood(observed: text)
    }
    return .ofAnyYear(try MonthDay(checking: day[0], day[1]))
  }

  private func days(_ word: DayWord) throws(DayRangeError) -> DayRange {
    guard let days = word.days(present) else { throw .notUnderstood(observed: text) }
    for day in [days.first, days.last] where !(CivilDate.years ~= day.year) {
      throw .yearOutOfRange(observed: day.year, expected: CivilDate.years)
    }
    return days
  }

  /// The days of a year, of a year and a month, or of all three numbers.
  private func days(_ numbers: [Int]) throws(DayRangeError) -> DayRange {
    let month = try Month(checking: numbers[0], numbers.count > 1 ? numbers[1] : 1)
    switch numbers.count {
    case 1: return try DayRange(first: month.first, last: Month(checking: month.year, 12).last)
    case 2: return DayRange(month)
    default:
      let days = 1...month.dayCount
      guard days ~= numbers[2] else {
        throw .dayOutOfRange(observed: numbers[2], month: month, expected: days)
      }
      return DayRange(month.first.adding(days: numbers[2] - 1))
    }
  }
}

/// Days in forms that people use elsewhere: for suggestions in errors only, since a guess is never
/// accepted.
private enum LooseDays {
  /// How the same days are likely written for ``DayBounds/parse(_:present:)``; nil where that is not
  /// clear.
  ///
  /// Days of two or fewer digits for each field come after a year that comes first.
  static func written(_ text: String) -> String? {
    var text = SearchText.folded(text)
    for (typed, plain) in signs { text = text.replacing(typed, with: plain) }
    text = TypedDays.plain(text).replacing("...", with: "..")
    let ends = text.split(separator: "..", maxSplits: 1, omittingEmptySubsequences: false)
    let parts = ends.map { $0.isEmpty ? "" : part($0) }
    return parts.contains(nil) ? nil : parts.compactMap(\.self).joined(separator: "..")
  }

  /// Other ways to write "from this to that".
  private static let signs = [
    (" to ", ".."), (" - ", ".."), ("~", ".."), ("–", ".."), ("—", ".."),
  ]

  private static func part(_ text: Substring) -> String? {
    if DayWord(String(text)) != nil { return String(text) }
    // Korean dates end each number with its unit.
    var text = String(text)
    if text.contains(where: { "년월일".contains($0) }) {
      text = text.replacing("년", with: "-").replacing("월", with: "-").replacing("일", with: "")
      if text.hasSuffix("-") { text.removeLast() }
    }
    var fields = text.split(omittingEmptySubsequences: false) { "-/.".contains($0) }.map(
      String.init)
    guard fields.allSatisfy({ Int(digits: $0[...], widths: 1...8) != nil }) else { return nil }
    if fields.count == 1, fields[0].count == 8 {
      fields = [fields[0].prefix(4), fields[0].dropFirst(4).prefix(2), fields[0].suffix(2)]
        .map(String.init)
    }
    if fields.count == 2, fields.allSatisfy({ $0.count == 4 }) {
      return fields.joined(separator: "..")
    }
    if fields.count == 3, fields[0].count == 2 { fields[0] = "20\(fields[0])" }
    guard 1...3 ~= fields.count, fields[0].count == 4 || fields.count == 2 && fields[0].count < 3
    else { return nil }
    return fields.map { $0.count == 1 ? "0\($0)" : $0 }.joined(separator: "-")
  }
}
