import CaptureTime
import Foundation
import Journal
import Shell
import Wording

/// What is said of a journal's figures: posts, moods, morning pages.
extension Wording {
  static let photoMark = "•"
  static let wordsMark = "¶"
  /// Of a day with moods alone.
  static let moodMark = "~"

  /// What the marks of a month's days mean: none where all are of photos.
  static func marksLegend(_ days: [DaySummary], hasContacts: Bool) -> [String] {
    let hasWords = days.contains { $0.written > 0 }
    let hasMoodsAlone = days.contains { $0.photos == 0 && $0.written == 0 }
    guard hasWords || hasMoodsAlone || hasContacts else { return [] }
    return [
      [
        "\(photoMark) photos", hasWords ? "\(wordsMark) words" : nil,
        hasMoodsAlone ? "\(moodMark) only a mood" : nil,
        hasContacts ? "\(contactsMark) contacts" : nil,
      ].compactMap(\.self).joined(separator: "  ")
    ]
  }

  /// What the numbers of a year's moods mean: `· none  1 awful`, where `sign` makes that of a mood.
  static func moodLegend(_ sign: (Mood?) -> String) -> String {
    (["\(sign(nil)) none"] + Mood.allCases.map { "\(sign($0)) \(name($0))" })
      .joined(separator: "  ")
  }

  static func sums(of days: [DaySummary]) -> String {
    sums(posts: days.reduce(0) { $0 + $1.posts }, days: days.count)
  }

  /// How many contacts there are on how many days.
  static func sums(ofContacts days: [CivilDate: Int]) -> String {
    "\(counted(days.values.reduce(0, +), "contact")) on \(counted(days.count, "day"))"
  }

  /// How many moods there are on how many days, and their mean.
  static func sums(of days: [MoodSum]) -> String {
    let count = days.reduce(0) { $0 + $1.count }
    let sum = days.reduce(0) { $0 + $1.sum }
    guard count > 0 else { return "no moods" }
    return "\(counted(count, "mood")) on \(counted(days.count, "day")), "
      + "\(mean(Double(sum) / Double(count))) on average"
  }

  /// A mean with one decimal, in the digits of this program.
  static func mean(_ mean: Double) -> String {
    let tenths = Int((mean * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }

  /// The face of a mean with it: `🙂 3.7`; empty without a mood.
  static func mean(of moods: MoodSum) -> String {
    guard let nearest = moods.nearest, let mean = moods.mean else { return "" }
    return "\(face(nearest)) \(self.mean(mean))"
  }
}

/// A journal's figures as lines.
struct StatisticsLines {
  let figures: JournalStatistics
  let writing: WritingStatistics
  /// The last days, oldest first, each with what the database has counted.
  let lastDays: [(day: CivilDate, summary: DaySummary?)]
  let today: CivilDate
  let weekStart: WeekStart
  let names: CalendarNames

  /// How many of the last days are shown.
  static let lastDaysCount = 28

  /// The figures, morning pages, months and weekdays, with an empty line between.
  var lines: [String] {
    let parts = [
      Self.table(journal, [.left, .left]), Self.table(mornings, [.left, .left]),
      Self.table(months, [.left, .right, .right, .right, .left]),
      Self.table(weekdays, [.left, .right, .left]),
    ]
    return Array(parts.filter { !$0.isEmpty }.joined(separator: [""]))
  }

  private var journal: [[String]] {
    var rows = [
      ["Posts", "\(figures.posts)"], ["Days", "\(figures.days)"],
      ["First", figures.first?.description ?? Self.none],
      ["Last", figures.last?.description ?? Self.none],
      ["Longest run", Self.run(figures.runs.longest)],
      ["Current run", Self.run(figures.runs.current)],
    ]
    if writing.posts > 0 {
      rows.append([
        "Words",
        "\(writing.wordCount.words) in \(Wording.counted(writing.posts, "post"))",
      ])
    }
    if hasMoods {
      let moods = writing.moods
      rows.append(["Mood", "\(Wording.mean(of: moods)) of \(Wording.counted(moods.count, "mood"))"])
    }
    return rows
  }

  private var hasMoods: Bool { writing.moods.count > 0 }

  /// Empty where nobody ever wrote a morning page.
  private var mornings: [[String]] {
    let mornings = writing.mornings
    guard mornings.days > 0 || !mornings.late.isEmpty else { return [] }
    let (days, late) = (Wording.counted(mornings.days, "day"), mornings.late.count)
    let notCounted = Wording.agreeing(late, "does", "do") + " not count"
    let pages = late > 0 ? "\(days); \(late) more written later, which \(notCounted)" : days
    let pending = mornings.isTodayPending ? "; today's is not written yet" : ""
    return [
      ["Morning pages", pages],
      ["Longest streak", Self.run(mornings.runs.longest)],
      ["Current streak", Self.run(mornings.runs.current) + pending],
      ["Last 4 weeks", lastDays.map { sign($0.day, $0.summary) }.joined()],
      ["", "● written  ○ written later  · none" + (pending.isEmpty ? "" : "  ◌ today, pending")],
    ]
  }

  private func sign(_ day: CivilDate, _ summary: DaySummary?) -> String {
    if summary?.hasMorning == true { return "●" }
    if summary?.hasLateMorning == true { return "○" }
    return day == today ? "◌" : "·"
  }

  private var months: [[String]] {
    let moods = Dictionary(
      writing.months.map { ($0.month, $0.moods) }, uniquingKeysWith: { $1 })
    return [["Month", "Posts", "Days"] + (hasMoods ? ["Moods", "Mean"] : ["", ""])]
      + figures.months.map { month in
        ["\(month.month)", "\(month.posts)", "\(month.days)"] + Self.cells(moods[month.month])
      }
  }

  private var weekdays: [[String]] {
    guard hasMoods else { return [] }
    return [["Weekday", "Moods", "Mean"]]
      + weekStart.weekdays.map { weekday in
        // Moods are counted from Monday on, names are from Sunday.
        [names.weekdays[weekday]] + Self.cells(writing.weekdays[(weekday + 6) % 7])
      }
  }

  private static func cells(_ moods: MoodSum?) -> [String] {
    guard let moods, moods.count > 0 else { return ["", ""] }
    return ["\(moods.count)", Wording.mean(of: moods)]
  }

  private static let none = "none"

  private static func table(
    _ rows: [[String]], _ alignments: [DisplayWidth.Alignment]
  ) -> [String] {
    let table = TextTable(fitting: rows, alignments: alignments)
    return rows.map(table.line)
  }

  private static func run(_ run: DayRun?) -> String {
    guard let run else { return none }
    let days = run.length == 1 ? "\(run.first)" : "\(run.first) to \(run.last)"
    return "\(Wording.counted(run.length, "day")), \(days)"
  }
}
