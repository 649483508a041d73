import Journal
import Reminders
import Store
import Wording

/// The reminders that most people want, as switches with one time.
///
/// Behind each are the rules of a subject: it is on where one of them is. A rule that has another time than the
/// switches keeps it.
struct ReminderSwitches {
  static let subjects: [ReminderSubject] = [.morning, .people, .memories]

  private let rules: [ReminderRule]

  /// - Parameter rules: all of an owner's, in the order of the day.
  init(_ rules: [ReminderRule]) {
    self.rules = rules.filter { Self.subjects.contains($0.facts.subject) }
  }

  /// That of the first one that is on.
  var time: TimeOfDay {
    (rules.first(where: \.facts.isOn) ?? rules.first)?.facts.time ?? Self.usualTime
  }

  private static let usualTime = (try? TimeOfDay(hour: 9)) ?? .midnight

  private func rules(of subject: ReminderSubject) -> [ReminderRule] {
    rules.filter { $0.facts.subject == subject }
  }

  /// For the template `reminders`.
  ///
  /// - Parameters:
  ///   - refused: what was not taken; its fields are there again.
  ///   - words: the page's.
  /// - Returns: the switches and their time.
  func content(_ refused: RefusedForm?, _ words: Words) -> PageContent {
    [
      "time": refused?.form["time"] ?? "\(time)",
      "wrong": refused?.wrong.mapValues(words.problem) ?? [:],
      "rows": Self.subjects.map { subject in
        let own = rules(of: subject).filter(\.facts.isOn)
        let isOn = refused.map { $0.form[subject.rawValue] != nil } ?? !own.isEmpty
        let others = own.map(\.facts.time).filter { $0 != time }
          .map { words.clock($0.hour, $0.minute) }
        let hint = [words("switchHint-\(subject.rawValue)")] + others
        return [
          "name": subject.rawValue, "title": words("switch-\(subject.rawValue)"),
          "hint": hint.joined(separator: " · "), "isOn": isOn,
        ] as PageContent
      },
    ]
  }

  /// Turns reminders on and off, and moves those that were at the switches' time.
  ///
  /// - Parameters:
  ///   - wanted: those that are to be on.
  ///   - time: their time.
  ///   - reminders: the owner's.
  ///   - now: in seconds since 1970 in UTC.
  /// - Throws: `ReminderError.ruleExists` where two would be one; then nothing has changed. `JournalError`.
  func set(
    _ wanted: Set<ReminderSubject>, at time: TimeOfDay, in reminders: Reminders, now: Int
  ) throws {
    let shown = self.time
    for subject in Self.subjects where time != shown {
      let times = rules(of: subject).map(\.facts.time)
      if times.contains(shown), times.contains(time) {
        throw ReminderError.ruleExists(subject, time)
      }
    }
    for subject in Self.subjects {
      let own = rules(of: subject)
      let isWanted = wanted.contains(subject)
      let isOn = own.contains(where: \.facts.isOn)
      if own.isEmpty, isWanted {
        var facts = RuleFacts(subject, at: time)
        facts.leaveQuietHours()
        try reminders.add(facts, now: now)
      }
      for (index, rule) in own.enumerated() {
        var facts = rule.facts
        if facts.time == shown { facts.time = time }
        facts.leaveQuietHours()
        if isWanted != isOn { facts.isOn = isWanted && index == 0 }
        if facts != rule.facts { try reminders.edit(rule.id, now: now) { $0 = facts } }
      }
    }
  }
}

extension RuleFacts {
  /// Whoever chooses a time within the quiet hours wants none.
  fileprivate mutating func leaveQuietHours() {
    if let quiet, quiet.contains(time.seconds) { self.quiet = nil }
  }
}
