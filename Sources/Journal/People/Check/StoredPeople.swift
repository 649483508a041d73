import Store

extension StoredTable {
  static let person = StoredTable(
    "person", Person.columnNames + ["owner"], of: ["owner": "owner"]
  ) { values in
    let person = try Person(&values, days: [])
    guard person.facts.categories.count <= PersonFacts.categoryLimit else {
      throw JournalError.corruptValue(of: "categories")
    }
    guard !person.uid.unicodeScalars.contains(where: \.isControl), !person.uid.isEmpty else {
      throw JournalError.corruptValue(of: "uid")
    }
  }

  /// The tables of people, each after those that its rows are of.
  static let people = [
    person,
    StoredTable(
      "person_day", ["person", "name", "month", "day", "year"], of: ["person": "person"]
    ) { values in
      _ = try values.next(Int64.self)
      _ = try values.next { (name: String) in
        name.isEmpty || PersonName(stored: name) != nil ? name : nil
      }
      _ = try YearlyDate(&values)
    },
    StoredTable(
      "contact", ["id", "person", "day", "made", "kind", "keywords", "memo", "post"],
      of: ["person": "person"]
    ) { _ = try Contact(&$0) },
    StoredTable(
      "snooze", ["id", "person", "day", "days", "made", "until"], of: ["person": "person"]
    ) { values in
      let snooze = try Snooze(&values)
      guard try values.day() == snooze.until else { throw JournalError.corruptValue(of: "until") }
    },
  ]
}
