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
