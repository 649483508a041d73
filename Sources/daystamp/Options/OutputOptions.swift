import ArgumentParser
import Glibc
import PhotoFile
import Stamping
import SystemPackage

/// Where stamped photos go, and as what.
struct OutputOptions: ParsableArguments {
  @Option(
    name: [.short, .long],
    help: ArgumentHelp(
      """
      A folder, in which the inputs' folders are mirrored, or for one photo a file whose name ends \
      like a photo's. Default: NAME.stamped.EXT beside each input.
      """, valueName: "path"),
    completion: .file(), transform: RawArguments.path)
  var output: FilePath?

  @Flag(help: "Replace each input by its stamped photo.")
  var inPlace = false

  @Option(
    help: ArgumentHelp(
      "Format of the output. Default: the input's, but JPEG for HEIC and AVIF, PNG for TIFF.",
      valueName: "format"))
  var to: TargetFormat?

  @Option(help: "Quality of lossy formats, 1 to 100. Default: a JPEG keeps its own, others get 90.")
  var quality: Int?

  @Flag(help: "Write outputs that are there already; otherwise they are skipped.")
  var force = false

  @Flag(help: "Go ahead where the output cannot carry all of the photo, and say what is lost.")
  var allowLoss = false

  /// The formats that are written on demand.
  enum TargetFormat: String, ExpressibleByArgument, CaseIterable {
    case jpeg, png, webp, heic, avif, tiff

    var format: PhotoFormat {
      switch self {
      case .jpeg: .jpeg
      case .png: .png
      case .webp: .webp
      case .heic: .heic
      case .avif: .avif
      case .tiff: .tiff
      }
    }
  }

  func validate() throws {
    if inPlace, output != nil {
      throw ValidationError("--in-place and --output exclude each other.")
    }
    if let quality, !(1...100).contains(quality) {
      throw ValidationError("--quality goes from 1 to 100, not \(quality).")
    }
  }

  /// The plan for these inputs.
  ///
  /// - Throws: `ValidationError` where the inputs do not fit the output.
  func plan(for inputs: InputOptions) throws -> OutputPlan {
    let destination = try destination(for: inputs)
    return OutputPlan(
      destination: destination, format: try format(for: destination), replacesExisting: force)
  }

  private func destination(for inputs: InputOptions) throws -> OutputPlan.Destination {
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

  /// The format asked for: by `--to`, or by the name of the one file to write.
  private func format(for destination: OutputPlan.Destination) throws -> PhotoFormat? {
    guard case .file(let path) = destination, let named = path.formatByName else {
      return to?.format
    }
    if let to, to.format != named {
      throw ValidationError(Wording.outputNameContradicts(path, to: to.format))
    }
    // GIF and BMP are written for photos that are GIF or BMP, and for no others.
    return TargetFormat.allCases.first { $0.format == named }?.format
  }
}

extension InputOptions {
  /// Whether there is exactly one input, and it is not a folder.
  fileprivate var isOnePhoto: Bool {
    guard inputs.count == 1, filesFrom == nil else { return false }
    return (try? inputs[0].stat().type) != .directory
  }
}
