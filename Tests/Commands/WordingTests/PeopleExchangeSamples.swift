import Store
import Wording

@testable import People

extension Samples {
  /// Of what is said of files of people.
  static let peopleExchange: [any Worded] =
    files
    + reasons.map { CardProblem(line: 3, $0) } + [CardProblem(line: nil, .noName)]
    + list.entries

  private static let files: [PeopleFileError] = [
    .utf16, .noCards, .tooManyCards(limit: 100_000),
    .tooLarge(limit: 64 << 20), .json, .jsonTooLarge(limit: 16 << 20),
    .notMonica,
  ]

  private static let reasons: [CardProblem.Reason] = [
    .nested(line: 5), .noEnd, .noBegin, .outside, .tooLarge(limit: 1 << 20), .noName,
    .name(.tooLong(observed: 41, limit: 40)), .unreadableName(.encoding),
    .notAPerson(kind: "group"),
  ]

  private static let list: LeftOutList = {
    let reasons: [LeftOut.Reason] = [
      .noPlace, .oneOnly, .tooMany(limit: 20), .noDay, .future, .shortened(limit: 100),
      .nearest(observed: 120, taken: 90), .encoding, .charset("KOI8-R"), .calendar("chinese"),
      .name(.empty),
      .words(.tooLong(observed: 100_001, limit: 100_000)), .date(.noSuchDay("02-30")),
      .cadence(.cadence(observed: 0, expected: Cadence.range)), .syntax("x"),
    ]
    var list = LeftOutList()
    for reason in reasons { list.add("TEL", reason, line: 4) }
    list.add("gift", .noPlace)
    list.add("", .noLine, line: 2)
    return list
  }()
}
