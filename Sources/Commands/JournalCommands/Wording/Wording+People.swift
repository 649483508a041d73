import CaptureTime
import Journal
import People
import Shell
import Store
import Texts
import Wording

/// What is said of people.
extension Wording {
  static let noPeople = "There are no people yet; daystamp person add adds one."
  static let noSuchPeople = "There are no such people."
  static let nobodyFound = "No person or contact matches these words."
  static func furtherContacts(after limit: Int) -> String {
    "More contacts match than the latest \(limit); --limit shows more."
  }

  static let archivedOrDeleted = "--archived and --deleted cannot be used together."
  static let emptyCategory = "--category needs a name."
  static let nothingToChangeOfPerson = "Nothing to change; give a detail, as in --every 7."
  static let noMonth = "A person's calendar shows a month; give one, like 2026-11 or last month."

  static func noPost(_ text: String) -> String {
    "--picture \(escaped(text)): that is not a post's number; daystamp list shows them."
  }

  static func dayWithoutDate(_ day: String) -> String {
    "--day \(escaped(day)): give a name and a date, as in 'Wedding=2011-06-04'."
  }

  static func noSuchDay(_ name: PersonName) -> String {
    "--no-day: the person has no day “\(escaped(name.text))”."
  }

  static func noSuchCategory(_ name: PersonName) -> String {
    "--no-category: the person is not in the category “\(escaped(name.text))”."
  }

  static func bothWays(_ fact: String) -> String {
    "--\(fact) and --no-\(fact) cannot be used together."
  }

  /// A person among those that may be meant.
  static func choice(_ person: Person) -> String {
    let nickname = person.facts.nickname.map { ", \(escaped($0.text))" } ?? ""
    return "  \(person.id)  \(escaped(person.name))\(nickname), every "
      + counted(person.facts.cadence.days, "day")
      + (person.archived == nil ? "" : ", archived")
  }

  static func whichPerson(_ name: String) -> String {
    "“\(escaped(name))” matches several people. Which number?"
  }

  /// When a person is due, from a day: "in 3 days", "today", "3 days overdue".
  static func dueIn(_ days: Int) -> String {
    switch days {
    case ..<0: "\(counted(-days, "day")) overdue"
    case 0: "due today"
    default: "due in \(counted(days, "day"))"
    }
  }

  static func isDue(_ known: KnownPerson) -> String {
    let name = escaped(known.person.name)
    return known.person.isKept
      ? "\(name) is due on \(known.rhythm.due)." : "\(name) is archived, and never due."
  }

  static func dueDay(of known: KnownPerson, before: CivilDate) -> String {
    let (name, due) = (escaped(known.person.name), known.rhythm.due)
    return due == before
      ? "\(name) is due on \(due), as before." : "\(name) is due on \(due); it was \(before)."
  }

  static func archived(_ person: Person) -> String {
    "Archived \(escaped(person.name)), who is no longer due; daystamp person unarchive "
      + "\(person.id) undoes that."
  }

  static func deleted(_ person: Person) -> String {
    "Deleted \(escaped(person.name)); daystamp person restore \(person.id) restores them."
  }

  static func asksToRemove(_ person: Person, contacts: Int) -> String {
    "Permanently remove \(escaped(person.name)) with \(counted(contacts, "contact"))?"
  }

  static func removed(_ person: Person, contacts: Int) -> String {
    "Permanently removed \(escaped(person.name)) with \(counted(contacts, "contact"))."
  }

  /// A person in a row of a list.
  static func cells(_ known: KnownPerson, today: CivilDate) -> [String] {
    let (person, rhythm) = (known.person, known.rhythm)
    let nickname = person.facts.nickname.map { " (\(escaped($0.text)))" } ?? ""
    let state =
      known.days(from: today).map(dueIn) ?? (person.deleted != nil ? "deleted" : "archived")
    return [
      "\(person.id)", escaped(person.name) + nickname, state,
      "every \(counted(person.facts.cadence.days, "day"))",
      rhythm.contact.map { "last on \($0)" } ?? "since \(person.facts.start)",
    ]
  }

  /// Everything about a person, as lines.
  static func person(
    _ known: KnownPerson, _ history: PersonHistory, _ plant: PlantDrawing, _ leap: LeapBirthday,
    today: CivilDate
  ) -> [String] {
    let (person, facts, rhythm) = (known.person, known.person.facts, known.rhythm)
    let state =
      known.days(from: today).map { "\(rhythm.due), \(dueIn($0))" }
      ?? (person.deleted != nil ? "deleted" : "archived, never due")
    let note = facts.note.text.split(separator: "\n", omittingEmptySubsequences: false)
    let days = facts.yearlyDates.map { name, date in
      [name.isEmpty ? "Birthday" : escaped(name), yearly(date, leap, today: today)]
    }
    let rows =
      [
        ["Nickname", escaped(facts.nickname?.text ?? "")],
        ["Every", counted(facts.cadence.days, "day")], ["Due", state],
        ["Snoozed", rhythm.snoozed.map { "to \($0)" } ?? ""],
        ["Last", rhythm.contact?.description ?? ""],
        ["Since", facts.start.description],
      ] + days
      + [
        ["Phone", escaped(facts.phone.text)], ["E-mail", escaped(facts.email.text)],
        ["Reminder", facts.reminder?.description ?? ""],
        ["Categories", facts.categories.map { escaped($0.text) }.joined(separator: ", ")],
        ["Picture", facts.picture.map { "post \($0)" } ?? ""],
      ]
      + (facts.note.isEmpty
        ? [] : note.enumerated().map { [$0 == 0 ? "Note" : "", escaped(String($1))] })
      + [
        [
          "Contacts",
          "\(history.contacts), \(history.kept) in time; \(counted(history.snoozes, "snooze"))",
        ],
        ["Plant", describe(plant)],
      ]
    let table = TextTable(fitting: rows, alignments: [.left, .left])
    return ["\(escaped(person.name))  \(person.id)"]
      + rows.filter { !$0[1].isEmpty }.map { "  " + table.line($0) }
  }

