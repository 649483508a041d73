import CaptureTime
import Journal
import Store
import Texts

/// An owner's reading: where to continue, the streak, the year as a map, and the opened sections.
struct ReadingPage {
  let journal: OwnerJournal
  let today: CivilDate
  let weekStart: WeekStart
  let rule: DayRule
  let words: Words

  /// Sections that were opened, of a page.
  private static let size = 50

  private static func path(_ year: Int) -> String { "\(ReadingPaths.reading)?year=\(year)" }

  /// For the template `reading-days`.
  ///
  /// - Parameters:
  ///   - year: of the map; nil for this one.
  ///   - place: the last section of the page before; nil for the first page.
  /// - Returns: the page.
  /// - Throws: `JournalError`.
  func content(year: Int?, after place: OpenedSection.Position?) throws -> PageContent {
    let year = year ?? today.year
    let counts = try YearPage.days(of: year).counts(in: journal.reading)
    let (streak, places) = (try journal.reading.streak(today: today), try journal.reading.places())
    let sum = counts.values.reduce(0, +)
    let hasMap = sum > 0 || year != today.year || streak.longest > 0
    return [
      "places": places.map(content), "hasPlaces": !places.isEmpty,
      "year": words("yearTitle", ["year": "\(year)"]), "hasMap": hasMap,
      "yearCount": words.count(sum, "readingCount"),
      "previous": link(year - 1), "next": link(year + 1),
      "months": months(of: year, counts),
      "weekdays": CalendarHeading.all(weekStart, words), "legend": legend,
      "streak": words.count(streak.days, "dayCount"), "isPending": streak.isPending,
      "hasStreak": streak.days > 0, "longest": words.count(streak.longest, "dayCount"),
      "isFurther": place != nil,
    ].merging(try opened(after: place)) { $1 }
  }

  private func content(_ place: OpenSection) -> PageContent {
    let name = place.collection.name.text
    return [
      "title": place.section.title, "collection": name,
      "path": ReadingPaths.section(place.section.key, in: name),
      "checklist": ReadingPaths.checklist(name), "isRead": place.read != nil,
      "next": place.next.map {
        ["title": $0.title, "path": ReadingPaths.section($0.key, in: name)] as PageContent
      }.once,
    ]
  }

  private func months(of year: Int, _ counts: [CivilDate: Int]) -> [PageContent] {
    (1...12).compactMap { Month(year: year, month: $0) }.map { month in
      let grid = MonthGrid(year: month.year, month: month.month, weekStart: weekStart)
      return [
        "title": words.months[month.month - 1], "fullTitle": words.title(month),
        "weeks": (grid?.weeks ?? []).map { week in
          ["days": week.map { $0.map { cell($0, counts[$0] ?? 0) } ?? ["isBlank": true] }]
            as PageContent
        },
      ]
    }
  }

  private func cell(_ day: CivilDate, _ count: Int) -> PageContent {
    [
      "isBlank": false, "level": ReadingLevel(count).rawValue, "count": count,
      "isRead": count > 0, "isToday": day == today, "isAhead": day > today,
      "path": "/days/\(day)",
      "label": "\(words.withoutYear(day)), \(words.count(count, "readingCount"))",
    ]
  }

  /// How many sections each colour means.
  private var legend: [PageContent] {
    let bounds = ReadingLevel.bounds
    return ReadingLevel.allCases.map { level in
      let least = bounds[level.rawValue]
      let most = level.rawValue + 1 < bounds.count ? bounds[level.rawValue + 1] - 1 : nil
      let text =
        most.map { least == $0 ? "\(least)" : "\(least)–\($0)" }
        ?? words("readingAtLeast", ["count": "\(least)"])
      return ["level": level.rawValue, "text": text]
    }
  }

  private func link(_ year: Int) -> [PageContent] {
    CivilDate.years ~= year ? [["path": Self.path(year), "title": "\(year)"]] : []
  }

  /// What was opened, by day.
  private func opened(after place: OpenedSection.Position?) throws -> PageContent {
    // One more than is shown, so that it is known whether there are more.
    let found = try journal.reading.opened(after: place, atMost: Self.size + 1)
    let shown = found.prefix(Self.size)
    var days: [(day: CivilDate, sections: [PageContent])] = []
    for section in shown {
      if days.last?.day != section.day { days.append((section.day, [])) }
      days[days.count - 1].sections.append(content(section))
    }
    return [
      "days": days.map {
        ["day": "\($0.day)", "title": words.title($0.day), "sections": $0.sections]
          as PageContent
      },
      "isEmpty": shown.isEmpty,
      "further": (found.count > shown.count ? shown.last : nil).map {
        ReadingPaths.address(ReadingPaths.reading, [("after", $0.position.description)]) + "#opened"
      }.once,
    ]
  }

  private func content(_ section: OpenedSection) -> PageContent {
    [
      "title": section.section.title, "collection": section.collection,
      "time": words.clock(of: InstantText.text(section.moment, in: rule.zone)),
      "path":
        (section.isThere
        ? ReadingPaths.section(section.section.key, in: section.collection) : nil).once,
      "isGone": !section.isThere,
    ]
  }
}

extension DayRange {
  /// How many sections were read on its days.
  fileprivate func counts(in reading: Reading) throws -> [CivilDate: Int] {
    try reading.counts(in: first...last)
  }
}
