import CaptureTime
import Files
import Journal
import Shell
import Stamping
import Store
import SystemPackage
import TextDisplay
import Wording

extension Wording {
  static func morePosts(of day: CivilDate) -> String {
    "… and more: daystamp list \(day)"
  }

  static let noSuchPosts = "There are no such posts."
  static let noPosts = "There are no posts yet."
  static let star = "★"

  static let noPeriod = "a calendar is that of a month, like 2024-01, or of a year, like 2024."

  static func severalDays(_ text: String) -> String {
    "Memories are those of one day, like 2024-01-31, not of \(escaped(text))."
  }

  /// A post's day and when its photo was taken, to the minute: `2024-01-31 23:59`, or
  /// `2024-01-31 02:00 +1d` where the clock showed the next date already.
  static func time(of post: Post) -> String {
    let time = post.time.captureTime
    if time.precision == .day { return "\(post.day)" }
    // The clock of ISO 8601 follows the date and "T"; of it, hours and minutes.
    let clock = time.description.dropFirst(11).prefix(5)
    let days = time.date.daysSinceEpoch - post.day.daysSinceEpoch
    return "\(post.day) \(clock)" + (days == 0 ? "" : " \(days > 0 ? "+" : "")\(days)d")
  }

  /// What a post says, on one line: its title, else its caption, else the first line of its words.
  static func line(of post: Post) -> String {
    if !post.title.isEmpty { return escaped(post.title) }
    if !post.caption.isEmpty { return oneLine(post.caption) }
    return escaped(post.words.split(separator: "\n").first.map { String($0) } ?? "")
  }

  /// A caption on one line.
  static func oneLine(_ caption: String) -> String {
    escaped(caption.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: " "))
  }

  /// Everything about a post, as lines.
  static func post(_ post: Post, in journal: OwnerJournal, zone: CaptureZone) -> [String] {
    let rows =
      [["Day", "\(post.day)"]] + time(post.time)
      + block("Title", [post.title[...]])
      + block("Words", post.words.split(separator: "\n", omittingEmptySubsequences: false))
      + block("Caption", post.caption.split(separator: "\n", omittingEmptySubsequences: false))
      + block(
        "Tags",
        post.tags.isEmpty ? [] : [post.tags.map(Isolation.shown).joined(separator: ", ")[...]])
      + (post.photo.map { photo($0, in: journal) } ?? [])
      + [["Posted", clock(post.posted, zone)]]
      + (post.trashed.map { [["Trashed", trashed($0, post, zone)]] } ?? [])
    let table = TextTable(fitting: rows, alignments: [.left, .left])
    return ["Post \(post.number)\(post.isStarred ? " \(star)" : "")"]
      + rows.map { "  " + table.line($0) }
  }

  private static func photo(_ photo: PostPhoto, in journal: OwnerJournal) -> [[String]] {
    [
      ["File", name(journal.posts.path(photo.file))],
      ["", "SHA-256 \(photo.hash.hexadecimal)"],
      ["Original", original(photo, in: journal)],
      ["", "SHA-256 \(photo.originalHash.hexadecimal)"],
    ] + block("Came as", [photo.originalName[...]])
  }

  private static func time(_ time: PostTime) -> [[String]] {
    let assumed = time.isOffsetAssumed ? ", assumed: the time came without its offset" : ""
    return [
      ["Time", clock(time.captureTime)],
      ["Zone", escaped(time.zone) + assumed],
      ["Source", "\(time.source.rawValue), known to the \(time.precision.rawValue)"],
    ]
  }

  private static func original(_ photo: PostPhoto, in journal: OwnerJournal) -> String {
    photo.originalFile.map { name(journal.posts.path($0)) } ?? "comes back by unstamping"
  }

  private static func trashed(_ instant: Int, _ post: Post, _ zone: CaptureZone) -> String {
    "\(clock(instant, zone)); daystamp trash restore \(post.number) brings it back"
  }

  /// Lines beside a word, none where there is nothing in them.
  private static func block(_ title: String, _ lines: [Substring]) -> [[String]] {
    if lines.allSatisfy(\.isEmpty) { return [] }
    return lines.enumerated().map { [$0 == 0 ? title : "", escaped(String($1))] }
  }

  private static func clock(_ instant: Int, _ zone: CaptureZone) -> String {
    let offset = zone.offset(at: instant)
    return clock(CaptureTime(wallSeconds: instant + offset, offset: offset, source: .given))
  }

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
    let days = run.length == 1 ? "\(run.first)" : "\(run.first) to \(run.last)"
    return "\(counted(run.length, "day")), \(days)"
  }

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
    posts == 0 ? "no posts" : "\(counted(posts, "post")) on \(counted(days, "day"))"
  }
}