  /// A day of every year, and when it is next.
  private static func yearly(
    _ date: YearlyDate, _ leap: LeapBirthday, today: CivilDate
  ) -> String {
    let next = date.next(from: today, leap)
    let years = date.years(on: next).map { ", \(counted($0, "year")) then" } ?? ""
    return "\(date), next on \(next)\(years)"
  }

  /// A plant in words, as it is drawn.
  static func describe(_ plant: PlantDrawing) -> String {
    let stage: String =
      switch plant.stage {
      case .sprout: "a sprout"
      case .leaf: "in leaf"
      case .bloom: "in bloom"
      case .full: "fully grown"
      }
    return "\(plant.kind.rawValue), \(stage)\(plant.isWithered ? ", withered" : ""), "
      + "\(plant.steps) of \(Growth.most) steps"
  }
}

/// The texts about contacts and due people.
extension Wording {
  static let contactMark = "•"
  static let dueMark = "!"
  static let yearlyMark = "*"
  /// Of a day with contacts, in the calendar of all.
  static let contactsMark = "@"
  static let nothingToChangeOfContact =
    "Nothing to change; give keywords, a memo, a kind or another day."
  static let daysOrUndo = "--undo undoes the last snooze; give it or days."
  static let dayOrWeek = "--week starts today; give it or a day."
  static let nothingDueInWeek = "Nothing is due in the seven days that start today."

  static func nothingDue(on day: CivilDate) -> String { "Nothing is due on \(day)." }

  static func noContacts(with person: Person) -> String {
    "There is no contact with \(escaped(person.name)) yet; daystamp contact logs one."
  }

  /// A contact in a row: number, day, how it was, the person's name where it is given, and the rest.
  static func cells(_ contact: Contact, name: String?) -> [String] {
    ["\(contact.id)", "\(contact.day)", contact.facts.kind.rawValue]
      + (name.map { [escaped($0)] } ?? []) + [said(contact)]
  }

  /// Keywords and memo of a contact on one line.
  private static func said(_ contact: Contact) -> String {
    [
      contact.facts.keywords.texts.map(escaped).joined(separator: ", "),
      oneLine(contact.facts.memo.text),
    ].filter { !$0.isEmpty }.joined(separator: "  ")
  }

  /// A contact as a line of its day, like posts without a time.
  static func line(of contact: Contact, name: String) -> String {
    let name = escaped(name)
    let deed: String =
      switch contact.facts.kind {
      case .met: "Met \(name)"
      case .called: "Called \(name)"
      case .wrote: "Wrote to \(name)"
      case .free: "In touch with \(name)"
      }
    return "–" + DisplayWidth.blanks(bodyIndent - 1)
      + [deed, said(contact), "(contact \(contact.id))"].filter { !$0.isEmpty }
      .joined(separator: "  ")
  }

  /// The confirmation after logging a contact.
  static func after(_ known: KnownPerson, _ plant: PlantDrawing) -> String {
    "\(isDue(known)) Plant: \(describe(plant))."
  }

  /// What a contact was that is gone, and the command that writes it down again.
  static func deleted(_ contact: Contact, with person: Person, again: [String]) -> String {
    var words = ["daystamp", "contact", "\(person.id)", "--day", "\(contact.day)"]
    words += ["--how", contact.facts.kind.rawValue]
    words += contact.facts.keywords.texts.flatMap { ["-k", $0] }
    if !contact.facts.memo.text.isEmpty { words += ["--memo", contact.facts.memo.text] }
    let what = [contact.facts.kind.rawValue, said(contact)].filter { !$0.isEmpty }
    return
      "Deleted contact \(contact.id) with \(escaped(person.name)) on \(contact.day) "
      + "(\(what.joined(separator: "  "))). This logs it again:\n  "
      + (words + again).map(shellText).joined(separator: " ")
  }

  /// A word as a shell takes it, also one of several lines.
  private static func shellText(_ word: String) -> String {
    guard word.contains("\n") else { return shellWord(word) }
    let escaped = word.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
      .replacing("\n", with: "\\n")
    return "$'\(self.escaped(escaped))'"
  }

  /// What the marks of a person's month mean, and what its days are called.
  static func personLegend(_ month: PersonMonth) -> [String] {
    let names = month.days.sorted { $0.key < $1.key }.flatMap { day, names in
      names.map { "\(day)  \($0.isEmpty ? "Birthday" : escaped($0))" }
    }
    return ["\(contactMark) contact  \(dueMark) due  \(yearlyMark) anniversary"] + names
  }

  /// A due item in a row: its kind, the person, and how.
  static func cells(_ item: DueItem, today: CivilDate) -> [String] {
    switch item {
    case .yearly(let yearly):
      let name = yearly.name.isEmpty ? "Birthday" : oneLine(yearly.name)
      let years = yearly.years.map { counted($0, "year") } ?? ""
      return [name, "\(yearly.person.id)", escaped(yearly.person.name), years]
    case .person(let known):
      let cells = cells(known, today: today)
      // On a day to come it is said by the day that somebody is due then.
      let said = known.isDue(on: today) ? cells[2...] : cells[3...]
      return ["Person", cells[0], cells[1], said.joined(separator: ", ")]
    case .morning: return ["Morning page", "", "not written yet", ""]
    case .portion(let portion, let day):
      return ["Plan", "\(portion.number)", oneLine(day.plan.name.text), escaped(portion.title)]
    }
  }
}
