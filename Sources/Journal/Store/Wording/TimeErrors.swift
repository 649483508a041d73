import CaptureTime
package import Wording

extension TimeOfDayError: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .syntax(let observed):
      if let nearest = TimeOfDay.nearest(observed) {
        ErrorMessage("day-start.written-otherwise", ["instead": .text("\(nearest)")])
      } else {
        ErrorMessage("day-start.syntax")
      }
    case .outOfRange(let field, let observed, let expected):
      ErrorMessage("day-start.range", field.values(observed, expected))
    }
  }
}
