import Foundation

/// `daystamp` run on a journal in a folder of a test's own, by the owner anna, whose zone is Seoul's.
package struct JournalProgram: Sendable {
  package let folder: TemporaryFolder

  package init() throws { folder = try TemporaryFolder() }

  /// The journal's folder.
  package var journal: String { folder.path("journal") }

  /// What differs from this process's environment: the zone, and the folder of open sessions, since
  /// those of the machine's user are not the test's.
  package var environment: [String: String] {
    ["TZ": "Asia/Seoul", "XDG_RUNTIME_DIR": folder.path("runtime")]
  }

  /// Runs a subcommand in the test's folder; the journal's options go after its arguments.
  package func run(
    _ arguments: String..., owner: String = "anna", input: String? = nil,
    environment: [String: String] = [:], as place: RunningProgram.Place = .command
  ) async throws -> Program {
    try await run(
      arguments, owner: owner, input: input, environment: environment, as: place)
  }

  /// Runs a subcommand whose arguments are an array.
  package func run(
    _ arguments: [String], owner: String = "anna", input: String? = nil,
    environment: [String: String] = [:], as place: RunningProgram.Place = .command
  ) async throws -> Program {
    try await Program.run(
      Program.daystamp, arguments + ["--journal", journal, "--owner", owner], in: folder.path,
      input: input.map { Data($0.utf8) },
      environment: self.environment.merging(environment) { _, own in own }, as: place)
  }

  /// Adds an owner, and makes the journal where there is none yet.
  @discardableResult
  package func addOwner(_ name: String) async throws -> Program {
    try await Program.run(
      Program.daystamp, ["owner", "add", name, "--journal", journal], in: folder.path,
      environment: environment)
  }

  /// Posts a photo that differs from all others, taken at this time.
  @discardableResult
  package func post(_ time: String, _ arguments: String...) async throws -> Program {
    let name = "\(UInt64.random(in: 0...(.max))).jpg"
    try folder.write(MadePhoto.jpeg(exif: nil) + Array(name.utf8), to: name)
    return try await Program.run(
      Program.daystamp,
      ["post", name, "--time", time] + arguments + ["--journal", journal, "--owner", "anna"],
      in: folder.path, environment: environment)
  }
}
