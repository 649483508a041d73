import CaptureTime
import Store

/// The people of a file, and the parts that belong to nobody.
struct PeopleFile {
  private(set) var people: [ReadPerson] = []
  private(set) var problems = ImportedPeople()
  private let today: CivilDate
  /// Bytes that all of them take, roughly.
  private(set) var size = 0

  /// Bytes of notes and contacts; so much is in memory at the same time.
  static let limit = 64 << 20
  /// How many bytes of the database and its log a byte takes.
  static let spread = 2
  /// What a person takes, or a contact, beside words.
  private static let usualSize = 200

  init(today: CivilDate) { self.today = today }

  mutating func read(_ piece: () throws -> [UInt8]) throws {
    var first = try piece()
    // Enough to tell JSON from cards, which both may have blanks before them.
    while first.firstIndex(where: { !Self.blanks.contains($0) }) == nil, first.count < 1 << 16 {
      let more = try piece()
      if more.isEmpty { break }
      first += more
    }
    var isFirst = true
    func next() throws -> [UInt8] {
      defer { isFirst = false }
      return isFirst ? first : try piece()
    }
    if first.first(where: { !Self.blanks.contains($0) }) == UInt8(ascii: "{") {
      try readMonica(next)
    } else {
      try readCards(next)
    }
    if people.isEmpty, problems.problems.allSatisfy({ $0.reason == .outside }) {
      throw PeopleFileError.noCards
    }
  }

  /// White space, and the bytes of a byte order mark.
  private static let blanks: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF]

  private mutating func readCards(_ piece: () throws -> [UInt8]) throws {
    var reader = VCardReader()
    var items: [CardItem] = []
    while true {
      let bytes = try piece()
      if bytes.isEmpty { try reader.end(&items) } else { try reader.read(bytes[...], &items) }
      for item in items {
        switch item {
        case .problem(let problem): problems.add(problem)
        case .card(let card):
          let person: ReadPerson
          do throws(CardProblem) {
            person = try PersonCard.person(of: card, today: today)
          } catch {
            problems.add(error)
            continue
          }
          try add(person)
        }
      }
      items.removeAll(keepingCapacity: true)
      if bytes.isEmpty { return }
    }
  }

  private mutating func readMonica(_ piece: () throws -> [UInt8]) throws {
    var file = MonicaFile()
    while case let bytes = try piece(), !bytes.isEmpty { try file.read(bytes) }
    var reader = try MonicaReader(file.bytes, today: today)
    for contact in reader.contacts {
      let person: ReadPerson?
      do throws(CardProblem) {
        person = try reader.person(contact)
      } catch {
        problems.add(error)
        continue
      }
      if let person { try add(person) }
    }
    problems.leftOut = reader.leftOut
  }

  private mutating func add(_ person: ReadPerson) throws {
    guard people.count < People.limit else {
      throw PeopleFileError.tooManyCards(limit: People.limit)
    }
    size += (1 + person.contacts.count) * Self.usualSize + (person.said.note?.text.utf8.count ?? 0)
    guard size <= Self.limit else { throw PeopleFileError.tooLarge(limit: Self.limit) }
    people.append(person)
  }
}
