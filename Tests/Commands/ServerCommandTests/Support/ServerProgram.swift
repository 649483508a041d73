import Files
import Foundation
import Glibc
import TestSupport

/// `daystamp-server` under way on a journal of a test's own, on a port that was free.
final class ServerProgram: Sendable {
  let port: Int
  private let program: RunningProgram

  /// Starts it, and waits until it listens; the place of a test's second server is `shared`.
  ///
  /// - Throws: ``NotStarted`` where it ends instead.
  init(
    on journal: JournalProgram, _ arguments: [String] = [], host: String = "127.0.0.1",
    owner: String = "anna", as place: RunningProgram.Place = .companion
  ) async throws {
    program = try await RunningProgram(
      Program.daystampServer,
      ["--port", "0", "--journal", journal.journal, "--owner", owner, "--host", host] + arguments,
      environment: journal.environment, as: place)
    guard let text = await program.error.wait(for: "Ctrl-C ends it.") else {
      throw NotStarted(error: program.error.text)
    }
    // What it says to browsers may be a proxy's.
    let address = text.components(separatedBy: "started and listening on ").last ?? ""
    let digits = address.prefix { !$0.isNewline }.split(separator: ":").last ?? ""
    port = Int(digits) ?? 0
  }

  struct NotStarted: Error {
    let error: String
  }

  /// The paths of the files that it has open, as the kernel lists them.
  var openFiles: [String] {
    guard let identifier = program.identifier else { return [] }
    let folder = "/proc/\(identifier)/fd"
    let numbers = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return numbers.compactMap {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")
    }
  }

  /// The number of its process; 0 once it has ended.
  var identifier: Int { program.identifier.map { Int($0) } ?? 0 }

  func signal(_ number: CInt) { program.signal(number) }

  /// Waits for its end.
  ///
  /// - Returns: in `output` all that it printed, in `error` all that it said.
  func wait() async throws -> Program { try await program.wait() }

  /// Ends it with a signal.
  func end(_ number: CInt = SIGTERM) async throws -> Program {
    signal(number)
    return try await wait()
  }

  /// Pairs a device as a browser does.
  ///
  /// - Returns: its token.
  func pair(_ link: String) throws -> String {
    let path = link.components(separatedBy: "/pair/").last ?? ""
    let answer = try request("POST /pair/\(path)")
    return String(
      (answer.components(separatedBy: "daystamp=").last ?? "").prefix { $0 != ";" })
  }

  /// Sends a request without a body.
  ///
  /// - Returns: all of the answer.
  func request(_ line: String, token: String? = nil) throws -> String {
    let connection = try Connection(port: port)
    try connection.send(Array(Connection.head(line, token: token).utf8))
    return String(decoding: connection.rest(), as: UTF8.self)
  }
}

extension JournalProgram {
  /// Runs a subcommand of `daystamp-server` to its end.
  func server(
    _ arguments: String..., owner: String = "anna", environment: [String: String] = [:]
  ) async throws -> Program {
    try await Program.run(
      Program.daystampServer, arguments + ["--journal", journal, "--owner", owner],
      in: folder.path,
      environment: self.environment.merging(environment) { _, new in new })
  }
}
