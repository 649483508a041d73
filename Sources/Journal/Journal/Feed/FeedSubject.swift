package import CaptureTime
import Files
import Hashing
import People
import Texts

/// The subject of a calendar entry, as values that the caller puts into words.
package enum FeedSubject: Sendable, Hashable {
  /// A person who is due on a day, which is before the one on which the calendar has them where they are
  /// overdue.
  case person(number: Int64, name: String, due: CivilDate, isOverdue: Bool)
  /// The morning page of a day.
  case morning(CivilDate)
  /// What is left to read of a plan's day: the first portions, at most ``portionLimit``, and how many there
  /// are in all.
  case reading(plan: String, day: Int, portions: [String], count: Int)
  /// A person's birthday, every year, from the year of birth on where that is known.
  case birthday(number: Int64, name: String, year: Int?)
  /// Another day of a person's, as a birthday.
  case day(number: Int64, name: String, title: String, year: Int?)
  /// In a calendar without names: something is due.
  case somethingDue
  /// In a calendar without names: a day of every year.
  case somethingYearly

  /// The most portions to name.
  package static let portionLimit = 20

  init(_ day: NamedYearlyDate) {
    self =
      day.name.isEmpty
      ? .birthday(number: day.number, name: day.person, year: day.date.year)
      : .day(number: day.number, name: day.person, title: day.name, year: day.date.year)
  }

  init(_ day: PlanDay) {
    let left = day.left
    self = .reading(
      plan: day.plan.name.text, day: day.day,
      portions: left.prefix(Self.portionLimit).map(\.title), count: left.count)
  }
}

/// The secret of a calendar: it gives entries names that reveal nothing of their subject.
package struct FeedKey: Sendable {
  private let bytes: [UInt8]

  /// - Parameter bytes: random ones, at least 16, which stay the same as long as the calendar is there.
  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// 32 hexadecimal digits (UID: RFC 5545, section 3.8.4.7; RFC 7986, section 5.3), which nobody without
  /// the key can work out, or can see in them what they are of: half of an HMAC-SHA256.
  ///
  /// - Parameter parts: what makes it this thing and no other, in texts without line breaks.
  /// - Returns: the digits.
  func uid(_ parts: String...) -> String {
    let message = Array(parts.joined(separator: "\n").utf8)
    return Array(HMACSHA256.code(for: message.span, key: bytes.span).prefix(16)).hexadecimal
  }
}
