import CaptureTime
import Journal
import People
import Store
import Wording

/// A program's changes to a person: missing fields stay, and null clears one.
struct PersonChange: Decodable, Sendable {
  let name: PersonName?
  private let nickname: PersonName??
  private let cadence: Cadence?
  /// As people type days.
  private let start: String?
  private let birthday: YearlyDate??
  private let days: [PersonDay]?
  private let phone: PersonLine?
  private let email: PersonLine?
  private let reminder: TimeOfDay??
  private let note: PostWords?
  private let picture: Int??
  private let categories: [PersonName]?
  private let isEmpty: Bool

  private enum Key: String, CodingKey, CaseIterable {
    case name, nickname, cadence, start, birthday, days, phone, email, reminder, note, picture
    case categories
  }

  /// An anniversary.
  private struct Day: Decodable {
    let day: PersonDay

    enum Key: String, CodingKey, CaseIterable { case name, date }

    init(from decoder: any Decoder) throws {
      let fields = try decoder.fields(Key.self)
      day = try PersonDay(
        PersonName(fields.decode(String.self, forKey: .name)),
        YearlyDate.parse(fields.decode(String.self, forKey: .date)))
    }
  }

  /// - Throws: `DecodingError`, ``Problem``, `PersonError`, `NameError`, `YearlyDateError`, `WordsError`.
  init(from decoder: any Decoder) throws {
    let fields = try decoder.fields(Key.self)
    name = try fields.said(.name, String.self).map { try PersonName($0) }
    nickname = try fields.saidOrNull(.nickname, String.self).map {
      try $0.map { try PersonName($0) }
    }
    cadence = try fields.whole(.cadence).map { try Cadence(days: $0) }
    start = try fields.said(.start, String.self)
    birthday = try fields.saidOrNull(.birthday, String.self).map {
      try $0.map { try YearlyDate.parse($0) }
    }
    days = try fields.said(.days, [Day].self)?.map(\.day)
    phone = try fields.saidOrNull(.phone, String.self).map { try PersonLine($0 ?? "") }
    email = try fields.saidOrNull(.email, String.self).map { try PersonLine($0 ?? "") }
    reminder = try fields.saidOrNull(.reminder, String.self).map { text in
      try text.map { text in
        guard let time = try? TimeOfDay.parse(text) else {
          throw Problem("field.named", ["name": "reminder"])
        }
        return time
      }
    }
    note = try fields.saidOrNull(.note, String.self).map { try PostWords($0 ?? "") }
    picture = try fields.saidOrNull(.picture, Double.self).map { number in
      try number.map { number in
        guard let number = Int(exactly: number), Post.numbers ~= number else {
          throw Problem("field.named", ["name": "picture"])
        }
        return number
      }
    }
    categories = try fields.said(.categories, [String].self).map {
      try $0.map { try PersonName($0) }
    }
    isEmpty = fields.allKeys.isEmpty
  }

  /// - Throws: ``Problem`` where it says nothing.
  func requireAny() throws {
    if isEmpty { throw Problem("no-change") }
  }

  /// Changes what is said of a person.
  ///
  /// - Parameters:
  ///   - facts: what is said until then.
  ///   - present: what words for days are about.
  /// - Throws: `DayRangeError`, `PersonError`.
  func apply(to facts: inout PersonFacts, _ present: PresentDay) throws {
    if let name { facts.name = name }
    if let nickname { facts.nickname = nickname }
    if let cadence { facts.cadence = cadence }
    if let start { facts.start = try DayRange.day(start, present: present) }
    if let birthday { facts.birthday = try birthday?.asBirthday(today: present.day) }
    if let days { facts.days = days }
    if let phone { facts.phone = phone }
    if let email { facts.email = email }
    if let reminder { facts.reminder = reminder }
    if let note { facts.note = note }
    if let picture { facts.picture = picture }
    if let categories { facts.categories = categories }
  }

  /// Checks that the picture that it names is there.
  ///
  /// - Throws: `PersonError`, `JournalError`.
  func checkPicture(in journal: OwnerJournal) throws {
    if let number = picture.flatMap(\.self) { try journal.checkPicture(number) }
  }
}

extension OwnerJournal {
  /// Checks that a post has a photo, which a person can have.
  ///
  /// - Throws: `PersonError/noPicture(number:)`, `JournalError`.
  func checkPicture(_ number: Int) throws {
    guard try thumbnails.photos(of: [number])[number] != nil else {
      throw PersonError.noPicture(number: number)
    }
  }
}

