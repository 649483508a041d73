import CaptureTime
import Hummingbird
import Journal
import People
import Stamping
import Store
import Texts
import Wording

/// The page of everything due today and this week.
struct DueRoutes: ServerRoutes {
  let server: ServerParts

  /// How many people the page shows, and how many days of theirs on a day.
  private static let most = 100

  func add(to routes: Routes) {
    routes.unlocked(.get, PeoplePaths.due) { request, _, visit in
      let (words, size) = (pages.words(for: request), ThumbnailSize.inPage(for: request))
      let query = Query(of: request)
      let content = try await visit.run { journal in
        let settings = try journal.settings.current()
        let today = settings.rule.day(of: now())
        let items = DueOnPage(visit: visit, today: today, words: words, size: size)
        let notice = PersonNotice(
          journal: journal, today: today, words: words, from: PeoplePaths.due)
        let (week, rest) = try journal.due(settings.leapBirthday)
          .week(from: today, atMost: Self.most)
        let days = try week.filter { !$0.items.isEmpty }.map { day, found in
          [
            "title": day == today ? words("today") : words.dayOfMonth(day), "day": "\(day)",
            "items": try items.content(of: found, on: day),
          ] as PageContent
        }
        return [
          "days": days, "isEmpty": days.isEmpty, "done": try notice.content(query).once,
          "rest": (rest > 0 ? words.count(rest, "dueRest") : nil).once,
        ] as PageContent
      }
      return visit.pictures.naming(in: try await page(of: "due", content, for: request), settings)
    }
  }
}

/// The due items of a day, as lines of a list.
struct DueOnPage {
  let visit: Visit
  let today: CivilDate
  let words: Words
  let size: ThumbnailSize

  /// For the template `due-row`.
  ///
  /// - Parameters:
  ///   - items: as many as a page shows.
  ///   - day: whose they are: what is due today can be done at once.
  ///   - from: the page to which their forms lead back.
  /// - Returns: each of them, with where it is done.
  /// - Throws: `JournalError`.
  func content(
    of items: [DueItem], on day: CivilDate, from: String = PeoplePaths.due
  ) throws -> [PageContent] {
    let people = items.compactMap { item -> KnownPerson? in
      guard case .person(let known) = item else { return nil }
      return known
    }
    let rows = PeopleOnPage(visit: visit, today: today, words: words, size: size)
    let known = Dictionary(
      zip(people.map(\.person.id), try rows.content(of: people)), uniquingKeysWith: { $1 })
    return items.map { item in
      switch item {
      case .person(let person):
        (known[person.person.id] ?? [:]).merging([
          "isPerson": true, "mayBeDone": day == today, "from": from,
        ]) { $1 }
      case .yearly(let yearly): yearlyDay(yearly)
      case .morning(let day):
        line("isMorning", words("morningPage"), words("dueMorning"), "/new?day=\(day)&morning=1")
      case .portion(let portion, of: let plan):
        line(
          "isPortion", portion.title, plan.plan.name.text,
          portion.section.map { ReadingPaths.section($0.key, in: plan.plan.collectionName) }
            ?? PlanPage.path(plan.plan.name))
      }
    }
  }

  private func yearlyDay(_ yearly: YearlyDay) -> PageContent {
    let years = yearly.years.map { words.count($0, "personYears") }
    let what = [yearly.name.isEmpty ? words("birthday") : yearly.name, years]
    return line(
      yearly.name.isEmpty ? "isBirthday" : "isAnniversary", yearly.person.name,
      what.compactMap(\.self).joined(separator: " · "), PeoplePaths.person(yearly.person.id))
  }

  private func line(_ sign: String, _ name: String, _ text: String, _ path: String) -> PageContent {
    ["isPerson": false, sign: true, "name": name, "text": text, "path": path]
  }
}

/// The people due today: the first one can be ticked at once, the others on request. The morning
/// page, portions of plans and birthdays have their own sections.
struct DueSection: TodaySection {
  let order = TodayOrder.due
  let template = "today-due"

  private static let most = 5

  func content(of today: Today) throws -> PageContent? {
    let (people, count) = try today.visit.journal.people.due(
      by: today.day, today: today.day, atMost: Self.most)
    guard !people.isEmpty else { return nil }
    let rows = DueOnPage(
      visit: today.visit, today: today.day, words: today.words, size: today.size)
    let items = try rows.content(of: people.map(DueItem.person), on: today.day, from: "/")
    let more =
      [
        "title": today.words.count(count - 1, "today-dueMore"), "items": Array(items.dropFirst()),
        "rest": (count > people.count ? today.words.count(count - people.count, "dueRest") : nil)
          .once,
      ] as PageContent
    return ["items": Array(items.prefix(1)), "more": (count > 1 ? more : nil).once]
  }
}

/// Birthdays and anniversaries in the next seven days.
struct YearlyDaysSection: TodaySection {
  let order = TodayOrder.yearlyDays
  let template = "today-yearly"

  private static let most = 5

  func content(of today: Today) throws -> PageContent? {
    let (journal, words) = (today.visit.journal, today.words)
    let last = today.day.adding(days: DueList.week - 1)
    let leap = try journal.settings.current().leapBirthday
    let days = try journal.people.yearlyDays(in: today.day...last, leap)
    guard !days.isEmpty else { return nil }
    return [
      "days": days.prefix(Self.most).map { yearly in
        let years = yearly.years.map { words.count($0, "personYears") }
        let what = [yearly.name.isEmpty ? words("birthday") : yearly.name, years]
        return [
          "name": yearly.person.name, "path": PeoplePaths.person(yearly.person.id),
          "what": what.compactMap(\.self).joined(separator: " · "), "day": "\(yearly.date)",
          "when": yearly.date == today.day
            ? words("today")
            : yearly.date == today.day.next
              ? words("today-tomorrow") : words.dayOfMonth(yearly.date),
          "isBirthday": yearly.name.isEmpty,
        ] as PageContent
      },
      "rest": (days.count > Self.most ? words.count(days.count - Self.most, "dueRest") : nil).once,
    ]
  }
}

/// The people contacted today.
struct ContactsSection: TodaySection {
  let order = TodayOrder.contacts
  let template = "contacts-of-day"

  func content(of today: Today) throws -> PageContent? {
    try ContactLines(journal: today.visit.journal, words: today.words).section(of: today.day)
  }
}
