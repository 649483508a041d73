import Glibc
import Subprocess
import SystemPackage

/// A program of the machine that delivers notices, such as sendmail.
///
/// It runs in a session of its own, so that it asks nobody for a password on a terminal (setsid(2)),
/// and so that what it started can be ended with it.
package struct ExternalProgram: Sendable, Hashable {
  /// A path if it has a slash; otherwise the name of a program in PATH.
  package let name: String
  /// Seconds until it is ended, with everything it started in its process group.
  package let limit: Int
  /// Changes to this process's environment.
  package let environment: [String: String]

  package init(_ name: String, limit: Int, environment: [String: String] = [:]) {
    (self.name, self.limit, self.environment) = (name, limit, environment)
  }

  /// The same program with other variables too, which win.
  func with(_ environment: [String: String]) -> ExternalProgram {
    ExternalProgram(
      name, limit: limit, environment: self.environment.merging(environment) { $1 })
  }

  /// Runs the program to its end. Its background processes go on, such as exim's delivery.
  ///
  /// - Parameters:
  ///   - arguments: those after the program's name. Texts from outside come after a `--`.
  ///   - input: all that it reads from standard input, which it need not read.
  /// - Throws: ``SendingError/notInstalled(program:)``, ``SendingError/hung(program:seconds:)``,
  ///   ``SendingError/failed(program:status:said:)``, there as the status 128 and a signal's number where
  ///   one ended it, and 126 where it is there and cannot be started, as shells have it;
  ///   `CancellationError` where the task was cancelled, which ends the program too.
  package func run(_ arguments: [String], input: [UInt8] = []) async throws {
    let said: (readEnd: FileDescriptor, writeEnd: FileDescriptor)
    let file: FileDescriptor
    do {
      file = try .nameless(holding: input)
      do {
        said = try FileDescriptor.pipe(options: .closeOnExec)
      } catch {
        try? file.close()
        throw error
      }
    } catch {
      throw SendingError.failed(program: name, status: 126, said: "\(error)".onOneLine)
    }
    let reader = Task { await SaidText.read(from: said.readEnd) }
    let (end, isLate) = await timed(.seconds(limit)) {
      try await started(arguments, file, said.writeEnd)
    }
    // The reader may find the end of the output later than the program's.
    reader.cancel()
    let last = await reader.value
    switch end {
    case .success(.exited(0)): return
    case .success(.exited(let code)):
      throw SendingError.failed(program: name, status: Int(code), said: last)
    case .failure(let error as SubprocessError) where error.code == .executableNotFound:
      throw SendingError.notInstalled(program: name)
    case _ where isLate:
      throw SendingError.hung(program: name, seconds: limit)
    case _ where Task.isCancelled:
      throw CancellationError()
    case .success(.signaled(let signal)):
      throw SendingError.failed(program: name, status: 128 + Int(signal), said: last)
    case .failure(let error):
      throw SendingError.failed(program: name, status: 126, said: "\(error)".onOneLine)
    }
  }

  private func started(
    _ arguments: [String], _ input: FileDescriptor, _ output: FileDescriptor
  ) async throws -> TerminationStatus {
    var options = PlatformOptions()
    options.createSession = true
    // What is done where the task is cancelled.
    options.teardownSequence = [
      .send(signal: .kill, toProcessGroup: true, allowedDurationToNextStep: .seconds(1))
    ]
    return try await Subprocess.run(
      Configuration(program: name, arguments, environment: environment, options),
      input: .fileDescriptor(input, closeAfterSpawningProcess: true),
      output: .fileDescriptor(output, closeAfterSpawningProcess: true),
      error: .combinedWithOutput
    ).terminationStatus
  }
}

/// The end of a program's output; its last line is kept for the error.
struct SaidText {
  /// Bytes that are kept, and characters of the line.
  static let (kept, longest) = (4_096, 300)
  private var bytes: [UInt8] = []

  /// Reads until the end of the output, or the task's cancellation, for what a program left in the
  /// background may have its output for long; closes the descriptor.
  ///
  /// - Returns: the last line that is not blank.
  static func read(from pipe: FileDescriptor) async -> String {
    var text = SaidText()
    while text.takesAll(from: pipe), !Task.isCancelled {
      // Short beside what a program takes to start; cancelled once the program has ended.
      try? await Task.sleep(for: .milliseconds(20))
    }
    // What it wrote just before its end.
    _ = text.takesAll(from: pipe)
    try? pipe.close()
    return text.lastLine
  }

  /// Reads what there is, without waiting; false at the end of the output.
  private mutating func takesAll(from pipe: FileDescriptor) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    // At most 64 MB at a time, so that a program that prints without end is still ended.
    for _ in 0..<1_024 {
      var readable = pollfd(fd: pipe.rawValue, events: Int16(POLLIN), revents: 0)
      guard poll(&readable, 1, 0) > 0 else { return true }
      guard let count = try? buffer.withUnsafeMutableBytes({ try pipe.read(into: $0) }), count > 0
      else { return false }
      add(buffer[..<count])
    }
    return true
  }

  mutating func add(_ more: ArraySlice<UInt8>) {
    bytes = (bytes + more).suffix(Self.kept)
  }

  var lastLine: String {
    let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
    return String(
      (lines.map { String($0).onOneLine }.last { !$0.isEmpty } ?? "").prefix(Self.longest))
  }
}
