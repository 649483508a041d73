import Dispatch
import Files
import Glibc
package import Shell
package import Stamping
import Synchronization
import SystemPackage
import Wording

/// Reports a batch while it runs: JSON for programs; failures, warnings and progress for people.
///
/// Sendable by its mutex: photos are reported from the batch, the end also from a signal.
package final class BatchReporter: Sendable {
  private let options: Options
  private let start = ContinuousClock.now
  private let state: Mutex<State>
  /// A batch works between its `enter()` and `leave()`, and reports that work.
  package let ending = BatchEnding()
  /// Seconds that a group of photos may take to be stored, once the program is to end.
  private static let patience = 10.0

  package struct Options {
    /// The file descriptor for records in JSON; nil for none.
    package let recordsTo: CInt?
    package let isQuiet: Bool
    package let isDryRun: Bool
    /// Whether the same command, run again, goes on where this one was interrupted.
    package let isResumable: Bool
    /// What has been done to a photo that was worked on.
    package let done: Tally.Deed
    /// Where the outputs go; the last line for people names it. Nil leaves it out.
    let destination: OutputPlan.Destination?

    /// How to undo the work so far; shown when the run is interrupted.
    package var wayBack: @Sendable () -> String? = { nil }

    package init(
      recordsTo: CInt?, isQuiet: Bool, isDryRun: Bool, isResumable: Bool, done: Tally.Deed,
      destination: OutputPlan.Destination? = nil
    ) {
      (self.recordsTo, self.isQuiet, self.isDryRun) = (recordsTo, isQuiet, isDryRun)
      (self.isResumable, self.done, self.destination) = (isResumable, done, destination)
    }

    /// Whether standard error has records, and nothing else.
    var isSilent: Bool { recordsTo == STDERR_FILENO }
  }

  private struct State {
    var tally: Tally
    var progress: ProgressLine?
    /// Whether somebody locked the journal while the batch was under way.
    var isLocked = false
    /// Whether the machine failed, and not a photo.
    var hasMachineFailed = false
    /// Whether anything was to be said of a photo.
    var hasNotes = false
    /// Whether the summary was printed: a signal may come at the very end.
    var isSummarized = false
    /// What was said that is the same for all that follow.
    var saidOnce: Set<RecordLines.Common> = []
    /// The path of the last output.
    var lastOutput: FilePath?
    /// How many labels show when their file was last changed.
    var fileTimes = 0
  }

  package init(_ options: Options) {
    self.options = options
    state = Mutex(State(tally: Tally(options.done)))
  }

  /// Reports a batch until it ends; on Ctrl-C or another such signal, ends the program.
  ///
  /// - Parameter batch: calls ``begin(total:)`` and, for each photo, ``report(_:)``.
  /// - Returns: what the program exits with.
  /// - Throws: what the batch throws; then there is no summary.
  package func run(_ batch: () async throws -> Void) async rethrows -> ExitStatus {
    let signals = Interruption.handle { self.interrupt() }
    try await batch()
    withExtendedLifetime(signals) {}
    return finish()
  }

  /// Begins to show progress, where a person watches.
  package func begin(total: Int) {
    guard Console.isWatched, !options.isQuiet, !options.isDryRun, !options.isSilent else { return }
    state.withLock { $0.progress = ProgressLine(total: total, start: start) }
  }

  /// Reports one photo.
  package func report(_ lines: RecordLines) {
    state.withLock { state in
      state.tally.count(lines.result)
      if lines.result == .done { state.lastOutput = lines.written }
      if lines.hasFileTime { state.fileTimes += 1 }
      state.hasMachineFailed = state.hasMachineFailed || lines.isFailureOfMachine
      let isSilent =
        if let common = lines.common {
          !state.saidOnce.insert(common).inserted
        } else {
          options.isQuiet && lines.result != .failed && !lines.isIncomplete
        }
      state.isLocked = state.isLocked || lines.common == .locked
      state.hasNotes = state.hasNotes || !lines.people.isEmpty
      let people =
        options.isSilent
        ? [] : !isSilent ? lines.people : lines.common == nil ? lines.saidAlways : []
      if !people.isEmpty || lines.output != nil { state.progress?.clear() }
      people.forEach(Console.say)
      if let output = lines.output { print(output) }
      state.progress?.update(state.tally, now: .now)
    }
  }

  /// Reports a fact besides each photo's result.
  package func note(_ line: String, output: String?) {
    state.withLock { state in
      state.hasNotes = true
      state.progress?.clear()
      if !options.isQuiet { Console.say(line) }
      if let output { print(output) }
    }
  }

  /// Writes a line for programs.
  private func print(_ line: String) { Console.print(line, to: options.recordsTo ?? STDOUT_FILENO) }

  /// Reports how it all went.
  private func finish() -> ExitStatus {
    state.withLock { state in
      summarize(&state, isInterrupted: false)
      if state.isLocked { return .locked }
      if state.hasMachineFailed || Console.hasLostOutput { return .temporaryFailure }
      return state.tally.failed == 0 ? .success : .failure
    }
  }

  /// Reports how far the batch came and ends the program; meanwhile no further photo is reported.
  ///
  /// Whoever reads standard output may have stopped reading; then the program ends without a word.
  private func interrupt() -> Never {
    // Only finished work is reported.
    ending.close(patience: Self.patience)
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(500)) {
      PartialFiles.removeAll(thenExit: ExitStatus.interrupted.rawValue)
    }
    state.withLock { state -> Never in
      summarize(&state, isInterrupted: true)
      if !options.isSilent, let wayBack = options.wayBack() { Console.say(wayBack) }
      PartialFiles.removeAll(thenExit: ExitStatus.interrupted.rawValue)
    }
  }

  private func summarize(_ state: inout State, isInterrupted: Bool) {
    guard !state.isSummarized else { return }
    state.isSummarized = true
    let isWatched = state.progress != nil
    state.progress?.clear()
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    if options.recordsTo != nil {
      let summary = SummaryJSON.Summary(
        tally: state.tally, seconds: (seconds * 1000).rounded() / 1000, isInterrupted: isInterrupted
      )
      print(SummaryJSON(summary: summary).jsonLine())
    }
    if options.isSilent { return }
    if state.fileTimes > 0, state.tally.total > 1 {
      Console.say(Wording.fileTimes(state.fileTimes, isDryRun: options.isDryRun))
    }
    let place = options.isDryRun ? nil : place(state)
    if isWatched || (isInterrupted && !options.isQuiet) {
      Console.say(
        isInterrupted
          ? Wording.interrupted(state.tally, isResumable: options.isResumable)
          : Wording.summary(state.tally, place, seconds: seconds))
    } else if !options.isQuiet, options.recordsTo == nil {
      if let place {
        Console.say(Wording.counts(state.tally, place))
      } else if state.hasNotes, state.tally.total > 1 {
        Console.say(Wording.counts(state.tally, isDryRun: options.isDryRun))
      } else if state.tally.there > 0, state.tally.deed != .exported, !options.isDryRun {
        Console.say(Wording.thereAlready(state.tally))
      }
    }
  }

  /// The place of the outputs, for the last line; nil if that line does not name it.
  private func place(_ state: State) -> String? {
    guard let destination = options.destination, state.tally.done > 0 else { return nil }
    return Wording.place(destination, of: state.tally.done, last: state.lastOutput)
  }
}

