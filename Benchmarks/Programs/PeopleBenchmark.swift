import ArgumentParser
import CaptureTime
import Foundation
import GRDB
import People
import Store
import SystemPackage

struct PeopleBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "people", abstract: "Times what pages ask of people.",
    subcommands: [Make.self, Ask.self])

  struct Make: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Makes a journal of people and contacts alone, and checks it.")

    @Argument(help: "The journal's folder.") var folder: String
    @Argument(help: "How many people it has.") var people: Int
    @Argument(help: "How many contacts it has.") var contacts: Int

    func run() throws { try PeopleQueries.make(FilePath(folder), people, contacts) }
  }

  struct Ask: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Asks such a journal.")

    @Argument(help: "The journal's folder.") var folder: String

    func run() throws { try PeopleQueries(FilePath(folder)).run() }
  }
}

/// Prints a line for each question, with tabs between: its name, its median, its 99th percentile and its
/// longest time in milliseconds, and how many people or contacts the answers had on average.
struct PeopleQueries {
  private static let rounds = 500
  private static let owner = "anna"
  /// 2025-06-15.
  private static let today = CivilDate(daysSinceEpoch: 20_254)
  private static let now = 20_254 * 86_400 + 43_200

  private let journal: OwnerJournal
  private let people: [Int64]

  init(_ folder: FilePath) throws {
    let journals = try Journal(opening: folder, areas: [.people])
    journal = try journals.journal(of: OwnerName(Self.owner))
    people = try journal.people.names().keys.sorted()
  }

  /// Some words, of which one in a hundred contacts has the usual, and one in 100,000 the rare ones.
  private static let (usual, rare) = ("lighthouse", "zeppelin")

  static func make(_ folder: FilePath, _ people: Int, _ contacts: Int) throws {
    let name = try OwnerName(owner)
    let journals = try Journal(
      making: folder, areas: [.people], owner: name, settings: [.timeZone: "UTC"])
    let queue = try DatabaseQueue(path: folder.appending("journal.sqlite").string)
    try queue.write { db in
      try db.execute(
        sql: """
          CREATE TEMP TABLE word (id INTEGER PRIMARY KEY, text TEXT);
          INSERT INTO word (text) VALUES ('coffee'), ('walk'), ('train'), ('garden'), ('letter'),
            ('birthday'), ('supper'), ('mountain'), ('concert'), ('rain'), ('bread'), ('holiday');
          WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
          INSERT INTO person (owner, uid, name, nickname, cadence, start, phone, email, note,
            categories, made)
          SELECT owner.id, 'uid-' || i, 'Person ' || hex(randomblob(3)) || ' ' || i, '',
            1 + abs(random() % 90), date('2016-01-01', abs(random() % 300) || ' days'),
            '+49 30 ' || i, 'p' || i || '@example.org', 'A note on number ' || i,
            CASE i % 3 WHEN 0 THEN 'Friends' WHEN 1 THEN 'Work' ELSE '' END, ?2
          FROM n CROSS JOIN owner;
          INSERT INTO person_day (person, name, month, day)
          SELECT id, '', 1 + id % 12, 1 + id % 28 FROM person;
          """, arguments: [people, now])
      // Over nine years, in the order in which they were written down, the last of each person within
      // little more than the cadence.
      try db.execute(
        sql: """
          WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ?1 - 1)
          INSERT INTO contact (person, day, made, kind, keywords, memo)
          SELECT person, day, unixepoch(day) + 43200 + i % 1000, kind, keywords, memo FROM (
            SELECT i, person.id AS person, date('2025-06-15', '-' || CASE
                WHEN i >= ?1 - ?2 THEN abs(random() % (cadence + 1 + cadence / 10))
                ELSE (?1 - i) * 3200 / ?1 + cadence + 1 END || ' days') AS day,
              CASE i % 4 WHEN 0 THEN 'met' WHEN 1 THEN 'called' WHEN 2 THEN 'wrote' ELSE 'free' END
                AS kind,
              CASE i % 2 WHEN 0 THEN 'tea' ELSE '' END AS keywords,
              (SELECT text FROM word WHERE id = 1 + i % 12) || ' and '
                || (SELECT text FROM word WHERE id = 1 + i / 12 % 12) || ', then '
                || hex(randomblob(4)) || CASE WHEN i % 100 = 7 THEN ' \(usual)' ELSE '' END
                || CASE WHEN i % 100000 = 9 THEN ' \(rare)' ELSE '' END AS memo
            FROM n CROSS JOIN person ON person.id = 1 + i % ?2);
          """, arguments: [contacts, people])
    }
    var wrong: [String] = []
    func check(repairs: Bool) throws {
      wrong = []
      let check = JournalCheck(journals, owners: nil, repairs: repairs)
      try check.run(progress: { _, _ in }) { wrong.append("\($0.problem)") }
    }
    // The search is made by the repair.
    try check(repairs: true)
    try check(repairs: false)
    print("checked: \(wrong.isEmpty ? "nothing is wrong" : wrong.joined(separator: ", "))")
    if !wrong.isEmpty { throw ExitCode.failure }
  }

  func run() throws {
    let (people, contacts, today) = (journal.people, journal.contacts, Self.today)
    try time("the first page of people, with their growth") {
      let page = try people.page(today: today, atMost: 50).people
      return try people.growth(of: page.map(\.person)).count
    }
    try time("a later page of people, with their growth") {
      let start = Int.random(in: 0..<self.people.count)
      let page = try people.page(today: today, after: start, atMost: 50).people
      return try people.growth(of: page.map(\.person)).count
    }
    try time("all people") { try people.list(today: today).count }
    try time("due today") { try people.due(on: today).count }
    try time("a person's page") {
      let number = self.people.randomElement() ?? 0
      let known = try people.known(people.person(number: number))
      _ = try people.history(of: number)
      _ = try people.month(of: known.person.id, from: today, .usual)
      return try contacts.page(of: number, atMost: 50).count
    }
    try time("contacts of a day, with names") {
      let day = today.adding(days: -Int.random(in: 0...3_000))
      let found = try contacts.on(day...day)
      _ = try people.names(of: Set(found.map(\.person)).sorted())
      return found.count
    }
    try time("birthdays of a day") {
      let day = today.adding(days: Int.random(in: 0...300))
      return try people.yearlyDays(in: day...day, .usual).count
    }
    for (kind, word) in [("common", "garden"), ("usual", Self.usual), ("rare", Self.rare)] {
      try time("search of a \(kind) word") { try contacts.search(word, atMost: 50).count }
    }
    try time("search of an absent word") { try contacts.search("xylophone", atMost: 50).count }
  }

  private func time(_ name: String, _ ask: () throws -> Int) throws {
    let clock = ContinuousClock()
    var (answers, times): (Int, [Double]) = (0, [])
    for _ in 0..<Self.rounds {
      let took = try clock.measure { answers += try ask() }
      times.append(took / .milliseconds(1))
    }
    times.sort()
    let shown = [times[times.count / 2], times[times.count * 99 / 100], times[times.count - 1]]
    let columns = shown.map { String(format: "%.2f", $0) } + ["\(answers / Self.rounds)"]
    print(([name] + columns).joined(separator: "\t"))
  }
}
