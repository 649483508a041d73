import CaptureTime
import Journal
import Store
import Wording

/// A journal in figures: counts, plots of twelve months, and a table of all months.
struct StatisticsPage {
  let figures: JournalStatistics
  let writing: WritingStatistics
  /// The year that the plots are of; nil for the last twelve months.
  let year: Int?
  let today: CivilDate
  let words: Words

  var content: PageContent {
    let years = Set(figures.months.map(\.month.year)).sorted(by: >)
    let all = writing.wordCount
    return [
      "hasPosts": figures.posts > 0,
      "figures": [
        figure("statisticsPosts", words.number(figures.posts)),
        figure("statisticsDays", words.number(figures.days)),
        figure("statistics-words", words.number(all.words)),
        figure("statistics-mood", writing.moods.meanText)
          .merging(["face": writing.moods.nearest.map { MoodFace(mood: $0).svg }.once]) { $1 },
        figure("statisticsCurrent", figures.runs.current.map(text)),
        figure("statisticsLongest", figures.runs.longest.map(text)),
        figure("statisticsFirst", figures.first.map(words.short)),
      ],
      "periods": [period(nil)] + years.map { period($0) }, "plots": plots.map(\.content),
      "months": table,
    ]
  }

  private func period(_ year: Int?) -> PageContent {
    [
      "path": year.map { "/statistics?year=\($0)" } ?? "/statistics",
      "title": year.map { "\($0)" } ?? words("statistics-lastMonths"), "isShown": year == self.year,
    ]
  }

  private func figure(_ key: String, _ text: String?) -> PageContent {
    ["name": words(key), "text": text ?? words("none")]
  }

  private func text(_ run: DayRun) -> String { words.count(run.length, "dayCount") }
}

extension StatisticsPage {
  /// The months that the plots are of, twelve.
  private var months: [Month] {
    if let year { return (1...12).compactMap { Month(year: year, month: $0) } }
    var months = [Month(containing: today)]
    while months.count < 12 { months.insert(months[0].previous, at: 0) }
    return months
  }

  private var plots: [Plot] {
    let posts = Dictionary(figures.months.map { ($0.month, $0.posts) }) { $1 }
    let counts = Dictionary(writing.monthWords.map { ($0.month, $0.count.words) }) { $1 }
    let moods = Dictionary(writing.months.map { ($0.month, $0.moods) }) { $1 }
    return [
      plot("posts", months.map { month in amount(month, posts[month] ?? 0, "postCount") }),
      plot("words", months.map { month in amount(month, counts[month] ?? 0, "wordCount") }),
      moodPlot(
        "moods", months.map { (words.shortName($0), words.title($0), moods[$0]) }, isLine: true),
      // Days of the week are from Monday there, from Sunday here.
      moodPlot(
        "weekdays",
        (1...7).map {
          (words.shortWeekdays[$0 % 7], words.weekdays[$0 % 7], writing.weekdays[$0 - 1])
        }, isLine: false),
    ]
  }

  private func amount(_ month: Month, _ count: Int, _ key: String) -> Plot.Value {
    Plot.Value(
      name: words.shortName(month), title: words.title(month), amount: Double(count),
      text: words.count(count, key), short: count > 0 ? words.compact(count) : "", shade: "whole")
  }

  private func plot(_ name: String, _ values: [Plot.Value]) -> Plot {
    let top = Plot.roundTop(above: values.compactMap(\.amount).max() ?? 0)
    let marks = [0, top / 2, top].map { Plot.Mark(at: $0, text: words.compact(Int($0))) }
    return Plot(
      name: name, title: words("statistics-\(name)Plot"),
      summary: most(of: values), values: values, range: 0...top,
      marks: top < 2 ? [marks[0], marks[2]] : marks, isLine: false,
      columns: (words("monthColumn"), words("statistics-\(name)Column")))
  }

  private func moodPlot(
    _ name: String, _ moods: [(short: String, title: String, sum: MoodSum?)], isLine: Bool
  ) -> Plot {
    let values = moods.map { short, title, sum in
      let text = sum.flatMap { $0.label(words) } ?? words("none")
      return Plot.Value(
        name: short, title: title, amount: sum?.mean, text: text, short: sum?.meanText ?? "",
        shade: sum?.nearest.map { "mood-\($0.rawValue)" } ?? "")
    }
    return Plot(
      name: name, title: words("statistics-\(name)Plot"), summary: most(of: values),
      values: values, range: isLine ? 1...5 : 0...5,
      marks: Mood.allCases.map { Plot.Mark(at: Double($0.rawValue), text: "", face: $0) },
      isLine: isLine,
      columns: (
        words(isLine ? "monthColumn" : "statistics-weekdayColumn"), words("statistics-moodColumn")
      ))
  }

  /// What stands out, for who does not see the plot.
  private func most(of values: [Plot.Value]) -> String {
    let most = values.filter { ($0.amount ?? 0) > 0 }.max { ($0.amount ?? 0) < ($1.amount ?? 0) }
    return most.map { words("statistics-most", ["name": $0.title, "text": $0.text]) }
      ?? words("statistics-nothing")
  }

  /// The rows of all months, in HTML: a journal of decades has hundreds of them, which as a section
  /// of the template would take most of the time of the page.
  private var table: String {
    let counts = Dictionary(writing.monthWords.map { ($0.month, $0.count.words) }) { $1 }
    return figures.months.reversed().map { month in
      let cells = [month.posts, month.days, counts[month.month] ?? 0].map {
        "<td>\(words.number($0).escapedForHTML)</td>"
      }
      return """
        <tr><th scope="row"><a href="/months/\(month.month)">\
        \(words.title(month.month).escapedForHTML)</a></th>\(cells.joined())</tr>

        """
    }.joined()
  }
}
