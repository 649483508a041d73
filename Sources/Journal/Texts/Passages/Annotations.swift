import GRDB
import Store

/// Which highlights or notes to list, and in which order; every condition must hold.
package struct AnnotationFilter: Sendable, Hashable {
  package enum Order: String, Sendable, CaseIterable {
    /// The latest first: highlights by when they were made, notes by when they were written.
    case day
    /// In the order of collections and their files, and within a text by place. Those whose text no
    /// collection has are left out.
    case book
  }

  package var order = Order.day
  package var collection: CollectionName?
  /// Of highlights.
  package var colour: HighlightColour?
  /// The words to search for, as typed; see ``SearchWords``. They are found in the quote or the
  /// note, and in the text.
  package var text: String?

  package init() {}
}

/// A highlight or a note with its text.
package struct Annotated<Mark: Sendable>: Sendable {
  package let mark: Mark
  /// Nil where no collection has it now.
  package let text: StoredText?
  /// Its place in the list.
  package let position: AnnotationPosition
}

/// A place in a list of highlights or notes, which no other one of the list can have.
package enum AnnotationPosition: Sendable, Hashable, CustomStringConvertible {
  /// When it was made or written, in seconds since 1970 in UTC.
  case day(Int, row: Int64)
  /// In which collection and text, and its first character; 0 for a note.
  case book(collection: Int64, text: Int64, first: Int64, row: Int64)

  /// Reads ``description``.
  ///
  /// - Parameters:
  ///   - text: nothing else can be read.
  ///   - order: of the list.
  package init?(parsing text: String, in order: AnnotationFilter.Order) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Int64($0) }
    guard numbers.count == parts.count else { return nil }
    switch (order, numbers.count) {
    case (.day, 2):
      guard DayRule.instants ~= Int(numbers[0]), numbers[1] > 0 else { return nil }
      self = .day(Int(numbers[0]), row: numbers[1])
    case (.book, 4):
      guard numbers.allSatisfy({ $0 >= 0 }) else { return nil }
      self = .book(
        collection: numbers[0], text: numbers[1], first: numbers[2], row: numbers[3])
    default: return nil
    }
  }

  /// Numbers and full stops, for the address of a page.
  package var description: String {
    switch self {
    case .day(let moment, let row): "\(moment).\(row)"
    case .book(let collection, let text, let first, let row):
      "\(collection).\(text).\(first).\(row)"
    }
  }
}

extension Highlights {
  /// A filter's highlights after a place in its order.
  ///
  /// - Parameters:
  ///   - filter: which ones.
  ///   - position: the place of the last one of the page before; nil for the first page.
  ///   - count: how many at most.
  /// - Returns: the highlights; none after the last one.
  /// - Throws: ``CollectionError/unknown(_:known:)``, ``JournalError``.
  package func page(
    _ filter: AnnotationFilter, after position: AnnotationPosition? = nil, atMost count: Int
  ) throws -> [Annotated<Highlight>] {
    var found: [Annotated<Highlight>] = []
    try journal.read { db in
      let list = AnnotationList<Highlight>(.highlights, filter, of: journal, db)
      try list.forEach(after: position, atMost: count) { found.append($0) }
    }
    return found
  }

  /// Calls with each highlight of a filter, in its order.
  ///
  /// - Parameters:
  ///   - filter: which ones.
  ///   - count: how many at most; nil for all.
  ///   - body: called with each.
  /// - Throws: ``CollectionError/unknown(_:known:)``, ``JournalError``, and what `body` throws.
  package func forEach(
    _ filter: AnnotationFilter, atMost count: Int? = nil,
    _ body: (Annotated<Highlight>) throws -> Void
  ) throws {
    try journal.read { db in
      let list = AnnotationList<Highlight>(.highlights, filter, of: journal, db)
      try list.forEach(after: nil, atMost: count ?? .max, body)
    }
  }
}

extension Notes {
  /// A filter's notes after a place in its order.
  ///
  /// - Parameters:
  ///   - filter: which ones; they have no colour.
  ///   - position: the place of the last one of the page before; nil for the first page.
  ///   - count: how many at most.
  /// - Returns: the notes; none after the last one.
  /// - Throws: ``CollectionError/unknown(_:known:)``, ``JournalError``.
  package func page(
    _ filter: AnnotationFilter, after position: AnnotationPosition? = nil, atMost count: Int
  ) throws -> [Annotated<Note>] {
    var found: [Annotated<Note>] = []
    try journal.read { db in
      let list = AnnotationList<Note>(.notes, filter, of: journal, db)
      try list.forEach(after: position, atMost: count) { found.append($0) }
    }
    return found
  }

  /// Calls with each note of a filter, in its order.
  ///
  /// - Parameters:
  ///   - filter: which ones; they have no colour.
  ///   - count: how many at most; nil for all.
  ///   - body: called with each.
  /// - Throws: ``CollectionError/unknown(_:known:)``, ``JournalError``, and what `body` throws.
  package func forEach(
    _ filter: AnnotationFilter, atMost count: Int? = nil, _ body: (Annotated<Note>) throws -> Void
  ) throws {
    try journal.read { db in
      let list = AnnotationList<Note>(.notes, filter, of: journal, db)
      try list.forEach(after: nil, atMost: count ?? .max, body)
    }
  }
}
