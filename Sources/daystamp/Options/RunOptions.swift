import ArgumentParser
import Foundation

/// How a run over many photos goes and what it says.
struct RunOptions: ParsableArguments {
  @Option(name: [.short, .long], help: "Photos worked on at the same time.")
  var jobs = ProcessInfo.processInfo.activeProcessorCount

  @Flag(name: [.short, .long], help: "Say nothing but failures.")
  var quiet = false

  @Flag(help: "One JSON object for each photo on standard output, then a summary.")
  var json = false

  func validate() throws {
    guard (1...1024).contains(jobs) else {
      throw ValidationError("--jobs goes from 1 to 1024, not \(jobs).")
    }
  }
}

/// Whether a run only tells what it would do.
struct DryRunOption: ParsableArguments {
  @Flag(help: "Do everything but write, and say what would be written.")
  var dryRun = false
}
