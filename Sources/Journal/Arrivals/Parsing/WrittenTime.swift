package import CaptureTime

/// A time as people and programs write it, with the day's parts in the order that a country has them.
///
/// - `2024-01-31 23:59`, `2024. 1. 31. 오후 11:59`, `2024年1月31日`
/// - `31.01.2024 11:59 PM`, `1/31/24, 11:59 PM`: day or month first
/// - `Wednesday, 31 January 2024`, `Jan 31, 2024 at 11:59 p.m.`
///
/// Blanks of any kind and marks of direction part words; nothing else may be in it.
package struct WrittenTime: Sendable, Hashable {
  /// With the day before the month where both are numbers; nil where the calendar has no such day.
  package let dayFirst: CaptureTime?
  /// With the month before the day; the same as ``dayFirst`` where the text leaves no choice.
  package let monthFirst: CaptureTime?

  /// Nil for any other text, and for what the calendar or the clock does not have.
  ///
  /// - Parameter text: of at most 64 bytes.
  package init?(_ text: some StringProtocol) {
    guard text.utf8.count <= 64, var parts = Self.parts(of: text) else { return nil }
    var clock = Clock()
    guard clock.take(from: &parts), let days = Self.days(parts) else { return nil }
    let times = days.map { date in date.map(clock.time) }
    (dayFirst, monthFirst) = (times[0], times[1])
  }

  /// The time, where the order is known or makes no difference.
  package func time(isDayFirst: Bool?) -> CaptureTime? {
    switch isDayFirst {
    case true?: dayFirst
    case false?: monthFirst
    case nil: isAmbiguous ? nil : dayFirst ?? monthFirst
    }
  }

  /// Whether it is one day or another, by the order.
  package var isAmbiguous: Bool { dayFirst != nil && monthFirst != nil && dayFirst != monthFirst }
}

/// In which order a whole file has days and months, by the dates in it that leave no choice.
package struct WrittenOrder: Sendable {
  private var hasDayFirst = false
  private var hasMonthFirst = false
  /// The first date that may be one day or another.
  package private(set) var doubt: String?

  package init() {}

  package mutating func add(_ time: WrittenTime, _ text: some StringProtocol) {
    switch (time.dayFirst, time.monthFirst) {
    case (_?, nil): hasDayFirst = true
    case (nil, _?): hasMonthFirst = true
    default: if time.isAmbiguous, doubt == nil { doubt = String(text) }
    }
  }

  /// Nil where the file proves neither order, or both.
  package var isDayFirst: Bool? { hasDayFirst == hasMonthFirst ? nil : hasDayFirst }

  /// - Parameter given: what a person says.
  /// - Returns: whether the day is first; nil where no date needs it.
  /// - Throws: ``ArrivalError/needsDateOrder(example:)``.
  package func settled(_ given: Bool?) throws(ArrivalError) -> Bool? {
    if let order = given ?? isDayFirst { return order }
    guard let doubt else { return nil }
    throw .needsDateOrder(example: doubt)
  }
}

extension WrittenTime {
  private enum Part: Hashable {
    /// Digits, and how many.
    case number(Int, digits: Int)
    /// Letters, small.
    case word(String)
    case mark(Character)
  }

  private static let blanks: Set<Unicode.Scalar> = [
    "\u{200E}", "\u{200F}", "\u{061C}", "\u{202A}", "\u{202B}", "\u{202C}", "\u{202D}", "\u{202E}",
    "\u{2066}", "\u{2067}", "\u{2068}", "\u{2069}", "\u{FEFF}",
  ]

  private static func parts(of text: some StringProtocol) -> [Part]? {
    var parts: [Part] = []
    var isApart = true
    for scalar in text.unicodeScalars {
      if scalar.properties.isWhitespace || blanks.contains(scalar) {
        isApart = true
        continue
      }
      defer { isApart = false }
      if "0"..."9" ~= scalar {
        let digit = Int(scalar.value & 15)
        if !isApart, case .number(let number, let digits)? = parts.last {
          guard digits < 9 else { return nil }
          parts[parts.count - 1] = .number(number * 10 + digit, digits: digits + 1)
        } else {
          parts.append(.number(digit, digits: 1))
        }
      } else if scalar.properties.isAlphabetic {
        let letter = scalar.properties.lowercaseMapping
        if !isApart, case .word(let word)? = parts.last {
          parts[parts.count - 1] = .word(word + letter)
        } else {
          parts.append(.word(letter))
        }
      } else {
        parts.append(.mark(Character(scalar)))
      }
    }
    return parts
  }

  /// A clock's hands among the parts of a time.
  private struct Clock {
    var hour: Int?
    var minute = 0
    var second: Int?

