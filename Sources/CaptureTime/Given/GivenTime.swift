/// A capture time typed by the user: "2024-01-31 23:59:58.5+09:00", or less of it from the end.
package enum GivenTime {
  /// Reads the day, then as much as is there of hour and minute, second, fraction and offset.
  ///
  /// What the user says is taken at its word: the limits for past and future that found times are
  /// held to do not apply, the calendar does.
  ///
  /// - Throws: ``GivenTimeError``.
  package static func parse(_ text: String) throws(GivenTimeError) -> CaptureTime {
    let fields: TimestampFields
    do throws(TimestampSyntaxError) {
      fields = try ISOTimestamp.parse(withHyphens(Array(text.utf8)[...].trimmed))
    } catch {
      throw .syntax(observed: text, error)
    }
    do throws(CaptureTimeRejection) {
      return try fields.captureTime(source: .given)
    } catch {
      switch error {
      case .outOfRange(let field, let observed, let expected):
        throw .outOfRange(field: field, observed: observed, expected: expected)
      default:
        throw .outOfRange(field: .year, observed: fields.year, expected: 1...9_999)
      }
    }
  }
}

/// The day's colons, as EXIF and exiftool write it (2024:01:31), as hyphens.
private func withHyphens(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
  var bytes = Array(text)
  guard bytes.count >= 10, bytes[4] == UInt8(ascii: ":"), bytes[7] == UInt8(ascii: ":") else {
    return text
  }
  (bytes[4], bytes[7]) = (UInt8(ascii: "-"), UInt8(ascii: "-"))
  return bytes[...]
}

/// Why a typed time is not one.
package enum GivenTimeError: Error, Sendable, Hashable {
  case syntax(observed: String, TimestampSyntaxError)
  /// A field that the calendar or the clock does not have.
  case outOfRange(field: TimestampField, observed: Int, expected: ClosedRange<Int>)
}
