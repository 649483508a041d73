import CaptureTime
import Journal
import Shell

extension Wording {
  /// A journal's figures and, below, those of its months, as lines.
  static func statistics(_ statistics: JournalStatistics) -> [String] {
    let figures = [
      ["Posts", "\(statistics.posts)"], ["Days", "\(statistics.days)"],
      ["First", statistics.first?.description ?? none],
      ["Last", statistics.last?.description ?? none],
      ["Longest run", run(statistics.runs.longest)],
      ["Current run", run(statistics.runs.current)],
    ]
    let months =
      [["Month", "Posts", "Days"]]
      + statistics.months.map { ["\($0.month)", "\($0.posts)", "\($0.days)"] }
    return lines(figures, [.left, .left]) + [""] + lines(months, [.left, .right, .right])
  }

  private static let none = "none"

  private static func lines(
    _ rows: [[String]], _ alignments: [DisplayWidth.Alignment]
  ) -> [String] {
    let table = TextTable(fitting: rows, alignments: alignments)
    return rows.map(table.line)
  }

  private static func run(_ run: DayRun?) -> String {
    guard let run else { return none }
    if run.length == 1 { return "1 day, \(run.first)" }
    return "\(run.length) days, \(run.first) to \(run.last)"
  }
}
