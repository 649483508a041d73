import ArgumentParser
package import Dispatch
import Files
import Glibc
import Shell
import Stamping
import Wording

/// A batch as a command line asks for it: all inputs, checked, worked on and reported.
struct BatchRun {
  /// Names them; what it throws is the command line's fault.
  let photos: () throws -> PhotoWalk.Inputs
  let plan: OutputPlan
  let work: any PhotoWork
  /// The words of each photo; nil where all have the same.
  var texts: PhotoTexts?
  let options: RunOptions
  /// The file descriptor for records in JSON; nil for none.
  let recordsTo: CInt?
  /// That of the options, for the records.
  var digest: OptionsDigest?
  let isDryRun: Bool
  /// Records how to undo the run; nil if the work does that, or nobody does.
  var record: RunRecordFile?
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
        recordsTo: recordsTo, isQuiet: options.quiet, isDryRun: isDryRun,
        isResumable: plan.destination != .inPlace && !plan.replacesExisting, done: done,
        destination: plan.destination))
    return try await reporter.run {
      let (walk, conflicts) = try begin(reporter)
      let batch = Batch(
        walk: walk, plan: plan, conflicts: conflicts, work: work, texts: texts, jobs: options.jobs,
        isDryRun: isDryRun, isProven: recordsTo != nil, record: isDryRun ? nil : record,
        ending: reporter.ending)
      await batch.run { record in
        reporter.report(RecordLines(record, digest, isJSON: recordsTo != nil, isDryRun: isDryRun))
      }
    }
  }

  /// Finds the photos, and resolves where an output is in the way of another.
  private func begin(
    _ reporter: BatchReporter
  ) throws -> (PhotoWalk, conflicts: ConflictResolutions) {
    do {
      let walk = PhotoWalk(
        try photos(), excluding: plan.folder, passesOverStamped: done == .stamped,
        raw: plan.raw)
      let (total, conflicts) = try OutputConflicts(of: walk, plan: plan, work: work).resolve()
      if total == 0, !options.quiet { Console.say(Wording.noPhotos) }
      reporter.begin(total: total)
      return (walk, conflicts)
    } catch let error as JobList.Mistake {
      throw ValidationError(Wording.mistake(error))
    } catch let error as ListedNameError {
      throw ValidationError(Wording.listedName(error))
    } catch {
      throw ValidationError(Wording.sentence(for: error))
    }
  }

  private func checkStandardOutput() throws {
    if recordsTo == STDOUT_FILENO {
      throw ValidationError(
        "--json and a photo cannot share standard output; give -o FILE, or --json-fd 3.")
    }
    if isatty(STDOUT_FILENO) == 1 {
      throw ValidationError(
        "Standard output is a terminal; redirect it to a file, or give -o FILE.")
    }
  }
}

/// Ctrl-C and the other polite ways to end a program.
package enum Interruption {
  private static let signals = [SIGINT, SIGTERM, SIGHUP]

  /// Calls the handler on the first such signal, on a thread of its own.
  ///
  /// - Returns: what must be kept for as long as signals are to be handled.
  package static func handle(_ handler: @escaping @Sendable () -> Never)
    -> [any DispatchSourceSignal]
  {
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
