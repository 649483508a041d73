import CaptureTime
import Shell
import Store
import SystemPackage
import Texts
import Wording

/// What is said of plans.
extension Wording {
  static let noPlans = "There are no plans yet; daystamp plan add makes one."
  static let noPlanFollowed = "You follow no plan; daystamp plan start starts one."
  static let fileOrBooks = "Give a file, or --books-in."
  static let byNeedsBooks = "--by needs --books-in."
  static let planNeedsName = "The plan has no name; give --name."
  static let onOrOwnPace = "--on and --own-pace cannot be used together."

  static func added(_ plan: Plan) -> String {
    "Added “\(escaped(plan.name.text))”, which reads \(escaped(plan.collectionName)) in "
      + "\(counted(plan.days, "day"))."
  }

  static func stopped(_ plan: Plan) -> String { "Stopped “\(escaped(plan.name.text))”." }
  static func removed(_ plan: Plan) -> String { "Removed “\(escaped(plan.name.text))”." }

  static func moreLines(_ count: Int, of path: FilePath) -> String {
    "\(name(path)): \(counted(count, "more problem"))"
  }

  /// What a plan reads, in one line.
  static func coverage(_ coverage: PlanCoverage) -> String {
    let texts = counted(coverage.texts, "text")
    if coverage.isWhole { return "It reads each of the \(texts) once." }
    let lost =
      coverage.lost.isEmpty
      ? [] : ["\(counted(coverage.lost.count, "portion")) not in the collection"]
    let parts =
      [
        "\(coverage.neverTexts) never\(examples(coverage.never))",
        "\(coverage.repeatedTexts) more than once\(examples(coverage.repeated))",
      ] + lost
    return "Of the \(texts), it reads \(parts.joined(separator: "; "))."
  }

  private static func examples(_ spans: [PlanCoverage.Span]) -> String {
    if spans.isEmpty { return "" }
    let named = spans.prefix(3).map { range($0.first, $0.last) }
    return " (\((named + (spans.count > 3 ? ["…"] : [])).joined(separator: ", ")))"
  }

  private static func range(_ first: String, _ last: String) -> String {
    first == last ? escaped(first) : "\(escaped(first))-\(escaped(last))"
  }

  /// All that a plan never reads, reads more than once or cannot read, as lines.
  static func spans(of coverage: PlanCoverage) -> [String] {
    (coverage.never + coverage.repeated).map { span in
      let times = span.times == 0 ? "never" : "\(span.times)×"
      return "\(times)  \(range(span.first, span.last))  \(counted(span.texts, "text"))"
    } + coverage.lost.map { "lost  \(range($0.first, $0.last))  day \($0.day)" }
  }

  /// A plan, its collection, its days, and where it is.
  static func cells(_ plan: Plan, _ day: PlanDay?) -> [String] {
    let state = day.map { day in
      switch day.state {
      case .waiting: "starts \(day.run.start)"
      case .going: "day \(day.day), \(day.progress.percent)%"
      case .over: "over, \(day.progress.percent)%"
      }
    }
    return [
      escaped(plan.name.text), escaped(plan.collectionName), counted(plan.days, "day"),
      state ?? "",
    ]
  }

  /// What a plan asks for on a day, as lines.
  static func lines(of day: PlanDay) -> [String] {
    let place: String =
      switch day.state {
      case .waiting: "starts \(day.run.start)"
      case .going: "day \(day.day) of \(day.plan.days)"
      case .over:
        day.progress.read == day.progress.count ? "all read" : "over since day \(day.plan.days)"
      }
    let head =
      "\(escaped(day.plan.name.text))  \(place), \(day.progress.read) of "
      + "\(counted(day.progress.count, "portion")) read (\(day.progress.percent)%)"
    let portions = day.portions.map { portion in
      "  \(portion.read == nil ? "[ ]" : "[x]") \(portion.number)  \(escaped(portion.title))"
    }
    let rest = day.portions.isEmpty ? ["  A day of rest."] : []
    let behind = day.firstBehind.map { first in
      "  \(counted(day.behind, "day")) behind; daystamp plan shift makes day \(first) today's"
    }
    return [head] + portions + rest + [behind].compactMap(\.self)
  }
}

/// What is said of reading.
extension Wording {
  static let oneStep = "Give a section, --next or --previous."
  static let oneDeedOfSection = "--done and --undo cannot be used together."
  static let nothingRead = "You have not read anything yet; start with daystamp read SECTION."
  static let nothingOpened = "You have not opened any section yet."

  static func marked(_ section: OpenSection) -> String {
    let title = escaped(section.section.title)
    guard let read = section.read else { return "\(title) is unread in this round." }
    return "Read \(title) on \(read.day)."
  }

  static func begun(_ round: Int, of collection: CollectionName) -> String {
    "Started round \(round) of \(escaped(collection.text))."
  }

  /// A section with its collection, as a heading above the text.
  static func head(_ section: OpenSection) -> String {
    "\(escaped(section.section.title)), \(escaped(section.collection.name.text))"
  }

  /// What comes after a section that was read.
  static func foot(_ section: OpenSection) -> String {
    let next = section.next.map { "next: \(escaped($0.title))" } ?? "this is the last one"
    let read = section.read.map { "read on \($0.day)" } ?? "daystamp read --done marks it as read"
    return "\(read); \(next)"
  }

  static func streak(_ streak: ReadingStreak) -> String {
    let days = counted(streak.days, "day")
    let pending = streak.isPending ? ", today is still to come" : ""
    return "Streak: \(days)\(pending); the longest was \(counted(streak.longest, "day"))."
  }

  static func sums(sections: Int, days: Int) -> String {
    "\(counted(sections, "section")) on \(counted(days, "day"))"
  }

  static func yearsAre(_ years: ClosedRange<Int>) -> String {
    "Give a year from \(years.lowerBound) to \(years.upperBound)."
  }

  /// What is read of a book, with a bar.
  static func cells(_ title: String, _ progress: ReadingProgress) -> [String] {
    let full = progress.percent / 10
    let bar = String(repeating: "█", count: full) + String(repeating: "░", count: 10 - full)
    return [
      escaped(title), "\(progress.read) of \(progress.count)", "\(progress.percent)%", bar,
    ]
  }

  static func round(_ list: Checklist) -> String { "Round \(list.round.number)" }

  static func line(of opened: OpenedSection) -> String {
    "\(opened.day)  \(escaped(opened.section.title)), \(escaped(opened.collection))"
  }

  /// The levels of a reading map, by the number of sections.
  static func readingLegend(_ sign: (Int) -> String) -> String {
    let bounds = ReadingLevel.bounds
    return zip(bounds, bounds.dropFirst().map { $0 - 1 } + [nil]).map { least, most in
      let range = most.map { $0 == least ? "\(least)" : "\(least)–\($0)" } ?? "\(least) or more"
      // The numbers up to nine say themselves.
      return 1...9 ~= least ? range : "\(sign(least)) \(range)"
    }.joined(separator: "  ")
  }
}
