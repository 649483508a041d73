package import CaptureTime
package import People
package import Store
import Texts

/// The content of an owner's calendar.
///
/// - People who are kept, each once on their due day, those of up to ``span`` days from today; who is
///   overdue is there today. A calendar is looked at by weeks and months: so the month that is shown and
///   the one after it have their people, while later days change with each contact before them anyway.
/// - The morning page of today, unless it is written.
/// - The portions of plans that are left of each day of a week, an entry for each plan and day; of plans at
///   one's own pace those of today, since later ones depend on when these are read.
/// - Birthdays and other days of every year of people who are kept.
///
/// Each is at its time in ``FeedTimes``, with an alarm where the owner's rules tell of it then.
///
/// There are at most ``peopleLimit`` people, the most overdue for their rhythm first, ``readingLimit`` plans'
/// days, the next first, and ``yearlyLimit`` days of every year, those that come next first: the text of all of
/// them is of a few megabytes, which is what programs take.
package struct FeedContent: Sendable {
  private let journal: OwnerJournal
  private let rule: DayRule
  private let leap: LeapBirthday
  private let times: FeedTimes
  private let key: FeedKey
  private let isNaming: Bool

  /// How many days ahead the calendar has people.
  package static let span = 60
  package static let peopleLimit = 500
  package static let readingLimit = 100
  package static let yearlyLimit = 2_000

  /// - Parameters:
  ///   - journal: whose.
  ///   - rule: the owner's rule of days.
  ///   - leap: on which day one of 29 February is in a year without one.
  ///   - times: when its entries are, and which of them ring.
  ///   - key: by which entries get their names.
  ///   - naming: whether it says what is due; else nothing but that something is, and when: no names, no
  ///     links, no years.
  package init(
    of journal: OwnerJournal, _ rule: DayRule, _ leap: LeapBirthday, _ times: FeedTimes,
    key: FeedKey, naming: Bool
  ) {
    (self.journal, self.rule, self.leap, self.times) = (journal, rule, leap, times)
    (self.key, isNaming) = (key, naming)
  }

  /// The calendar on a day.
  ///
  /// - Parameters:
  ///   - name: what programs call it.
  ///   - today: the day of the moment.
  ///   - words: what an entry says; links of a calendar without names are left out.
  /// - Returns: the calendar, its entries in the order of their days.
  /// - Throws: ``JournalError``, and what `words` throws.
  package func calendar(
    named name: String, today: CivilDate, words: (FeedSubject) throws -> FeedWords
  ) throws -> CalendarFeed {
    let found =
      try morning(today) + readings(today) + people(today)
    let tasks = try found.map { due in
      FeedTask(
        uid: due.uid, try self.words(isNaming ? due.subject : .somethingDue, words), on: due.day,
        at: due.time.time, rings: due.time.rings)
    }
    let dates = try journal.people.yearlyDates(from: today, atMost: Self.yearlyLimit)
    let days = try dates.map { day in
      FeedYearly(
        uid: key.uid("day", day.uid, day.name),
        try self.words(isNaming ? FeedSubject(day) : .somethingYearly, words),
        every: isNaming ? day.date : day.date.withoutYear, at: times.days.time,
        rings: times.days.rings)
    }
    // By their names where their days are the same: another order would tell who is most overdue.
    return CalendarFeed(
      named: name,
      tasks.sorted {
        ($0.day, $0.time.seconds, $0.uid) < ($1.day, $1.time.seconds, $1.uid)
      },
      days.sorted { ($0.date.month, $0.date.day, $0.uid) < ($1.date.month, $1.date.day, $1.uid) },
      rule, leap, today: today)
  }

  private func words(
    _ subject: FeedSubject, _ words: (FeedSubject) throws -> FeedWords
  ) rethrows -> FeedWords {
    let made = try words(subject)
    return isNaming ? made : FeedWords(title: made.title, description: made.description)
  }
}

/// The due items.
extension FeedContent {
  private struct Due {
    let uid: String
    let subject: FeedSubject
    let day: CivilDate
    let time: FeedTime
  }

  private func people(_ today: CivilDate) throws -> [Due] {
    let last = today.adding(days: Self.span)
    let due = try journal.people.due(by: last, today: today, atMost: Self.peopleLimit)
    return due.people.map { known in
      let (person, due) = (known.person, known.rhythm.due)
      return Due(
        uid: key.uid("person", person.uid, due.description),
        subject: .person(
          number: person.id, name: person.name, due: due, isOverdue: due < today),
        day: max(due, today),
        time: times.ofPerson(person.facts.reminder, dayStart: rule.start))
    }
  }

  private func morning(_ today: CivilDate) throws -> [Due] {
    guard try journal.posts.morningPage(of: today) == nil else { return [] }
    return [
      Due(
        uid: key.uid("morning", today.description), subject: .morning(today), day: today,
        time: times.morning)
    ]
  }

  private func readings(_ today: CivilDate) throws -> [Due] {
    var found: [Due] = []
    for day in (0..<DueList.week).map({ today.adding(days: $0) }) {
      let plans = try journal.plans.days(on: day).filter { plan in
        plan.state == .going && !plan.left.isEmpty && (day == today || plan.run.pace == .calendar)
      }
      for plan in plans.prefix(Self.readingLimit - found.count) {
        // The day's number, and not its date: what is left of it at one's own pace comes again.
        let uid = key.uid("reading", plan.plan.name.text, "\(plan.run.begun)", "\(plan.day)")
        found.append(
          Due(uid: uid, subject: FeedSubject(plan), day: day, time: times.reading))
      }
    }
    return found
  }
}
