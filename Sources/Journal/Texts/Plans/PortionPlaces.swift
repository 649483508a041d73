import GRDB
import Store

/// Where a portion's first and last text or section are in their collection.
struct PortionPlaces {
  let collection: TextCollection
  /// Nil where the collection does not have it now.
  let first: Place?
  let last: Place?
  private let keys: (first: String, last: String)

  /// A text, or the whole of a section.
  struct Place {
    /// Nil of a text that is in none.
    let section: SectionRow?
    /// Nil of a section.
    let text: Int64?
    let key: String
  }

  init(_ first: String, _ last: String, in collection: TextCollection, _ db: Database) throws {
    self.collection = collection
    keys = (first, last)
    self.first = try Self.place(first, collection, db)
    self.last = first == last ? self.first : try Self.place(last, collection, db)
  }

  private static func place(
    _ key: String, _ collection: TextCollection, _ db: Database
  ) throws -> Place? {
    let found = try DecodedRows(
      db, cached: "SELECT id, section FROM text WHERE collection = ? AND key = ?",
      arguments: [collection.id, key]
    ).map { (try $0.next(Int64.self), try $0.nextIfAny(Int64.self)) }.first
    if let (text, section) = found {
      let row = try section.flatMap { section in
        try SectionRow.rows(in: collection, "id = ?", [section], db).first
      }
      return Place(section: row, text: text, key: key)
    }
    return try SectionRow.find(key, in: collection, db).map {
      Place(section: $0, text: nil, key: key)
    }
  }

  /// As a person names it: "Exodus 12:21–50", "Luke 15", "Genesis 1–3", "Genesis 50 – Exodus 2".
  var title: String {
    let first = first?.name ?? Name(book: keys.first)
    let last = last?.name ?? Name(book: keys.last)
    if keys.first == keys.last { return first.text }
    guard first.book == last.book, let chapter = last.chapter else {
      return "\(first.text) – \(last.text)"
    }
    let end =
      first.chapter == chapter && first.verse != nil
      ? last.verse ?? chapter
      : last.verse.map { "\(chapter):\($0)" } ?? chapter
    return "\(first.text)–\(end)"
  }

  /// The parts of what a place is called.
  fileprivate struct Name {
    let book: String
    var chapter: String?
    var verse: String?

    var text: String {
      book + (chapter.map { " \($0)" } ?? "") + (verse.map { ":\($0)" } ?? "")
    }
  }

  /// Sections that a portion has a part of, in their order.
  ///
  /// - Parameter db: the connection.
  /// - Returns: the sections between its ends, and whether all of each is in it; of one at an end that is
  ///   named by a text that is not known yet.
  /// - Throws: ``JournalError``.
  func sections(_ db: Database) throws -> [(row: SectionRow, isWhole: Bool)] {
    guard let first = first?.section, let last = last?.section, first.id <= last.id else {
      return []
    }
    return try SectionRow.rows(
      in: collection, "collection = ? AND id BETWEEN ? AND ? ORDER BY id LIMIT ?",
      [collection.id, first.id, last.id, Reading.sectionLimit], db
    ).map { row in
      let isPart =
        row.id == first.id && self.first?.text != nil || row.id == last.id && self.last?.text != nil
      return (row, !isPart)
    }
  }

  /// The rows of a section's texts that are in the portion.
  func texts(of section: Int64) -> ClosedRange<Int64>? {
    guard let first, let last, let start = first.section?.id, let end = last.section?.id,
      start...max(start, end) ~= section
    else { return nil }
    let low = section == start ? first.text ?? 0 : 0
    let high = section == end ? last.text ?? .max : .max
    return low <= high ? low...high : nil
  }
}

extension PortionPlaces.Place {
  fileprivate var name: PortionPlaces.Name {
    guard let section = section?.section else { return PortionPlaces.Name(book: key) }
    let chapter = chapter(of: section)
    guard text != nil else { return PortionPlaces.Name(book: section.bookTitle, chapter: chapter) }
    guard key.hasPrefix("\(section.key).") else { return PortionPlaces.Name(book: key) }
    return PortionPlaces.Name(
      book: section.bookTitle, chapter: chapter,
      verse: String(key.dropFirst(section.key.count + 1)))
  }

  /// Nil where the title of the section has no number that could be left out.
  private func chapter(of section: TextSection) -> String? {
    section.bookTitle == section.title ? nil : section.bookNumber
  }
}
