import GRDB
import Store

/// Plans that Daystamp makes from a collection's own sections, balanced by length.
package enum PlanMaking: String, Sendable, CaseIterable {
  /// All of it in its order.
  case order
  /// Old and New Testament side by side.
  case testaments
  /// Four portions a day, of four parts that are about as long as one another.
  case four

  private static let parts = 4
  /// How much of what other parts have too little a part makes up for. With all of it days would be a
  /// little more alike, but more of them without a portion of some part.
  private static let madeUp = 0.7

  /// The days of a plan.
  ///
  /// - Parameters:
  ///   - count: how many, from ``Plan/dayRange``.
  ///   - places: of the collection.
  ///   - lengths: of the sections, such as their characters.
  /// - Returns: the days.
  /// - Throws: ``PlanError/fewSections(_:observed:days:)``, ``PlanError/noTestaments(_:)``,
  ///   ``PlanError/fewBooks(_:observed:expected:)``.
  func days(
    _ count: Int, in places: PlanPlaces, lengths: [Int]
  ) throws(PlanError) -> [(number: Int, portions: [PlanSpan])] {
    let parts = try parts(of: places, lengths)
    let isEnough = parts.contains { $0.count >= count }
    guard isEnough else {
      throw .fewSections(places.collection.name, observed: places.sections.count, days: count)
    }
    var owed = [Double](repeating: 0, count: count)
    let daysOfParts = parts.map { Self.balanced($0, lengths, in: count, &owed) }
    return (0..<count).map { day in
      (day + 1, daysOfParts.flatMap { $0[day] }.flatMap { Self.portions(of: $0, in: places) })
    }
  }

  /// The sections that are read beside one another.
  private func parts(
    of places: PlanPlaces, _ lengths: [Int]
  ) throws(PlanError) -> [Range<Int>] {
    let all = places.sections.indices
    switch self {
    case .order: return [all]
    case .testaments:
      guard
        let first = places.sections.firstIndex(where: {
          BibleBook.newTestament.contains($0.section.bookKey)
        }), first > 0
      else { throw .noTestaments(places.collection.name) }
      return [0..<first, first..<all.upperBound]
    case .four:
      let starts = all.filter {
        $0 == 0 || places.sections[$0].section.bookKey != places.sections[$0 - 1].section.bookKey
      }
      guard starts.count >= Self.parts else {
        throw .fewBooks(places.collection.name, observed: starts.count, expected: Self.parts)
      }
      return Self.split(starts, end: all.upperBound, lengths)
    }
  }

  /// Four parts of whole books, each of which ends where the books before are nearest to its share.
  private static func split(_ starts: [Int], end: Int, _ lengths: [Int]) -> [Range<Int>] {
    let sums = sums(lengths)
    let total = sums[end]
    var cuts = [0]
    for part in 1..<parts {
      // So many books are left for the parts that follow.
      let first = (starts.firstIndex(of: cuts[part - 1]) ?? 0) + 1
      let last = starts.count - (parts - part)
      let share = total * part / parts
      let cut = starts[first...max(first, last)].min {
        abs(sums[$0] - share) < abs(sums[$1] - share)
      }
      cuts.append(cut ?? end)
    }
    return zip(cuts, cuts.dropFirst() + [end]).map { $0..<$1 }
  }

  /// Parts sections into days: a day ends where what was read is nearest to its share of the whole; none
  /// is empty where there are as many sections as days.
  ///
  /// - Parameters:
  ///   - sections: of the part.
  ///   - lengths: of all sections.
  ///   - days: how many.
  ///   - owed: how much less than their shares was read of other parts up to the end of each day, for
  ///     which this part makes up; afterwards of this part too.
  /// - Returns: each day's sections, as one range or none.
  private static func balanced(
    _ sections: Range<Int>, _ lengths: [Int], in days: Int, _ owed: inout [Double]
  ) -> [[Range<Int>]] {
    let sums = sums(Array(lengths[sections]))
    let leastOfDay = sections.count >= days ? 1 : 0
    var start = 0
    return (1...days).map { day in
      let own = Double(sums[sections.count]) * Double(day) / Double(days)
      let share = own + madeUp * owed[day - 1]
      let most = day == days ? sections.count : sections.count - leastOfDay * (days - day)
      var end = start
      while end < most,
        end - start < leastOfDay || day == days
          || abs(Double(sums[end + 1]) - share) <= abs(Double(sums[end]) - share)
      {
        end += 1
      }
      defer { start = end }
      owed[day - 1] += own - Double(sums[end])
      return start == end
        ? [] : [sections.lowerBound + start..<sections.lowerBound + end]
    }
  }

  /// What is before each place, and all of it.
  private static func sums(_ lengths: [Int]) -> [Int] {
    lengths.reduce(into: [0]) { sums, length in sums.append(sums[sums.count - 1] + length) }
  }

  /// A portion for each book.
  private static func portions(of sections: Range<Int>, in places: PlanPlaces) -> [PlanSpan] {
    var portions: [PlanSpan] = []
    var rest = places.sections[sections]
    while let first = rest.first {
      let part = rest.prefix { $0.section.bookKey == first.section.bookKey }
      rest = rest.dropFirst(part.count)
      guard let last = part.last else { break }
      portions.append(
        PlanSpan(
          first: first.section.key, last: last.section.key,
          texts: first.texts.lowerBound..<last.texts.upperBound))
    }
    return portions
  }
}

extension BibleBook {
  /// The OSIS names of the books from Matthew on.
  static let newTestament = Set(all.drop { $0.osis != "Matt" }.map(\.osis))
}

extension PlanPlaces {
  /// How long what the sections say is, in bytes.
  func lengths(_ db: Database) throws -> [Int] {
    let rows = try DecodedRows(
      db,
      cached: """
        SELECT section.key, sum(length(CAST(body AS BLOB)))
        FROM section CROSS JOIN text ON text.section = section.id
        WHERE section.collection = ? GROUP BY section.id
        """, arguments: [collection.id])
    var lengths: [String: Int] = [:]
    while var row = try rows.next() {
      let key = try row.text(atMost: ReadText.keyByteLimit)
      lengths[key] = try row.next(in: 0...1 << 40)
    }
    return sections.map { lengths[$0.section.key] ?? 0 }
  }
}
