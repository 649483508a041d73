import Files
import Foundation
import Testing
import TestSupport

@Suite("A locked journal")
struct LockedJournalTests {
  /// What a subcommand does that departs from the rule, and why.
  struct Exception: Sendable {
    var status: Int32 = 77
    /// Whether it prints what everybody may know.
    var prints = false
    /// The tables that it may change.
    var changes: Set<String> = []
  }

  static let exceptions = [
    // Lists the owners, and says nothing more of those whose journals are locked.
    "owner list": Exception(prints: true),
    // Makes an owner of its own, and touches nobody's journal.
    "owner add": Exception(status: 0, changes: ["owner", "setting"]),
    // Says how many tries are left, which anyone who types PINs has to know.
    "lock status": Exception(prints: true),
    // Closes what is closed.
    "lock now": Exception(status: 0),
    // The way back in for the machine's owner, which docs/security.md explains.
    "lock reset": Exception(status: 0, changes: ["lock"]),
    // Tells by ways what their owner has said that they may tell; here there are neither reminders nor ways,
    // and it says nothing at all.
    "remind": Exception(status: 0, prints: true),
  ]

  /// Options with which a command follows the rule that it else departs from.
  static let closedOptions = ["remind": ["--install", "--uninstall"]]

  @Test(
    "is closed to every subcommand, which says nothing of it and changes nothing in it",
    arguments: try await Subcommand.all().filter { $0.has("journal") })
  func closed(command: Subcommand) async throws {
    let closed = Self.closedOptions[command.name] ?? []
    var copies = (full: try await Copy(of: .full), empty: try await Copy(of: .empty))
    for arguments in try command.commandLines() {
      let exception =
        closed.contains(where: arguments.contains) ? nil : Self.exceptions[command.name]
      // Side by side: a wrong PIN may make each of them wait.
      let (full, empty) = copies
      async let ofFull = outcome(of: arguments, command, on: full, exception)
      async let ofEmpty = outcome(of: arguments, command, on: empty, exception)
      let (seen, seenOfEmpty): (Outcome, Outcome)
      ((seen, copies.full), (seenOfEmpty, copies.empty)) = try await (ofFull, ofEmpty)
      #expect(seen == seenOfEmpty, "\(arguments)")
      #expect(seen.status == exception?.status ?? 77, "\(arguments): \(seen.error)")
      if exception == nil {
        #expect(seen.output == "", "\(arguments)")
        #expect(seen.error.hasPrefix("Error: ") && seen.error.hasSuffix(".\n"), "\(arguments)")
      }
      if exception?.prints != true {
        #expect(seen.error.split(separator: "\n").count == 1, "\(arguments): \(seen.error)")
      }
    }
  }

  /// A copy of a locked journal. Nothing has written to its database yet.
  private struct Copy: Sendable {
    let journal: LockedJournal
    let program: JournalProgram
    let files: [String: Data?]
    let database: Data

    init(of journal: LockedJournal) async throws {
      self.journal = journal
      program = try await journal.copy()
      files = try program.files()
      database = try program.databaseBytes()
    }
  }

  /// What can be seen of a run, except the test's own folder.
  private struct Outcome: Equatable {
    let status: Int32
    let output: String
    let error: String
  }

  /// Runs a command line.
  ///
  /// - Returns: what was seen, and the copy for the next run: a new one if this run wrote to the database.
  private func outcome(
    of arguments: [String], _ command: Subcommand, on copy: Copy, _ exception: Exception?
  ) async throws -> (Outcome, Copy) {
    let program = copy.program
    let owner = command.has("owner") ? ["--owner", "anna"] : []
    let result = try await Program.run(
      Program.daystamp, arguments + ["--journal", program.journal] + owner, in: program.folder.path,
      input: Data("\(JournalProgram.wrongPIN)\n7215\n".utf8), environment: program.environment)

    let seen = Outcome(
      status: result.status, output: result.output.replacing(program.folder.path, with: "…"),
      error: result.error.replacing(program.folder.path, with: "…"))
    for secret in LockedJournal.secrets {
      #expect(!(seen.output + seen.error).contains(secret), "\(arguments)")
    }
    let files = try program.files()
    let changed = Set(files.keys).union(copy.files.keys).filter { files[$0] != copy.files[$0] }
    #expect(changed.sorted() == [], "\(arguments)")
    if try program.databaseBytes() == copy.database { return (seen, copy) }
    let (new, after) = (try await Copy(of: copy.journal), try program.rows())
    for (table, rows) in try new.program.rows()
    where exception?.changes.contains(table) != true {
      #expect(after[table] == rows, "\(arguments) changed \(table)")
    }
    return (seen, new)
  }

  @Test("is reached only by subcommands with --journal; these others have nothing to do with it")
  func others() async throws {
    let others = try await Subcommand.all().filter { !$0.has("journal") }.map(\.name)
    #expect(
      others == [
        "stamp", "unstamp", "verify", "info", "doctor", "date", "runs", "undo", "watch",
        "profile list", "profile show",
        "gazetteer add", "gazetteer show", "config path", "help",
      ])
  }

  @Test("has every exception among the subcommands")
  func exceptions() async throws {
    let names = Set(try await Subcommand.all().map(\.name))
    #expect(names.isSuperset(of: Self.exceptions.keys))
    #expect(names.count > 30)
  }

  @Test("has secrets to keep, which are shown once it is open")
  func secrets() async throws {
    let program = try await LockedJournal.full.copy()
    try await program.unlock()
    var captions = ""
    for command in ["list", "config", "trash", "stats"] {
      captions += try await program.run([command, "--json"]).output
    }
    for secret in ["Zahnarzt", "Wurzel", "arztbesuch", "2021", "Chatham", "Verborgen", "Album"] {
      #expect(captions.contains(secret), "\(secret)")
    }
    #expect(program.folder.files.contains { $0.contains("/2021/03/17/") })
  }
}

