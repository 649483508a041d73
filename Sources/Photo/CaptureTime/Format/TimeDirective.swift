/// A letter of a pattern that stands for one part of a time.
enum TimeDirective: Character {
  case year = "Y"
  case century = "C"
  case yearOfCentury = "y"
  case isoYear = "G"
  case isoYearOfCentury = "g"
  case month = "m"
  case monthName = "B"
  case shortMonthName = "b"
  case shortMonthNameToo = "h"
  case day = "d"
  case dayBlankPadded = "e"
  case dayOfYear = "j"
  case weekdayName = "A"
  case shortWeekdayName = "a"
  /// 1 (Monday) to 7.
  case isoWeekday = "u"
  /// 0 (Sunday) to 6.
  case weekday = "w"
  case isoWeek = "V"
  /// Of weeks that begin on Sunday; days before the first Sunday are in week 0.
  case sundayWeek = "U"
  case mondayWeek = "W"
  case hour = "H"
  case hour12 = "I"
  case hourBlankPadded = "k"
  case hour12BlankPadded = "l"
  case meridiem = "p"
  case meridiemLowerCase = "P"
  case minute = "M"
  case second = "S"
  /// Three digits, cut or filled with zeros; with the flag `-` all that are known.
  case subsecond = "f"
  /// Seconds since 1970 in UTC.
  case instant = "s"
  case offset = "z"
  /// The zone's letters where it was asked for by name, else the offset.
  case zone = "Z"

  /// True for directives that give a word of the locale.
  var isName: Bool {
    switch self {
    case .monthName, .shortMonthName, .shortMonthNameToo, .weekdayName, .shortWeekdayName,
      .meridiem, .meridiemLowerCase:
      true
    default: false
    }
  }

  var isDayNumber: Bool { self == .day || self == .dayBlankPadded }
}

extension TimeDirective {
  /// What may stand between the `%` and the letter, after GNU's strftime.
  struct Flags: Hashable {
    enum Padding { case none, blank, zero }
    enum LetterCase { case upper, swapped }

    var padding: Padding?
    var letterCase: LetterCase?
    var hasColon = false

    /// Notes a flag; false for any other character.
    mutating func take(_ character: Character) -> Bool {
      switch character {
      case "-": padding = Padding.none
      case "_": padding = .blank
      case "0": padding = .zero
      case "^": letterCase = .upper
      case "#": letterCase = .swapped
      case ":" where !hasColon: hasColon = true
      default: return false
      }
      return true
    }
  }
}

extension TimeDirective {
  /// The part of `time` that the directive stands for; nil where the time does not know it.
  func text(of time: CaptureTime, flags: Flags, names: LocaleNames) -> String? {
    let text: String? =
      switch self {
      case .monthName: names.months[time.month - 1]
      case .shortMonthName, .shortMonthNameToo: names.shortMonths[time.month - 1]
      case .weekdayName: names.weekdays[time.date.weekday]
      case .shortWeekdayName: names.shortWeekdays[time.date.weekday]
      case .meridiem: time.knowsMinute ? names.meridiem(hour: time.hour) : nil
      case .meridiemLowerCase:
        time.knowsMinute ? names.meridiem(hour: time.hour).lowercased() : nil
      case .subsecond: time.subsecond.map { Self.subsecond($0, flags) }
      case .offset:
        time.offset.map { UTCOffset.text($0, separator: flags.hasColon ? ":" : "") }
      case .zone:
        time.zoneAbbreviation ?? time.offset.map { UTCOffset.text($0, separator: ":") }
      default: number(of: time).map { Self.padded($0, flags) }
      }
    switch flags.letterCase {
    case nil: return text
    case .upper: return text?.uppercased()
    case .swapped:
      return self == .meridiem || self == .zone ? text?.lowercased() : text?.uppercased()
    }
  }

  private typealias Number = (value: Int, width: Int, padding: Flags.Padding)

  /// The directive's number with the width and padding that it has without flags.
  private func number(of time: CaptureTime) -> Number? {
    switch self {
    case .hour, .hourBlankPadded, .hour12, .hour12BlankPadded, .minute:
      time.knowsMinute ? clockNumber(of: time) : nil
    case .second: time.precision == .second ? (time.second, 2, .zero) : nil
    case .instant: time.instant.map { ($0, 1, .zero) }
    default: dateNumber(of: time.date)
    }
  }

  private func clockNumber(of time: CaptureTime) -> Number? {
    switch self {
    case .hour: (time.hour, 2, .zero)
    case .hourBlankPadded: (time.hour, 2, .blank)
    case .hour12: ((time.hour + 11) % 12 + 1, 2, .zero)
    case .hour12BlankPadded: ((time.hour + 11) % 12 + 1, 2, .blank)
    case .minute: (time.minute, 2, .zero)
    default: nil
    }
  }

  private func dateNumber(of date: CivilDate) -> Number? {
    let dayOfYear = date.dayOfYear
    return switch self {
    case .year: (date.year, 4, .zero)
    case .century: (date.year.floorDivided(by: 100).quotient, 2, .zero)
    case .yearOfCentury: (date.year.floorDivided(by: 100).remainder, 2, .zero)
    case .isoYear: (date.isoWeek.year, 4, .zero)
    case .isoYearOfCentury: (date.isoWeek.year.floorDivided(by: 100).remainder, 2, .zero)
    case .month: (date.month, 2, .zero)
    case .day: (date.day, 2, .zero)
    case .dayBlankPadded: (date.day, 2, .blank)
    case .dayOfYear: (dayOfYear, 3, .zero)
    case .isoWeekday: ((date.weekday + 6) % 7 + 1, 1, .zero)
    case .weekday: (date.weekday, 1, .zero)
    case .isoWeek: (date.isoWeek.week, 2, .zero)
    case .sundayWeek: ((dayOfYear + 6 - date.weekday) / 7, 2, .zero)
    case .mondayWeek: ((dayOfYear + 6 - (date.weekday + 6) % 7) / 7, 2, .zero)
    default: nil
    }
  }

  private static func padded(_ number: Number, _ flags: Flags) -> String {
    let digits = String(number.value.magnitude)
    let sign = number.value < 0 ? "-" : ""
    let missing = max(0, number.width - digits.utf8.count)
    return switch flags.padding ?? number.padding {
    case .none: sign + digits
    case .blank: String(repeating: " ", count: missing) + sign + digits
    case .zero: sign + String(repeating: "0", count: missing) + digits
    }
  }

  private static func subsecond(_ digits: String, _ flags: Flags) -> String {
    if flags.padding == Flags.Padding.none { return digits }
    let known = digits.prefix(3)
    return known + String(repeating: "0", count: 3 - known.utf8.count)
  }
}

extension CaptureTime {
  /// True where the hour and the minute are known.
  fileprivate var knowsMinute: Bool { precision != .day }
}
