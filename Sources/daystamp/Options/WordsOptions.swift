import ArgumentParser
import CaptureTime
import Journal
import Shell
import Store
import Wording

extension Words: TypedValue {
  static let kind = TypedText.words
}

/// What a person says of words, beside them.
struct WordsOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How you are: awful, bad, meh, good or great, or 1 to 5.", valueName: "mood"))
  var mood: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "A line above the words, of at most \(Title.limit) characters.", valueName: "text"))
  var title: String?

  func validate() throws { _ = try chosenTitle() }

  /// - Throws: `ValidationError`.
  func chosenMood() throws -> Mood? {
    try mood.map { try Wording.checking("--mood", $0, Wording.mood) }
  }

  /// As ``chosenMood()``; "none" takes the mood away.
  ///
  /// - Throws: `ValidationError`.
  func moodChange() throws -> Mood?? {
    guard mood?.lowercased() != "none" else { return .some(nil) }
    return try chosenMood().map { .some($0) }
  }

  /// - Throws: `ValidationError`.
  func chosenTitle() throws -> Title? {
    try title.map { try Wording.checking("--title", $0) { try Title(RawArguments.text($0)) } }
  }
}

/// When words are about.
struct WritingTimeOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The day that the words are about: yesterday, monday, like 2024-01-31. Default: today.",
      valueName: "day"))
  var day: String?

  @Option(help: ArgumentHelp("The time of that day, like 07:30.", valueName: "hh:mm"))
  var at: String?

  /// - Throws: `ValidationError`.
  func chosen(_ present: PresentDay) throws -> WritingTime {
    let day = try day.map { day in
      try Wording.checkingDays("--day", day) { try DayRange.day($0, present: present) }
    }
    return WritingTime(
      day: day, clock: try at.map { try Wording.checking("--at", $0, TimeOfDay.parse) })
  }
}

/// When words are about, as it is typed: a day, a time of it, or neither.
struct WritingTime {
  let day: CivilDate?
  let clock: TimeOfDay?

  fileprivate init(day: CivilDate?, clock: TimeOfDay?) { (self.day, self.clock) = (day, clock) }

  /// The same, of another day.
  func on(_ day: CivilDate) -> WritingTime { WritingTime(day: day, clock: clock) }

  /// The day that a text begins with, before a colon, and what follows.
  ///
  /// - Parameters:
  ///   - text: "yesterday: had a long walk". After the colon is a blank or nothing, so that no time of
  ///     day and no address is taken for one.
  ///   - present: the journal's.
  /// - Returns: nil where it begins with no single day.
  static func day(before text: String, _ present: PresentDay) -> (day: CivilDate, rest: String)? {
    guard let colon = text.firstIndex(of: ":") else { return nil }
    let rest = text[text.index(after: colon)...]
    guard rest.first?.isWhitespace ?? true,
      let day = try? DayRange.day(String(text[..<colon]), present: present)
    else { return nil }
    return (day, String(rest.drop(while: \.isWhitespace)))
  }

  var moment: NewWords.Moment {
    switch (day, clock) {
    case (let day, let clock?): .clock(clock, day)
    case (let day?, nil): .day(day)
    case (nil, nil): .now
    }
  }

  /// Checks that it is not still to come.
  ///
  /// - Returns: the day of what is written.
  /// - Throws: ``TimeToCome``, `JournalError`.
  func checkedDay(_ rule: DayRule, now: Int) throws -> CivilDate {
    let today = rule.day(of: now)
    let day = day ?? today
    guard day <= today else { throw JournalError.futureDay(day, today: today) }
    guard let clock else { return day }
    let date = clock.seconds < rule.start.seconds ? day.next : day
    let time = try PostTime(
      CaptureTime(
        date: date, hour: clock.hour, minute: clock.minute, precision: .minute, source: .given),
      rule: rule)
    guard time.instant <= now else { throw TimeToCome(clock: clock, day: day) }
    return time.day
  }
}
