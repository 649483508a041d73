package import CaptureTime
import GRDB
import Store

/// How many sections were read on a day, in the six steps of a heat map.
package enum ReadingLevel: Int, Sendable, CaseIterable, Comparable {
  case none, few, some, many, lots, most

  /// The least number of sections of each level.
  package static let bounds = [0, 1, 3, 6, 10, 15]

  package init(_ sections: Int) {
    let level = Self.bounds.lastIndex { $0 <= sections } ?? 0
    self = Self(rawValue: level) ?? .none
  }

  package static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
}

/// Days with at least one section, one after the other.
package struct ReadingStreak: Sendable, Hashable {
  /// How many days up to today, or up to yesterday where today is pending.
  package let days: Int
  /// Whether nothing was read today yet: a current streak ends only tomorrow.
  package let isPending: Bool
  /// The most days that a streak ever had.
  package let longest: Int
}

/// A section that was opened on a day.
package struct OpenedSection: Sendable, Hashable {
  package let day: CivilDate
  /// When the last time on that day, in seconds since 1970 in UTC.
  package let moment: Int
  /// The collection's current name, or else the form that compares names.
  package let collection: String
  /// Its title is its key where no collection has it now.
  package let section: TextSection
  /// Whether a collection has it now.
  package let isThere: Bool

  /// Its place in the list, for ``Reading/opened(before:atMost:)``.
  package var position: Position { Position(day: day, moment: moment, section: section.key) }

  /// A place in the list, which an address can have.
  package struct Position: Sendable, Hashable, CustomStringConvertible {
    let day: CivilDate
    let moment: Int
    let section: String

    init(day: CivilDate, moment: Int, section: String) {
      (self.day, self.moment, self.section) = (day, moment, section)
    }

    /// Reads ``description``; nil for any other text.
    package init?(parsing text: String) {
      let parts = text.split(separator: "_", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3, let day = CivilDate(iso: String(parts[0])),
        let moment = Int(parts[1]), DayRule.instants.contains(moment),
        1...ReadText.keyByteLimit ~= parts[2].utf8.count
      else { return nil }
      self.init(day: day, moment: moment, section: String(parts[2]))
    }

    package var description: String { "\(day)_\(moment)_\(section)" }
  }
}

/// Reading and opened sections, day by day.
extension Reading {
  /// How many sections were read on each day of a range, in all rounds of all collections.
  ///
  /// - Parameter days: which ones.
  /// - Returns: the numbers of the days that have any.
  /// - Throws: ``JournalError``.
  package func counts(in days: ClosedRange<CivilDate>) throws -> [CivilDate: Int] {
    try journal.read { db in
      let rows = try DecodedRows(
        db,
        cached: """
          SELECT day, count(*) FROM reading_round
            CROSS JOIN section_read ON section_read.round = reading_round.id
          WHERE owner = ? AND day BETWEEN ? AND ? GROUP BY day
          """,
        arguments: [journal.id, days.lowerBound.description, days.upperBound.description])
      var counts: [CivilDate: Int] = [:]
      while var row = try rows.next() {
        counts[try row.day()] = try row.next(in: 0...Int(Int32.max))
      }
      return counts
    }
  }

  /// The years with days on which sections were read, the first first.
  ///
  /// - Returns: the years.
  /// - Throws: ``JournalError``.
  package func years() throws -> [Int] {
    try journal.read { db in
      try DecodedRows(
        db,
        cached: """
          SELECT DISTINCT CAST(substr(day, 1, 4) AS INTEGER) AS year FROM reading_round
            CROSS JOIN section_read ON section_read.round = reading_round.id
          WHERE owner = ? ORDER BY year
          """, arguments: [journal.id]
      ).map { try $0.next(in: 0...9_999) }
    }
  }

  /// The days in a row on which something was read.
  ///
  /// - Parameter today: the day of the moment.
  /// - Returns: the streak that goes on, and the longest one.
  /// - Throws: ``JournalError``.
  /// - Complexity: O(*n*) in the sections that were read.
  package func streak(today: CivilDate) throws -> ReadingStreak {
    try journal.read { db in
      let rows = try DecodedRows(
        db,
        cached: """
          SELECT DISTINCT day FROM reading_round
            CROSS JOIN section_read ON section_read.round = reading_round.id
          WHERE owner = ? ORDER BY day
          """, arguments: [journal.id])
      var (run, longest, current) = (0, 0, 0)
      var last: CivilDate?
      var isPending = true
      while var row = try rows.next() {
        let day = try row.day()
        run = last.map { $0.next == day } ?? false ? run + 1 : 1
        longest = max(longest, run)
        // Days to come are of a clock that was wrong.
        if day == today { isPending = false }
        if day == today || day.next == today { current = run }
        last = day
      }
      return ReadingStreak(days: current, isPending: isPending, longest: longest)
    }
  }

  /// The sections that were opened, the latest day first, on a day the latest first.
  ///
  /// - Parameters:
  ///   - position: of the last one of the page before; nil for the first page.
  ///   - count: how many at most.
  /// - Returns: the sections; none after the last one.
  /// - Throws: ``JournalError``.
  package func opened(
    after position: OpenedSection.Position? = nil, atMost count: Int
  ) throws -> [OpenedSection] {
    try journal.read { db in
      try DecodedRows(
        db,
        cached: """
          SELECT day, moment, section_opened.section, section_opened.collection, collection.name,
            section.title
          FROM section_opened
            LEFT JOIN collection ON collection.folded = section_opened.collection
            LEFT JOIN section ON section.collection = collection.id
              AND section.key = section_opened.section
          WHERE section_opened.owner = ?1 AND (?2 IS NULL OR day <= ?2
            AND (day, moment, section_opened.section) < (?2, ?3, ?4))
          ORDER BY day DESC, moment DESC, section_opened.section DESC LIMIT ?5
          """,
        arguments: [
          journal.id, position?.day.description, position?.moment, position?.section, count,
        ]
      ).map { values in
        let day = try values.day()
        let moment = try values.next(in: DayRule.instants)
        let key = try values.text(atMost: ReadText.keyByteLimit)
        let folded = try values.text(atMost: 4 * CollectionName.byteLimit)
        let name = try values.textIfAny(atMost: CollectionName.byteLimit)
        let title = try values.textIfAny(atMost: ReadText.lineByteLimit)
        return OpenedSection(
          day: day, moment: moment, collection: name ?? folded,
          section: TextSection(key: key, title: title ?? key), isThere: title != nil)
      }
    }
  }
}
