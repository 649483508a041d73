import CaptureTime
package import Store

/// The subject of a reminder.
package enum ReminderSubject: String, CaseIterable, Sendable, Hashable {
  /// The morning page that is not yet written.
  case morning
  /// People who are due, each at their own time where they have one.
  case people
  /// Portions of plans that are not yet read.
  case plan
  /// Birthdays and other days of every year.
  case birthdays
  /// Posts of this day in earlier years.
  case memories
  /// The text of the day.
  case text
  /// Contacts of yesterday that have neither keywords nor a memo.
  case contacts

  /// Whether it is something to do: then it can be sent again until it is done.
  package var canBeDone: Bool {
    switch self {
    case .morning, .people, .plan, .contacts: true
    case .birthdays, .memories, .text: false
    }
  }

  /// - Throws: ``ReminderError/unknownSubject(_:known:)``.
  package init(parsing text: String) throws(ReminderError) {
    guard let subject = Self(rawValue: text) else {
      throw .unknownSubject(text, known: Self.allCases.map(\.rawValue))
    }
    self = subject
  }
}

/// Hours when nothing is sent; they may pass midnight.
package struct QuietHours: Sendable, Hashable {
  package let from: TimeOfDay
  /// Not part of them.
  package let until: TimeOfDay

  /// From ten in the evening until seven in the morning.
  package static let usual = QuietHours(from: 22, until: 7)

  /// - Throws: ``ReminderError/quietHours(observed:)`` where they are none, or all day.
  package init(from: TimeOfDay, until: TimeOfDay) throws(ReminderError) {
    guard from != until else { throw .quietHours(observed: "\(from)-\(until)") }
    (self.from, self.until) = (from, until)
  }

  private init(from: Int, until: Int) {
    (self.from, self.until) = (
      (try? TimeOfDay(hour: from)) ?? .midnight, (try? TimeOfDay(hour: until)) ?? .midnight
    )
  }

  /// Reads "22:00-07:00".
  ///
  /// - Throws: ``ReminderError/quietHours(observed:)``.
  package static func parse(_ text: String) throws(ReminderError) -> QuietHours {
    let ends = text.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
    guard ends.count == 2, let from = try? TimeOfDay.parse(ends[0]),
      let until = try? TimeOfDay.parse(ends[1])
    else { throw .quietHours(observed: text) }
    return try QuietHours(from: from, until: until)
  }

  /// Whether a time of day, in seconds from midnight, is within them.
  package func contains(_ seconds: Int) -> Bool {
    from.seconds < until.seconds
      ? (from.seconds..<until.seconds).contains(seconds)
      : seconds >= from.seconds || seconds < until.seconds
  }
}

extension QuietHours: CustomStringConvertible {
  package var description: String { "\(from)-\(until)" }
}

/// The details of a rule.
package struct RuleFacts: Sendable, Hashable {
  package var subject: ReminderSubject
  /// In the owner's time zone.
  package var time: TimeOfDay
  /// Minutes until it is sent again if it is not done; nil for once only.
  package var again: Int?
  /// Nil for none.
  package var quiet: QuietHours?
  package var isOn: Bool

  package static let againRange = 5...720
  package static let usualAgain = 120

  package init(
    _ subject: ReminderSubject, at time: TimeOfDay, again: Int? = nil, quiet: QuietHours? = .usual,
    isOn: Bool = true
  ) {
    (self.subject, self.time, self.again) = (subject, time, again)
    (self.quiet, self.isOn) = (quiet, isOn)
  }

  /// Checks its parts against one another.
  ///
  /// - Throws: ``ReminderError``.
  package func check() throws(ReminderError) {
    if let again {
      guard subject.canBeDone else { throw .nothingToDo(subject) }
      guard Self.againRange.contains(again) else {
        throw .again(observed: again, expected: Self.againRange)
      }
    }
    if let quiet, quiet.contains(time.seconds) { throw .withinQuietHours(time, quiet) }
  }
}

/// A reminder: its subject and time.
package struct ReminderRule: Sendable, Hashable {
  package let id: Int64
  package let facts: RuleFacts
  /// When it was set, in seconds since 1970 in UTC: earlier times of day are not sent later.
  package let since: Int
}

/// Why an action on a reminder failed.
package enum ReminderError: Error, Sendable, Hashable {
  case unknownSubject(String, known: [String])
  case quietHours(observed: String)
  /// Nothing of what is said can be done, and so be undone.
  case nothingToDo(ReminderSubject)
  /// Minutes.
  case again(observed: Int, expected: ClosedRange<Int>)
  /// A time at which nothing is sent.
  case withinQuietHours(TimeOfDay, QuietHours)
  case unknownRule(Int64)
  /// There is one of this at this time already.
  case ruleExists(ReminderSubject, TimeOfDay)
  case tooManyRules(limit: Int)
  case unknownWay(Int64)
  /// There is one to this address already.
  case wayExists(ReminderWay.Kind)
  case tooManyWays(limit: Int)
  case unknownFeed(Int64)
  case tooManyFeeds(limit: Int)
  /// Devices set up no mail for an owner whom an account made.
  case noMail
  /// Nothing is sent to the way of this number until it is confirmed.
  case unconfirmed(Int64)
  /// The way of this number is confirmed, or never was to be.
  case confirmed(Int64)
  /// What was typed is no code at all.
  case notACode
  /// It is not the code that was sent; so many tries are left.
  case wrongCode(left: Int)
  /// There is no code that could be typed: it is too old, or was tried too often.
  case noCode
  /// Seconds until there may be another test, code or mail.
  case tooManyTests(limit: Int, wait: Int)
  case tooManyCodes(limit: Int, wait: Int)
  case tooManyMails(limit: Int, wait: Int)
}
