import CaptureTime
import Foundation
import TestSupport

/// A journal of anna's with people, in a zone where it is about noon: no day ends while a test runs.
struct PeopleJournal {
  let program: JournalProgram
  let today: CivilDate

  init() async throws {
    program = try JournalProgram()
    let now = Int(Date.now.timeIntervalSince1970)
    let offset = 12 - now / 3_600 % 24
    // The sign of these names is that of POSIX (tzdata, etcetera).
    let zone = "Etc/GMT\(offset < 0 ? "+" : "-")\(abs(offset))"
    today = CivilDate(daysSinceEpoch: (now + offset * 3_600) / 86_400)
    try await program.addOwner("anna")
    _ = try await program.run("config", "set", "time-zone", zone)
  }

  /// The day so many days from today on.
  func day(_ offset: Int) -> String { today.adding(days: offset).description }

  /// Runs a command; it must succeed.
  ///
  /// - Throws: ``Failure``.
  @discardableResult
  func run(_ arguments: String...) async throws -> Program {
    let result = try await program.run(arguments)
    guard result.status == 0 else { throw Failure(arguments: arguments, error: result.error) }
    return result
  }

  /// Adds a person of whom the due day is so many days from today on.
  func add(_ name: String, every days: Int, due: Int, _ arguments: String...) async throws {
    let start = day(due - days)
    let result = try await program.run(
      ["person", "add", name, "--every", "\(days)", "--start", start] + arguments)
    guard result.status == 0 else { throw Failure(arguments: arguments, error: result.error) }
  }

  struct Failure: Error {
    let arguments: [String]
    let error: String
  }
}
