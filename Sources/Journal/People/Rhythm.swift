package import CaptureTime

/// When a person is due: derived, never stored.
package struct Rhythm: Sendable, Hashable {
  /// The day of the last contact.
  package let contact: CivilDate?
  /// The day the person was snoozed to since then.
  package let snoozed: CivilDate?
  /// The last contact, or else the start, plus the cadence's days; or the day of the snooze, if
  /// that is later.
  package let due: CivilDate
  private let cadence: Int

  init(_ facts: PersonFacts, contact: CivilDate?, snoozed: CivilDate?) {
    self.init(
      cadence: facts.cadence.days, start: facts.start, contact: contact, snoozed: snoozed)
  }

  init(cadence: Int, start: CivilDate, contact: CivilDate?, snoozed: CivilDate?) {
    (self.contact, self.snoozed, self.cadence) = (contact, snoozed, cadence)
    let usual = (contact ?? start).adding(days: cadence)
    due = snoozed.map { max($0, usual) } ?? usual
  }

  /// Days until the due day: 0 if due, negative if overdue.
  package func days(from today: CivilDate) -> Int { due.daysSinceEpoch - today.daysSinceEpoch }

  package func isDue(on today: CivilDate) -> Bool { due <= today }

  /// How overdue it is on a day.
  func lateness(on today: CivilDate) -> Lateness {
    Lateness(overdue: -days(from: today), cadence: cadence)
  }
}

/// How overdue a person is, for the order of people.
struct Lateness: Sendable {
  /// Days; negative where one is due later.
  let overdue: Int
  let cadence: Int

  /// Whether one comes before the other: more overdue for its rhythm, then more overdue in days.
  func isBefore(_ other: Lateness) -> Bool {
    // Overdue by its cadence, compared without fractions.
    let (mine, others) = (overdue * other.cadence, other.overdue * cadence)
    return mine != others ? mine > others : overdue > other.overdue
  }
}
