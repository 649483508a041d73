import ArgumentParser
import CaptureTime
import Decoding
import Files
import Foundation
import Shell
import Stamping
import SystemPackage
import Wording

/// The records of runs: each says what its run did, and how to undo it.
enum Runs {
  /// The folder that they are in; nil without a home folder.
  static var folder: FilePath? { DefaultsFile.state("runs") }

  /// The record of a run that begins; nil without a home folder, and for outputs that go through a pipe or
  /// that a list of jobs names.
  static func record(
    of command: String, _ plan: OutputPlan, marksEnd: Bool = false
  ) -> RunRecordFile? {
    switch plan.destination {
    case .standardOutput, .ofJobs: return nil
    case .besideInput, .inPlace, .file, .folder: break
    }
    guard let folder else { return nil }
    let words = RawArguments.escaped
    return RunRecordFile(
      in: folder,
      RunHead(
        command: command, arguments: words.first == command ? Array(words.dropFirst()) : words,
        folder: FilePath.current.string, time: now, marksEnd: marksEnd))
  }

  /// RFC 3339, in UTC, to the second.
  static var now: String {
    Date(timeIntervalSince1970: Double(Clock.now())).formatted(.iso8601)
  }
}

/// `daystamp runs`: lists the runs that can be undone.
struct ListRuns: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "runs",
    abstract: "List what stamp, unstamp and date did.",
    discussion: """
      Each line has the run's number, its time, its number of files, and its command line. A run is listed \
      if it made files, or replaced files and can give them back. Runs into a pipe, from --jobs-from and with \
      --reproducible are not. The records are in ~/.local/state/daystamp/runs, for you alone; you may delete \
      them at any time.

      EXAMPLES
        daystamp runs
        daystamp runs --last 1 --json
        daystamp undo 3
      """)

  @Option(help: ArgumentHelp("Only this many runs, the latest.", valueName: "number"))
  var last = 20

  @Flag(help: "One JSON object for each run.")
  var json = false

  func validate() throws {
    guard 1...100_000 ~= last else {
      throw ValidationError("--last \(last): give a number from 1 to 100000.")
    }
  }

  func run() throws {
    let runs = Runs.folder.map { RecordedRun.latest(last, in: $0) } ?? []
    if json {
      for run in runs { Console.print(RunJSON(run).jsonLine()) }
    } else {
      let rows = runs.map(Wording.run)
      let table = TextTable(fitting: rows, alignments: [.right, .left, .right, .left])
      for row in rows { Console.print(table.line(row)) }
      if runs.isEmpty { Console.say(Wording.noRuns) }
    }
    if Console.hasLostOutput { throw ExitStatus.failure.exitCode }
  }
}

/// `daystamp undo`: undoes a run.
struct UndoRun: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Take back a run of stamp, unstamp or date.",
    discussion: """
      Without a number, takes back the latest run that is not undone yet. Files that the run made are \
      deleted; photos that it replaced are given back, checked by their SHA-256. A file that was changed \
      since stays as it is, and fails.

      EXAMPLES
        daystamp undo
        daystamp undo 3 --dry-run
      """)

  @Argument(help: ArgumentHelp("The run's number; daystamp runs lists them.", valueName: "run"))
  var number: Int?

  @OptionGroup(title: "Running") var rehearsal: DryRunOption
  @OptionGroup(title: "Running") var options: RunOptions
  @OptionGroup(title: "Running") var defaults: DefaultsOption

  func run() async throws {
    options.memory.setForThisProcess(jobs: options.jobs)
    guard let folder = Runs.folder, let run = chosen(in: folder) else {
      Console.say("Error: \(Wording.noSuchRun(number))")
      throw ExitStatus.failure.exitCode
    }
    let undo = try RunUndo.named(
      run.path, unstamper: Unstamper(decoder: DecoderProcesses.ofThisProgram))
    var status = ExitStatus.success
    if !undo.photos.isEmpty {
      status = try await undo.restore(options, isDryRun: rehearsal.dryRun)
    }
    if !undo.made.isEmpty {
      let removed = await remove(undo)
      if removed != .success { status = removed }
    }
    throw undo.finish(run.path, after: status, isDryRun: rehearsal.dryRun).exitCode
  }

  private func chosen(in folder: FilePath) -> RecordedRun? {
    if let number { return try? RecordedRun(number, in: folder) }
    return RecordedRun.latestToUndo(in: folder)
  }

  /// Removes the files that were made.
  private func remove(_ undo: RunUndo) async -> ExitStatus {
    let reporter = BatchReporter(
      .init(
        recordsTo: options.recordsTo, isQuiet: options.quiet, isDryRun: rehearsal.dryRun,
        isResumable: true, done: .removed))
    return await reporter.run {
      reporter.begin(total: undo.made.count)
      for path in undo.made {
        reporter.report(
          RecordLines(
            undo.remove(path, isDryRun: rehearsal.dryRun), nil, isJSON: options.recordsTo != nil,
            isDryRun: rehearsal.dryRun))
      }
    }
  }
}

/// Undoing a run, for `daystamp undo` and `daystamp date --undo` alike.
extension RunUndo {
  /// Reads the record that a command line names.
  ///
  /// - Throws: `ValidationError`.
  static func named(_ path: FilePath, unstamper: Unstamper) throws -> RunUndo {
    do {
      return try RunUndo(path, unstamper: unstamper)
    } catch let error as RunRecordMistake {
      throw ValidationError(Wording.damagedRecord(path, line: error.line))
    } catch {
      throw ValidationError(Wording.sentence(for: error))
    }
  }

  /// Gives back the photos that the run replaced.
  func restore(_ options: RunOptions, isDryRun: Bool) async throws -> ExitStatus {
    try await BatchRun(
      photos: { .named(photos) },
      plan: OutputPlan(
        destination: .inPlace, format: nil, replacesExisting: false, naming: .dated),
      work: self, options: options, recordsTo: options.recordsTo, isDryRun: isDryRun,
      done: .restored
    ).run()
  }

  /// Reports damage of the record, and marks there that the run was undone. Damaged lines turn success into
  /// failure.
  func finish(_ path: FilePath, after status: ExitStatus, isDryRun: Bool) -> ExitStatus {
    if let line = Wording.damage(of: self, path) { Console.say(line) }
    if status != .success { return status }
    if !damaged.isEmpty { return .failure }
    if !isDryRun { try? RunRecordFile.markUndone(path, at: Runs.now) }
    return .success
  }
}

/// A run as a JSON object.
private struct RunJSON: Encodable {
  let run: Int
  let time: String?
  let command: String?
  let arguments: [String]?
  let folder: String?
  let files: Int
  let undone: String?

  init(_ run: RecordedRun) {
    (self.run, files, undone) = (run.number, run.count, run.undone)
    (time, command) = (run.head?.time, run.head?.command)
    (arguments, folder) = (run.head?.arguments, run.head?.folder)
  }
}
