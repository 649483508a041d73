import CaptureTime
import Wording

@testable import Journal
@testable import People
@testable import Store

extension Samples {
  /// Of what is said of people.
  static let people: [any Worded] = (PersonName(stored: "Mina").map(people) ?? []) + yearlyDates

  private static func people(_ name: PersonName) -> [any Worded] {
    let day = CivilDate(daysSinceEpoch: 20_000)
    guard let birthday = try? YearlyDate(month: 2, day: 14, year: 2_999) else { return [] }
    let person = Person(
      id: 1, uid: "u", facts: PersonFacts(name, start: day), made: 0, archived: nil, deleted: nil)
    let away = Person(
      id: 2, uid: "v", facts: PersonFacts(name, start: day), made: 0, archived: 1, deleted: nil)
    let errors: [PersonError] = [
      .unknown("Mona", near: []), .unknown("Mona", near: ["Mina"]), .unknownNumber(9),
      .ambiguous("Mi", people: [person]), .exists(person),
      .cadence(observed: 0, expected: Cadence.range), .tooManyDays(observed: 21, limit: 20),
      .dayTwice(name),
      .birthdayAhead(birthday, today: day), .tooManyCategories(observed: 21, limit: 20),
      .noPicture(number: 3),
      .tooMany(limit: People.limit), .isArchived(person), .notArchived(person),
      .isDeleted(person), .notDeleted(person),
    ]
    let contacts: [ContactError] = [
      .longKeyword("coffee", observed: 6, limit: 5), .keyword("a b"),
      .tooManyKeywords(observed: 4, limit: 3), .longMemo(observed: 101, limit: 100),
      .memoBytes(observed: 5_000, limit: 4_096), .memoCharacter("\u{7}", offset: 1),
      .futureDay(day.next, today: day), .unknown(9),
      .snoozeDays(observed: 8, expected: Snooze.range), .notDue(person, due: day),
      .notDue(away, due: day), .notSnoozed(person),
    ]
    return errors + contacts + [ImportProblem.personTwice(name)] + problems
      + [PeopleProblem.altered(name, day), PeopleSalvageFinding.altered(name, day)]
  }

  private static let problems: [PeopleProblem] = [
    .rhythm(people: 1), .rhythm(people: 2), .search(contacts: nil), .search(contacts: 1),
  ]

  private static let yearlyDates: [YearlyDateError] = [
    .syntax(observed: "14.2."), .noSuchDay("02-30"),
  ]
}
