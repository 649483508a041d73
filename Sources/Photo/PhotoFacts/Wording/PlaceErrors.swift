import Files
package import Wording

extension GazetteerError: Worded {
  /// What is wrong, to follow the file's name.
  package var wording: ErrorMessage {
    switch self {
    case .file(let error): error.reason
    case .columns(let line, let observed, let expected):
      ErrorMessage(
        "places.columns",
        [
          "line": .number(line), "observed": .number(observed), "expected": .number(expected),
        ])
    case .field(let column, let line, let observed):
      ErrorMessage(
        "places.field",
        [
          "line": .number(line), "column": .text(column.rawValue), "observed": .text(observed),
          "expected": .text(column.expected),
        ])
    case .notUTF8(let line): ErrorMessage("places.encoding", ["line": .number(line)])
    case .lineTooLong(let line, let limit):
      ErrorMessage("places.line", ["line": .number(line), "limit": .number(limit >> 10)])
    case .tooManyPlaces(let line, let limit):
      ErrorMessage("places.count", ["line": .number(line), "limit": .number(limit)])
    case .noPlaces(let lines): ErrorMessage("places.none", ["lines": .number(lines)])
    }
  }
}
