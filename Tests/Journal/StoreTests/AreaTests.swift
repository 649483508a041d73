import Files
import Foundation
import GRDB
import SystemPackage
import TestSupport
import Testing

@testable import Store

/// An area that neither the store nor any other area knows.
@Suite("An area")
struct AreaTests {
  private static let storeVersion = Schema([.store]).version
  private static let notes = Area(
    schema: [
      1: "CREATE TABLE note (owner INTEGER NOT NULL, file TEXT NOT NULL) STRICT;",
      storeVersion + 1: "CREATE TABLE mark (note INTEGER NOT NULL) STRICT;",
    ],
    fileColumns: [Area.FileColumn("note", "file")], passingTables: ["mark"], countedTable: "note",
    export: { journal, _ in NoteExport(journal: journal) })

  private struct NoteExport: AreaExport {
    let journal: OwnerJournal
    var counts: [String: Int] = [:]

    var lists: [ContainedPath] { ["notes.jsonl"] }

    mutating func next() throws -> ExportPart? {
      if !counts.isEmpty { return nil }
      counts = ["notes": 1]
      return ExportPart(
        files: [ExportFile(path: "photos/a.txt", bytes: [1, 2])],
        lines: ["notes.jsonl": Array("{}\n".utf8)])
    }

    func fields() throws -> [String: any Encodable & Sendable] {
      ["notes": try journal.read { db in try String.fetchAll(db, sql: "SELECT file FROM note") }]
    }
  }

  private struct NoteProblem: AreaProblem {}

  /// Writes down what a check calls, in its order.
  private final class NoteCheck: AreaCheck {
    var calls: [String] = []
    var strays: [ContainedPath] = []

    func mendReferences() { calls.append("references") }

    func checkDerived(_ report: JournalCheck.Report) { calls.append("derived") }

    func checkRows(
      _ check: JournalCheck, _ progress: JournalCheck.Progress, _ report: JournalCheck.Report
    ) throws {
      calls.append("rows of \(try check.open(report) { _ in }.map(\.journal.owner.text))")
      report(JournalFinding(.area(NoteProblem()), repair: .notTried))
    }

    func finish(mendingWith strays: [StrayFiles.Stray]?, _ report: JournalCheck.Report) throws {
      calls.append(strays == nil ? "finish" : "mend")
      self.strays = strays?.map(\.file) ?? []
    }

    func removeLeftovers() { calls.append("leftovers") }
  }

  private let folder: TemporaryFolder
  private let journals: Journal
  private let journal: OwnerJournal

  init() throws {
    folder = try TemporaryFolder()
    journals = try Journal(
      making: FilePath(folder.path("journal")), areas: [Self.notes], owner: OwnerName("anna"),
      settings: [.timeZone: "UTC"])
    journal = try journals.journal(of: OwnerName("anna"))
    try journal.write { db in
      try db.execute(
        sql: "INSERT INTO note VALUES (1, 'photos/a.txt'); INSERT INTO mark VALUES (1)")
    }
  }

  @Test("has its tables in the versions of the schema that it names")
  func schema() throws {
    let version = Self.storeVersion + 1
    #expect(Schema([.store, Self.notes]).version == version)
    #expect(try journal.read { db in try Int.fetchOne(db, sql: "PRAGMA user_version") } == version)
    #expect(throws: JournalError.self) { try Journal(opening: journals.folder, areas: []) }
  }

  @Test("fills its tables in the step that makes them, with what no other step may refer to")
  func filling() throws {
    let path = FilePath(folder.path("journal"))
    let later = Area(
      schema: Self.notes.schema.merging([
        Self.storeVersion + 2: """
        CREATE TABLE note_2 (id INTEGER PRIMARY KEY, file TEXT NOT NULL UNIQUE) STRICT;
        INSERT INTO note_2 (file) SELECT file FROM note;
        DROP TABLE note;
        ALTER TABLE note_2 RENAME TO note;
        CREATE TABLE word (note INTEGER NOT NULL REFERENCES note (id)) STRICT;
        """
      ]) { $1 },
      filling: [
        Self.storeVersion + 2: { db in try db.execute(sql: "INSERT INTO word SELECT id FROM note") }
      ],
      countedTable: "note")
    let opened = try Journal(opening: path, areas: [later]).journal(of: OwnerName("anna"))
    let values = try opened.read { db in
      try [
        "SELECT note FROM word", "PRAGMA foreign_keys", "PRAGMA ignore_check_constraints",
      ].map { try Int.fetchAll(db, sql: $0) }
    }
    #expect(values == [[1], [1], [0]])
    // Once: the database has the step already.
    let again = try Journal(opening: path, areas: [later]).journal(of: OwnerName("anna"))
    let count = try again.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM word") }
    #expect(count == 1)
  }

  @Test("keeps the files that its rows name from being stray or removed")
  func files() throws {
    for name in ["a", "b"] { try folder.write([1, 2], to: "journal/photos/\(name).txt") }
    try journal.write { db in
      for name in ["a", "c"] { try LooseFiles.add(try ContainedPath("photos/\(name).txt"), db) }
    }
    let strays = StrayFiles(store: journals.store)
    #expect(try strays.isStray("photos/b.txt") && !strays.isStray("photos/a.txt"))
    try LooseFiles(journals.store).removeAbandoned()
    #expect(folder.files.contains("journal/photos/a.txt"))
  }

  @Test("is exported with its files, lines and fields")
  func export() throws {
    try JournalExport(of: journal, into: FilePath(folder.path("export"))).run { _ in }
    #expect(try folder.read("export/photos/a.txt") == [1, 2])
    #expect(try folder.read("export/notes.jsonl") == Array("{}\n".utf8))
    let text = String(decoding: try folder.read("export/journal.json"), as: UTF8.self)
    #expect(
      text == """
        {
          "counts" : {
            "notes" : 1
          },
          "format" : "daystamp-journal",
          "notes" : [
            "photos/a.txt"
          ],
          "owner" : "anna",
          "sha256" : {
            "notes.jsonl" : "ca3d163bab055381827226140568f3bef7eaac187cebd76878e0b63e9e442356"
          },
          "version" : 3
        }

        """)
  }

  @Test("is in a backup and counted there, but for what it leaves out")
  func backup() throws {
    let path = folder.path("backup.sqlite")
    let content = try JournalBackup(of: journals).write(to: FilePath(path), replacing: false)
    #expect(content == BackupContent(owners: 1, counts: ["note": 1]))
    let counts = try DatabaseQueue(path: path).read { db in
      try ["note", "mark"].map { try Int.fetchOne(db, sql: "SELECT count(*) FROM \($0)") }
    }
    #expect(counts == [1, 0])
  }

  @Test("is checked with the rest of the journal", arguments: [false, true])
  func check(repairs: Bool) throws {
    try folder.write([1], to: "journal/photos/b.txt")
    let check = NoteCheck()
    var findings: [JournalFinding] = []
    try JournalCheck(journals, owners: nil, repairs: repairs, checks: [check]).run { _, _ in
    } report: {
      findings.append($0)
    }
    #expect(
      check.calls == ["derived", "rows of [\"anna\"]", repairs ? "mend" : "finish", "leftovers"])
    #expect(check.strays == (repairs ? ["photos/b.txt"] : []))
    #expect(findings.count == 2)
    #expect(folder.files.contains("journal/photos/b.txt") == !repairs)
  }
}
