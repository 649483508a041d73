import ArgumentParser
import Journal
import Shell

/// What a calendar shows.
enum CalendarPeriod {
  case month(Month)
  /// From its first day to its last.
  case year(DayRange)

  var days: DayRange {
    switch self {
    case .month(let month): DayRange(month)
    case .year(let days): days
    }
  }

  /// Reads "2024-01" or "2024".
  ///
  /// - Throws: `ValidationError`.
  static func parse(_ text: String) throws -> CalendarPeriod {
    do throws(DayRangeError) {
      if text.contains("-") { return .month(try Month.parse(text)) }
      let (january, december) = (try Month.parse("\(text)-01"), try Month.parse("\(text)-12"))
      return .year(try DayRange(first: january.first, last: december.last))
    } catch .notUnderstood {
      throw ValidationError(Wording.noPeriod)
    } catch {
      throw ValidationError(Wording.message(for: error))
    }
  }
}
