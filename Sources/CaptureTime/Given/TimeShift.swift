/// By how much a camera's clock was wrong: "+1h30m", "-2d", "45s".
package struct TimeShift: Sendable, Hashable {
  /// A hundred years, so that no sum overflows and no slip of the finger goes unseen.
  package static let limit = 36_525 * 86_400

  /// To be added to what the clock showed; negative for a clock that was fast.
  package let seconds: Int

  /// Reads an optional sign and amounts with their units, each unit once: w, d, h, m, s.
  ///
  /// - Throws: ``TimeShiftSyntaxError``, with positions in characters from 0.
  package static func parse(_ text: String) throws(TimeShiftSyntaxError) -> TimeShift {
    var cursor = ByteCursor(text)
    let sign = cursor.take(UInt8(ascii: "+"), UInt8(ascii: "-"))
    var used: Set<UInt8> = []
    var total = 0
    repeat {
      let start = cursor.position
      let digits = cursor.digits(keeping: 12)
      guard let amount = Int(digits) else { throw .noNumber(position: start) }
      guard let letter = cursor.next else { throw .noUnit(position: cursor.position) }
      guard let unit = units[letter] else { throw .unknownUnit(position: cursor.position) }
      guard used.insert(letter).inserted else { throw .repeatedUnit(position: cursor.position) }
      _ = cursor.take(letter)
      let (seconds, overflow) = amount.multipliedReportingOverflow(by: unit)
      guard cursor.position - start <= 12, !overflow, seconds <= limit - total else {
        throw .tooLong(limit: limit)
      }
      total += seconds
    } while !cursor.isAtEnd
    return TimeShift(seconds: sign == UInt8(ascii: "-") ? -total : total)
  }

  private static let units: [UInt8: Int] = [
    UInt8(ascii: "w"): 604_800, UInt8(ascii: "d"): 86_400, UInt8(ascii: "h"): 3_600,
    UInt8(ascii: "m"): 60, UInt8(ascii: "s"): 1,
  ]
}

/// Why a typed shift is not one. Positions count from 0.
package enum TimeShiftSyntaxError: Error, Sendable, Hashable {
  case noNumber(position: Int)
  /// A number at the end without a unit.
  case noUnit(position: Int)
  /// A letter other than w, d, h, m and s.
  case unknownUnit(position: Int)
  case repeatedUnit(position: Int)
  /// Longer than ``TimeShift/limit`` seconds.
  case tooLong(limit: Int)
}

/// Why a time cannot be shifted.
package enum TimeShiftError: Error, Sendable, Hashable {
  /// The time knows less than what the shift would change; `shift` is in seconds.
  case finerThanPrecision(shift: Int, precision: CaptureTimePrecision)
}
