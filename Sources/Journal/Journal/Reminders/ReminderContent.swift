package import CaptureTime
package import People
import Reminders
import Store
package import Texts

/// The content of a reminder, read when it is sent.
package enum ReminderContent: Sendable, Hashable {
  /// The morning page of a day is not written.
  case morning(CivilDate)
  case people([KnownPerson])
  case portions([PlanPortion])
  case yearly([YearlyDay])
  /// The years of which there are posts of the same day, the earliest first, and of how many posts.
  case memories(CivilDate, years: [Int], posts: Int)
  /// The text of the day; nil where none was drawn yet, and none may be, behind a lock.
  case text(StoredText?)
  /// Contacts that have neither keywords nor a memo, and with whom they were.
  case contacts([Contact], names: [Int64: String])
}

extension ReminderContent {
  /// The path of the page that it is about, with its day.
  package var path: String {
    switch self {
    case .morning(let day): "/new?day=\(day)&morning=1"
    case .people(let people):
      people.count == 1 ? "/people/\(people[0].person.id)" : "/due"
    case .portions: "/due"
    case .yearly(let yearly): yearly.first.map { "/people/\($0.person.id)" } ?? "/due"
    case .memories(let day, _, _): "/memories?day=\(day)"
    case .text: "/"
    case .contacts(let contacts, _): contacts.first.map { "/days/\($0.day)" } ?? "/"
    }
  }
}

/// Reads the content of reminders.
struct ReminderLook {
  let journal: OwnerJournal
  let settings: JournalSettings
  /// In seconds since 1970 in UTC.
  let now: Int

  /// Posts of earlier years that are counted of each.
  private static let memoriesOfEachYear = 100

  /// - Parameters:
  ///   - turn: what is asked about.
  ///   - rules: the owner's.
  /// - Returns: nil where there is nothing to tell.
  /// - Throws: ``JournalError``.
  func content(of turn: ReminderTurn, among rules: [ReminderRule]) throws -> ReminderContent? {
    let day = turn.day
    switch turn.rule.facts.subject {
    case .morning:
      return try journal.posts.morningPage(of: day) == nil ? .morning(day) : nil
    case .people:
      let people = try journal.people.due(on: day).filter {
        isTold($0.person, at: turn, among: rules)
      }
      return people.isEmpty ? nil : .people(people)
    case .plan:
      let portions = try journal.plans.days(on: day).filter { $0.state == .going }.flatMap(\.left)
      return portions.isEmpty ? nil : .portions(portions)
    case .birthdays:
      let yearly = try journal.people.yearlyDays(in: day...day, settings.leapBirthday)
      return yearly.isEmpty ? nil : .yearly(yearly)
    case .memories:
      let posts = try journal.memories.posts(of: day, ofEachYear: Self.memoriesOfEachYear)
        .filter { $0.time.day < day }
      let years = Set(posts.map(\.time.day.year)).sorted()
      return years.isEmpty ? nil : .memories(day, years: years, posts: posts.count)
    case .text: return try text(of: day)
    case .contacts:
      let contacts = try journal.contacts.on(day.previous...day.previous).filter {
        $0.facts.keywords.texts.isEmpty && $0.facts.memo.text.isEmpty
      }
      guard !contacts.isEmpty else { return nil }
      let names = try journal.people.names(of: contacts.map(\.person))
      return .contacts(contacts, names: names)
    }
  }

  /// Whether a person's time is that of a turn: their own, else that of each rule of people.
  private func isTold(_ person: Person, at turn: ReminderTurn, among rules: [ReminderRule]) -> Bool
  {
    guard let own = person.facts.reminder else { return turn.time == turn.rule.facts.time }
    return own == turn.time && turn.rule.id == ReminderSchedule.firstOfPeople(rules)?.id
  }

  private func text(of day: CivilDate) throws -> ReminderContent? {
    do {
      return .text(
        try journal.texts.text(of: day, today: day, from: settings.textPool, now: now))
    } catch TextError.none {
      return nil
    } catch JournalError.locked {
      return .text(nil)
    }
  }
}
