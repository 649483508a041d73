package import CaptureTime

/// When a person is due: worked out, never stored.
package struct Rhythm: Sendable, Hashable {
  /// The day of the last contact.
  package let contact: CivilDate?
  /// Until when it was put off since then.
  package let snoozed: CivilDate?
  /// The later of the last contact, or else the start, with the cadence's days, and of what it was put off to.
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

  /// Days from a day to the due one: 0 where it is due, negative where it is overdue.
  package func days(from today: CivilDate) -> Int { due.daysSinceEpoch - today.daysSinceEpoch }

  package func isDue(on today: CivilDate) -> Bool { due <= today }

  /// How overdue it is on a day.
  func lateness(on today: CivilDate) -> Lateness {
    Lateness(overdue: -days(from: today), cadence: cadence)
  }
}

/// How overdue somebody is, by which people are in order.
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
