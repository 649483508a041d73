package import CaptureTime
package import People
package import Store
package import Texts

/// One item that is due on a day.
package enum DueItem: Sendable, Hashable {
  /// The day has no morning page yet.
  case morning(CivilDate)
  /// A portion of a plan that was not read yet.
  case portion(PlanPortion, of: PlanDay)
  /// A person whose due day it is, or was.
  case person(KnownPerson)
  /// A birthday, or another day of a person that comes every year.
  case yearly(YearlyDay)
}

/// The due items of days: people, the morning page, portions of plans, birthdays. Derived, never
/// stored.
package struct DueList: Sendable {
  let journal: OwnerJournal
  private let leap: LeapBirthday

  /// How many days the list of a week has.
  package static let week = 7

  /// - Parameters:
  ///   - journal: whose.
  ///   - leap: on which day a birthday of 29 February is in a year without one.
  package init(of journal: OwnerJournal, _ leap: LeapBirthday) {
    (self.journal, self.leap) = (journal, leap)
  }

  /// The due items of a day: birthdays first, then people, most overdue first relative to their
  /// rhythm, the morning page, and portions of plans.
  ///
  /// - Parameters:
  ///   - day: the day.
  ///   - today: the day of the moment: people who are overdue then are due on it, not on a later day.
  ///   - count: how many people, and how many days of theirs, at most.
  /// - Returns: the items, and how many people and days of theirs were left out.
  /// - Throws: ``JournalError``.
  package func items(
    on day: CivilDate, today: CivilDate, atMost count: Int = .max
  ) throws -> (items: [DueItem], rest: Int) {
    let due = try journal.people.due(by: day, today: today, atMost: count)
    let (items, rest) = try items(on: day, due.people, today: today, atMost: count)
    return (items, rest + due.total - due.people.count)
  }

  /// The due items of each day in a week, like ``items(on:today:atMost:)``.
  ///
  /// - Parameters:
  ///   - today: the first day, the day of the moment.
  ///   - count: how many people in all, and how many days of theirs on a day, at most.
  /// - Returns: the seven days, in order, and how many people and days of theirs were left out.
  /// - Throws: ``JournalError``.
  package func week(
    from today: CivilDate, atMost count: Int = .max
  ) throws -> (days: [(day: CivilDate, items: [DueItem])], rest: Int) {
    let due = try journal.people.due(
      by: today.adding(days: Self.week - 1), today: today, atMost: count)
    var rest = due.total - due.people.count
    let days = try (0..<Self.week).map { offset in
      let day = today.adding(days: offset)
      let found = try items(on: day, due.people, today: today, atMost: count)
      rest += found.rest
      return (day: day, items: found.items)
    }
    return (days, rest)
  }

  private func items(
    on day: CivilDate, _ people: [KnownPerson], today: CivilDate, atMost count: Int
  ) throws -> (items: [DueItem], rest: Int) {
    let due = people.filter { $0.person.isKept && max($0.rhythm.due, today) == day }
    let yearly = try journal.people.yearlyDays(in: day...day, leap)
    let plans = try journal.plans.days(on: day)
    // A page is written on its own day.
    let asksForPage = try day == today && journal.posts.morningPage(of: day) == nil
    let items =
      yearly.prefix(count).map(DueItem.yearly) + due.map(DueItem.person)
      + (asksForPage ? [.morning(day)] : [])
      + plans.filter { $0.state == .going }.flatMap { plan in
        plan.left.map { .portion($0, of: plan) }
      }
    return (items, max(0, yearly.count - count))
  }
}

extension OwnerJournal {
  /// The due items of days.
  ///
  /// - Parameter leap: on which day a birthday of 29 February is in a year without one.
  /// - Returns: the list, which is worked out when it is asked for days.
  package func due(_ leap: LeapBirthday) -> DueList { DueList(of: self, leap) }
}
