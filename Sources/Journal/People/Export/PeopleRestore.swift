import GRDB
package import Store

/// Restores people from an export. A person with the same uid stays as they are here, but gets the
/// picture if there is none, and the missing contacts and snoozes. So the same export can be
/// imported again.
package final class PeopleRestore {
  private let journal: OwnerJournal
  /// The numbers that posts of the export have here, by those that they have there.
  private let posts: [Int: Int]
  private var turns: [PeopleCount: RestoredTurns] = [:]
  /// How many people would have come, where nothing is written.
  private var foreseen = 0

  /// - Parameters:
  ///   - journal: whose people they become.
  ///   - posts: the numbers that posts of the export have here, by those that they have there.
  package init(into journal: OwnerJournal, posts: [Int: Int]) {
    (self.journal, self.posts) = (journal, posts)
  }

  /// What an import added.
  package struct Gain: Sendable, Hashable {
    /// How many lines of each file were new.
    package private(set) var counts: [PeopleCount: Int] = [:]
    /// People whose picture is missing here, because its post is.
    package var withoutPicture: [LostPicture] = []

    package struct LostPicture: Sendable, Hashable {
      package let person: String
      /// The post's number in the export.
      package let post: Int
    }

    package init() {}

    /// Counts lines of a file.
    package mutating func add(_ lines: Int, of count: PeopleCount) {
      if lines > 0 { counts[count, default: 0] += lines }
    }
  }

  /// Adds missing people, and missing pictures of the others; or only counts them.
  ///
  /// - Parameters:
  ///   - people: some of the export's.
  ///   - isPreview: whether nothing is written.
  ///   - gain: to which is added what came, or would come.
  /// - Throws: ``PersonError/tooMany(limit:)``, ``JournalError``; then none of these has come.
  package func take(_ people: [ExportedPerson], isPreview: Bool, _ gain: inout Gain) throws {
    let work = { (db: Database) -> (new: [ExportedPerson], pictureless: [ExportedPerson]) in
      let new = try people.filter { try self.number(of: $0.uid, db) == nil }
      let pictureless = try people.filter {
        try $0.facts.picture != nil && self.lacksPicture($0, db)
      }
      try self.journal.people.checkRoom(for: new.count + self.foreseen, db)
      if !isPreview {
        for person in new { try self.insert(person, db) }
        for person in pictureless { try self.setPicture(of: person, db) }
      }
      return (new, pictureless)
    }
    let found = try isPreview ? journal.read(work) : journal.write(work)
    if isPreview { foreseen += found.new.count }
    gain.note(found.new, posts)
    gain.notePictures(of: found.pictureless, posts)
  }

  private func insert(_ person: ExportedPerson, _ db: Database) throws {
    var facts = person.facts
    facts.picture = facts.picture.flatMap { posts[$0] }
    let number = try journal.people.insertRow(facts, uid: person.uid, made: person.made, db)
    guard person.archived != nil || person.deleted != nil else { return }
    try db.execute(
      cached: "UPDATE person SET (archived, deleted) = (?, ?) WHERE id = ?",
      arguments: [person.archived, person.deleted, number])
  }

  /// Whether a person is here, without a picture.
  private func lacksPicture(_ person: ExportedPerson, _ db: Database) throws -> Bool {
    let lacks = try db.value(
      Bool.self, cached: "SELECT picture IS NULL FROM person WHERE owner = ? AND uid = ?",
      arguments: [journal.id, person.uid])
    return lacks ?? false
  }

  private func setPicture(of person: ExportedPerson, _ db: Database) throws {
    guard let post = person.facts.picture.flatMap({ posts[$0] }) else { return }
    try db.execute(
      cached: "UPDATE person SET picture = ? WHERE owner = ? AND uid = ?",
      arguments: [post, journal.id, person.uid])
  }

  /// Adds missing contacts or snoozes; or only counts them.
  ///
  /// - Parameters:
  ///   - lines: some of a file, after those before them.
  ///   - count: the file.
  ///   - isPreview: whether nothing is written.
  /// - Returns: how many came, or would come.
  /// - Throws: ``JournalError``; then none of these has come.
  package func take<Line: ExportedDay>(
    _ lines: [Line], of count: PeopleCount, isPreview: Bool
  ) throws -> Int {
    let before = turns[count] ?? RestoredTurns()
    let work = { (db: Database) -> (new: Int, turns: RestoredTurns) in
      var (new, turns, last) = (0, before, (uid: "", number: Int64?.none))
      for line in lines {
        if line.person != last.uid { last = (line.person, try self.number(of: line.person, db)) }
        // Of a person who would come all is new.
        guard let person = last.number else {
          new += 1
          continue
        }
        guard try turns.isNew(line.identity, of: person, { try line.count(of: person, db) }) else {
          continue
        }
        new += 1
        if !isPreview { try line.insert(for: person, self.journal.contacts, db) }
      }
      return (new, turns)
    }
    let found = try isPreview ? journal.read(work) : journal.write(work)
    turns[count] = found.turns
    return found.new
  }

  private func number(of uid: String, _ db: Database) throws -> Int64? {
    try db.value(
      Int64.self, cached: "SELECT id FROM person WHERE owner = ? AND uid = ?",
      arguments: [journal.id, uid])
  }
}

extension PeopleRestore.Gain {
  /// Counts people who were added, or would be.
  ///
  /// - Parameters:
  ///   - people: who were not here.
  ///   - posts: the numbers that posts of the export have here, by those that they have there.
  package mutating func note(_ people: [ExportedPerson], _ posts: [Int: Int]) {
    add(people.count, of: .people)
    notePictures(of: people, posts)
  }

  /// Takes down whose picture's post is not here.
  fileprivate mutating func notePictures(of people: [ExportedPerson], _ posts: [Int: Int]) {
    withoutPicture += people.compactMap { person in
      guard let post = person.facts.picture, posts[post] == nil else { return nil }
      return LostPicture(person: person.facts.name.text, post: post)
    }
  }
}
