import CaptureTime
package import Journal
package import Store

/// What was wrong with a value that a person gave for the journal.
extension Wording {
  package static func message(for error: CaptionError) -> String {
    switch error {
    case .tooLong(let observed, let limit):
      "a caption has at most \(limit) characters, and this one has \(observed)"
    case .tooManyBytes(let observed, let limit):
      "a caption takes at most \(limit) bytes, and this one, with its marks, takes \(observed)"
    case .controlCharacter(let scalar, let offset):
      "there is a control character (\(codePoint(scalar))) after \(offset) characters; "
        + "only line breaks are allowed"
    }
  }

  package static func message(for error: NameError) -> String {
    switch error {
    case .empty: "the name is empty"
    case .tooLong(let observed, let limit):
      "a name has at most \(limit) characters here, and this one has \(observed)"
    case .tooManyBytes(let observed, let limit):
      "a name takes at most \(limit) bytes, and this one, with its marks, takes \(observed)"
    case .notAllowed(let scalar, let offset):
      "there is a character (\(codePoint(scalar))) after \(offset) others that such a name cannot have"
    }
  }

  package static func message(for error: DayRangeError) -> String {
    switch error {
    case .notUnderstood:
      "days are written as today, yesterday, 2024-01-31, 2024-01, 2024 or 2024-01-30..2024-02-02"
    case .yearOutOfRange(let observed, let expected):
      "there is no year \(observed): years go from \(expected.lowerBound) to \(expected.upperBound)"
    case .monthOutOfRange(let observed, let expected):
      "there is no month \(observed): months go from \(expected.lowerBound) to \(expected.upperBound)"
    case .dayOutOfRange(let observed, let month, let expected):
      "there is no day \(observed) in \(month): it has \(expected.upperBound)"
    case .backwards(let first, let last):
      "\(first) is after \(last); give the earlier day first"
    }
  }

  package static func message(for error: TimeOfDayError) -> String {
    switch error {
    case .syntax: "a time of day is written as 04:00"
    case .outOfRange(let field, let observed, let expected):
      "there is no \(field) \(observed): it goes from \(expected.lowerBound) to \(expected.upperBound)"
    }
  }

  private static func codePoint(_ scalar: Unicode.Scalar) -> String {
    "U+\(String(scalar.value, radix: 16, uppercase: true))"
  }
}
