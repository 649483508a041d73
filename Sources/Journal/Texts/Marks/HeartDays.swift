package import CaptureTime
import GRDB
package import Store

/// A day on which texts got hearts that they still have.
package struct HeartDay: Sendable, Hashable {
  package let day: CivilDate
  /// How many did.
  package let count: Int
  /// The texts, latest first, as many as requested.
  package let texts: [StoredText]
}

extension Texts {
  /// The days on which the owner gave hearts, latest first, without hearts on texts that no
  /// collection has now.
  ///
  /// - Parameters:
  ///   - rule: to which day a moment belongs.
  ///   - first: the first day that is meant; nil for all from the first heart on.
  ///   - end: the day before which they are, such as the last one of the page before; nil for all.
  ///   - count: how many days at most; nil for all.
  ///   - textCount: how many texts of each day at most; nil for all.
  /// - Returns: the days; none after the first one.
  /// - Throws: ``JournalError``.
  /// - Complexity: O(*n*) in the hearts of these days.
  package func heartDays(
    _ rule: DayRule, from first: CivilDate? = nil, before end: CivilDate? = nil,
    atMost count: Int? = nil, textsEach textCount: Int? = nil
  ) throws -> [HeartDay] {
    try journal.read { db in
      // A day's moments follow one another, and days too.
      let rows = try DecodedRows(
        db,
        cached: """
          SELECT hearted, text FROM text_mark
          WHERE owner = ? AND hearted IS NOT NULL AND hearted >= ? AND hearted < ?
            AND text IS NOT NULL
          ORDER BY hearted DESC, text DESC
          """,
        arguments: [
          journal.id, first.map(rule.start) ?? DayRule.instants.lowerBound,
          end.map(rule.start) ?? DayRule.instants.upperBound,
        ])
      var days: [(day: CivilDate, start: Int, count: Int, texts: [Int64])] = []
      while var row = try rows.next() {
        let (hearted, text) = (try row.next(in: DayRule.instants), try row.next(Int64.self))
        if days.last.map({ hearted < $0.start }) ?? true {
          if days.count == count ?? .max { break }
          let day = rule.day(of: hearted)
          days.append((day, rule.start(of: day), 0, []))
        }
        days[days.count - 1].count += 1
        if days[days.count - 1].texts.count < textCount ?? .max {
          days[days.count - 1].texts.append(text)
        }
      }
      return try days.map { day in
        HeartDay(day: day.day, count: day.count, texts: try texts(of: day.texts, db))
      }
    }
  }
}
