import People
import Reminders
import Sending
import Shell
import Store
import Wording

/// Notes about reminders that come late or never, and about anything that exports leave out.
extension Wording {
  /// What becomes of the second time of a rule; nil where it comes when it is said, or the rule is off.
  static func secondTime(of rule: ReminderRule, dayStart: TimeOfDay) -> String? {
    guard rule.facts.isOn, let second = rule.facts.secondTime(dayStart: dayStart),
      second.told != second.planned
    else { return nil }
    let hours = rule.facts.quiet.flatMap { $0.contains(second.planned.seconds) ? $0 : nil }
    let why = hours.map { "within its quiet hours, \($0)" } ?? "when its day is over"
    return "Reminder \(rule.id) would come again at \(second.planned), \(why): it comes "
      + (second.told.map { "at \($0) then." } ?? "only once.")
  }

  /// What becomes of a person's own time; nil where it is not within the quiet hours of the rule that tells.
  ///
  /// - Parameters:
  ///   - time: the time.
  ///   - person: the person; nil for anybody.
  ///   - rule: the one that tells of people at times of their own.
  ///   - dayStart: when days begin.
  /// - Returns: the note.
  static func quietTime(
    _ time: TimeOfDay, of person: Person?, _ rule: ReminderRule, dayStart: TimeOfDay
  ) -> String? {
    guard let quiet = rule.facts.quiet, quiet.contains(time.seconds) else { return nil }
    let who = person.map { escaped($0.name) } ?? "people with this time"
    return "\(time) is within the quiet hours of reminder \(rule.id), \(quiet): "
      + (quiet.telling(time, dayStart: dayStart).map { "the reminder of \(who) comes at \($0)." }
        ?? "no reminder of \(who) comes.")
  }

  /// What of reminders is in no export; nil where there is none.
  static func leftOut(ways: Int, feeds: Int) -> String? {
    let parts = [
      ways > 0 ? counted(ways, "reminder way", "reminder ways") : nil,
      feeds > 0 ? counted(feeds, "calendar feed") : nil,
    ].compactMap(\.self)
    if parts.isEmpty { return nil }
    return
      "Not in it: \(parts.joined(separator: " and ")), with secrets; set "
      + "\(agreeing(ways + feeds, "it", "them")) up again after an import."
  }

  /// What the receiver of a hook will most likely not take.
  static func doubt(_ doubt: WebHook.Doubt) -> String {
    switch doubt {
    case .path: "Gotify needs an address that ends in /message; this one does not."
    case .token:
      "Gotify needs an application's token; give it with --token-file."
    }
  }
}
