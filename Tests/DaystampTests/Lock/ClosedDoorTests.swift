import Files
import Foundation
import TestSupport
import Testing

@Suite("A locked journal")
struct ClosedDoorTests {
  /// What a subcommand does otherwise than the rule, and why.
  struct Exception: Sendable {
    var status: Int32 = 77
    /// Whether it prints what everybody may know.
    var prints = false
    /// The tables that it may change.
    var changes: Set<String> = []
  }

  static let exceptions = [
    // Tells who there is, and of those whose journals are locked nothing more.
    "owner list": Exception(prints: true),
    // Makes an owner of its own, and touches nobody's journal.
    "owner add": Exception(status: 0, changes: ["owner", "setting"]),
    // Tells how many tries are left, which who types PINs has to know.
    "lock status": Exception(prints: true),
    // Closes what is closed.
    "lock now": Exception(status: 0),
    // The way back in for who owns the machine, which the README tells.
    "lock reset": Exception(status: 0, changes: ["lock"]),
  ]

  @Test(
    "is closed to every subcommand, which tells nothing of it and changes nothing in it",
    arguments: try await Subcommand.all().filter { $0.has("journal") })
  func closed(command: Subcommand) async throws {
    let exception = Self.exceptions[command.name]
    for arguments in try command.commandLines() {
      let full = try await outcome(of: arguments, command, on: .full, exception)
      let empty = try await outcome(of: arguments, command, on: .empty, exception)
      #expect(full == empty, "\(arguments)")
      #expect(full.status == exception?.status ?? 77, "\(arguments): \(full.error)")
      if exception == nil {
        #expect(full.output == "", "\(arguments)")
        #expect(full.error.hasPrefix("Error: ") && full.error.hasSuffix(".\n"), "\(arguments)")
      }
      if exception?.prints != true {
        #expect(full.error.split(separator: "\n").count == 1, "\(arguments): \(full.error)")
      }
    }
  }

  /// What can be seen of a run, but for the test's own folder.
  private struct Outcome: Equatable {
    let status: Int32
    let output: String
    let error: String
  }

  private func outcome(
    of arguments: [String], _ command: Subcommand, on journal: LockedJournal,
    _ exception: Exception?
  ) async throws -> Outcome {
    let program = try await journal.copy()
    let (rows, files) = (try program.rows(), try program.files())
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
    let rowsAfter = try program.rows()
    for table in rows.keys where exception?.changes.contains(table) != true {
      #expect(rowsAfter[table] == rows[table], "\(arguments) changed \(table)")
    }
    let filesAfter = try program.files()
    let changed = Set(files.keys).union(filesAfter.keys).filter { filesAfter[$0] != files[$0] }
    #expect(changed.sorted() == [], "\(arguments)")
    return seen
  }

  @Test("is reached by the subcommands with --journal alone; these have to do with none")
  func others() async throws {
    let others = try await Subcommand.all().filter { !$0.has("journal") }.map(\.name)
    #expect(others == ["stamp", "unstamp", "verify", "info", "help"])
  }

  @Test("has every exception among the subcommands")
  func exceptions() async throws {
    let names = Set(try await Subcommand.all().map(\.name))
    #expect(names.isSuperset(of: Self.exceptions.keys))
    #expect(names.count > 30)
  }

  @Test("has secrets to keep, which are told once it is open")
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
