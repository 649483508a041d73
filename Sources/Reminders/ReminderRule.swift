/// What an owner is reminded of.
package enum ReminderSubject: String, CaseIterable, Sendable, Hashable {
  /// The morning page that is not yet written.
  case morning
  /// People who are due.
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
}
