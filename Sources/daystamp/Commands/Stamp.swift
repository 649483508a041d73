import ArgumentParser
import Decoding
import Shell
import Stamping

/// `daystamp stamp`: a label on every photo.
struct Stamp: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stamp",
    abstract: "Put the date and time on photos.",
    discussion: """
      EXAMPLES
        One photo; writes photo.stamped.jpg beside it:
          daystamp stamp photo.jpg
        A folder and all below it, mirrored into another:
          daystamp stamp Photos -o Stamped --style film
        The time given, and fixed text around it:
          daystamp stamp a.jpg --time '2024-01-31 23:59' --text 'Site 4 · {time}'
        A camera an hour ahead; the photos themselves are replaced:
          daystamp stamp Photos --shift -1h --in-place
        Names from one program, results for another:
          find . -name '*.jpg' -print0 | daystamp stamp --files-from - -0 --json
        Smaller files, whose stamps can never be taken off:
          daystamp stamp Photos -o Stamped --no-undo
        Standard input to standard output:
          daystamp stamp - < photo.jpg > stamped.jpg
      """)

  @OptionGroup(title: "Input") var input: InputOptions
  @OptionGroup(title: "Output") var output: DestinationOptions
  @OptionGroup(title: "Output") var file: StampedFileOptions
  @OptionGroup(title: "Label") var label: LabelOptions
  @OptionGroup(title: "Time") var time: TimeOptions
  @OptionGroup(title: "Running") var limit: PixelLimitOption
  @OptionGroup(title: "Running") var rehearsal: DryRunOption
  @OptionGroup(title: "Running") var options: RunOptions
  @OptionGroup(title: "Running") var defaults: DefaultsOption

  func validate() throws {
    // Checked here too, so that the error shows this command's usage.
    _ = try plan()
    _ = try label.look()
    _ = try time.settings()
  }

  func run() async throws {
    options.memory.setForThisProcess(jobs: options.jobs)
    let batch = BatchRun(
      input: input, plan: try plan(), work: try Stamper(settings()), options: options,
      isDryRun: rehearsal.dryRun, done: .stamped)
    throw try await batch.run().exitCode
  }

  private func plan() throws -> OutputPlan {
    let destination = try output.destination(for: input)
    return OutputPlan(
      destination: destination, format: try file.format(for: destination),
      replacesExisting: output.force, naming: .stamped,
      onConflict: output.onConflict)
  }

  private func settings() throws -> Stamper.Settings {
    let look = try label.look()
    return Stamper.Settings(
      style: look.style, text: try look.text(),
      fonts: try LabelFonts(ofThisProgram: look.style.face),
      time: try time.settings(), quality: file.quality,
      allowsLoss: file.allowLoss, keepsUndo: !file.noUndo,
      maxPixels: limit.pixels, decoder: DecoderProcesses.ofThisProgram)
  }
}
