import GRDB
import Store

/// Only a person's names: many are read to find one.
struct CalledPerson: Sendable {
  let id: Int64
  let name: PersonName
  /// The name and the nickname.
  let names: [String]
  /// The name and the nickname, as people are the same by them.
  let folded: [String]
  let isArchived: Bool
  let isDeleted: Bool

  var isKept: Bool { !isArchived && !isDeleted }

  /// Reads number, name, nickname, and whether the person is archived and deleted.
  init(_ values: inout RowDecoder) throws {
    id = try values.next()
    name = try values.next { PersonName(stored: $0) }
    let nickname = try values.next(String.self)
    guard nickname.isEmpty || PersonName(stored: nickname) != nil else {
      throw JournalError.corruptValue(of: "nickname")
    }
    names = [name.text] + (nickname.isEmpty ? [] : [nickname])
    folded = [name.folded] + (nickname.isEmpty ? [] : [SearchText.folded(nickname)])
    (isArchived, isDeleted) = (try values.next(Bool.self), try values.next(Bool.self))
  }
}

/// Finds people by name.
struct PersonNames {
  enum Found {
    case nobody
    case one(Int64)
    case several([Int64])

    init(_ people: [CalledPerson]) {
      self =
        switch people.count {
        case 0: .nobody
        case 1: .one(people[0].id)
        default: .several(people.map(\.id))
        }
    }
  }

  private let people: [CalledPerson]

  init(_ people: [CalledPerson]) { self.people = people }

  /// Who is called so by name or nickname.
  func called(_ wanted: String) -> Found {
    let called = people.filter { $0.folded.contains(wanted) }
    // Who is archived is meant only where nobody else is.
    let kept = called.filter(\.isKept)
    return Found(kept.isEmpty ? called : kept)
  }

  /// Who has a word in a name that begins so.
  func begun(_ wanted: String) -> Found {
    if wanted.isEmpty { return .nobody }
    return Found(
      people.filter { person in
        person.folded.contains { $0.split(separator: " ").contains { $0.hasPrefix(wanted) } }
      })
  }

  /// Names that have the beginning, a few.
  func near(_ wanted: String) -> [String] {
    guard let first = wanted.first else { return [] }
    var near: [String] = []
    for person in people where person.folded.contains(where: { $0.first == first }) {
      // Two people may have one name.
      if !near.contains(person.name.text) { near.append(person.name.text) }
      if near.count == 3 { break }
    }
    return near
  }
}

extension People {
  /// The person with a name or nickname, ignoring case; otherwise the only person with a word of
  /// the name that begins so. Deleted people have no name.
  ///
  /// - Throws: ``PersonError/unknown(_:near:)``, ``PersonError/ambiguous(_:people:)``.
  package func person(named typed: String) throws -> Person {
    try find(typed, isDeleted: false, takesNumbers: false)
  }

  /// The deleted person with a name.
  ///
  /// - Throws: as ``person(named:)``.
  package func deleted(named typed: String) throws -> Person {
    try find(typed, isDeleted: true, takesNumbers: false)
  }

  /// The person that a name or number means. A whole name comes first, which may be digits; then
  /// the number, also of a deleted person; then the beginning of a word of a name.
  ///
  /// - Parameters:
  ///   - typed: the name or the number.
  ///   - isDeleted: whether those who are deleted are looked through for the name, or the others.
  /// - Returns: the person.
  /// - Throws: ``PersonError``.
  package func person(
    namedOrNumbered typed: String, isDeleted: Bool = false
  ) throws -> Person {
    try find(typed, isDeleted: isDeleted, takesNumbers: true)
  }

  private func find(_ typed: String, isDeleted: Bool, takesNumbers: Bool) throws -> Person {
    try journal.read { db in
      let names = PersonNames(try called(db).filter { $0.isDeleted == isDeleted })
      let wanted = SearchText.folded(typed)
      var found = names.called(wanted)
      if case .nobody = found {
        if takesNumbers, let number = Int64(typed) { return try person(number, db) }
        found = names.begun(wanted)
      }
      switch found {
      case .one(let number): return try person(number, db)
      case .several(let numbers):
        throw PersonError.ambiguous(typed, people: try people(numbers, db))
      case .nobody: throw PersonError.unknown(typed, near: names.near(wanted))
      }
    }
  }

  /// Somebody else of a name who is neither archived nor deleted, the first who came.
  func twin(
    of name: PersonName, except number: Int64? = nil, _ db: Database
  ) throws -> Person? {
    let folded = name.folded
    let twin = try called(db).first { $0.isKept && $0.id != number && $0.folded[0] == folded }
    return try twin.map { try person($0.id, db) }
  }

  /// What all of the owner are called, in the order in which they came.
  func called(_ db: Database) throws -> [CalledPerson] {
    // In the order of numbers: whoever is of another owner is passed over on the way.
    try DecodedRows(
      db,
      cached: """
        SELECT id, name, nickname, archived IS NOT NULL, deleted IS NOT NULL FROM person
        WHERE +owner = ? ORDER BY id
        """, arguments: [journal.id]
    ).map { try CalledPerson(&$0) }
  }
}
