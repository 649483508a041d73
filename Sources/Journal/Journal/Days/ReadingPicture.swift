package import CaptureTime
import Store
import Texts

/// A year of reading as a picture in SVG: a column for every week, a row for every weekday, with the number
/// of sections in the square of its day, darker for more.
///
/// It is a file by itself: no script, no font and no address is in it. A viewer's dark theme is followed.
package struct ReadingPicture: Sendable {
  private let year: Int
  private let counts: [CivilDate: Int]
  private let map: YearMap
  private let months: [String]
  private let title: String

  /// A square's side and the step to the next one, in user units.
  private static let side = 16
  private static let step = 19
  private static let head = 44
  private static let edge = 8

  /// - Parameters:
  ///   - year: 1 to 9999.
  ///   - counts: sections that were read by day; those of other years are left aside.
  ///   - weekStart: on which day weeks begin.
  ///   - months: what the twelve months are called in short.
  ///   - title: what the picture is called.
  package init(
    year: Int, counts: [CivilDate: Int], weekStart: WeekStart, months: [String], title: String
  ) {
    (self.year, self.counts, self.months, self.title) = (year, counts, months, title)
    map = YearMap(year: year, weekStart: weekStart)
  }

  /// The picture's file.
  package var svg: String {
    let width = 2 * Self.edge + map.weeks.count * Self.step
    let height = Self.head + 7 * Self.step + 34
    let squares = map.weeks.enumerated().flatMap { column, week in
      week.enumerated().compactMap { row, day in
        day.map { square($0, Self.edge + column * Self.step, Self.head + row * Self.step) }
      }
    }
    let names = zip(months, map.monthColumns).map { name, column in
      text(name, Self.edge + column * Self.step, Self.head - 8)
    }
    let lines =
      [
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" \
        width="\(width)" height="\(height)" role="img" aria-label="\(Self.escaped(title))">
        """,
        "<title>\(Self.escaped(title))</title>", Self.style,
        text(title, Self.edge, 18, "title"),
      ] + names + squares + legend(below: Self.head + 7 * Self.step + 8) + ["</svg>"]
    return lines.joined(separator: "\n") + "\n"
  }

  private static let style = """
    <style>
    text { font: 10px sans-serif; fill: #333 }
    .title { font: bold 14px sans-serif }
    .number { text-anchor: middle; font-size: 9px }
    .l0 { fill: #eceff1 } .l1 { fill: #d5ebd8 } .l2 { fill: #a5d6a7 } .l3 { fill: #66bb6a }
    .l4 { fill: #388e3c } .l5 { fill: #1b5e20 } .light { fill: #fff }
    @media (prefers-color-scheme: dark) {
      text { fill: #ddd } .number { fill: #111 } .light { fill: #fff } .l0 { fill: #37474f }
    }
    </style>
    """

  private func square(_ day: CivilDate, _ x: Int, _ y: Int) -> String {
    let count = counts[day] ?? 0
    let level = ReadingLevel(count)
    let number = count == 0 ? "" : self.number(count, level, x, y)
    return """
      <g><title>\(day): \(count)</title><rect class="l\(level.rawValue)" x="\(x)" y="\(y)" \
      width="\(Self.side)" height="\(Self.side)" rx="2"/>\(number)</g>
      """
  }

  private func number(_ count: Int, _ level: ReadingLevel, _ x: Int, _ y: Int) -> String {
    // Two digits fit a square.
    let shown = count > 99 ? "99+" : "\(count)"
    let style = level >= .lots ? "number light" : "number"
    return text(shown, x + Self.side / 2, y + 11, style)
  }

  private func legend(below y: Int) -> [String] {
    ReadingLevel.allCases.flatMap { level in
      let x = Self.edge + level.rawValue * 64
      let least = ReadingLevel.bounds[level.rawValue]
      let most = level == .most ? nil : ReadingLevel.bounds[level.rawValue + 1] - 1
      let range = most.map { $0 == least ? "\(least)" : "\(least)–\($0)" } ?? "\(least)+"
      return [
        """
        <rect class="l\(level.rawValue)" x="\(x)" y="\(y)" width="\(Self.side)" \
        height="\(Self.side)" rx="2"/>
        """, text(range, x + Self.step + 2, y + 12),
      ]
    }
  }

  private func text(_ text: String, _ x: Int, _ y: Int, _ style: String? = nil) -> String {
    let style = style.map { " class=\"\($0)\"" } ?? ""
    return "<text x=\"\(x)\" y=\"\(y)\"\(style)>\(Self.escaped(text))</text>"
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;")
  }
}
