import ArgumentParser
import Decoding
import Shell
import Stamping

/// `daystamp unstamp`: the original of every stamped photo.
struct Unstamp: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unstamp",
    abstract: "Take stamps off again: every original as it was.",
    discussion: """
      Stamped photos hold what their label covers, but for those stamped with --no-undo or with \
      loss, and HEIC and AVIF. The original of a JPEG, BMP or TIFF comes back byte for byte, checked \
      by its SHA-256. Of PNG, lossless WebP and GIF every pixel comes back, checked by the SHA-256 \
      of the pixels, with the stamped file's metadata; the file is coded anew, so its bytes may \
      differ from the original's. A photo that another program changed since it was stamped is left \
      alone, and fails; a JPEG of which only metadata were changed gives its picture back with those \
      under --keep-metadata. In folders photos without a stamp are skipped.

      EXAMPLES
        One photo; writes photo.unstamped.jpg beside it:
          daystamp unstamp photo.stamped.jpg
        A folder and all below it, mirrored into another:
          daystamp unstamp Stamped -o Originals
        Photos that were stamped in place; they are themselves replaced:
          daystamp unstamp Photos --in-place
        Photos whose titles or dates another program has changed since:
          daystamp unstamp Stamped -o Originals --keep-metadata
        Standard input to standard output:
          daystamp unstamp - < stamped.jpg > photo.jpg
      """)

  @OptionGroup(title: "Input") var input: InputOptions
  @OptionGroup(title: "Output") var output: DestinationOptions
  @OptionGroup(title: "Output") var metadata: MetadataOption
  @OptionGroup(title: "Running") var rehearsal: DryRunOption
  @OptionGroup(title: "Running") var options: RunOptions
  @OptionGroup(title: "Running") var defaults: DefaultsOption

  func validate() throws {
    try input.checkIsGiven()
    // Checked here too, so that the error shows this command's usage.
    _ = try plan()
  }

  func run() async throws {
    options.memory.setForThisProcess(jobs: options.jobs)
    let batch = BatchRun(
      photos: { .named(try input.all()) }, plan: try plan(),
      work: Unstamper(
        decoder: DecoderProcesses.ofThisProgram, keepsMetadata: metadata.keepMetadata),
      options: options, recordsTo: options.recordsTo, isDryRun: rehearsal.dryRun, done: .unstamped)
    throw try await batch.run().exitCode
  }

  private func plan() throws -> OutputPlan {
    OutputPlan(
      destination: try output.destination(for: input), format: nil,
      replacesExisting: output.force, naming: .unstamped,
      onConflict: output.onConflict)
  }
}
