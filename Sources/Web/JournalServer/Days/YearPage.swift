import CaptureTime
import Journal
import Store
import Wording

/// A year as a map: twelve months with a mark on every day that has posts or moods.
struct YearPage {
  /// What a day's colour means.
  enum Map: String, CaseIterable {
    case posts, moods
  }

  let year: Int
  let today: CivilDate
  let weekStart: WeekStart
  let map: Map
  /// The days that have posts.
  let days: [CivilDate: DaySummary]
  let words: Words

  init(
    year: Int, today: CivilDate, weekStart: WeekStart, map: Map = .posts, days: [DaySummary],
    words: Words
  ) {
    (self.year, self.today, self.weekStart, self.words) = (year, today, weekStart, words)
    self.map = map
    // A damaged index may have a day twice.
    self.days = Dictionary(days.map { ($0.day, $0) }) { first, _ in first }
  }

  static func path(_ year: Int, _ map: Map = .posts) -> String {
    let digits = "\(year)"
    let path = "/years/" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    return map == .posts ? path : path + "?map=\(map.rawValue)"
  }

  /// - Throws: `DayRangeError`.
  static func days(of year: Int) throws -> DayRange {
    let digits = path(year).dropFirst("/years/".count)
    let (first, last) = (try Month.parse("\(digits)-01"), try Month.parse("\(digits)-12"))
    return try DayRange(first: first.first, last: last.last)
  }

  var content: PageContent {
    let counts = days.values.map(\.posts)
    let scale = HeatScale(counts)
    let months = (1...12).compactMap { Month(year: year, month: $0) }.map { month in
      [
        "title": words.months[month.month - 1], "path": "/months/\(month)",
        "weeks": weeks(of: month, scale), "fullTitle": words.title(month),
        "place": "m\(month.month)", "isThisMonth": month == Month(containing: today),
      ] as PageContent
    }
    let legend = legend(scale)
    let month = today.year == year ? Month(containing: today) : Month(year: year, month: 1)
    let page: PageContent = [
      "title": words("yearTitle", ["year": "\(year)"]), "months": months,
      "weekdays": CalendarHeading.all(weekStart, words), "legend": legend,
      "hasLegend": !legend.isEmpty, "legendName": words("calendar-legend-\(map.rawValue)"),
      "postCount": words.count(counts.reduce(0, +), "postCount"),
      "maps": Map.allCases.map {
        [
          "path": Self.path(year, $0), "title": words("calendar-map-\($0.rawValue)"),
          "isShown": $0 == map,
        ] as PageContent
      },
      "month": month.map { "/months/\($0)" } ?? "/calendar", "isThisYear": today.year == year,
      "previous": link(year - 1), "next": link(year + 1),
    ]
    return page.merging(MonthPage.jump(year, words)) { $1 }
  }

  private func weeks(of month: Month, _ scale: HeatScale) -> [PageContent] {
    let grid = MonthGrid(year: month.year, month: month.month, weekStart: weekStart)
    return (grid?.weeks ?? []).map { week in
      ["days": week.map { $0.map { cell($0, scale) } ?? ["isBlank": true] }]
    }
  }

  private func cell(_ day: CivilDate, _ scale: HeatScale) -> PageContent {
    let count = days[day]?.posts ?? 0
    let label =
      [words.withoutYear(day), words.count(count, "postCount")]
      + (days[day]?.moods.label(words)).once
    let shade =
      switch map {
      case .posts: "level-\(scale.level(of: count))"
      case .moods: days[day]?.moods.nearest.map { "mood-\($0.rawValue)" } ?? "level-0"
      }
    return [
      "isBlank": false, "number": day.day, "path": "/days/\(day)", "shade": shade,
      "weekday": CalendarHeading.names[day.weekday], "isToday": day == today,
      "isAhead": day > today, "label": label.joined(separator: ", "),
    ]
  }

  /// What each colour means; nothing where no day has one.
  private func legend(_ scale: HeatScale) -> [PageContent] {
    switch map {
    case .posts:
      return scale.levels.enumerated().map { level, counts in
        let (least, most) = (counts.lowerBound, counts.upperBound)
        let text = least == most ? "\(least)" : "\(least)–\(most)"
        return ["shade": "level-\(level + 1)", "text": text]
      }
    case .moods:
      guard days.values.contains(where: { $0.moods.count > 0 }) else { return [] }
      return Mood.allCases.map {
        [
          "shade": "mood-\($0.rawValue)", "face": MoodFace(mood: $0).svg,
          "text": Wording.name($0, in: words.language),
        ]
      }
    }
  }

  private func link(_ year: Int) -> [PageContent] {
    CivilDate.years ~= year ? [["path": Self.path(year, map), "title": "\(year)"]] : []
  }
}