@Suite("A journal that is locked while posts come in")
struct LockedMeanwhileTests {
  @Test("takes no more of them, keeps those that it reported, and has no loose files")
  func posting() async throws {
    let program = try await JournalProgram.locked()
    try await program.unlock()
    // So many photos that most are still to come when the journal is locked after the first.
    let photo = try MadePhoto.jpeg()
    let count = 600
    for number in 0..<count {
      try program.folder.write(photo + Array("\(number)".utf8), to: "in/\(number).jpg")
    }
    // A shell locks it after the first line: a test itself may have to wait for its turn till all is posted.
    let script = """
      { "$0" post --recursive in --jobs 2 "$@"; echo "$?" >&3; } 3>status |
        { IFS= read -r first; "$0" lock now "$@" >locked || exit; echo "$first"; cat; }
      """
    let told = try await Program.run(
      "/bin/sh",
      ["-c", script, Program.daystamp, "--journal", program.journal, "--owner", "anna"],
      in: program.folder.path, environment: program.environment)
    #expect(told.status == 0, "\(told.error)")
    #expect(try program.folder.read("status") == Array("77\n".utf8))

    let numbers = told.lines
      .compactMap { $0.split(separator: " ").first.flatMap { Int($0) } }
    #expect((1..<count).contains(numbers.count))
    #expect(try program.number("SELECT count(*) FROM loose_file") == 0)
    try await program.unlock()
    #expect(try await program.run("list", "--json").numbers.sorted() == numbers.sorted())
    #expect(try await program.run("check").status == 0)
    let photos = program.folder.files.filter { $0.hasPrefix("journal/photos/") }
    #expect(photos.count == numbers.count)

    // The same command again goes on where this one was ended.
    let rest = try await program.run("post", "--recursive", "in", "--quiet")
    #expect(rest.status == 0)
    #expect(try program.number("SELECT count(*) FROM post") == count)
  }
}

@Suite("Beside an owner whose journal is locked")
struct OwnersBesideTests {
  let program: JournalProgram

  init() async throws {
    program = try await LockedJournal.full.copy()
    _ = try await program.addOwner("bob")
    _ = try await program.run(
      "post", "photo.jpg", "--time", "2019-05-06", "-c", "Bob's", owner: "bob")
  }

  private func run(_ arguments: String...) async throws -> Program {
    try await Program.run(
      Program.daystamp, arguments + ["--journal", program.journal], in: program.folder.path,
      environment: program.environment)
  }

  @Test(
    "another one's is open",
    arguments: [
      ["list"], ["show", "1"], ["stats"], ["random"], ["calendar", "2019"], ["config"], ["trash"],
      ["tags"], ["calendar", "2019", "--mood"],
      ["edit", "1", "--star"], ["export", "new-folder"], ["delete", "1", "--yes"],
    ])
  func other(command: [String]) async throws {
    let result = try await program.run(command, owner: "bob")
    #expect(result.status == 0, "\(result.error)")
    let seen = (result.output + result.error).replacing(program.folder.path, with: "…")
    for secret in LockedJournal.secrets { #expect(!seen.contains(secret)) }
    #expect(try await !program.isOpen())
  }

  @Test(
    "what concerns all owners is refused and leaves no file, whichever owner is given",
    arguments: [
      ["backup", "new-file"], ["backup", "new-file", "--force"], ["check"], ["check", "--json"],
      ["check", "--repair"], ["check", "--owner", "anna"], ["check", "--owner", "bob"],
    ])
  func all(command: [String]) async throws {
    let files = try program.files()
    let result = try await Program.run(
      Program.daystamp, command + ["--journal", program.journal], in: program.folder.path,
      environment: program.environment)
    #expect(result.status == 77)
    #expect(result.output == "")
    #expect(
      result.error == "Error: the journal of anna is locked; daystamp unlock opens it.\n",
      "\(result.error)")
    #expect(try program.files() == files)
  }

  @Test("what concerns all owners is done once the journal is open, with no session in the backup")
  func opened() async throws {
    try await program.unlock()
    #expect(try await run("backup", "new-file").status == 0)
    #expect(try await run("check").status == 0)
    let tables = try program.rows(of: "new-file")
    #expect(tables["session"] == [] && tables["post"]?.count == 5 && tables["lock"]?.count == 1)
  }

  @Test("the list of owners has the names, and nothing else of those who are locked")
  func owners() async throws {
    let text = try await run("owner", "list")
    #expect(text.status == 77)
    #expect(text.output == "anna  locked\nbob   1 post\n")
    #expect(text.error == "")
    let json = try await run("owner", "list", "--json")
    #expect(json.status == 77)
    #expect(
      json.output == """
        {"locked":true,"name":"anna"}
        {"inTrash":0,"locked":false,"name":"bob","posts":1}\n
        """)
    try await program.unlock()
    let open = try await run("owner", "list")
    #expect(open.status == 0)
    #expect(open.output == "anna  3 posts, 1 more in the trash\nbob   1 post\n")
  }

  @Test("an open session of one opens no other's journal, even if its file is copied")
  func copied() async throws {
    _ = try await program.run("lock", "set", pins: [JournalProgram.pin], owner: "bob")
    try await program.unlock(owner: "bob")
    let bobs = try #require(program.sessionFiles.first)
    let token = try program.folder.read(bobs)
    try await program.unlock()
    for file in program.sessionFiles where file != bobs {
      try program.folder.overwrite(file, with: token)
    }
    #expect(try await program.run("list").status == 77)
    #expect(try await program.run("list", owner: "bob").status == 0)
  }
}