/// A program's changes to a contact: missing fields stay.
struct ContactChange: Decodable, Sendable {
  /// As people type days.
  private let day: String?
  private let kind: ContactKind?
  private let keywords: Keywords?
  private let memo: Memo?
  private let isEmpty: Bool

  private enum Key: String, CodingKey, CaseIterable { case day, kind, keywords, memo }

  /// - Throws: `DecodingError`, ``Problem``, `ContactError`.
  init(from decoder: any Decoder) throws {
    let fields = try decoder.fields(Key.self)
    day = try fields.said(.day, String.self)
    kind = try fields.said(.kind, String.self).map { name in
      guard let kind = ContactKind(rawValue: name) else {
        throw Problem("field.named", ["name": "kind"])
      }
      return kind
    }
    keywords = try fields.said(.keywords, [String].self).map {
      try Keywords($0, atMost: .longest)
    }
    memo = try fields.saidOrNull(.memo, String.self).map { try Memo($0 ?? "") }
    isEmpty = fields.allKeys.isEmpty
  }

  /// - Throws: ``Problem`` where it says nothing.
  func requireAny() throws {
    if isEmpty { throw Problem("no-change") }
  }

  /// What is said from now on, where `facts` were said until then.
  ///
  /// - Throws: `ContactError` where a new keyword is longer than `length`.
  func applied(
    to facts: ContactFacts = ContactFacts(), _ length: KeywordLength
  ) throws -> ContactFacts {
    ContactFacts(
      kind: kind ?? facts.kind,
      keywords: try keywords.map {
        try Keywords($0.texts, atMost: length, keeping: facts.keywords)
      } ?? facts.keywords,
      memo: memo ?? facts.memo)
  }

  /// The day that it says; nil where it says none.
  ///
  /// - Throws: `DayRangeError`.
  func day(_ present: PresentDay) throws -> CivilDate? {
    try day.map { try DayRange.day($0, present: present) }
  }
}

/// How many days to snooze a person.
struct SnoozeBody: Decodable, Sendable {
  let days: Int

  private enum Key: String, CodingKey { case days }

  /// - Throws: `DecodingError`, ``Problem``.
  init(from decoder: any Decoder) throws {
    try decoder.refuseUnknown([Key.days.rawValue])
    guard let days = try decoder.container(keyedBy: Key.self).whole(.days) else {
      throw Problem("field.named", ["name": "days"])
    }
    self.days = days
  }
}

extension KeyedDecodingContainer {
  /// Nil where it is missing; null is not a value.
  func said<Value: Decodable>(_ key: Key, _ type: Value.Type) throws -> Value? {
    contains(key) ? try decode(type, forKey: key) : nil
  }

  /// Nil where it is missing, and none within where it is null.
  func saidOrNull<Value: Decodable>(_ key: Key, _ type: Value.Type) throws -> Value?? {
    guard contains(key) else { return nil }
    return .some(try decodeNil(forKey: key) ? nil : decode(type, forKey: key))
  }

  /// A number without a fraction; one with one would be told of as no JSON at all.
  fileprivate func whole(_ key: Key) throws -> Int? {
    try said(key, Double.self).map { number in
      guard let number = Int(exactly: number) else {
        throw Problem("field.named", ["name": .text(key.stringValue)])
      }
      return number
    }
  }
}

extension Schema {
  static let personChange = Schema.object(
    "PersonChange", [:],
    optional: [
      "name": .string("At most 40 characters, on one line."),
      "nickname": .string().orNull,
      "cadence": .integer(in: Cadence.range, usually: 14),
      "start": .string(
        "As people type days: yesterday, 2024-01-31.", examples: ["yesterday", "2024-01-31"]),
      "birthday": .string("02-14, or 1990-02-14 if the year is known.").orNull,
      "days": .array(
        of: .object(["name": .string(), "date": .string()]), count: 0...PersonFacts.dayLimit),
      "phone": .string().orNull,
      "email": .string().orNull,
      "reminder": .string(examples: ["18:30"]).orNull,
      "note": .string().orNull,
      "picture": .integer("The number of a post with a photo.").orNull,
      "categories": .array(of: .string(), count: 0...PersonFacts.categoryLimit),
    ])

  static let contactChange = Schema.object(
    "ContactChange", [:],
    optional: [
      "day": .string(
        "As people type days; not after today.", examples: ["yesterday", "2024-01-31"]),
      "kind": .contactKind,
      "keywords": .array(
        of: .string(
          """
          At most 5 characters, counted as a reader sees them, without blanks. Without Hangul, as \
          many as the setting keyword-length allows.
          """),
        count: 0...Keywords.limit),
      "memo": .string("At most 100 characters.").orNull,
    ])
}
