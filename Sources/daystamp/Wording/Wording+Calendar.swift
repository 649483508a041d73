import Journal
import Shell

extension Wording {
  /// What the shades of a year's map mean: `· none  ░ 1–3  ▒ 4–6  posts a day`, where `shade` makes
  /// the mark of a level from 0.
  static func heatLegend(_ scale: HeatScale, shade: (Int) -> String) -> String {
    let levels = scale.levels.enumerated().map { index, counts in
      let range =
        counts.count == 1
        ? "\(counts.lowerBound)" : "\(counts.lowerBound)–\(counts.upperBound)"
      return "\(shade(index + 1)) \(range)"
    }
    return (["\(shade(0)) none"] + levels + ["posts a day"]).joined(separator: "  ")
  }

  /// How many posts there are on how many days, of a month or a year.
  static func sums(posts: Int, days: Int) -> String {
    if posts == 0 { return "no posts" }
    return "\(posts) \(posts == 1 ? "post" : "posts") on \(days) \(days == 1 ? "day" : "days")"
  }
}
