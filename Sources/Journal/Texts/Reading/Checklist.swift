import GRDB
import Store

/// How much of a collection was read in a round, book by book.
package struct Checklist: Sendable, Hashable {
  package let collection: TextCollection
  package let round: ReadingRound
  /// All rounds, the first first.
  package let rounds: [ReadingRound]
  package let books: [BookProgress]
  package let progress: ReadingProgress
}

/// One time that a collection is read through.
package struct ReadingRound: Sendable, Hashable {
  /// Counted from 1.
  package let number: Int
  /// In seconds since 1970 in UTC; nil of the first one before anything was read.
  package let begun: Int?
}

/// A book of a collection: the sections with its key and a number, such as chapters; any other
/// section is a book of its own.
package struct BookProgress: Sendable, Hashable {
  package let key: String
  package let title: String
  package let sections: [Section]
  package let progress: ReadingProgress

  package struct Section: Sendable, Hashable {
    package let section: TextSection
    package let isRead: Bool
  }
}

/// So many of so many sections.
package struct ReadingProgress: Sendable, Hashable {
  package internal(set) var read: Int
  package internal(set) var count: Int

  /// 0 to 100, rounded down: 100 is all of them.
  package var percent: Int { count == 0 ? 0 : read * 100 / count }
}

extension Reading {
  /// The most sections in a checklist; the Bible has 1,189.
  package static let sectionLimit = 50_000

  /// The progress in a collection.
  ///
  /// - Parameters:
  ///   - collection: which one.
  ///   - number: of the round; nil for the one that goes on.
  /// - Returns: the checklist.
  /// - Throws: ``ReadingError/noSections(_:)``, ``ReadingError/tooManySections(_:observed:limit:)``,
  ///   ``ReadingError/noRound(_:rounds:)``, ``CollectionError/unknown(_:known:)``, ``JournalError``.
  /// - Complexity: O(*n*) in the sections of the collection.
  package func checklist(_ collection: CollectionName, round number: Int? = nil) throws -> Checklist
  {
    try journal.read { db in
      let collection = try Collections.collection(collection, db)
      let sections = try sections(of: collection, db)
      let rows = try rounds(of: collection.name.folded, "ORDER BY number LIMIT 1000", [], db)
      let chosen = number.map { number in rows.first { $0.number == number } } ?? rows.last
      if let number, chosen == nil, number != 1 || !rows.isEmpty {
        throw ReadingError.noRound(number, rounds: rows.last?.number ?? 1)
      }
      let read = try chosen.map { try keysRead(in: $0, db) } ?? []
      let books = BookProgress.books(of: sections, read: read)
      let rounds = rows.map { ReadingRound(number: $0.number, begun: $0.begun) }
      let first = ReadingRound(number: 1, begun: nil)
      return Checklist(
        collection: collection,
        round: chosen.map { ReadingRound(number: $0.number, begun: $0.begun) } ?? first,
        rounds: rounds.isEmpty ? [first] : rounds, books: books,
        progress: books.reduce(into: ReadingProgress(read: 0, count: 0)) { sum, book in
          sum.read += book.progress.read
          sum.count += book.progress.count
        })
    }
  }

  /// The sections of a collection, in the order of its file.
  func sections(of collection: TextCollection, _ db: Database) throws -> [TextSection] {
    let count = try db.value(
      Int.self, cached: "SELECT count(*) FROM section WHERE collection = ?",
      arguments: [collection.id])
    guard let count, count > 0 else { throw ReadingError.noSections(collection.name) }
    guard count <= Self.sectionLimit else {
      throw ReadingError.tooManySections(
        collection.name, observed: count, limit: Self.sectionLimit)
    }
    return try SectionRow.rows(
      in: collection, "collection = ? ORDER BY id", [collection.id], db
    ).map(\.section)
  }

  private func keysRead(in round: RoundRow, _ db: Database) throws -> Set<String> {
    let rows = try DecodedRows(
      db, cached: "SELECT DISTINCT section FROM section_read WHERE round = ?",
      arguments: [round.id])
    var keys: Set<String> = []
    // Those of earlier texts of the collection too; no more are kept than it can have.
    while keys.count < 2 * Self.sectionLimit, var row = try rows.next() {
      keys.insert(try row.text(atMost: ReadText.keyByteLimit))
    }
    return keys
  }
}

extension BookProgress {
  /// Puts sections together that follow one another and are of one book.
  static func books(of sections: [TextSection], read: Set<String>) -> [BookProgress] {
    var books: [BookProgress] = []
    var rest = sections[...]
    while let first = rest.first {
      let part = rest.prefix { $0.bookKey == first.bookKey }
      rest = rest.dropFirst(part.count)
      let sections = part.map { Section(section: $0, isRead: read.contains($0.key)) }
      books.append(
        BookProgress(
          key: first.bookKey, title: first.bookTitle, sections: sections,
          progress: ReadingProgress(
            read: sections.count { $0.isRead }, count: sections.count)))
    }
    return books
  }
}

extension TextSection {
  /// The key without a number at its end, "Gen" of "Gen.1"; else the whole.
  package var bookKey: String { numbered?.book ?? key }

  /// The title without that number, "Genesis" of "Genesis 1"; the whole where it does not end so.
  package var bookTitle: String {
    guard let number = numbered?.number, title.hasSuffix(number) else { return title }
    let book = String(title.dropLast(number.count)).kept
    return book.isEmpty ? title : book
  }

  /// The number at the end of its key, "1" of "Gen.1"; nil without one.
  package var bookNumber: String? { numbered?.number }

  private var numbered: (book: String, number: String)? {
    guard let dot = key.lastIndex(of: "."), dot > key.startIndex else { return nil }
    let number = key[key.index(after: dot)...]
    guard !number.isEmpty, number.utf8.allSatisfy(\.isDigit) else { return nil }
    return (String(key[..<dot]), String(number))
  }
}
