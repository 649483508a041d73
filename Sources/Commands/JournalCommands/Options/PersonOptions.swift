import ArgumentParser
import CaptureTime
import Journal
import People
import Shell
import Store
import Wording

/// The details of a person; an empty value removes one.
struct PersonOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Keep in touch every 1 to 90 days.", valueName: "days"))
  var every: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The birthday: 1990-02-14, or 02-14 without the year.", valueName: "date"))
  var birthday: String?

  @Option(help: ArgumentHelp("A nickname.", valueName: "name"))
  var nickname: String?

  @Option(
    name: .customLong("day"),
    help: ArgumentHelp(
      "An anniversary, as 'Wedding=2011-06-04'; may be repeated.",
      valueName: "name=date"))
  var days: [String] = []

  @Option(parsing: .unconditional, help: ArgumentHelp("A telephone number.", valueName: "text"))
  var phone: String?

  @Option(help: ArgumentHelp("An e-mail address.", valueName: "text"))
  var email: String?

  @Option(
    help: ArgumentHelp(
      "When to remind you, such as 09:00, outside quiet hours.", valueName: "hh:mm"))
  var remind: String?

  @Option(
    help: ArgumentHelp(
      "The day to count from before the first contact.",
      valueName: "day"))
  var start: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("A note, with any number of lines.", valueName: "text"))
  var note: String?

  @Option(help: ArgumentHelp("The number of a post with the person's photo.", valueName: "post"))
  var picture: String?

  @Option(
    name: .customLong("category"),
    help: ArgumentHelp("A category, such as family; may be repeated.", valueName: "name"))
  var categories: [String] = []

  func validate() throws {
    _ = try PresentDay.checking { present in
      var facts = PersonFacts(try PersonName("x"), start: present.day)
      try change(&facts, present)
    }
  }

  /// Whether nothing is said.
  var isEmpty: Bool {
    every == nil && days.isEmpty && categories.isEmpty
      && [birthday, nickname, phone, email, remind, start, note, picture].allSatisfy { $0 == nil }
  }

  /// Changes the details of a person, without checking that the picture's post exists.
  ///
  /// - Throws: `ValidationError`.
  func change(_ facts: inout PersonFacts, _ present: PresentDay) throws {
    if let every { facts.cadence = try Wording.checking { try Cadence(days: every) } }
    if let birthday {
      facts.birthday = try Self.value("--birthday", birthday) {
        try YearlyDate.parse($0).asBirthday(today: present.day)
      }
    }
    if let nickname {
      facts.nickname = try Self.value("--nickname", nickname) { try PersonName($0) }
    }
    for day in days { try Self.change(day, &facts) }
    if let phone { facts.phone = try Self.value("--phone", phone) { try PersonLine($0) } ?? .empty }
    if let email { facts.email = try Self.value("--email", email) { try PersonLine($0) } ?? .empty }
    if let remind { facts.reminder = try Self.value("--remind", remind, TimeOfDay.parse) }
    if let start {
      facts.start = try Wording.checkingDays("--start", start) {
        try DayRange.day($0, present: present)
      }
    }
    if let note { facts.note = try Self.value("--note", note) { try Words($0) } ?? .empty }
    if let picture {
      facts.picture = Int(picture)
      if facts.picture == nil, !picture.isEmpty { throw ValidationError(Wording.noPost(picture)) }
    }
    for category in categories {
      guard let name = try Self.value("--category", category, { try PersonName($0) }) else {
        throw ValidationError(Wording.emptyCategory)
      }
      if !facts.categories.contains(where: { $0.folded == name.folded }) {
        facts.categories.append(name)
      }
    }
  }

  /// Takes "Wedding=2011-06-04" in, and away where nothing follows the equals sign.
  private static func change(_ day: String, _ facts: inout PersonFacts) throws {
    let parts = day.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { throw ValidationError(Wording.dayWithoutDate(day)) }
    let name = try Wording.checking("--day", day) { _ in
      try PersonName(RawArguments.text(String(parts[0])))
    }
    let date = try value("--day", String(parts[1]), YearlyDate.parse)
    facts.days.removeAll { $0.name.folded == name.folded }
    if let date { facts.days.append(PersonDay(name, date)) }
  }

  /// Nil where the text is empty.
  private static func value<Value>(
    _ option: String, _ text: String, _ read: (String) throws -> Value
  ) throws -> Value? {
    if text.allSatisfy(\.isWhitespace) { return nil }
    return try Wording.checking(option, text) { try read(RawArguments.text($0)) }
  }

  /// Checks that the post of a picture that is given has a photo.
  ///
  /// - Throws: `PersonError.noPicture(number:)`.
  func checkPicture(in journal: OwnerJournal) throws {
    guard let number = picture.flatMap({ Int($0) }) else { return }
    let post: Post
    do {
      post = try journal.posts.post(number)
    } catch JournalError.unknownPost {
      throw PersonError.noPicture(number: number)
    }
    guard post.photo != nil, post.trashed == nil else {
      throw PersonError.noPicture(number: number)
    }
  }
}

/// What an edit of a person takes away.
struct ClearedFacts: ParsableArguments {
  @Flag(help: "Remove it.")
  var cleared: [Fact] = []

  @Option(
    name: .customLong("no-day"),
    help: ArgumentHelp("Remove the day with this name; may be repeated.", valueName: "name"))
  var days: [String] = []

  @Option(
    name: .customLong("no-category"),
    help: ArgumentHelp("Remove a category; may be repeated.", valueName: "name"))
  var categories: [String] = []

  enum Fact: String, EnumerableFlag {
    case birthday, nickname, phone, email, remind, note, picture

    static func name(for fact: Fact) -> NameSpecification { .customLong("no-\(fact.rawValue)") }

    static func help(for fact: Fact) -> ArgumentHelp? {
      ArgumentHelp(fact == .remind ? "Remind at the usual time." : "Remove the \(fact.rawValue).")
    }
  }

  var isEmpty: Bool { cleared.isEmpty && days.isEmpty && categories.isEmpty }

  func change(_ facts: inout PersonFacts) throws {
    for fact in cleared {
      switch fact {
      case .birthday: facts.birthday = nil
      case .nickname: facts.nickname = nil
      case .phone: facts.phone = .empty
      case .email: facts.email = .empty
      case .remind: facts.reminder = nil
      case .note: facts.note = .empty
      case .picture: facts.picture = nil
      }
    }
    for day in days {
      let name = try PersonName.argument("--no-day", day)
      guard facts.days.contains(where: { $0.name.folded == name.folded }) else {
        throw ValidationError(Wording.noSuchDay(name))
      }
      facts.days.removeAll { $0.name.folded == name.folded }
    }
    for category in categories {
      let name = try PersonName.argument("--no-category", category)
      guard facts.categories.contains(where: { $0.folded == name.folded }) else {
        throw ValidationError(Wording.noSuchCategory(name))
      }
      facts.categories.removeAll { $0.folded == name.folded }
    }
  }
}

extension PersonName {
  /// Reads a name on the command line.
  ///
  /// - Throws: `ValidationError`.
  static func argument(_ option: String, _ text: String) throws -> PersonName {
    try Wording.checking(option, text) { try PersonName(RawArguments.text($0)) }
  }
}
