package import ArgumentParser
import Files
import Formats
import Raster
package import Shell
import Stamping
package import SystemPackage
import Wording

/// What a command does with folders, for its help.
package protocol FolderUse {
  /// What can be given beside photos.
  static var folders: String { get }
}

/// Folders are gone through.
enum TakesFolders: FolderUse {
  static let folders = "folders (all photos below them)"
}

/// Folders are gone through where that is asked for.
package enum TakesFoldersIfRecursive: FolderUse {
  package static let folders = "with --recursive folders (all photos below them)"
}

typealias InputOptions = PhotoInputOptions<TakesFolders>

/// Which photos.
package struct PhotoInputOptions<Folders: FolderUse>: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Photos, \(Folders.folders), or - for standard input.", valueName: "input"),
    completion: .file(), transform: RawArguments.path)
  package var inputs: [FilePath] = []

  @Option(
    help: ArgumentHelp(
      "Read more inputs from a file, one per line (LF or CRLF); - for standard input.",
      valueName: "file"),
    completion: .file(), transform: RawArguments.path)
  package var filesFrom: FilePath?

  @Flag(
    name: [.customShort("0"), .customLong("null")], help: "Names in --files-from end with NUL.")
  var isNullSeparated = false

  package init() {}

  /// - Throws: `ValidationError` where there is no input.
  package func checkIsGiven() throws {
    if inputs.isEmpty, filesFrom == nil { throw ValidationError(Wording.noInput) }
  }

  package func validate() throws {
    if isNullSeparated, filesFrom == nil {
      throw ValidationError("-0 needs --files-from.")
    }
    if inputs.contains("-"), inputs.count > 1 || filesFrom != nil {
      throw ValidationError("Standard input (-) is one photo: give no other input with it.")
    }
  }

  /// True where the one photo comes through standard input.
  package var isStandardInput: Bool { inputs == ["-"] }

  /// The inputs of the command line and those of the list.
  ///
  /// - Throws: `FileError` when the list cannot be read.
  package func all() throws -> [FilePath] {
    guard let filesFrom else { return inputs }
    return try inputs + NameList.read(filesFrom, isNullSeparated: isNullSeparated)
  }
}

/// How a run over many photos goes and what it says.
package struct RunOptions: ParsableArguments {
  @Option(
    name: [.customShort("j", allowingJoined: true), .long],
    help: "How many photos to work on at once.")
  package var jobs = usualJobs

  /// Found once: each of several passes over the command line makes new options.
  package static let usualJobs = MemoryBudget.usualJobs(processors: ThisMachine.processors)

  @OptionGroup package var memory: MemoryOption

  @Flag(name: [.short, .long], help: "Report only failures.")
  package var quiet = false

  @Flag(help: "Print one JSON object per photo, then a summary.")
  package var json = false

  /// The file descriptor for records in JSON; nil for none.
  package var recordsTo: CInt? { json ? Self.usualRecords : nil }

  /// That of records where no other is given.
  static let usualRecords = FileDescriptor.standardOutput.rawValue

  package init() {}

  package func validate() throws { try Self.check(jobs: jobs) }

  package static func check(jobs: Int) throws {
    guard (1...1024).contains(jobs) else {
      throw ValidationError("--jobs takes 1 to 1024, not \(jobs).")
    }
  }
}

/// Whether a run only tells what it would do.
struct DryRunOption: ParsableArguments {
  @Flag(help: "Do everything except write, and show what would be written.")
  var dryRun = false

  init() {}
}

/// How large a photo may be that is decoded.
package struct PixelLimitOption: ParsableArguments {
  @Option(help: "Refuse photos with more pixels than this, in megapixels.")
  package var maxPixels = 400

  package var pixels: Int { PhotoHeader.mostPixels(megapixels: maxPixels) }

  package init() {}

  package func validate() throws {
    guard (1...100_000).contains(maxPixels) else {
      throw ValidationError("--max-pixels takes 1 to 100000 megapixels, not \(maxPixels).")
    }
  }
}
