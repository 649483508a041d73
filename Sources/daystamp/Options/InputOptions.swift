import ArgumentParser
import Files
import Shell
import Stamping
import SystemPackage

/// Which photos.
struct InputOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Photos, folders (all photos below them), or - for standard input.", valueName: "input"),
    completion: .file(), transform: RawArguments.path)
  var inputs: [FilePath] = []

  @Option(
    help: ArgumentHelp(
      "Read further inputs from a file, one a line; - for standard input.", valueName: "file"),
    completion: .file(), transform: RawArguments.path)
  var filesFrom: FilePath?

  @Flag(
    name: [.customShort("0"), .customLong("null")], help: "Names in --files-from end with NUL.")
  var isNullSeparated = false

  func validate() throws {
    if inputs.isEmpty, filesFrom == nil {
      throw ValidationError(Wording.noInput)
    }
    if isNullSeparated, filesFrom == nil {
      throw ValidationError("-0 goes with --files-from.")
    }
    if inputs.contains("-"), inputs.count > 1 || filesFrom != nil {
      throw ValidationError("Standard input (-) is one photo and goes with no other input.")
    }
  }

  /// True where the one photo comes through standard input.
  var isStandardInput: Bool { inputs == ["-"] }

  /// The inputs of the command line and those of the list.
  ///
  /// - Throws: `FileError` when the list cannot be read.
  func all() throws -> [FilePath] {
    guard let filesFrom else { return inputs }
    return try inputs + NameList.read(filesFrom, isNullSeparated: isNullSeparated)
  }
}
