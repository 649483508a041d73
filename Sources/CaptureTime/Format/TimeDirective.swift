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

  /// True for directives whose text is a word of the locale.
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

    /// Notes a flag; false for what is none.
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
