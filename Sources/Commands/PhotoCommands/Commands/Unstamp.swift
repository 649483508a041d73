import ArgumentParser
import Decoding
import Shell
import Stamping

/// `daystamp unstamp`: the original of every stamped photo.
struct Unstamp: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unstamp",
    abstract: "Take stamps off, and get the originals back.",
    discussion: """
      A stamped photo holds the picture under its label, unless it was stamped with --no-undo or with \
      loss. HEIC and AVIF never hold it. JPEG, BMP and TIFF come back byte for byte, checked by their \
      SHA-256. PNG, lossless WebP and GIF come back pixel for pixel, checked by the SHA-256 of the \
      pixels; they keep the stamped file's metadata, and their bytes may differ from the original. A \
      photo that another program has changed since it was stamped fails and stays as it is. If only a \
      JPEG's metadata changed, --keep-metadata restores its picture and keeps the new metadata. In \
      folders, photos without a stamp are skipped.

      EXAMPLES
        One photo; writes photo.unstamped.jpg beside it:
          daystamp unstamp photo.stamped.jpg
        A folder and everything below it, mirrored into another:
          daystamp unstamp Stamped -o Originals
        Photos that were stamped in place; this replaces them:
          daystamp unstamp Photos --in-place
        Photos with titles or dates that another program has changed since:
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
    let plan = try plan()
    let batch = BatchRun(
      photos: { .named(try input.all()) }, plan: plan,
      work: Unstamper(
        decoder: DecoderProcesses.ofThisProgram, keepsMetadata: metadata.keepMetadata),
      options: options, recordsTo: options.recordsTo, isDryRun: rehearsal.dryRun,
      record: Runs.record(of: "unstamp", plan), done: .unstamped)
    throw try await batch.run().exitCode
  }

  private func plan() throws -> OutputPlan {
    OutputPlan(
      destination: try output.destination(for: input), format: nil,
      replacesExisting: output.force, naming: .unstamped,
      onConflict: output.onConflict)
  }
}
