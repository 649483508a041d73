import ArgumentParser
import Files
import Formats
import Shell
import Stamping
import SystemPackage
import Wording

/// Where results go.
struct DestinationOptions: ParsableArguments {
  @Option(
    name: [.customShort("o", allowingJoined: true), .long],
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

/// What the files of stamped photos are like, and what may be lost on the way.
struct StampedFileOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Format of the output. Default: the input's, but JPEG for HEIC and AVIF, PNG for TIFF.",
      valueName: "format"))
  var to: PhotoFormat?

  @Option(help: "Quality of lossy formats, 1 to 100. Default: a JPEG keeps its own, others get 90.")
  var quality: Int?

  @Flag(help: "Go ahead where the output cannot carry all of the photo, and say what is lost.")
  var allowLoss = false

  @Flag(
    help: """
      Leave out of a stamped JPEG what its label covers. That saves some kilobytes, and the stamp \
      can never be taken off again: keep the original.
      """)
  var noUndo = false

  func validate() throws {
    if let quality, !(1...100).contains(quality) {
      throw ValidationError("--quality goes from 1 to 100, not \(quality).")
    }
  }

  /// The format asked for: by `--to`, or by the name of the one file to write.
  ///
  /// - Throws: `ValidationError` where the two contradict each other.
  func format(for destination: OutputPlan.Destination) throws -> PhotoFormat? {
    guard case .file(let path) = destination, let named = path.formatByName else {
      return to
    }
    if let to, to != named {
      throw ValidationError(Wording.outputNameContradicts(path, to: to))
    }
    // GIF and BMP are written for photos that are GIF or BMP, and for no others.
    return PhotoFormat.targets.first { $0 == named }
  }
}

/// By name, of the formats that are written where they are asked for.
extension PhotoFormat: ExpressibleByArgument {
  public init?(argument: String) {
    guard let format = Self.targets.first(where: { $0.rawValue == argument }) else { return nil }
    self = format
  }

  public static var allValueStrings: [String] { targets.map(\.rawValue) }
}
