import Dispatch
import Files
import Shell
import Stamping
import Synchronization

/// Tells of a batch while it runs: JSON for programs, failures, warnings and progress for people.
///
/// Sendable by its mutex: photos are reported from the batch, the end also from a signal.
final class BatchReporter: Sendable {
  private let options: Options
  private let start = ContinuousClock.now
  private let state: Mutex<State>

  struct Options {
    let isJSON: Bool
    let isQuiet: Bool
    let isDryRun: Bool
    /// Whether the same command, run again, goes on where this one was interrupted.
    let isResumable: Bool
    /// What has been done to a photo that was worked on.
    let done: Tally.Deed
  }

  private struct State {
    var tally: Tally
    var progress: ProgressLine?
    /// Whether somebody locked the journal while the batch was under way.
    var isLocked = false
  }

  init(_ options: Options) {
    self.options = options
    state = Mutex(State(tally: Tally(options.done)))
  }

  /// Begins to show progress, where a person watches.
  func begin(total: Int) {
    guard Console.isWatched, !options.isQuiet, !options.isDryRun else { return }
    state.withLock { $0.progress = ProgressLine(total: total, start: start) }
  }

  /// Tells of one photo.
  func report(_ lines: RecordLines) {
    state.withLock { state in
      state.tally.count(lines.outcome)
      let isLocked = lines.outcome == .failed && lines.status == .locked
      // Once is enough: it is the same for all that follow.
      let isSilent = isLocked ? state.isLocked : options.isQuiet && lines.outcome != .failed
      state.isLocked = state.isLocked || isLocked
      let people = isSilent ? [] : lines.people
      if !people.isEmpty || lines.output != nil { state.progress?.clear() }
      people.forEach(Console.say)
      if let output = lines.output { Console.print(output) }
      state.progress?.update(state.tally, now: .now)
    }
  }

  /// Tells how it all went.
  ///
  /// - Returns: what the program exits with.
  func finish() -> ExitStatus {
    state.withLock { state in
      summarize(&state, isInterrupted: false)
      if state.isLocked { return .locked }
      return state.tally.failed == 0 && !Console.hasLostOutput ? .success : .failure
    }
  }

  /// Tells how far it came and ends the program, while no further photo can be reported.
  ///
  /// Whoever reads standard output may have stopped reading; then the program ends without a word.
  func interrupt() -> Never {
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(500)) {
      PartialFiles.removeAll(thenExit: ExitStatus.interrupted.rawValue)
    }
    state.withLock { state -> Never in
      summarize(&state, isInterrupted: true)
      PartialFiles.removeAll(thenExit: ExitStatus.interrupted.rawValue)
    }
  }

  private func summarize(_ state: inout State, isInterrupted: Bool) {
    let isWatched = state.progress != nil
    state.progress?.clear()
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    if options.isJSON {
      let summary = SummaryJSON.Summary(
        state.tally, seconds: (seconds * 1000).rounded() / 1000, isInterrupted: isInterrupted)
      Console.print(SummaryJSON(summary: summary).jsonLine())
    }
    if isWatched || (isInterrupted && !options.isQuiet) {
      Console.say(
        isInterrupted
          ? Wording.interrupted(state.tally, isResumable: options.isResumable)
          : Wording.summary(state.tally, seconds: seconds))
    } else if state.tally.there > 0, !options.isQuiet, !options.isJSON, !options.isDryRun {
      Console.say(Wording.thereAlready(state.tally))
    }
  }
}
