package import CaptureTime
package import People
import Sending
package import Store

/// A calendar that programs subscribe to (RFC 5545; published as of RFC 5546, section 3.2.1), in UTF-8.
///
/// A ``FeedTask`` is a task, with a mirror that is an event: Google's and Apple's calendars and khal show
/// no tasks of such a calendar, Thunderbird shows both. Task and event are at an instant in UTC, so that no
/// rules of time zones are needed, and a device in another zone shows, and reminds of, the moment at which
/// Daystamp itself would: its day is that of the owner's zone, wherever the device is. The event takes a
/// quarter of an hour, since programs draw one without a length as a line or give it an hour; it does not
/// run past midnight, where it would be listed on two days, and leaves its time free. An event of the
/// whole day would stand above the hours and lose the reminder's time.
///
/// A ``FeedYearly`` is an event of a whole day, which is the same date in all zones.
///
/// The same content makes the same bytes on a day: entries are stamped with the day's start.
package struct CalendarFeed: Sendable {
  /// The form in which tasks are written.
  package enum Form: String, CaseIterable, Sendable {
    /// For all programs; those that show both remind twice.
    case both
    case tasks
    case events
  }

  /// The calendar's name in programs.
  package let name: String
  package let tasks: [FeedTask]
  package let days: [FeedYearly]
  private let rule: DayRule
  private let leap: LeapBirthday
  private let today: CivilDate

  /// The most bytes of a title and of a description; longer ones are cut between characters.
  package static let titleLimit = 1_000
  package static let descriptionLimit = 4_000
  /// Seconds that an event takes at most.
  private static let length = 900

  /// - Parameters:
  ///   - name: what programs call it.
  ///   - tasks: in the order in which they are written.
  ///   - days: in their order.
  ///   - rule: which instants belong to the days of tasks.
  ///   - leap: on which day one of 29 February is in a year without one.
  ///   - today: the day of the moment.
  package init(
    named name: String, _ tasks: [FeedTask], _ days: [FeedYearly], _ rule: DayRule,
    _ leap: LeapBirthday, today: CivilDate
  ) {
    (self.name, self.tasks, self.days) = (name, tasks, days)
    (self.rule, self.leap, self.today) = (rule, leap, today)
  }

  /// The calendar's text, `text/calendar; charset=utf-8` (RFC 5545, section 8.1).
  package func bytes(_ form: Form = .both) -> [UInt8] {
    var lines = ContentLineWriter()
    lines.line("BEGIN", "VCALENDAR")
    lines.line("VERSION", "2.0")
    lines.line("PRODID", "-//Daystamp//Daystamp//EN")
    lines.line("CALSCALE", "GREGORIAN")
    lines.line("METHOD", "PUBLISH")
    let name = Self.plain(name, atMost: Self.titleLimit)
    // RFC 7986, section 5.1, and what programs read that are older than it.
    lines.text("NAME", name)
    lines.text("X-WR-CALNAME", name)
    // RFC 7986, section 5.7, and what Outlook reads.
    lines.line("REFRESH-INTERVAL;VALUE=DURATION", "PT1H")
    lines.line("X-PUBLISHED-TTL", "PT1H")
    if tasks.isEmpty && days.isEmpty { Self.writeZone(&lines) }
    for task in tasks {
      if form != .events { write(task, to: &lines) }
      if form != .tasks { writeEvent(task, to: &lines) }
    }
    for day in days { write(day, to: &lines) }
    lines.line("END", "VCALENDAR")
    return lines.bytes
  }

  /// RFC 5545, section 3.6.2.
  private func write(_ task: FeedTask, to lines: inout ContentLineWriter) {
    let instant = rule.instant(of: task.time, on: task.day)
    begin("VTODO", task.uid, task.words, &lines)
    lines.line("DUE", Self.written(instant))
    lines.line("STATUS", "NEEDS-ACTION")
    if task.rings { Self.remind("TRIGGER;RELATED=END", after: 0, task.words, &lines) }
    lines.line("END", "VTODO")
  }

  /// RFC 5545, section 3.6.1.
  private func writeEvent(_ task: FeedTask, to lines: inout ContentLineWriter) {
    let instant = rule.instant(of: task.time, on: task.day)
    begin("VEVENT", "\(task.uid)-event", task.words, &lines)
    lines.line("DTSTART", Self.written(instant))
    lines.line(
      "DTEND", Self.written(instant + min(Self.length, 86_400 - task.time.seconds)))
    lines.line("TRANSP", "TRANSPARENT")
    if task.rings { Self.remind("TRIGGER", after: 0, task.words, &lines) }
    lines.line("END", "VEVENT")
  }

  private func write(_ day: FeedYearly, to lines: inout ContentLineWriter) {
    begin("VEVENT", day.uid, day.words, &lines)
    // Without an end it takes the day.
    lines.line("DTSTART;VALUE=DATE", Self.written(day.first(leap, today: today)))
    lines.line("RRULE", day.rule(leap))
    lines.line("TRANSP", "TRANSPARENT")
    let isOfNextDate = day.time.seconds < rule.start.seconds
    let seconds = day.time.seconds + (isOfNextDate ? 86_400 : 0)
    if day.rings { Self.remind("TRIGGER", after: seconds, day.words, &lines) }
    lines.line("END", "VEVENT")
  }

  /// What all entries have.
  private func begin(
    _ component: String, _ uid: String, _ words: FeedWords, _ lines: inout ContentLineWriter
  ) {
    lines.line("BEGIN", component)
    lines.line("UID", uid)
    lines.line("DTSTAMP", Self.written(rule.start(of: today)))
    lines.text("SUMMARY", Self.plain(words.title, atMost: Self.titleLimit))
    let description = Self.plain(words.description, atMost: Self.descriptionLimit)
    if !description.isEmpty { lines.text("DESCRIPTION", description) }
    if let link = words.link, link.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) {
      lines.line("URL", link)
    }
  }

  /// An alarm that shows the title (RFC 5545, section 3.6.6), so many seconds after the start or the end of
  /// what it is for; of a whole day, after midnight where the program is.
  private static func remind(
    _ trigger: String, after seconds: Int, _ words: FeedWords, _ lines: inout ContentLineWriter
  ) {
    lines.line("BEGIN", "VALARM")
    lines.line("ACTION", "DISPLAY")
    lines.text("DESCRIPTION", plain(words.title, atMost: titleLimit))
    let (hours, minutes) = (seconds / 3_600, seconds / 60 % 60)
    let parts = (hours > 0 ? "\(hours)H" : "") + (minutes > 0 ? "\(minutes)M" : "")
    lines.line(trigger, "PT" + (parts.isEmpty ? "0S" : parts))
    lines.line("END", "VALARM")
  }

  /// A calendar has one component at least (RFC 5545, section 3.6): one of no entries has this zone.
  private static func writeZone(_ lines: inout ContentLineWriter) {
    lines.line("BEGIN", "VTIMEZONE")
    lines.line("TZID", "UTC")
    lines.line("BEGIN", "STANDARD")
    lines.line("DTSTART", "19700101T000000")
    lines.line("TZOFFSETFROM", "+0000")
    lines.line("TZOFFSETTO", "+0000")
    lines.line("END", "STANDARD")
    lines.line("END", "VTIMEZONE")
  }
}

/// Values of properties.
extension CalendarFeed {
  /// "20240131" (RFC 5545, section 3.3.4).
  private static func written(_ date: CivilDate) -> String {
    date.description.replacing("-", with: "")
  }

  /// "20240131T235900Z" (RFC 5545, section 3.3.5, form 2).
  private static func written(_ instant: Int) -> String {
    let (days, seconds) = instant.floorDivided(by: 86_400)
    let fields = [seconds / 3_600, seconds / 60 % 60, seconds % 60]
    let time = fields.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined()
    return "\(written(CivilDate(daysSinceEpoch: days)))T\(time)Z"
  }

  /// A text with LF for each line break, since some programs break lines at all of them, and without other
  /// control characters, which a calendar may not have (RFC 5545, section 3.1).
  private static func plain(_ text: String, atMost limit: Int) -> String {
    var plain = ""
    for character in text.asLines {
      guard plain.utf8.count + character.utf8.count <= limit else { return plain + "…" }
      plain.append(character)
    }
    return plain
  }
}
