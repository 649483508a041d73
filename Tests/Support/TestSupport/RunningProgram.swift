package import Foundation
import Subprocess
import Synchronization
import SystemPackage

/// A program under way, whose output can be read and to which signals can be sent.
///
/// It is killed with the object, and once its time is over.
package final class RunningProgram: Sendable {
  /// Its standard output and standard error so far.
  package let output: ProgramOutput
  package let error: ProgramOutput
  private let handle: Handle
  private let ending: Task<Program, any Error>

  /// How many programs of the whole test process run at a time.
  ///
  /// At most eight: four that are run to their ends, and two servers or the like, each with one more
  /// beside it. No program of the first kind waits for one of the second, so a test that has a server
  /// and waits to run a command always gets its turn.
  private static let (commands, companions) = (Semaphore(4), Semaphore(2))

  /// The kind of place that a program takes.
  package enum Place: Sendable {
    /// For a program that ends by itself.
    case command
    /// For one that runs while its test runs others; a test has at most one.
    case companion
    /// None of its own, so that it starts at once: for one beside a companion of the same test.
    case shared

    fileprivate var semaphore: Semaphore? {
      switch self {
      case .command: commands
      case .companion: companions
      case .shared: nil
      }
    }
  }

  /// The defaults and the journal of the machine's user are not the test's.
  private static let environment = [
    "DAYSTAMP_CONFIG": "", "XDG_DATA_HOME": "/proc/none", "XDG_STATE_HOME": "/proc/none",
  ]

  /// Starts a program once a place is free.
  ///
  /// It reads `input` from standard input; `environment` is what differs from this process's, and
  /// after `limit` it is killed.
  ///
  /// - Throws: `SubprocessError` where it cannot be started.
  package init(
    _ path: String, _ arguments: [String], in folder: String? = nil, input: Data? = nil,
    environment: [String: String] = [:], as place: Place = .companion,
    limit: Duration = Program.limit
  ) async throws {
    let (output, error, handle) = (ProgramOutput(), ProgramOutput(), Handle())
    (self.output, self.error, self.handle) = (output, error, handle)
    let semaphore = place.semaphore
    await semaphore?.enter()
    ending = Task {
      let configuration = Configuration(
        executable: .path(FilePath(path)), arguments: Arguments(arguments),
        environment: .inherit.updating(
          Dictionary(
            uniqueKeysWithValues: environment.merging(Self.environment) { own, _ in own }
              .map { (Environment.Key(stringLiteral: $0), $1) })),
        workingDirectory: folder.map { FilePath($0) })
      let result: Result<TerminationStatus, any Error>
      do {
        result = .success(
          try await Self.run(configuration, input, output, error, handle, limit: limit))
      } catch {
        result = .failure(error)
      }
      // Nothing waits in vain for the output of a program that was not even started.
      output.end()
      error.end()
      handle.end()
      await semaphore?.leave()
      let program = Program(
        try result.get(), output: output.text, error: error.text)
      guard !handle.isLate else { throw TimedOut(path: path, arguments: arguments, program) }
      return program
    }
  }

  deinit { handle.send(.kill) }

  private static func run(
    _ configuration: Configuration, _ input: Data?, _ output: ProgramOutput,
    _ error: ProgramOutput, _ handle: Handle, limit: Duration
  ) async throws -> TerminationStatus {
    // A file, not a pipe: a program that ends without reading it would end this process by SIGPIPE.
    let scratch = try input.map { input in
      let folder = try TemporaryFolder()
      return (folder, try folder.write(input, to: "input"))
    }
    let file = try FileDescriptor.open(
      FilePath(scratch?.1 ?? "/dev/null"), .readOnly, options: .closeOnExec)
    return try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        try await Task.sleep(for: limit)
        handle.sendLate()
      }
      defer { group.cancelAll() }
      let status = try await Subprocess.run(
        configuration, input: .fileDescriptor(file, closeAfterSpawningProcess: true),
        output: .fileDescriptor(output.pipe(), closeAfterSpawningProcess: true),
        error: .fileDescriptor(error.pipe(), closeAfterSpawningProcess: true)
      ) { execution in
        handle.begin(execution.processIdentifier)
      }.terminationStatus
      // Also what it started, and what has its output, is at its end then.
      try await output.whole()
      try await error.whole()
      return status
    }
  }

  /// The number by which the kernel knows it; nil before it is started and after its end.
  package var identifier: CInt? { handle.identifier }

  package var isRunning: Bool { !handle.isEnded }

  /// Sends a signal; one that is sent after its end does nothing.
  package func signal(_ number: CInt) { handle.send(Signal(rawValue: number)) }

  /// Waits for its end.
  ///
  /// - Throws: ``TimedOut``, ``ProgramOutput/TooLong``, or what Subprocess throws where it could not
  ///   be started.
  package func wait() async throws -> Program { try await ending.value }

  /// A program was killed because its time was over.
  package struct TimedOut: Error, CustomStringConvertible {
    package let description: String

    fileprivate init(path: String, arguments: [String], _ program: Program) {
      description = """
        \(path) \(arguments.joined(separator: " ")) did not end in time; it printed:
        \(program.output)
        and said:
        \(program.error)
        """
    }
  }
}

extension RunningProgram {
  /// The process as far as it is known, for signals from any task.
  private final class Handle: Sendable {
    private struct State {
      var identifier: ProcessIdentifier?
      var isEnded = false
      var isLate = false
      /// A signal sent before the process was there.
      var early: Signal?
    }

    private let state = Mutex(State())

    func begin(_ identifier: ProcessIdentifier) {
      state.withLock {
        $0.identifier = identifier
        if let early = $0.early { kill(identifier.value, early.rawValue) }
      }
    }

    func end() {
      state.withLock { ($0.identifier, $0.isEnded) = (nil, true) }
    }

    func send(_ signal: Signal) {
      state.withLock {
        if let identifier = $0.identifier {
          kill(identifier.value, signal.rawValue)
        } else if !$0.isEnded {
          $0.early = signal
        }
      }
    }

    func sendLate() {
      state.withLock { if !$0.isEnded { $0.isLate = true } }
      send(.kill)
    }

    var identifier: CInt? { state.withLock { $0.identifier?.value } }
    var isEnded: Bool { state.withLock { $0.isEnded } }
    var isLate: Bool { state.withLock { $0.isLate } }
  }
}
