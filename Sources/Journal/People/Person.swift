package import CaptureTime
package import Store

/// A person that an owner keeps in touch with.
package struct Person: Sendable, Hashable {
  package let id: Int64
  /// Identifies the person in later imports.
  package let uid: String
  package let facts: PersonFacts
  /// When the person was added, in seconds since 1970 in UTC.
  package let made: Int
  /// When the person was archived, and when deleted; nil if not.
  package let archived: Int?
  package let deleted: Int?

  package var name: String { facts.name.text }

  /// Whether the person can be due.
  package var isKept: Bool { archived == nil && deleted == nil }
}

/// The details of a person.
package struct PersonFacts: Sendable, Hashable {
  package var name: PersonName
  package var nickname: PersonName?
  package var cadence: Cadence
  /// The day to count from before the first contact.
  package var start: CivilDate
  package var birthday: YearlyDate?
  /// Anniversaries, in order of their names.
  package var days: [PersonDay]
  package var phone: PersonLine
  package var email: PersonLine
  /// The time of day of the reminder; nil for the owner's usual time.
  package var reminder: TimeOfDay?
  package var note: Words
  /// The number of the owner's post that has the person's photo.
  package var picture: Int?
  package var categories: [PersonName]

  /// The most anniversaries, and the most categories, of a person.
  package static let dayLimit = 20
  package static let categoryLimit = 20
  /// Bytes of UTF-8 of all categories as they are stored, each on a line.
  static let categoryBytes = 8_000

  /// A person with only a name.
  package init(_ name: PersonName, cadence: Cadence = .usual, start: CivilDate) {
    (self.name, self.cadence, self.start) = (name, cadence, start)
    (days, phone, email, note, categories) = ([], .empty, .empty, .empty, [])
  }

  /// Checks what no part of it says alone.
  ///
  /// - Throws: ``PersonError``.
  func check() throws(PersonError) {
    if days.count > Self.dayLimit { throw .tooManyDays(observed: days.count, limit: Self.dayLimit) }
    let room = Self.room(for: categories)
    if categories.count > room {
      throw .tooManyCategories(observed: categories.count, limit: room)
    }
    var seen: Set<String> = []
    for day in days where !seen.insert(day.name.text).inserted { throw .dayTwice(day.name) }
  }
}

extension PersonFacts {
  /// How many of some categories there is room for, from the first one on: fewer than ``categoryLimit``
  /// where their characters have hundreds of bytes.
  static func room(for categories: [PersonName]) -> Int {
    var (room, bytes) = (0, 0)
    for category in categories.prefix(categoryLimit) {
      bytes += category.text.utf8.count + (room > 0 ? 1 : 0)
      if bytes > categoryBytes { break }
      room += 1
    }
    return room
  }
}

/// An anniversary of a person, such as a wedding day.
package struct PersonDay: Sendable, Hashable {
  package let name: PersonName
  package let date: YearlyDate

  package init(_ name: PersonName, _ date: YearlyDate) { (self.name, self.date) = (name, date) }
}

/// The name of a person, of a day of theirs or of a category, on one line.
package struct PersonName: Sendable, Hashable {
  /// Without white space at its ends, in normal form C.
  package let text: String

  /// The text that decides whether two names are the same: see ``SearchText/folded(_:)``.
  package var folded: String { SearchText.folded(text) }

  /// Characters as a reader counts them.
  package static let limit = 40
  /// Bytes of UTF-8.
  package static let byteLimit = 400

  /// - Throws: ``NameError``.
  package init(_ typed: String) throws(NameError) {
    text = try typed.kept.checkedName(limit: Self.limit, byteLimit: Self.byteLimit)
  }

  /// A name that was stored, and so was checked before; nil where it is none.
  init?(stored text: String) {
    if text.isPlain(atMost: Self.limit) {
      self.text = text
      return
    }
    guard let name = try? PersonName(text), name.text == text else { return nil }
    self = name
  }
}

extension String {
  /// Whether it has at most so many characters, all letters, digits and marks of ASCII and blanks between
  /// them, and so is kept as it is: most are, and there are many to read.
  func isPlain(atMost limit: Int) -> Bool {
    var text = self
    return text.withUTF8 { letters in
      guard letters.count <= limit, let first = letters.first, let last = letters.last,
        first != UInt8(ascii: " "), last != UInt8(ascii: " ")
      else { return false }
      return letters.allSatisfy { (0x20...0x7E).contains($0) }
        && letters.contains { (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0) }
    }
  }
}

/// A telephone number or an address on one line, as the owner writes it; may be empty.
package struct PersonLine: Sendable, Hashable {
  package let text: String

  /// Characters as a reader counts them.
  package static let limit = 100
  /// Bytes of UTF-8.
  package static let byteLimit = 400
  package static let empty = PersonLine()

  /// - Throws: ``NameError``, but never ``NameError/empty``.
  package init(_ typed: String) throws(NameError) {
    let text = typed.kept
    self.text =
      text.isEmpty
      ? ""
      : try text.checkedName(limit: Self.limit, byteLimit: Self.byteLimit)
  }

  init?(stored text: String) {
    guard let line = try? PersonLine(text), line.text == text else { return nil }
    self = line
  }

  private init() { text = "" }
}

/// The most days between contacts with a person.
package struct Cadence: Sendable, Hashable {
  /// 1 to 90.
  package let days: Int

  package static let range = 1...90
  package static let usual = Cadence(inRange: 14)

  /// - Throws: ``PersonError/cadence(observed:expected:)``.
  package init(days: Int) throws(PersonError) {
    guard Self.range.contains(days) else {
      throw .cadence(observed: days, expected: Self.range)
    }
    self.days = days
  }

  private init(inRange days: Int) { self.days = days }
}

/// Why an action on a person failed.
package enum PersonError: Error, Sendable, Hashable {
  /// Nobody is called so; `near` are those whose names are like it.
  case unknown(String, near: [String])
  case unknownNumber(Int64)
  /// Several are called so.
  case ambiguous(String, people: [Person])
  /// There is one of this name already, who is not archived or deleted.
  case exists(Person)
  case cadence(observed: Int, expected: ClosedRange<Int>)
  case tooManyDays(observed: Int, limit: Int)
  case dayTwice(PersonName)
  /// Nobody was born on a day that is still to come.
  case birthdayAhead(YearlyDate, today: CivilDate)
  case tooManyCategories(observed: Int, limit: Int)
  /// The owner has no post of this number with a photo.
  case noPicture(number: Int)
  /// More people than a journal has.
  case tooMany(limit: Int)
  case isArchived(Person)
  case notArchived(Person)
  case isDeleted(Person)
  case notDeleted(Person)
}
