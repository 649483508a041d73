import CaptureTime
import Hummingbird
import Journal
import Stamping
import Store
import Texts

/// The front page: today, in sections.
struct TodayRoutes: ServerRoutes {
  let server: ServerParts
  /// All that may be on the page.
  let sections: [any TodaySection]

  /// Those that there are.
  static let sections: [any TodaySection] = [
    WelcomeSection(), WeekSection(), ComposerSection(), QuestionSection(), DraftsSection(),
    DayPostsSection(), OtherYearsSection(), YearlyDaysSection(), DueSection(), ContactsSection(),
    PlansSection(), DayTextSection(),
  ]

  init(server: ServerParts, sections: [any TodaySection]) {
    (self.server, self.sections) = (server, Self.inOrder(sections))
  }

  static func inOrder(_ sections: [any TodaySection]) -> [any TodaySection] {
    sections.sorted { $0.order < $1.order }
  }

  func add(to routes: Routes) {
    routes.unlocked(.get, "/") { request, _, visit in
      let (preferences, words) = (Preferences(of: request), pages.words(for: request))
      let (size, asked) = (ThumbnailSize.inPage(for: request), Query(of: request))
      let content = try await visit.run { journal in
        let settings = try journal.settings.current()
        let day = settings.rule.day(of: now())
        let today = Today(
          day: day, now: now(), weekStart: settings.weekStart ?? preferences.weekStart,
          textPool: settings.textPool, questions: settings.questions,
          skippedQuestions: (try? asked.number("question", in: 0...QuestionSection.most)) ?? 0,
          visit: visit, words: words, size: size,
          isJournalEmpty: try journal.days.areEmpty())
        return [
          "title": words("today"), "day": "\(day)", "weekday": words.weekdays[day.weekday],
          "date": words.withoutYear(day), "year": "\(day.year)",
          "done": try
            (PersonNotice(journal: journal, today: day, words: words, from: "/")
            .content(asked) ?? PlanNotice(words: words, from: "/").content(asked)).once,
          "sections": try sections.compactMap { section in
            try section.content(of: today)?.merging(["template": section.template]) { $1 }
          },
        ] as PageContent
      }
      return visit.pictures.naming(in: try await page(of: "today", content, for: request), settings)
    }
  }
}

/// A section of the front page.
///
/// An area that has something to say of a day adds one, as ``DayTextSection`` is that of texts: a value
/// that conforms, in ``TodayRoutes/sections``, and a template of the name that it gives, with a heading of
/// the second level and what is below it. What stands there is within a `<section>` of the class that the
/// template is named.
protocol TodaySection: Sendable {
  /// Where on the page it is.
  var order: TodayOrder { get }
  /// The template that shows what ``content(of:)`` gives.
  var template: String { get }

  /// What the section shows.
  ///
  /// - Parameter today: the day, and whose it is.
  /// - Returns: nil where there is nothing: then the section is not there.
  /// - Throws: `JournalError`.
  func content(of today: Today) throws -> PageContent?
}

/// The order of sections, from the top of the page: the owner's posts come before what is due.
enum TodayOrder: Int, Comparable, Sendable {
  /// What changed who may come in.
  case access
  /// That posts are examples.
  case samples
  case welcome, week, composer
  /// What may be answered while the day has no morning page.
  case question
  case drafts
  case posts, otherYears
  /// Birthdays, and other days of every year.
  case yearlyDays
  case due, contacts, plans
  /// A text for today.
  case text

  static func < (first: Self, second: Self) -> Bool { first.rawValue < second.rawValue }
}

/// What sections get to work with.
struct Today: Sendable {
  let day: CivilDate
  /// In seconds since 1970 in UTC.
  let now: Int
  /// The owner's.
  let weekStart: WeekStart
  /// Of which texts the day's is drawn, where it has none yet.
  let textPool: TextPool
  /// What the day's question is of; nil where nothing is asked.
  let questions: CollectionName?
  /// How many questions of the day were passed over.
  let skippedQuestions: Int
  let visit: Visit
  let words: Words
  /// How large pictures are that come within the page.
  let size: ThumbnailSize
  /// Whether there is no post at all yet.
  let isJournalEmpty: Bool

  /// The week that the day is in.
  var week: [CivilDate] {
    let first = day.adding(days: -((day.weekday - weekStart.rawValue + 7) % 7))
    return (0..<7).map { first.adding(days: $0) }
  }
}
