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
      "Your mood: awful, bad, meh, good or great, or 1 to 5; with edit, none removes it.",
      valueName: "mood"))
  var mood: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("A title, at most \(Title.limit) characters.", valueName: "text"))
  var title: String?

  func validate() throws { _ = try chosenTitle() }

  /// - Throws: `ValidationError`.
  func chosenMood() throws -> Mood? {
    try mood.map { try Wording.checking("--mood", $0, Wording.mood) }
  }

  /// As ``chosenMood()``; "none", or nothing, takes the mood away.
  ///
  /// - Throws: `ValidationError`.
  func moodChange() throws -> Mood?? {
    guard mood?.isEmpty != true, mood?.lowercased() != "none" else { return .some(nil) }
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
      "The day of the words: yesterday, monday, 2024-01-31. Default: today.",
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
  /// What says so at the beginning of the words; nil where options do.
  private let prefix: String?

  fileprivate init(day: CivilDate?, clock: TimeOfDay?, prefix: String? = nil) {
    (self.day, self.clock, self.prefix) = (day, clock, prefix)
  }

  /// The same, of another day.
  func on(_ day: CivilDate) -> WritingTime {
    WritingTime(day: day, clock: clock, prefix: prefix)
  }

  /// The same, as a text says that begins with a day.
  ///
  /// - Throws: `ValidationError` where both say a time.
  func of(_ begun: DatedText) throws -> WritingTime {
    if clock != nil, begun.clock != nil {
      throw ValidationError(Wording.twoTimes(begun.prefix))
    }
    return WritingTime(day: begun.day, clock: clock ?? begun.clock, prefix: begun.prefix)
  }

  var moment: NewWords.Moment {
    switch (day, clock) {
    case (let day, let clock?): .clock(clock, day)
    case (let day?, nil): .day(day)
    case (nil, nil): .now
    }
  }

  /// Checks that there was such a time.
  ///
  /// - Returns: the day of the post.
  /// - Throws: `ValidationError` where it is still to come, or the zone's clocks never showed it.
  func checkedDay(_ rule: DayRule, now: Int) throws -> CivilDate {
    let today = rule.day(of: now)
    let day = day ?? today
    guard day <= today else { throw mistake(JournalError.futureDay(day, today: today)) }
    do {
      let time = try PostTime(on(day).moment.time(rule, now: now), rule: rule)
      if let clock, time.instant > now { throw mistake(TimeToCome(clock: clock, day: day)) }
      return time.day
    } catch let error as JournalError {
      switch error {
      case .timeInGap, .dayNeverWas:
        throw ValidationError(
          "\(error.wording.sentence(in: .english)) \(Wording.anotherTime(isDay: clock == nil))")
      default: throw error
      }
    }
  }

  private func mistake(_ error: some Error & Worded) -> ValidationError {
    let sentence = Wording.sentence(for: error)
    return ValidationError(prefix.map { Wording.doubtfulDay($0, sentence) } ?? sentence)
  }
}
