import CaptureTime
import Formats
import Store
package import Wording

extension DayRangeError: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .notUnderstood: ErrorMessage("days.syntax")
    case .notOneDay: ErrorMessage("days.syntax-of-one")
    case .writtenOtherwise(_, let instead):
      ErrorMessage("days.written-otherwise", ["instead": .text(instead)])
    case .yearOutOfRange(let observed, let expected):
      ErrorMessage("days.year", ErrorMessage.values(observed, expected))
    case .monthOutOfRange(let observed, let expected):
      ErrorMessage("days.month", ErrorMessage.values(observed, expected))
    case .dayOutOfRange(let observed, let month, let expected):
      ErrorMessage(
        "days.day",
        ErrorMessage.values(observed, expected).merging(["month": .text("\(month)")]) { $1 })
    case .dayOfYearOutOfRange(let observed, let month, let expected):
      ErrorMessage(
        "days.day-of-year",
        ErrorMessage.values(observed, expected).merging(["month": .number(month)]) { $1 })
    case .ofAnyYear(let observed, let instead):
      ErrorMessage(
        "days.of-any-year", ["days": .text("\(observed)"), "instead": .text(instead)])
    case .severalDays(let observed):
      ErrorMessage(
        "days.several",
        ["first": .text("\(observed.first)"), "last": .text("\(observed.last)")])
    case .notYet(let observed, let last):
      ErrorMessage("days.not-yet", ["day": .text("\(observed)"), "last": .text("\(last)")])
    case .backwards(let first, let last):
      ErrorMessage("days.backwards", ["first": .text("\(first)"), "last": .text("\(last)")])
    }
  }
}

extension WeekStartError: Worded {
  package var wording: ErrorMessage {
    ErrorMessage("week-start.unknown", ["text": .text(text)])
  }
}
