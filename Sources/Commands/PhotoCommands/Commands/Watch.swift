import ArgumentParser
import CaptureTime
import Files
import Glibc
import Shell
import Stamping
import SystemPackage
import Wording

/// `daystamp watch`: stamps every photo that comes into a folder into another.
struct Watch: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Stamp every photo that comes into a folder.",
    discussion: """
      Stamps the photos that are in the folder and below it, then each that is written or moved there, \
      until Ctrl-C. It waits until a file no longer changes. Outputs that exist are skipped, so you can stop it \
      and start it again at any time. In a folder on a network, it cannot see what other machines write: run \
      daystamp stamp there by a timer. It takes all options of daystamp stamp that work for a folder.

      EXAMPLES
        daystamp watch Incoming -o Stamped
        daystamp watch ~/Camera -o ~/Stamped --style film --settle 10
        daystamp watch /srv/in -o /srv/out --json
      """)

  @Option(
    help: ArgumentHelp(
      "How long a file must stay as it is before it is stamped.", valueName: "seconds"))
  var settle = 2

  @OptionGroup var stamp: Stamp

  func validate() throws {
    guard 1...3600 ~= settle else {
      throw ValidationError("--settle \(settle): give 1 to 3600 seconds.")
    }
    _ = try folders()
    if stamp.rehearsal.dryRun {
      throw ValidationError("--dry-run goes with daystamp stamp; watch writes what comes.")
    }
  }

  func run() async throws {
    let (folder, output) = try folders()
    guard (try? folder.stat().type) == .directory else {
      throw ValidationError("\(Wording.name(folder)) is not a folder.")
    }
    // A batch under way handles signals itself.
    let signals = Interruption.handle {
      PartialFiles.removeAll(thenExit: ExitStatus.interrupted.rawValue)
    }
    defer { withExtendedLifetime(signals) {} }
    var files = SettlingFiles(seconds: settle)
    do {
      let watch = try FolderWatch(folder, excluding: output)
      if !stamp.options.quiet { Console.say(Wording.watches(folder)) }
      var changed = Self.photos(in: folder, excluding: output)
      while true {
        let ready = files.settled(
          adding: changed, beneath: folder, now: Self.uptime, wall: Clock.now())
        if !ready.isEmpty {
          _ = try await stamp.batch(.listed(ready, beneath: folder)).run()
        }
        let changes = try watch.next(within: files.isEmpty ? nil : 250)
        changed =
          changes.areIncomplete
          ? Self.photos(in: folder, excluding: output)
          : changes.files.filter { $0.formatByName != nil }
      }
    } catch let error as FileError {
      Console.say("Error: \(Wording.sentence(for: error))")
      throw ExitStatus(of: error).exitCode
    }
  }

  /// The watched folder and that of the outputs.
  private func folders() throws -> (FilePath, FilePath) {
    let inputs = stamp.input.inputs
    guard inputs.count == 1, let folder = inputs.first, !stamp.input.isStandardInput,
      stamp.input.filesFrom == nil, stamp.lists.jobsFrom == nil
    else { throw ValidationError("watch takes one folder.") }
    guard let output = try stamp.outputFolder() else {
      throw ValidationError("watch needs -o FOLDER, where the stamped photos go.")
    }
    guard output.resolvedAsFarAsThere != folder.resolvedAsFarAsThere else {
      throw ValidationError("The folder of -o is the watched one; give another.")
    }
    return (folder, output)
  }

  private static func photos(in folder: FilePath, excluding output: FilePath) -> Set<FilePath> {
    var paths: Set<FilePath> = []
    for case .photo(let photo) in PhotoWalk([folder], excluding: output) {
      paths.insert(photo.relativePath)
    }
    return paths
  }

  /// Seconds of a clock that never goes back.
  private static var uptime: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int(time.tv_sec)
  }
}

extension Wording {
  static func watches(_ folder: FilePath) -> String {
    "Watching \(name(folder)); Ctrl-C ends it."
  }
}
