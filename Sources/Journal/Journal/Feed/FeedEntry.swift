package import CaptureTime
package import People
package import Store

/// The texts of a calendar entry.
package struct FeedWords: Sendable, Hashable {
  package let title: String
  /// May be empty.
  package let description: String
  /// Where it is in the journal, as a URI in ASCII (RFC 3986); nil for nowhere. Some calendars, such as
  /// Google's, do not show it: for these it may be in the description too.
  package let link: String?

  package init(title: String, description: String = "", link: String? = nil) {
    (self.title, self.description, self.link) = (title, description, link)
  }
}

/// A due item of a day, in a calendar.
package struct FeedTask: Sendable, Hashable {
  /// ASCII letters and digits, the same as long as the same thing is due, even if it is overdue and
  /// moves to another day: calendars then move the entry.
  package let uid: String
  package let words: FeedWords
  package let day: CivilDate
  /// When it is to be done; a time before the day's start is one of the next date.
  package let time: TimeOfDay
  /// Whether one is reminded of it then.
  package let rings: Bool

  package init(
    uid: String, _ words: FeedWords, on day: CivilDate, at time: TimeOfDay, rings: Bool = true
  ) {
    (self.uid, self.words, self.day) = (uid, words, day)
    (self.time, self.rings) = (time, rings)
  }
}

/// A yearly entry of a calendar.
package struct FeedYearly: Sendable, Hashable {
  /// Of ASCII letters and digits, the same in all years.
  package let uid: String
  package let words: FeedWords
  package let date: YearlyDate
  /// When one is reminded of it on its day, where one is.
  package let time: TimeOfDay
  package let rings: Bool

  package init(
    uid: String, _ words: FeedWords, every date: YearlyDate, at time: TimeOfDay, rings: Bool = true
  ) {
    (self.uid, self.words, self.date) = (uid, words, date)
    (self.time, self.rings) = (time, rings)
  }

  /// Calendars have trouble with days of earlier centuries, and nobody counts from them.
  static let firstYear = 1_900

  /// The first day that a calendar has of it: of one whose year is not known, one of last year.
  func first(_ leap: LeapBirthday, today: CivilDate) -> CivilDate {
    date.date(in: max(date.year ?? today.year - 1, Self.firstYear), leap)
  }

  /// How it recurs (RFC 5545, section 3.3.10).
  ///
  /// A rule for 29 February alone would pass over years without one. The last day of February is what
  /// is wanted of the one choice, and the year's sixtieth day, 29 February or 1 March, of the other.
  func rule(_ leap: LeapBirthday) -> String {
    guard date.month == 2, date.day == 29 else { return "FREQ=YEARLY" }
    return switch leap {
    case .lastOfFebruary: "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1"
    case .firstOfMarch: "FREQ=YEARLY;BYYEARDAY=60"
    }
  }
}
