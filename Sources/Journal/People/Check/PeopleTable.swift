import CaptureTime
import GRDB
import Store

/// A table of people: what its columns hold, by which its rows are checked, mended and salvaged.
struct PeopleTable: Sendable {
  let name: String
  /// The names of its columns, in the order in which ``read`` takes them.
  let columns: [String]
  /// The table whose rows it is of, and the column that names them.
  let parent: (table: String, column: String)
  /// Reads the values of a row; throws ``JournalError/database(_:)`` where one is none that this program
  /// writes.
  let read: @Sendable (inout RowDecoder) throws -> Void
  /// What a salvage says of so many rows that cannot be read.
  let lost: @Sendable (Int) -> PeopleSalvageFinding

  /// All of them, each after those that its rows are of.
  static let all: [PeopleTable] = [
    PeopleTable(
      name: "person", columns: Person.columnNames + ["owner"], parent: ("owner", "owner"),
      read: { values in
        let person = try Person(&values, days: [])
        guard person.facts.categories.count <= PersonFacts.categoryLimit else {
          throw JournalError.corruptValue(of: "categories")
        }
        guard !person.uid.unicodeScalars.contains(where: \.isControl), !person.uid.isEmpty else {
          throw JournalError.corruptValue(of: "uid")
        }
      }, lost: PeopleSalvageFinding.people),
    PeopleTable(
      name: "person_day", columns: ["person", "name", "month", "day", "year"],
      parent: ("person", "person"),
      read: { values in
        _ = try values.next(Int64.self)
        _ = try values.next { (name: String) in
          name.isEmpty || PersonName(stored: name) != nil ? name : nil
        }
        _ = try YearlyDate(&values)
      }, lost: PeopleSalvageFinding.days),
    PeopleTable(
      name: "contact", columns: ["id", "person", "day", "made", "kind", "keywords", "memo"],
      parent: ("person", "person"), read: { _ = try Contact(&$0) },
      lost: PeopleSalvageFinding.contacts),
    PeopleTable(
      name: "snooze", columns: ["id", "person", "day", "days", "made", "until"],
      parent: ("person", "person"),
      read: { values in
        let snooze = try Snooze(&values)
        guard try values.day() == snooze.until else {
          throw JournalError.corruptValue(of: "until")
        }
      }, lost: PeopleSalvageFinding.snoozes),
  ]

  /// Checks that what is text in a row is in UTF-8: who only reads it sees other characters instead of what
  /// is not, and a salvage takes no such row.
  ///
  /// - Throws: ``JournalError/database(_:)``.
  func checkTexts(of row: RowDecoder) throws {
    var values = row
    for column in columns {
      let isText = values.withText { String(validating: $0, as: UTF8.self) != nil }
      if isText == false { throw JournalError.corruptValue(of: column) }
      values.skip(1)
    }
  }

  /// Whether what the schema leaves open of a row of its columns is as this program writes it.
  func isReadable(_ row: Row) -> Bool {
    var values = RowDecoder(row)
    return (try? read(&values)) != nil
  }

  /// The statement that removes rows of what is not there.
  var mending: String {
    "DELETE FROM \(name) WHERE \(parent.column) NOT IN (SELECT id FROM \(parent.table));"
  }
}
