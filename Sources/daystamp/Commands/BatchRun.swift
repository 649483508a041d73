import ArgumentParser
import Dispatch
import Files
import Glibc
import Shell
import Stamping
import Wording

/// A batch as a command line asks for it: all inputs, checked, worked on and reported.
struct BatchRun {
  let input: InputOptions
  let plan: OutputPlan
  let work: any PhotoWork
  /// The words of each photo; nil where all have the same.
  var texts: PhotoTexts?
  let options: RunOptions
  let isDryRun: Bool
  /// What has been done to a photo that the work succeeded on.
  let done: Tally.Deed

  /// Runs the batch to its end.
  ///
  /// - Returns: what the program exits with.
  /// - Throws: `ValidationError` where the command line does not fit what is there; then nothing
  ///   was done.
  func run() async throws -> ExitStatus {
    if plan.destination == .standardOutput { try checkStandardOutput() }
    let reporter = BatchReporter(
      .init(
        isJSON: options.json, isQuiet: options.quiet, isDryRun: isDryRun,
        isResumable: plan.destination != .inPlace && !plan.replacesExisting, done: done))
    return try await reporter.run {
      let (walk, conflicts) = try begin(reporter)
      let batch = Batch(
        walk: walk, plan: plan, conflicts: conflicts, work: work, texts: texts, jobs: options.jobs,
        isDryRun: isDryRun,
        ending: reporter.ending)
      await batch.run { record in
        reporter.report(RecordLines(record, isJSON: options.json, isDryRun: isDryRun))
      }
    }
  }

  /// Finds the photos, and resolves where an output is in the way of another.
  private func begin(
    _ reporter: BatchReporter
  ) throws -> (PhotoWalk, conflicts: ConflictResolutions) {
    do {
      let walk = PhotoWalk(
        try input.all(), excluding: plan.folder, passesOverStamped: done == .stamped)
      let (total, conflicts) = try OutputConflicts(of: walk, plan: plan, work: work).resolve()
      if total == 0, !options.quiet { Console.say(Wording.noPhotos) }
      reporter.begin(total: total)
      return (walk, conflicts)
    } catch {
      throw ValidationError(Wording.sentence(for: error))
    }
  }

  private func checkStandardOutput() throws {
    if options.json {
      throw ValidationError("--json and a photo cannot share standard output; give -o FILE.")
    }
    if isatty(STDOUT_FILENO) == 1 {
      throw ValidationError("Standard output is a terminal; send it to a file or give -o FILE.")
    }
  }
}

/// Ctrl-C and the other polite ways to end a program.
enum Interruption {
  private static let signals = [SIGINT, SIGTERM, SIGHUP]

  /// Calls the handler on the first such signal, on a thread of its own.
  ///
  /// - Returns: what must be kept for as long as signals are to be handled.
  static func handle(_ handler: @escaping @Sendable () -> Never) -> [any DispatchSourceSignal] {
    let queue = DispatchQueue(label: "daystamp.interruption")
    // A signal is lost that comes before the system was told to watch for it.
    let watching = DispatchGroup()
    let sources = signals.filter { !isIgnored($0) }.map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler { handler() }
      watching.enter()
      source.setRegistrationHandler { watching.leave() }
      source.activate()
      return source
    }
    watching.wait()
    return sources
  }

  /// Whether whoever started the program had it ignore the signal, as nohup(1) does.
  private static func isIgnored(_ number: CInt) -> Bool {
    var action = sigaction()
    sigaction(number, nil, &action)
    // SIG_IGN is the number 1 in the shape of a function.
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
  }
}
