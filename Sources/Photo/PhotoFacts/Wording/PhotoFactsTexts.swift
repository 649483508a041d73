package import Wording
import Files
import Formats

extension ErrorTexts {
  package static let photoFacts = ErrorTexts(
    [
      "places.columns": .init(
        "line {line} has {observed|value|values} between tabs, but GeoNames' cities have "
          + "{expected}"),
      "places.field": .init("line {line}: the {column} is “{observed}”; it must be {expected}"),
      "places.encoding": .init("line {line} is not UTF-8"),
      "places.line": .init("line {line} is longer than {limit} KiB"),
      "places.count": .init("there are more than {limit} towns, from line {line} on"),
      "places.none": .init("it has {lines|line|lines}, but no town"),
    ],
    below: [.files, .formats])
}

extension ErrorMessage {
  /// A message with a text of this target, or of one below it.
  init(_ key: String, _ values: [String: Value] = [:]) { self.init(key, values, in: .photoFacts) }
}
