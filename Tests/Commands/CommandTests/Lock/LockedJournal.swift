import Files
import Foundation
import GRDB
import TestSupport

/// The locked journal of anna, with much in it or with nothing, and the files that command lines name.
enum LockedJournal: CaseIterable {
  case full, empty

  /// What is kept from anyone without the PIN: captions, tags, names of files, days, settings.
  static let secrets = [
    "Zahnarzt", "Wurzel", "arztbesuch", "praxis", "Röntgen", "Geheim", "gpj", "2021", "Chatham",
    "Verborgen", "Album",
  ]

  /// A copy of a test's own.
  func copy() async throws -> JournalProgram {
    let (template, program) = (try await made.value, try JournalProgram())
    for name in try FileManager.default.contentsOfDirectory(atPath: template.folder.path) {
      try FileManager.default.copyItem(
        atPath: template.folder.path(name), toPath: program.folder.path(name))
    }
    return program
  }

  private var made: Task<JournalProgram, any Error> {
    switch self {
    case .full: Self.madeFull
    case .empty: Self.madeEmpty
    }
  }

  private static let madeFull = Task {
    let program = try JournalProgram()
    let names = [
      "Röntgen 'links'.jpg", "Geheim\n\u{202E}gpj.jpg", "-x.jpg", "IMG_20210317_1012.jpg",
    ]
    for (index, name) in names.enumerated() {
      try program.folder.write(try photo(name), to: "in/\(name)")
      _ = try await program.run(
        "post", "in/\(name)", "--time", "2021-03-17 10:1\(index)", "--star",
        "-c", "Zahnarzt \(index): Wurzel", "--tag", "arztbesuch", "--tag", "praxis\(index)")
    }
    _ = try await program.run("delete", "2", "--yes")
    for (key, value) in [
      ("time-zone", "Pacific/Chatham"), ("label-text", "Verborgen {time}"), ("export-to", "Album"),
      ("week-start", "saturday"),
    ] {
      _ = try await program.run("config", "set", key, value)
    }
    try FileManager.default.removeItem(atPath: program.folder.path("in"))
    return try await finished(program)
  }

  private static let madeEmpty = Task {
    let program = try JournalProgram()
    _ = try await program.addOwner("anna")
    return try await finished(program)
  }

  private static func finished(_ program: JournalProgram) async throws -> JournalProgram {
    try program.folder.write(try photo("new"), to: "photo.jpg")
    try program.folder.write(Array("photo.jpg".utf8), to: "list.txt")
    // What an import would take, of another journal.
    let other = try JournalProgram()
    try await other.post("2019-05-06 07:08")
    _ = try await other.run("export", program.folder.path("export"))
    _ = try await program.run("lock", "set", pins: [JournalProgram.pin])
    return program
  }

  private static func photo(_ mark: String) throws -> [UInt8] {
    try MadePhoto.jpeg(exif: nil) + Array(mark.utf8)
  }
}

extension JournalProgram {
  /// All there is but the database: files by their content, and folders.
  func files() throws -> [String: Data?] {
    let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
    let files = Set(folder.files)
    return try Dictionary(
      uniqueKeysWithValues: (paths ?? []).filter { !$0.hasPrefix("journal/journal.sqlite") }
        .map { ($0, files.contains($0) ? try data($0) : nil) })
  }

  /// The bytes of the database, and of its log if there is one.
  func databaseBytes() throws -> Data {
    try data("journal/journal.sqlite") + ((try? data("journal/journal.sqlite-wal")) ?? Data())
  }

  private func data(_ file: String) throws -> Data {
    try Data(contentsOf: URL(filePath: folder.path(file)))
  }
}

extension JournalProgram {
  /// The PIN of the journals that are locked here; long, so that its digits stand nowhere by chance.
  static let pin = "804617293558"
  static let wrongPIN = "508391746620"

  /// An empty journal of anna's that has a PIN; a copy of a test's own.
  static func locked() async throws -> JournalProgram {
    let program = try JournalProgram()
    try program.makeRuntimeFolder()
    let template = try await template.value
    try FileManager.default.copyItem(atPath: template.journal, toPath: program.journal)
    return program
  }

  private static let template = Task {
    let program = try JournalProgram()
    _ = try await program.addOwner("anna")
    _ = try await program.run("lock", "set", pins: [pin])
    return program
  }

  /// The folder that goes with the login, which keeps sessions.
  func makeRuntimeFolder() throws {
    try FileManager.default.createDirectory(
      atPath: folder.path("runtime"), withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
  }

  /// Runs a subcommand that reads PINs, each from a line of standard input.
  func run(_ arguments: String..., pins: [String], owner: String = "anna") async throws -> Program {
    try await run(
      arguments + ["--pin-stdin"], owner: owner, input: pins.map { $0 + "\n" }.joined())
  }

  /// Opens the journal with the right PIN.
  @discardableResult
  func unlock(_ arguments: String..., owner: String = "anna") async throws -> Program {
    try await run(
      ["unlock", "--pin-stdin"] + arguments, owner: owner, input: "\(JournalProgram.pin)\n")
  }

  /// Whether the journal is open.
  func isOpen(owner: String = "anna") async throws -> Bool {
    try await run("list", owner: owner).status == 0
  }

  /// The files of open sessions, in the folder that goes with the login or in the journal's.
  var sessionFiles: [String] {
    folder.files.filter { $0.hasPrefix("runtime/") || $0.hasPrefix("journal/journal.session-") }
  }

  // MARK: The database as another program sees it

  /// The number that a query gives.
  func number(_ sql: String) throws -> Int? {
    try database().read { db in try Int.fetchOne(db, sql: sql) }
  }

  /// Changes the database without the program.
  func execute(_ sql: String) throws {
    try database().write { db in try db.execute(sql: sql) }
  }

  /// All rows but those of search, by table; of locks without the count of tries,
  /// and none of what is written down of tries and other access, and of changes as such.
  func rows(of file: String = "journal/journal.sqlite") throws -> [String: [String]] {
    try database(file).read { db in
      let tables = try String.fetchAll(
        db,
        sql: """
          SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE '%VIRTUAL%'
            AND name NOT IN ('failed_try', 'access_event', 'change_count', 'sqlite_sequence')
          """)
      let rows = try tables.map { table in
        let columns = table == "lock" ? "owner, hash" : "*"
        return try Row.fetchAll(db, sql: "SELECT \(columns) FROM \"\(table)\"")
          .map(\.description).sorted()
      }
      return Dictionary(uniqueKeysWithValues: zip(tables, rows))
    }
  }

  func database(_ file: String = "journal/journal.sqlite") throws -> DatabaseQueue {
    try DatabaseQueue(path: folder.path(file))
  }
}

extension TemporaryFolder {
  /// Puts other bytes into a file, which keeps its permissions.
  func overwrite(_ name: String, with bytes: [UInt8]) throws {
    let file = try FileHandle(forWritingTo: URL(filePath: path(name)))
    try file.truncate(atOffset: 0)
    try file.write(contentsOf: Data(bytes))
    try file.close()
  }

  func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: path(name))
  }

  func setPermissions(_ permissions: Int, of name: String) throws {
    try FileManager.default.setAttributes(
      [.posixPermissions: permissions], ofItemAtPath: path(name))
  }

  func permissions(of name: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path(name))[.posixPermissions] as? Int
  }
}
