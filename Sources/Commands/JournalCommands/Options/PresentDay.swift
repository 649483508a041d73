import CaptureTime
import Foundation
import Journal
import Shell
import Store
import Wording

extension DayRule {
  /// The day that it is by this machine's clock.
  var today: CivilDate { day(of: Clock.now()) }
}

extension JournalSettings {
  /// What the owner's words for days are about, by this machine's clock; weeks begin as the locale has
  /// it where the owner has set nothing.
  var present: PresentDay {
    let locale = TimeLocale.name(in: ProcessInfo.processInfo.environment)
    return PresentDay(rule.today, weekStart: weekStart ?? WeekStart(locale: locale))
  }
}

extension PresentDay {
  /// Checks what somebody typed before the journal tells which day is today and how its weeks begin:
  /// two days may be in order by one answer only.
  ///
  /// - Returns: the first answer that parses; nil if all fail, each for another reason. Then the caller
  ///   reads again with the journal's own day.
  /// - Throws: what `read` throws where it fails by each answer, and always alike.
  @discardableResult
  static func checking<Value>(_ read: (PresentDay) throws -> Value) throws -> Value? {
    let somewhere = DayRule(zone: .utc).today
    let answers = [somewhere, somewhere.previous, somewhere.next].flatMap { day in
      WeekStart.allCases.map { PresentDay(day, weekStart: $0) }
    }
    var errors: [any Error] = []
    for answer in answers {
      do { return try read(answer) } catch { errors.append(error) }
    }
    guard let error = errors.first, Set(errors.map { "\($0)" }).count == 1 else { return nil }
    throw error
  }
}

extension Wording {
  /// Reads days, as `checking(_:_:_:)`, and names the word that may be meant where one is mistyped.
  ///
  /// - Throws: `ValidationError`.
  static func checkingDays<Value>(
    _ option: String, _ text: String, _ read: (String) throws -> Value
  ) throws -> Value {
    try checking(option, text) { text in
      do {
        return try read(text)
      } catch let error as DayRangeError {
        let words: [String]
        switch error {
        case .notUnderstood: words = DayRange.words
        case .notOneDay: words = DayRange.wordsOfOneDay
        default: throw error
        }
        guard let word = NearestName.of(text, among: words, allowsAbbreviations: false) else {
          throw error
        }
        throw DayRangeError.writtenOtherwise(observed: text, instead: word)
      }
    }
  }
}