/// How many photos ended how.
package struct Tally: Sendable {
  /// What has been done to the photos that neither failed nor were left alone.
  package let deed: Deed
  package private(set) var done = 0
  /// Skipped because their output already exists.
  package private(set) var there = 0
  /// Done before, with an output proved to be the same; for runs whose records a program reads.
  package private(set) var already = 0
  /// Skipped because they carry no stamp.
  package private(set) var withoutStamp = 0
  /// Skipped because there was nothing to be written into them.
  package private(set) var asItWas = 0
  /// Skipped because another photo is written to their output.
  package private(set) var inTheWay = 0
  package private(set) var failed = 0

  /// The word for it, in JSON as to people.
  package enum Deed: String {
    case stamped, unstamped, dated, restored, removed, posted, exported, imported, checked
  }

  /// How one photo ended.
  package enum Result {
    case done, already, there, withoutStamp, asItWas, inTheWay, failed
  }

  package init(_ deed: Deed) { self.deed = deed }

  package var skipped: Int { there + withoutStamp + asItWas + inTheWay }
  package var total: Int { done + already + skipped + failed }

  package mutating func count(_ result: Result) {
    switch result {
    case .done: done += 1
    case .already: already += 1
    case .there: there += 1
    case .withoutStamp: withoutStamp += 1
    case .asItWas: asItWas += 1
    case .inTheWay: inTheWay += 1
    case .failed: failed += 1
    }
  }
}

/// The line that a terminal shows while a batch runs: done of total, rate, time left, failures.
package struct ProgressLine {
  private let total: Int
  private let start: ContinuousClock.Instant
  private var lastDrawn: ContinuousClock.Instant?
  private static let interval = Duration.milliseconds(100)

  package init(total: Int, start: ContinuousClock.Instant) {
    self.total = total
    self.start = start
  }

  /// Draws the line, not more often than ten times a second.
  package mutating func update(_ tally: Tally, now: ContinuousClock.Instant) {
    if let lastDrawn, now - lastDrawn < Self.interval { return }
    lastDrawn = now
    Console.draw("\r\u{1B}[K" + String(text(tally, now: now).prefix(Console.columns - 1)))
  }

  /// Removes the line, for other text or permanently.
  package mutating func clear() {
    if lastDrawn != nil { Console.draw("\r\u{1B}[K") }
    lastDrawn = nil
  }

  private func text(_ tally: Tally, now: ContinuousClock.Instant) -> String {
    let seconds = (now - start) / .seconds(1)
    var parts = ["\(tally.total)/\(total)"]
    if seconds > 0.5, tally.total > 0 {
      let rate = Double(tally.total) / seconds
      parts.append("\(rounded(rate))/s")
      parts.append("\(Self.clock(Double(max(0, total - tally.total)) / rate)) left")
    }
    if tally.failed > 0 { parts.append("\(tally.failed) failed") }
    return parts.joined(separator: "  ")
  }

  private func rounded(_ rate: Double) -> String {
    rate < 10 ? "\((rate * 10).rounded() / 10)" : "\(Int(rate.rounded()))"
  }

  /// Seconds as 0:05, 12:34 or 1:02:03.
  package static func clock(_ seconds: Double) -> String {
    let seconds = Int(min(seconds, 359_999).rounded())
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let tail = "\(two(seconds % 60))"
    if seconds < 3600 { return "\(seconds / 60):\(tail)" }
    return "\(seconds / 3600):\(two(seconds / 60 % 60)):\(tail)"
  }
}
