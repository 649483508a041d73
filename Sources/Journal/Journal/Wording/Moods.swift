package import Wording
package import CaptureTime
package import Store

/// The words and faces of moods, and how they are read where a person types one.
extension Wording {
  /// A mood's name: "good", "좋음".
  package static func name(_ mood: Mood, in language: Language = .english) -> String {
    let names = names(mood)
    return language == .english ? names.english : names.korean
  }

  package static func face(_ mood: Mood) -> String {
    switch mood {
    case .awful: "😞"
    case .bad: "🙁"
    case .meh: "😐"
    case .good: "🙂"
    case .great: "😄"
    }
  }

  private static func names(_ mood: Mood) -> (english: String, korean: String) {
    switch mood {
    case .awful: ("awful", "최악")
    case .bad: ("bad", "나쁨")
    case .meh: ("meh", "보통")
    case .good: ("good", "좋음")
    case .great: ("great", "최고")
    }
  }

  /// Reads "4", or a mood's name in any language.
  ///
  /// - Throws: ``MoodError``.
  package static func mood(_ text: String) throws(MoodError) -> Mood {
    let typed = text.lowercased()
    let mood = Mood.allCases.first { mood in
      "\(mood.rawValue)" == typed || Language.allCases.contains { name(mood, in: $0) == typed }
    }
    guard let mood else { throw MoodError() }
    return mood
  }
}

/// A text is no mood.
package struct MoodError: Error, Worded {
  package init() {}

  package var wording: ErrorMessage { ErrorMessage("mood") }
}

/// The words would be about a time later today.
package struct TimeToCome: Error, Worded {
  private let clock: TimeOfDay
  private let day: CivilDate

  package init(clock: TimeOfDay, day: CivilDate) { (self.clock, self.day) = (clock, day) }

  package var wording: ErrorMessage {
    ErrorMessage("future-day.time", ["time": .text("\(clock)"), "day": .text("\(day)")])
  }
}
