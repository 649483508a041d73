package import Files
import GRDB
package import Store

/// The part of an export about people: a line for each, archived and deleted ones too, and one for
/// each contact and snooze.
package struct PeopleExport: AreaExport {
  private let journal: OwnerJournal
  /// Files that are still to come, in the order of a stack.
  private var waiting: [PeopleCount] = PeopleCount.allCases.reversed()
  private var lastPerson: Int64 = 0
  private var rows: ExportedRows
  private var lines: [PeopleCount: Int] = [:]

  /// People, whose notes are long, that are read at a time.
  private static let pageSize = 20

  init(of journal: OwnerJournal) {
    self.journal = journal
    rows = ExportedRows(of: journal)
  }

  /// A journal without people has no file for them, as before people existed.
  package var lists: [ContainedPath] {
    PeopleCount.allCases.filter { lines[$0] != nil }.map(\.list)
  }

  package var counts: [String: Int] {
    Dictionary(uniqueKeysWithValues: lines.map { ($0.key.rawValue, $0.value) })
  }

  package func fields() throws -> [String: any Encodable & Sendable] { [:] }

  package mutating func next() throws -> ExportPart? {
    while let count = waiting.last {
      let found: (bytes: [UInt8], lines: Int)? =
        switch count {
        case .people: try nextPeople()
        case .contacts: try rows.next(ExportedContact.self)
        case .snoozes: try rows.next(ExportedSnooze.self)
        }
      if let found {
        lines[count, default: 0] += found.lines
        return ExportPart(files: [], lines: [count.list: found.bytes])
      }
      waiting.removeLast()
    }
    return nil
  }

  private mutating func nextPeople() throws -> (bytes: [UInt8], lines: Int)? {
    let (people, last) = (journal.people, lastPerson)
    let found = try journal.read { db in
      let numbers = try db.values(
        Int64.self, cached: "SELECT id FROM person WHERE owner = ? AND id > ? ORDER BY id LIMIT ?",
        arguments: [journal.id, last, Self.pageSize])
      return try people.people(numbers, db)
    }
    guard let end = found.last?.id else { return nil }
    lastPerson = end
    return (try found.flatMap { try ExportedPerson($0).exportedLine() }, found.count)
  }
}
