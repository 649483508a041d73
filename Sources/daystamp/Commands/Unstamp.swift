import ArgumentParser
import Shell
import Stamping

/// `daystamp unstamp`: the original of every stamped photo.
struct Unstamp: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unstamp",
    abstract: "Take stamps off again: every original as it was, byte for byte.",
    discussion: """
      Stamped JPEGs hold what their label covers, but for those stamped with --no-undo. Each \
      restored original is checked by its SHA-256; a photo that another program changed since it \
      was stamped is left alone, and fails. In folders photos without a stamp are skipped.

      EXAMPLES
        One photo; writes photo.unstamped.jpg beside it:
          daystamp unstamp photo.stamped.jpg
        A folder and all below it, mirrored into another:
          daystamp unstamp Stamped -o Originals
        Photos that were stamped in place; they are themselves replaced:
          daystamp unstamp Photos --in-place
        Standard input to standard output:
          daystamp unstamp - < stamped.jpg > photo.jpg
      """)

  @OptionGroup(title: "Input") var input: InputOptions
  @OptionGroup(title: "Output") var output: DestinationOptions
  @OptionGroup(title: "Running") var rehearsal: DryRunOption
  @OptionGroup(title: "Running") var options: RunOptions
  @OptionGroup(title: "Running") var defaults: DefaultsOption

  func validate() throws {
    // Checked here too, so that the error shows this command's usage.
    _ = try plan()
  }

  func run() async throws {
    options.memory.setForThisProcess(jobs: options.jobs)
    let batch = BatchRun(
      input: input, plan: try plan(), work: Unstamper(), options: options,
      isDryRun: rehearsal.dryRun, done: .unstamped)
    throw try await batch.run().exitCode
  }

  private func plan() throws -> OutputPlan {
    OutputPlan(
      destination: try output.destination(for: input), format: nil,
      replacesExisting: output.force, naming: .unstamped,
      onConflict: output.onConflict)
  }
}
