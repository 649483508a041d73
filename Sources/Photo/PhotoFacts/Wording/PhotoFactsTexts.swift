package import Wording
import Files
import Formats

extension ErrorTexts {
  package static let photoFacts = ErrorTexts(
    [
      "places.columns": .init(
        "line {line} has {observed|value|values} parted by tabs, and GeoNames' cities have {expected}"
      ),
      "places.field": .init("line {line}: its {column} is “{observed}”; wanted is {expected}"),
      "places.encoding": .init("line {line} is not UTF-8"),
      "places.line": .init("line {line} is longer than {limit} KiB"),
      "places.count": .init("from line {line} on there are more than {limit} towns"),
      "places.none": .init("none of its {lines|line|lines} is a town"),
    ],
    below: [.files, .formats])
}

extension ErrorMessage {
  /// A message with a text of this target, or of one below it.
  init(_ key: String, _ values: [String: Value] = [:]) { self.init(key, values, in: .photoFacts) }
}
