package import CaptureTime
package import People
package import Store
package import Texts

/// One thing that a day asks for.
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

/// What days ask for: people, the morning page, portions of plans, birthdays. Worked out, never stored.
package struct DueList: Sendable {
  let journal: OwnerJournal
  private let leap: LeapBirthday

  /// How many days there are in what is asked for a week.
  package static let week = 7

  /// - Parameters:
  ///   - journal: whose.
  ///   - leap: on which day a birthday of 29 February is in a year without one.
  package init(of journal: OwnerJournal, _ leap: LeapBirthday) {
    (self.journal, self.leap) = (journal, leap)
  }

  /// What a day asks for: birthdays first, then people, the most overdue for their rhythm before the others,
  /// the morning page, and portions of plans.
  ///
  /// - Parameters:
  ///   - day: the day.
  ///   - today: the day of the moment: people who are overdue then are due on it, not on a later day.
  /// - Returns: the items.
  /// - Throws: ``JournalError``.
  package func items(on day: CivilDate, today: CivilDate) throws -> [DueItem] {
    let people = try journal.people.due(by: day, today: today)
    return try items(on: day, people, today: today)
  }

  /// What each day of a week asks for, as ``items(on:today:)``.
  ///
  /// - Parameter today: the first day, the day of the moment.
  /// - Returns: the seven days, in order.
  /// - Throws: ``JournalError``.
  package func week(from today: CivilDate) throws -> [(day: CivilDate, items: [DueItem])] {
    let people = try journal.people.due(by: today.adding(days: Self.week - 1), today: today)
    return try (0..<Self.week).map { offset in
      let day = today.adding(days: offset)
      return (day, try items(on: day, people, today: today))
    }
  }

  private func items(
    on day: CivilDate, _ people: [KnownPerson], today: CivilDate
  ) throws -> [DueItem] {
    let due = people.filter { $0.person.isKept && max($0.rhythm.due, today) == day }
    let plans = try journal.plans.days(on: day)
    // A page is written on its own day.
    let asksForPage = try day == today && journal.posts.morningPage(of: day) == nil
    return try journal.people.yearlyDays(in: day...day, leap).map(DueItem.yearly)
      + due.map(DueItem.person)
      + (asksForPage ? [.morning(day)] : [])
      + plans.filter { $0.state == .going }.flatMap { plan in
        plan.left.map { .portion($0, of: plan) }
      }
  }
}

extension OwnerJournal {
  /// What days ask for.
  ///
  /// - Parameter leap: on which day a birthday of 29 February is in a year without one.
  /// - Returns: the list, which is worked out when it is asked for days.
  package func due(_ leap: LeapBirthday) -> DueList { DueList(of: self, leap) }
}
