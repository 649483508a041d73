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
      Days: today, yesterday, monday, last week, 3 days ago, 2024-01-31, 2024-01, 2024, 02-15 (of \
      any year), or a range of two with .. between them. Default: all.
      """, valueName: "day|range"))
  var days: [String] = []

  @Option(
    help: ArgumentHelp("The first day, or the first day of a month or year.", valueName: "day"))
  var from: String?

  @Option(help: ArgumentHelp("The last day, or the last day of a month or year.", valueName: "day"))
  var to: String?

  @Option(help: ArgumentHelp("Only this many posts, the latest.", valueName: "number"))
  var last: Int?

  @Flag(help: "Only starred posts.")
  var starred = false

  @Option(
    name: .customLong("tag"),
    help: ArgumentHelp("Only posts with this tag; may be repeated.", valueName: "name"))
  var tags: [String] = []

  @Flag(help: "Only posts with words.")
  var words = false

  @Flag(help: "Only posts with a photo.")
  var photos = false

  @Flag(help: "Only posts with a mood and nothing else.")
  var moods = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Only posts with this mood: 1 to 5, awful, bad, meh, good, great, or a range like 1..2.",
      valueName: "mood|range"))
  var mood: String?

  @Flag(help: "Only morning pages.")
  var morning = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Only posts with these words in title, words, caption, tags or file name, inside longer words \
      too: --search 'mila "new york" #trip' finds Milà, a phrase and a tag.
      """, valueName: "text"))
  var search: String?

  func validate() throws {
    if let last, last < 1 { throw ValidationError("--last \(last): give a number from 1 up.") }
    if moods, words || photos { throw ValidationError(Wording.moodsAlone) }
    _ = try PresentDay.checking(filter)
  }

  /// Whether any of it is given.
  var isGiven: Bool {
    !days.isEmpty || from != nil || to != nil || last != nil || starred || !tags.isEmpty || words
      || photos || moods || mood != nil || morning || search != nil
  }

  /// - Throws: `ValidationError`.
  func filter(_ present: PresentDay) throws -> PostFilter {
    var filter = PostFilter(try bounds(present))
    filter.isStarred = starred
    if words { filter.kinds.insert(.words) }
    if photos { filter.kinds.insert(.photo) }
    filter.isMoodAlone = moods
    filter.mood = try mood.map { try Wording.checking("--mood", $0, Wording.moods) }
    filter.isMorning = morning
    filter.tags = try tags.map { try TagName.typed($0) }
    filter.text = try search.map { try Wording.checking("--search", $0, RawArguments.text) }
    if let text = filter.text, SearchQuery(text).isEmpty {
      throw ValidationError("--search needs a word.")
    }
    return filter
  }

  private func bounds(_ present: PresentDay) throws -> DayBounds {
    func range(_ option: String, _ text: String?) throws -> DayRange? {
      try text.map {
        try Wording.checkingDays(option, $0) { try DayRange.parse($0, present: present) }
      }
    }
    var days = DayBounds.all
    if !self.days.isEmpty {
      let text = self.days.joined(separator: " ")
      do {
        days = try Wording.checkingDays("The range", text) {
          try DayBounds.parse($0, present: present)
        }
      } catch let error as ValidationError where !text.contains(where: \.isNumber) {
        throw ValidationError("\(error.message) \(Wording.searchFinds(text))")
      }
    }
    if from == nil, to == nil { return days }
    guard days.first == nil, days.last == nil else {
      throw ValidationError("Give days, or --from and --to, not both.")
    }
    let (from, to) = (try range("--from", from), try range("--to", to))
    do throws(DayRangeError) {
      return try DayBounds(from: from, to: to, ofYear: days.ofYear)
    } catch {
      throw ValidationError("--from and --to: \(Wording.sentence(for: error))")
    }
  }
}

extension TagName {
  /// Reads what was typed for an option.
  ///
  /// - Throws: `ValidationError`, which names the option.
  static func typed(_ name: String, as option: String = "--tag") throws -> TagName {
    try Wording.checking(option, name) { try TagName(RawArguments.text($0)) }
  }
}

/// How posts are printed.
struct PostOutputOptions: ParsableArguments {
  @Flag(help: "One JSON object for each post.")
  var json = false

  @Flag(help: "Print only the path of each stamped photo.")
  var paths = false

  @OptionGroup var look: ColorOption

  func validate() throws {
    if json, paths { throw ValidationError("--json and --paths cannot be used together.") }
  }
}
