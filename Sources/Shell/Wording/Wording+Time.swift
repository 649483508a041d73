package import CaptureTime
import Formats

extension Wording {
  package static func message(for error: GivenTimeError) -> String {
    switch error {
    case .syntax(let text, let error):
      "“\(text)” is no time: after \(error.position) characters \(expectation(error.expected)); "
        + "write it like 2024-01-31 23:59:58+09:00, leaving away what you do not know from the end"
    case .outOfRange(let field, let observed, let expected):
      "there is no \(field.rawValue) \(observed): it goes from \(expected.lowerBound) "
        + "to \(expected.upperBound)"
    }
  }

  private static func expectation(_ expected: TimestampSyntaxError.Expectation) -> String {
    switch expected {
    case .digits(of: .offset): "“Z” or an offset such as +09:00 should come"
    case .digits(let field): "the \(field.rawValue) should come"
    case .separator(let character): "“\(character)” should come"
    case .fraction: "a fraction's digits should come"
    case .end: "it should end"
    }
  }

  package static func message(for error: TimeShiftSyntaxError) -> String {
    let help = "write it like +1h30m or -2d, with w, d, h, m and s"
    return switch error {
    case .noNumber(let position): "a number should come after \(position) characters; \(help)"
    case .noUnit: "the last number has no unit; \(help)"
    case .unknownUnit(let position): "no unit of time is after \(position) characters; \(help)"
    case .repeatedUnit(let position): "the unit after \(position) characters comes twice; \(help)"
    case .tooLong(let limit): "a shift is at most \(limit / 86_400) days"
    }
  }

  package static func message(for error: TimeShiftError) -> String {
    switch error {
    case .finerThanPrecision(let shift, let precision):
      "a shift of \(shift) seconds is finer than the time, which knows only the "
        + "\(precision.rawValue); shift by whole \(precision.rawValue)s, or give --time"
    }
  }

  package static func message(for error: CaptureZoneError) -> String {
    switch error {
    case .unknown(let name, let suggestions):
      "there is no time zone “\(name)”"
        + (suggestions.isEmpty
          ? "; name one like Asia/Seoul, or an offset like +09:00"
          : "; did you mean \(suggestions.joined(separator: ", "))?")
    }
  }

  package static func message(for error: TimeFormatError) -> String {
    switch error {
    case .unknownDirective(let text, let position):
      "“\(text)” after \(position) characters of the format means nothing; "
        + "the letters are those of strftime, and %% is a percent sign"
    case .unstableDirective(let text, let position, let instead):
      "“\(text)” after \(position) characters of the format differs from machine to machine; "
        + "write \(instead)"
    case .unfinishedDirective(let text, let position):
      "“\(text)” after \(position) characters ends the format; %% is a percent sign"
    case .unknownLocale(let name):
      "there is no locale “\(name)”; name one like ko_KR or de_DE"
    }
  }

  /// Why a candidate is no capture time.
  package static func message(for rejection: CaptureTimeRejection) -> String {
    switch rejection {
    case .blank: "blank"
    case .zeros: "zeros"
    case .wrongSyntax(_, let expected): "not written as \(expected)"
    case .outOfRange(let field, let observed, let expected):
      "no \(field.rawValue) \(observed): \(expected.lowerBound) to \(expected.upperBound)"
    case .incomplete(let field): "has no \(field.rawValue)"
    case .tooEarly(let year, let earliest): "\(year) is before the first photo, \(earliest)"
    case .tooLate(let seconds, _):
      "\(seconds / 86_400) days in the future"
    }
  }

  private static func message(for error: TIFFError) -> String {
    switch error {
    case .truncatedHeader(let observed, let expected):
      "EXIF is too short: \(observed) bytes of at least \(expected)"
    case .unknownByteOrder, .wrongMagic: "EXIF does not begin as it has to"
    case .directoryOutOfBounds(let offset, let length):
      "EXIF points to byte \(offset) of its \(length) bytes"
    }
  }

  package static func message(for problem: CaptureTimeProblem) -> String {
    switch problem {
    case .exif(let error): message(for: error)
    case .xmp(_, .encoding): "XMP is in UTF-32, which is not read"
    case .xmp(_, .documentType): "XMP has a document type, which it must not have"
    case .xmp(_, .syntax(let offset, _)): "XMP is no well-formed XML from byte \(offset) on"
    case .xmp(_, .limit): "XMP is too large or too deep to be searched"
    case .iptcExtendedDataset(let offset): "IPTC has an extended dataset at byte \(offset)"
    case .iptcTruncated(let offset, let observed, let expected):
      "IPTC ends early at byte \(offset): \(observed) of \(expected) bytes"
    }
  }

  /// A time for people: 2024-01-31 23:59:58 +09:00.
  package static func clock(_ time: CaptureTime) -> String {
    let text = time.description
    guard let separator = text.firstIndex(of: "T") else { return text }
    let clock = text[text.index(after: separator)...]
    guard let sign = clock.firstIndex(where: { $0 == "+" || $0 == "-" }) else {
      return "\(text[..<separator]) \(clock)"
    }
    return "\(text[..<separator]) \(clock[..<sign]) \(clock[sign...])"
  }
}
