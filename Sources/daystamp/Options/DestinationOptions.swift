import ArgumentParser
import Files
import Shell
import Stamping
import SystemPackage

/// Where results go.
struct DestinationOptions: ParsableArguments {
  @Option(
    name: [.short, .long],
    help: ArgumentHelp(
      """
      A folder, in which the inputs' folders are mirrored, or for one photo a file whose name ends \
      like a photo's. Default: beside each input, stamped as NAME.stamped.EXT, unstamped as \
      NAME.unstamped.EXT.
      """, valueName: "path"),
    completion: .file(), transform: RawArguments.path)
  var output: FilePath?

  @Flag(help: "Replace each input by its result.")
  var inPlace = false

  @Flag(help: "Write outputs that are there already; otherwise they are skipped.")
  var force = false

  func validate() throws {
    if inPlace, output != nil {
      throw ValidationError("--in-place and --output exclude each other.")
    }
  }

  /// The destination of the results of these inputs.
  ///
  /// - Throws: `ValidationError` where the inputs do not fit the output.
  func destination(for inputs: InputOptions) throws -> OutputPlan.Destination {
    if inPlace {
      if inputs.isStandardInput {
        throw ValidationError("Standard input has no place to write to.")
      }
      return .inPlace
    }
    guard let output else { return inputs.isStandardInput ? .standardOutput : .besideInput }
    if output == "-" {
      guard inputs.isOnePhoto else {
        throw ValidationError("Standard output (-o -) takes one photo.")
      }
      return .standardOutput
    }
    let type = try? output.stat().type
    if type == .directory || (type == nil && output.formatByName == nil) {
      if inputs.isStandardInput {
        throw ValidationError(
          "Standard input has no name: give a file to write, such as -o photo.jpg.")
      }
      return .folder(output)
    }
    guard inputs.isOnePhoto else {
      throw ValidationError(Wording.severalInputsIntoOneFile(output))
    }
    return .file(output)
  }
}

extension InputOptions {
  /// Whether there is exactly one input, and it is not a folder.
  fileprivate var isOnePhoto: Bool {
    guard inputs.count == 1, filesFrom == nil else { return false }
    return (try? inputs[0].stat().type) != .directory
  }
}
