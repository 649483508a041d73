import ArgumentParser
import Fonts
import Foundation
import Raster
import Stamping

/// `daystamp stamp`: a label on every photo.
struct Stamp: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
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
        Standard input to standard output:
          daystamp stamp - < photo.jpg > stamped.jpg
      """)

  @OptionGroup var input: InputOptions
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Label") var label: LabelOptions
  @OptionGroup(title: "Time") var time: TimeOptions
  @OptionGroup(title: "Running") var run: RunOptions

  func validate() throws {
    // Checked here too, so that the error shows this command's usage.
    _ = try output.plan(for: input)
    _ = try label.labelText(label.labelStyle())
    _ = try time.settings()
  }

  func run() async throws {
    RasterMemory.keepForNextImages()
    let plan = try output.plan(for: input)
    if plan.destination == .standardOutput { try checkStandardOutput() }
    let stamper = try Stamper(settings())
    let isResumable = plan.destination != .inPlace && !plan.replacesExisting
    let reporter = StampReporter(
      .init(
        isJSON: run.json, isQuiet: run.quiet, isDryRun: run.dryRun, isResumable: isResumable))
    let signals = Interruption.handle { reporter.interrupt() }
    let walk: PhotoWalk
    do {
      walk = PhotoWalk(try input.all(), excluding: plan.folder)
      let total = try OutputConflicts(of: walk, plan: plan).check()
      if total == 0, !run.quiet { Console.say(Wording.noPhotos) }
      reporter.begin(total: total)
    } catch {
      throw ValidationError(Wording.message(for: error))
    }
    let batch = Batch(
      walk: walk, plan: plan, stamper: stamper, jobs: run.jobs, isDryRun: run.dryRun)
    await batch.run(report: reporter.report)
    withExtendedLifetime(signals) {}
    throw reporter.finish().exitCode
  }

  private func settings() throws -> Stamper.Settings {
    let style = try label.labelStyle()
    let text = try label.labelText(style)
    let fonts: LabelFonts
    do {
      let environment = ProcessInfo.processInfo.environment
      fonts = try LabelFonts(
        face: style.face,
        searchPath: FontSearchPath(
          override: environment["DAYSTAMP_FONTS"], executableFolder: ExecutableFolder.current()))
    } catch let error as FontNotFound {
      // Not the command line is wrong but the installation.
      Console.say("Error: \(Wording.message(for: error))")
      throw ExitStatus.failure.exitCode
    } catch {
      throw ValidationError(Wording.message(for: error))
    }
    return Stamper.Settings(
      style: style, text: text, fonts: fonts, time: try time.settings(), quality: output.quality,
      allowsLoss: output.allowLoss, maxPixels: run.maxPixels * 1_000_000)
  }

  private func checkStandardOutput() throws {
    if run.json {
      throw ValidationError("--json and a photo cannot share standard output; give -o FILE.")
    }
    if isatty(STDOUT_FILENO) == 1 {
      throw ValidationError("Standard output is a terminal; send it to a file or give -o FILE.")
    }
  }
}
