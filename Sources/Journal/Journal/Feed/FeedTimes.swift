package import Reminders
package import Store

/// Where in a day an entry of a calendar is, and whether the calendar reminds of it then.
package struct FeedTime: Sendable, Hashable {
  package let time: TimeOfDay
  package let rings: Bool
}

/// When a calendar reminds: like the other ways, once for each subject. Without a rule for a
/// subject, its entries are there, but silent.
package struct FeedTimes: Sendable, Hashable {
  package let morning: FeedTime
  package let reading: FeedTime
  package let days: FeedTime
  /// Of people who have no time of their own.
  private let people: FeedTime
  /// Of the rule by which people are told of who have one.
  private let quiet: QuietHours?

  /// Of what no rule is of.
  private static let usual = (try? TimeOfDay(hour: 9)) ?? .midnight

  /// - Parameter rules: the owner's; the earliest of each subject that is on counts.
  package init(_ rules: [ReminderRule]) {
    func time(_ subject: ReminderSubject) -> FeedTime {
      let times = rules.filter { $0.facts.subject == subject && $0.facts.isOn }.map(\.facts.time)
      let first = times.min { $0.seconds < $1.seconds }
      return FeedTime(time: first ?? Self.usual, rings: first != nil)
    }
    (morning, reading, days) = (time(.morning), time(.plan), time(.birthdays))
    (people, quiet) = (time(.people), ReminderSchedule.firstOfPeople(rules)?.facts.quiet)
  }

  /// The time of a person's entry. One within quiet hours rings when these are over, and where another day
  /// has begun by then not at all.
  ///
  /// - Parameters:
  ///   - own: the person's own time.
  ///   - start: when days begin.
  /// - Returns: the time.
  func ofPerson(_ own: TimeOfDay?, dayStart start: TimeOfDay) -> FeedTime {
    guard let own else { return people }
    let told: TimeOfDay? = quiet.map { $0.telling(own, dayStart: start) } ?? own
    return FeedTime(time: told ?? own, rings: people.rings && told != nil)
  }
}
