package import CaptureTime
package import Store

/// One sending of a rule on a day by one way.
package struct ReminderTurn: Sendable, Hashable {
  package let rule: ReminderRule
  package let day: CivilDate
  /// The rule's time, or the person's own.
  package let time: TimeOfDay
  /// Whether it was sent before, and is sent again.
  package let isAgain: Bool

  package init(_ rule: ReminderRule, on day: CivilDate, at time: TimeOfDay, isAgain: Bool) {
    (self.rule, self.day, self.time, self.isAgain) = (rule, day, time, isAgain)
  }

  /// The same for the same turn, whoever sends it: at most 31 ASCII letters, digits and hyphens.
  package var identifier: String {
    let digits = "\(day)-\(time)".filter { $0 != ":" }
    return "\(rule.facts.subject.rawValue)-\(digits)\(isAgain ? "-2" : "")"
  }
}

/// The state of a turn by one way.
package struct SentReminder: Sendable, Hashable {
  package let rule: Int64
  package let time: TimeOfDay
  package let isAgain: Bool
  package let state: State
  /// How often it was tried.
  package let tries: Int
  /// When it got this state or, if it waits, when it is tried again; in seconds since 1970 in UTC.
  package let at: Int

  package enum State: String, Sendable, Hashable {
    /// Somebody is sending it, or was when the machine went down: it is sent by nobody else.
    case sending
    case sent
    /// There was nothing to tell.
    case done
    /// It did not arrive, and is tried again.
    case waiting
    case failed
  }
}

/// What to send at an instant: nothing from earlier days, and nothing twice.
///
/// A time is on the day of the owner's rule of days that it belongs to, at the first instant at which the
/// zone's clocks show it, or skip it: it comes once, on a day of 23 hours as on one of 25. What a machine
/// slept through comes when it wakes, while it is the same day.
package struct ReminderSchedule: Sendable {
  package let rule: DayRule
  /// In seconds since 1970 in UTC.
  package let now: Int
  /// The day of the instant.
  package let day: CivilDate

  package init(_ rule: DayRule, at now: Int) {
    (self.rule, self.now, day) = (rule, now, rule.day(of: now))
  }

  /// Whether rules may have something to send now, regardless of what was sent.
  package func mayTell(_ rules: [ReminderRule]) -> Bool {
    rules.contains { $0.facts.isOn && !isQuiet($0) }
  }

  /// The turns to send now by a way, in order of time.
  ///
  /// - Parameters:
  ///   - rules: the owner's.
  ///   - times: those that people have of their own.
  ///   - since: since when there is the way, in seconds since 1970 in UTC.
  ///   - sent: what became of the day's turns by the way.
  /// - Returns: the turns.
  package func turns(
    of rules: [ReminderRule], peoplesTimes times: [TimeOfDay], since: Int, sent: [SentReminder]
  ) -> [ReminderTurn] {
    let first = Self.firstOfPeople(rules)
    var turns: [(instant: Int, turn: ReminderTurn)] = []
    for reminder in rules where reminder.facts.isOn && !isQuiet(reminder) {
      let others = reminder.id == first?.id ? times.filter { $0 != reminder.facts.time } : []
      for time in [reminder.facts.time] + others {
        let instant = rule.instant(of: time, on: day)
        guard instant <= now, instant >= max(since, reminder.since) else { continue }
        let known = sent.filter { $0.rule == reminder.id && $0.time == time }
        if let turn = turn(of: reminder, at: time, known) { turns.append((instant, turn)) }
      }
    }
    return turns.sorted { $0.instant < $1.instant }.map(\.turn)
  }

  /// The rule that also covers people with a time of their own.
  package static func firstOfPeople(_ rules: [ReminderRule]) -> ReminderRule? {
    rules.filter { $0.facts.isOn && $0.facts.subject == .people }
      .min { $0.facts.time.seconds < $1.facts.time.seconds }
  }

  private func turn(
    of reminder: ReminderRule, at time: TimeOfDay, _ sent: [SentReminder]
  ) -> ReminderTurn? {
    guard let first = sent.first(where: { !$0.isAgain }) else {
      return ReminderTurn(reminder, on: day, at: time, isAgain: false)
    }
    switch first.state {
    case .waiting:
      return first.at <= now ? ReminderTurn(reminder, on: day, at: time, isAgain: false) : nil
    case .sent:
      guard let minutes = reminder.facts.again, now >= first.at + minutes * 60 else { return nil }
      let again = sent.first(where: \.isAgain)
      let isOpen = again.map { $0.state == .waiting && $0.at <= now } ?? true
      return isOpen ? ReminderTurn(reminder, on: day, at: time, isAgain: true) : nil
    case .sending, .done, .failed: return nil
    }
  }

  private func isQuiet(_ reminder: ReminderRule) -> Bool {
    reminder.facts.quiet?.contains(rule.secondsOfDay(at: now)) ?? false
  }
}
