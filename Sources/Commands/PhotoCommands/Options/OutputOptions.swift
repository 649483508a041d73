import ArgumentParser
import Files
import Formats
import Shell
package import Stamping
import SystemPackage
import Wording

/// Where results go.
struct DestinationOptions: ParsableArguments {
  @Option(
    name: [.customShort("o", allowingJoined: true), .long],
    help: ArgumentHelp(
      """
      A folder, which mirrors the inputs' folders, or a file for one photo, with a photo's ending. Put \
      a / after a new folder's name if it has another ending (Photos.old/); a number needs none \
      (2024.01). Default: beside each input, as NAME.stamped.EXT, NAME.unstamped.EXT or NAME.dated.EXT.
      """, valueName: "path"),
    completion: .file(), transform: OutputPath.init)
  var output: OutputPath?

  @Option(
    help: ArgumentHelp(
      """
      What to do if two photos would get the same output: suffix adds a number to the second one's \
      name, skip leaves it out, fail writes nothing at all.
      """, valueName: "way"))
  var onConflict = ConflictPolicy.suffix

  @Flag(help: "Replace each input with its result.")
  var inPlace = false

  @Flag(help: "Overwrite outputs that already exist, instead of skipping them.")
  var force = false

  init() {}

  func validate() throws {
    if inPlace, output != nil {
      throw ValidationError("--in-place and --output cannot be used together.")
    }
  }

  /// The destination of the results of these inputs.
  ///
  /// - Throws: `ValidationError` where the inputs do not fit the output.
  func destination(for inputs: InputOptions) throws -> OutputPlan.Destination {
    if inPlace {
      if inputs.isStandardInput {
        throw ValidationError("--in-place cannot replace standard input: leave it out.")
      }
      return .inPlace
    }
    guard let path = output?.path else {
      return inputs.isStandardInput ? .standardOutput : .besideInput
    }
    if path == "-" {
      guard inputs.isOnePhoto else {
        throw ValidationError("Standard output (-o -) takes only one photo.")
      }
      return .standardOutput
    }
    if try output?.isFolder(forOne: inputs.isOnePhoto) == true {
      if inputs.isStandardInput {
        throw ValidationError(
          "Standard input has no name: give an output file, such as -o photo.jpg.")
      }
      return .folder(path)
    }
    guard inputs.isOnePhoto else {
      throw ValidationError(Wording.severalInputsIntoOneFile(path))
    }
    return .file(path)
  }
}

extension InputOptions {
  /// Whether there is exactly one input, however often it is named, and it is not a folder.
  fileprivate var isOnePhoto: Bool {
    guard let first = inputs.first, filesFrom == nil else { return false }
    return (try? first.stat().type) != .directory
      && inputs.dropFirst().allSatisfy { other in
        other == first || (try? other.resolved()).map { $0 == (try? first.resolved()) } ?? false
      }
  }
}

/// What `--output` names: a file or a folder, which may not be there yet.
struct OutputPath {
  let path: FilePath
  /// Whether it was written with a slash at its end, which a path does not keep.
  private let endsInSlash: Bool

  init(_ argument: String) {
    path = RawArguments.path(argument)
    endsInSlash = argument.hasSuffix("/")
  }

  /// Whether it is a folder, or is to become one.
  ///
  /// A name that is not there yet is a file's if it has an ending: a photo's or, which is a mistake,
  /// any other that is not a number. A file that is there is only replaced where it has a photo's.
  ///
  /// - Parameter isOnePhoto: whether a file could be meant.
  /// - Returns: true for a folder, false for a file.
  /// - Throws: `ValidationError` for a name without a photo's extension.
  func isFolder(forOne isOnePhoto: Bool) throws -> Bool {
    let type = try? path.stat().type
    if type == .directory { return true }
    if endsInSlash {
      if type != nil { throw ValidationError(Wording.outputIsNoFolder(path)) }
      return true
    }
    if path.formatByName != nil { return false }
    guard type == .regular || (type == nil && isMistakenEnding) else { return type == nil }
    throw ValidationError(
      Wording.outputEndsLikeNoPhoto(
        path, isOnePhoto: isOnePhoto,
        nearest: NearestName.of(
          ending, among: PhotoFormat.allExtensions, allowsAbbreviations: false),
        isThere: type != nil))
  }

  /// What comes after the last full stop that has anything after it; empty where there is none.
  private var ending: String {
    let name = path.lastComponent.map { String(decoding: $0) } ?? ""
    let parts = name.split(separator: ".")
    return parts.count > (name.hasPrefix(".") ? 0 : 1) ? String(parts.last ?? "") : ""
  }

  /// Whether the name has an ending that is no folder's: letters and digits, or a photo's with
  /// something else among it, but no number.
  private var isMistakenEnding: Bool {
    let ending = ending
    let letters = ending.filter { $0.isLetter || $0.isNumber }
    if PhotoFormat(fileExtension: letters) != nil { return true }
    return path.extension == ending && !ending.isEmpty && !ending.allSatisfy(\.isNumber)
      && ending.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
  }
}

extension ConflictPolicy: ExpressibleByArgument {}

/// What the files of stamped photos are like, and what may be lost on the way.
struct StampedFileOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Format of the output, by name or file ending (jpg, tif). Default: the input's, but JPEG for \
      HEIC and AVIF, and PNG for a TIFF that is cropped, rotated or filtered.
      """,
      valueName: "format"))
  var to: PhotoFormat?

  @Option(help: "Quality of lossy formats, 1 to 100. Default: a JPEG keeps its own, others get 90.")
  var quality: Int?

  @Flag(help: "Go ahead even if the output cannot hold all of the photo, and report each loss.")
  var allowLoss = false

  @Flag(
    help: """
      Do not store the picture under the label. This saves some kilobytes, but the stamp can never be \
      taken off: keep the original.
      """)
  var noUndo = false

  init() {}

  func validate() throws {
    if let quality, !(1...100).contains(quality) {
      throw ValidationError("--quality takes 1 to 100, not \(quality).")
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

/// What of a stamped JPEG may have changed since.
struct MetadataOption: ParsableArguments {
  @Flag(
    help: """
      Take the stamp off a JPEG even if another program has changed its metadata since, and keep the \
      new metadata. The picture itself must be unchanged.
      """)
  var keepMetadata = false

  init() {}
}

/// By name or by one of its files' extensions, in any case: of the formats that are written where they
/// are asked for.
extension PhotoFormat: ExpressibleByArgument {
  public init?(argument: String) {
    let name = argument.hasPrefix(".") ? String(argument.dropFirst()) : argument
    guard let format = Self(fileExtension: name), Self.targets.contains(format) else { return nil }
    self = format
  }

  public static var allValueStrings: [String] { targets.map(\.rawValue) }
}
