import CaptureTime
import Wording

@testable import Store
@testable import Texts

extension Samples {
  /// Of what is said of reading and plans.
  static let plans: [any Worded] =
    lines + (CollectionName(stored: "Bible").map { reading($0) + plans($0) } ?? [])

  private static func reading(_ name: CollectionName) -> [ReadingError] {
    let section = TextSection(key: "Gen.1", title: "Genesis 1")
    return [
      .unknownSection("Gen.99"), .severalSections("Gen.1", collections: [name]), .noPlace(nil),
      .noPlace(name), .noNext(section), .noPrevious(section), .notRead(section),
      .noSections(name), .tooManySections(name, observed: 50_001, limit: 50_000),
      .noRound(3, rounds: 1), .noRound(3, rounds: 2), .roundIsEmpty(name),
    ]
  }

  private static func plans(_ name: PlanName) -> [PlanError] {
    let day = CivilDate(daysSinceEpoch: 20_000)
    return [
      .exists(name), .tooMany(limit: 200), .tooManyRuns(name, limit: 10_000),
      .unknown(name, known: []), .unknown(name, known: [name]), .noPlans,
      .file([PlanProblem(line: 1, reason: .syntax)]),
      .file([PlanProblem(line: 1, reason: .syntax), PlanProblem(line: 2, reason: .encoding)]),
      .empty,
      .tooManyPortions(observed: 20_001, limit: 20_000),
      .tooManyTexts(name, observed: 200_001, limit: 200_000), .noCollection("Gen.1"),
      .severalCollections([name]), .days(observed: 0, expected: Plan.dayRange),
      .fewSections(name, observed: 1, days: 2), .noTestaments(name),
      .fewBooks(name, observed: 1, expected: 4), .followed(name, since: day),
      .notFollowed(name), .noneFollowed, .severalFollowed([name]),
      .noPortion(3, day: 1, portions: 1), .noPortion(3, day: 1, portions: 2),
      .noDay(9, days: 1), .noDay(9, days: 5), .allRead(name), .notRead(1, day: 2),
      .notBegun(name, start: day), .lostCollection(name, collection: "bible"),
    ]
  }

  private static let lines: [PlanProblem] =
    [
      .encoding, .tooLong(limit: 1 << 16), .syntax, .day(observed: 0, expected: Plan.dayRange),
      .sameDay(3, line: 1), .noPortions(1), .tooManyPortions(observed: 101, limit: 100),
      .samePortion("Gen.1"), .unknown("Gen.99"), .backwards(first: "Gen.2", last: "Gen.1"),
    ].map { PlanProblem(line: 2, reason: $0) }
}
