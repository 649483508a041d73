import Files
import Foundation
import TestSupport

extension JournalProgram {
  /// A journal of anna, and a folder for what goes with her login.
  static func withRuntimeFolder() async throws -> JournalProgram {
    let program = try JournalProgram()
    try program.folder.write([], to: "runtime/.keep")
    return program
  }

  /// Runs a subcommand with an editor that a shell runs, whose file is "$1".
  func run(
    _ arguments: [String], editor script: String, input: String? = nil
  ) async throws -> Program {
    try folder.write(Array("#!/bin/sh\n\(script)\n".utf8), to: "my editor")
    return try await run(
      arguments, input: input,
      environment: ["EDITOR": "/bin/sh '\(folder.path("my editor"))'", "VISUAL": " "])
  }

  /// The options that say where the journal is, as a command that is printed repeats them.
  var place: String { "--journal \(journal) --owner anna" }

  /// What is left of drafts.
  var drafts: [String] { folder.files.filter { $0.hasPrefix("runtime/daystamp-") } }

  /// Runs a subcommand on a terminal, without asking for anything.
  func onTerminal(_ arguments: String...) async throws -> Program {
    try await Terminal.daystamp(
      arguments + ["--journal", journal, "--owner", "anna"], typing: "", environment: environment)
  }

  /// A post as JSON.
  func shown(_ number: Int) async throws -> [String: Any] {
    try await run("show", "\(number)", "--json").json.first ?? [:]
  }

  func words(_ number: Int = 1) async throws -> String? {
    try await shown(number)["words"] as? String
  }

  /// The day that it is where the tests are, so many days later.
  func day(_ later: Int = 0, as format: String = "yyyy-MM-dd") -> String {
    let formatter = DateFormatter()
    formatter.dateFormat = format
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(identifier: "Asia/Seoul")
    return formatter.string(from: Date.now.addingTimeInterval(Double(later) * 86_400))
  }
}
