import ArgumentParser
import CaptureTime
import Journal
import Shell
import Store
import Wording

/// Which posts.
struct PostFilterOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      """
      Days: today, yesterday, 2024-01-31, 2024-01, 2024, or two of these with .. between. \
      Default: all.
      """, valueName: "day|range"))
  var days: String?

  @Option(help: ArgumentHelp("The first day; of a month or a year, its first.", valueName: "day"))
  var from: String?

  @Option(help: ArgumentHelp("The last day; of a month or a year, its last.", valueName: "day"))
  var to: String?

  @Option(help: ArgumentHelp("Only so many posts, the latest.", valueName: "number"))
  var last: Int?

  @Flag(help: "Only starred posts.")
  var starred = false

  @Option(
    name: .customLong("tag"),
    help: ArgumentHelp("Only posts with this tag; may be repeated.", valueName: "name"))
  var tags: [String] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Only posts that have these words in title, words, caption, tags or the file's name, also inside \
      other words: --search 'mila "new york" #trip' finds Milà, a phrase and a tag.
      """, valueName: "text"))
  var search: String?

  func validate() throws {
    if days != nil, from != nil || to != nil {
      throw ValidationError("Give days, or --from and --to, not both.")
    }
    if let last, last < 1 { throw ValidationError("--last goes from 1 up, not \(last).") }
    // Only the journal tells which day is today, and two days may be in order on one day only.
    let somewhere = DayRule(zone: .utc).today
    let tries = [somewhere, somewhere.previous, somewhere.next].map { today in
      Result { try filter(today: today) }
    }
    let isWrong = tries.allSatisfy { if case .failure = $0 { true } else { false } }
    if isWrong { _ = try tries.first?.get() }
  }

  /// - Throws: `ValidationError`.
  func filter(today: CivilDate) throws -> PostFilter {
    var filter = PostFilter(try bounds(today: today))
    filter.isStarred = starred
    filter.tags = try tags.map {
      try Wording.checking("--tag", $0) { try TagName(RawArguments.text($0)) }
    }
    filter.text = try search.map { try Wording.checking("--search", $0, RawArguments.text) }
    if let text = filter.text, SearchQuery(text).isEmpty {
      throw ValidationError("--search has no word to look for.")
    }
    return filter
  }

  private func bounds(today: CivilDate) throws -> DayBounds {
    func range(_ option: String, _ text: String?) throws -> DayRange? {
      try text.map { try Wording.checking(option, $0) { try DayRange.parse($0, today: today) } }
    }
    if let days = try range("The range", days) { return DayBounds(days) }
    let (from, to) = (try range("--from", from), try range("--to", to))
    do throws(DayRangeError) {
      return try DayBounds(from: from, to: to)
    } catch {
      throw ValidationError("--from and --to: \(Wording.sentence(for: error))")
    }
  }
}

/// How posts are printed.
struct PostOutputOptions: ParsableArguments {
  @Flag(help: "One JSON object for each post.")
  var json = false

  @Flag(help: "Only the path of each stamped photo.")
  var paths = false

  @OptionGroup var look: ColorOption

  func validate() throws {
    if json, paths { throw ValidationError("--json and --paths exclude each other.") }
  }
}

extension DayRule {
  /// The day that it is by this machine's clock.
  var today: CivilDate { day(of: Clock.now()) }
}
