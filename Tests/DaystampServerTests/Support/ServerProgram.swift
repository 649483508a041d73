import Files
import Foundation
import Glibc
import TestSupport

/// `daystamp-server` under way on a journal of a test's own, on a port that was free.
final class ServerProgram {
  let port: Int
  private let process = Process()
  private let log = Pipe()
  /// What it had said when it began to listen.
  private let beginning: String
  private let journal: JournalProgram

  /// Starts it, and waits until it listens.
  ///
  /// - Throws: ``NotStarted`` where it ends instead.
  init(
    on journal: JournalProgram, _ arguments: [String] = [], host: String = "127.0.0.1",
    owner: String = "anna"
  ) throws {
    self.journal = journal
    process.executableURL = URL(filePath: Program.daystampServer)
    process.arguments =
      ["--port", "0", "--journal", journal.journal, "--owner", owner, "--host", host] + arguments
    process.environment = ProcessInfo.processInfo.environment
      .merging(journal.environment) { _, new in new }
    try journal.folder.write([], to: "output")
    process.standardOutput = try FileHandle(
      forWritingTo: URL(filePath: journal.folder.path("output")))
    process.standardError = log
    process.standardInput = FileHandle.nullDevice
    try process.run()
    var text = ""
    while !text.contains("Ctrl-C ends it.") {
      let data = log.fileHandleForReading.availableData
      if data.isEmpty { throw NotStarted(error: text) }
      text += String(decoding: data, as: UTF8.self)
    }
    beginning = text
    let address = text.components(separatedBy: "Listening on ").last ?? ""
    let digits = address.prefix { $0 != ";" && $0 != " " }.split(separator: ":").last ?? ""
    port = Int(digits) ?? 0
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
  }

  struct NotStarted: Error {
    let error: String
  }

  /// The paths of the files that it has open, as the kernel tells them.
  var openFiles: [String] {
    let folder = "/proc/\(process.processIdentifier)/fd"
    let numbers = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return numbers.compactMap {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")
    }
  }

  func signal(_ number: CInt) { kill(process.processIdentifier, number) }

  /// Waits for its end.
  ///
  /// - Returns: in `output` all that it printed, in `error` all that it said.
  func wait() throws -> Program {
    let rest = log.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Program(
      status: process.terminationStatus,
      output: String(decoding: try journal.folder.read("output"), as: UTF8.self),
      error: beginning + String(decoding: rest, as: UTF8.self))
  }

  /// Ends it with a signal.
  func end(_ number: CInt = SIGTERM) throws -> Program {
    signal(number)
    return try wait()
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
  ) throws -> Program {
    try Program.run(
      Program.daystampServer, arguments + ["--journal", journal, "--owner", owner],
      in: folder.path,
      environment: self.environment.merging(environment) { _, new in new })
  }
}
