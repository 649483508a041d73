import ArgumentParser
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
  /// How to undo the work so far; shown when the run is interrupted.
  var wayBack: @Sendable () -> String? = { nil }

  /// Runs the batch to its end.
  ///
  /// - Returns: what the program exits with.
  /// - Throws: `ValidationError` if the command line does not fit the existing files; then nothing
  ///   was done.
  func run() async throws -> ExitStatus {
    if plan.destination == .standardOutput { try checkStandardOutput() }
    var reports = BatchReporter.Options(
      recordsTo: recordsTo, isQuiet: options.quiet, isDryRun: isDryRun,
      isResumable: plan.destination != .inPlace && !plan.replacesExisting, done: done,
      destination: plan.destination)
    reports.wayBack = wayBack
    let reporter = BatchReporter(reports)
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