    private static let halves: [String: Bool] = [
      "am": false, "pm": true, "오전": false, "오후": true, "午前": false, "午後": true, "上午": false,
      "下午": true,
    ]

    /// Takes the time of day out of the parts, where there is one.
    ///
    /// - Returns: whether it is one that clocks show, or none is there.
    mutating func take(from parts: inout [Part]) -> Bool {
      let half = Self.takeHalf(from: &parts)
      guard let colon = parts.firstIndex(of: .mark(":")) else { return half == nil }
      guard colon > 0, case .number(var hour, 1...2) = parts[colon - 1], colon + 1 < parts.count,
        case .number(let minute, 2) = parts[colon + 1]
      else { return false }
      var end = colon + 2
      if end + 1 < parts.count, parts[end] == .mark(":"),
        case .number(let second, 2) = parts[end + 1]
      {
        self.second = second
        end += 2
      }
      if let half {
        guard 1...12 ~= hour else { return false }
        hour = hour % 12 + (half ? 12 : 0)
      }
      (self.hour, self.minute) = (hour, minute)
      parts.removeSubrange(colon - 1..<end)
      return hour < 24 && minute < 60 && second ?? 0 < 60
    }

    /// "a.m." is two words.
    private static func takeHalf(from parts: inout [Part]) -> Bool? {
      for (index, part) in parts.enumerated() {
        guard case .word(let word) = part else { continue }
        if let half = halves[word] {
          parts.remove(at: index)
          return half
        }
        let dotted = parts[index...].prefix(4)
        guard word == "a" || word == "p",
          Array(dotted.dropFirst().prefix(2)) == [.mark("."), .word("m")]
        else { continue }
        let count = dotted.last == .mark(".") ? 4 : 3
        parts.removeSubrange(index..<index + count)
        return word == "p"
      }
      return nil
    }

    func time(on date: CivilDate) -> CaptureTime {
      CaptureTime(
        date: date, hour: hour ?? 0, minute: minute, second: second ?? 0,
        precision: hour == nil ? .day : second == nil ? .minute : .second, source: .given)
    }
  }
}

extension WrittenTime {
  /// Days with the day first, and with the month first.
  private static func days(_ parts: [Part]) -> [CivilDate?]? {
    var numbers: [(value: Int, digits: Int)] = []
    var month: Int?
    for part in parts {
      switch part {
      case .number(let value, let digits): numbers.append((value, digits))
      case .word(let word):
        if let named = months[word] {
          guard month == nil else { return nil }
          month = named
        } else if !isFiller(word) {
          return nil
        }
      case .mark(let mark): guard "-/.,–".contains(mark) else { return nil }
      }
    }
    if let month {
      guard numbers.count == 2, let yearIndex = numbers.firstIndex(where: { $0.digits == 4 }) else {
        return nil
      }
      let date = CivilDate(
        year: numbers[yearIndex].value, month: month, day: numbers[1 - yearIndex].value)
      return date.map { [$0, $0] }
    }
    guard numbers.count == 3, numbers.dropFirst().allSatisfy({ $0.digits != 3 }) else { return nil }
    return days(numbers[0], numbers[1], numbers[2])
  }

  private typealias Number = (value: Int, digits: Int)

  private static func days(_ first: Number, _ second: Number, _ third: Number) -> [CivilDate?]? {
    if first.digits == 4 {
      guard second.digits <= 2, third.digits <= 2, first.value > 0 else { return nil }
      return CivilDate(year: first.value, month: second.value, day: third.value).map { [$0, $0] }
    }
    guard first.digits <= 2, second.digits <= 2, third.digits == 4 || third.digits == 2,
      third.digits == 2 || third.value > 0
    else { return nil }
    let year =
      third.digits == 4 ? third.value : third.value < 70 ? 2_000 + third.value : 1_900 + third.value
    let days = [
      CivilDate(year: year, month: second.value, day: first.value),
      CivilDate(year: year, month: first.value, day: second.value),
    ]
    return days == [nil, nil] ? nil : days
  }

  private static let months: [String: Int] = {
    let names = [
      "january", "february", "march", "april", "may", "june", "july", "august", "september",
      "october", "november", "december",
    ]
    var months = ["sept": 9]
    for (index, name) in names.enumerated() {
      months[name] = index + 1
      months[String(name.prefix(3))] = index + 1
    }
    return months
  }()

  private static let days: [String] = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]
  private static let fillers: Set<String> = [
    "at", "of", "the", "on", "st", "nd", "rd", "th", "t", "년", "월", "일", "年", "月", "日", "에",
    "월요일", "화요일", "수요일", "목요일", "금요일", "토요일", "일요일",
  ]

  private static func isFiller(_ word: String) -> Bool {
    fillers.contains(word) || days.contains(word)
      || word.utf8.count == 3 && days.contains { $0.hasPrefix(word) }
  }
}
