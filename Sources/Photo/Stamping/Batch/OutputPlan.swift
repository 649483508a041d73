import Files
package import Formats
package import SystemPackage

/// Where outputs go, what they are called and which format they are written in.
package struct OutputPlan: Sendable {
  package let destination: Destination
  /// The format asked for with `--to`; nil keeps the input's where it can be written.
  package let format: PhotoFormat?
  package let replacesExisting: Bool
  package let naming: OutputNaming
  /// What is done where two photos would be written to one file.
  package let onConflict: ConflictPolicy
  /// Whether photos are edited, so that their pixels are re-encoded.
  private let isEdited: Bool

  package enum Destination: Sendable, Hashable {
    /// Another name in the input's folder.
    case besideInput
    /// The input itself.
    case inPlace
    case file(FilePath)
    /// A folder in which the input's tree is mirrored.
    case folder(FilePath)
    case standardOutput
    /// What the job of each photo says.
    case ofJobs
  }

  package init(
    destination: Destination, format: PhotoFormat?, replacesExisting: Bool,
    naming: OutputNaming = .stamped, onConflict: ConflictPolicy = .suffix,
    isEdited: Bool = false
  ) {
    self.destination = destination
    self.format = format
    self.replacesExisting = replacesExisting
    self.naming = naming
    self.onConflict = onConflict
    self.isEdited = isEdited
  }

  /// The folder that all outputs go into; nil for other destinations.
  package var folder: FilePath? {
    if case .folder(let folder) = destination { folder } else { nil }
  }

  /// The one file that a photo is to be written to, where it is named; nil for other destinations.
  func namedOutput(of photo: InputPhoto) -> FilePath? {
    switch destination {
    case .file(let path): path
    case .ofJobs: photo.job?.output
    case .besideInput, .inPlace, .folder, .standardOutput: nil
    }
  }

  /// The format that a photo of this format is written in: the one that its job's output is named as,
  /// where there is one; without its stamp, its own.
  func outputFormat(for photo: InputPhoto, of input: PhotoFormat) -> PhotoFormat {
    let named = destination == .ofJobs ? photo.job?.output.formatByName : nil
    return format ?? PhotoFormat.targets.first { $0 == named } ?? outputFormat(for: input)
  }

  /// What to do with cameras' raw files in folders: stamping writes their pictures if it has a format for them,
  /// and dating writes the XMP beside each.
  package var raw: PhotoWalk.RawFiles {
    naming == .dated ? .found : takesRaw ? .paired : .passedOver
  }

  /// Whether the pictures of cameras' raw files are written in the format of all outputs.
  private var takesRaw: Bool { format != nil && destination != .inPlace && naming == .stamped }

  /// The format that the picture of a camera's raw file is written in: only one that is asked for, and never
  /// in its place.
  func outputFormat(forRaw photo: InputPhoto) -> PhotoFormat? {
    guard takesRaw || destination == .ofJobs else { return nil }
    let named = destination == .ofJobs ? photo.job?.output.formatByName : nil
    return format ?? PhotoFormat.targets.first { $0 == named }
  }

  /// The format that an input of this format is written in; without its stamp, its own.
  package func outputFormat(for input: PhotoFormat) -> PhotoFormat {
    format
      ?? (naming != .stamped ? input : isEdited ? input.recodedFormat : input.stampedFormat)
  }

  /// The path of a photo's output, nil for standard output; with a hyphen and a number after its name
  /// where another photo has the name alone.
  package func path(
    for input: InputPhoto, format: PhotoFormat, number: Int? = nil
  ) -> FilePath? {
    switch destination {
    case .standardOutput: nil
    case .inPlace: input.path.followingLink
    case .file(let path): path
    case .ofJobs: input.job?.output
    case .folder(let folder):
      naming.elsewhere(folder.appending(input.relativePath.components), format, number)
    case .besideInput: naming.beside(input.path, format, number)
    }
  }
}

/// What is done where two photos would be written to one file; values as on the command line.
package enum ConflictPolicy: String, CaseIterable, Sendable {
  /// All but one get a number after their names.
  case suffix
  /// All but one are left out.
  case skip
  /// Nothing is written at all.
  case fail
}

extension FilePath {
  /// For a symbolic link the file that it leads to, where there is one.
  var followingLink: FilePath {
    let isLink = (try? stat(followTargetSymlink: false).type) == .symbolicLink
    return isLink ? (try? resolved()) ?? self : self
  }
}

/// How the names of outputs are made from those of their inputs.
package enum OutputNaming: Sendable {
  /// `NAME.stamped.EXT` beside `NAME.EXT`, and the same name elsewhere.
  case stamped
  /// `NAME.unstamped.EXT` beside `NAME.stamped.EXT` or `NAME.EXT`, so that it never takes an
  /// original's name, and `NAME.EXT` elsewhere.
  case unstamped
  /// `NAME.dated.EXT` beside `NAME.EXT`, and the same name elsewhere.
  case dated

  static let datedInfix = ".dated"
  fileprivate static let stampedInfix = ".stamped"
  private static let unstampedInfix = ".unstamped"

  /// The name in the input's folder.
  func beside(_ input: FilePath, _ format: PhotoFormat, _ number: Int?) -> FilePath {
    switch self {
    case .stamped: input.naming(format, self, adding: Self.stampedInfix, number)
    case .unstamped: input.naming(format, self, adding: Self.unstampedInfix, number)
    case .dated: input.naming(format, self, adding: Self.datedInfix, number)
    }
  }

  /// The name in another folder.
  func elsewhere(_ path: FilePath, _ format: PhotoFormat, _ number: Int?) -> FilePath {
    path.naming(format, self, adding: "", number)
  }

  /// The stem of the photo whose stamped one beside it has such a name, which may have a number
  /// (`NAME.stamped-2.EXT`); nil for other names.
  static func originalStem(of name: FilePath.Component) -> String? {
    let stem = name.stem
    return stampedEnd(of: Array(stem.utf8)).map {
      String(decoding: stem.utf8.prefix($0.start), as: UTF8.self)
    }
  }

  /// Where `.stamped`, with or without a number, begins at the end of a stem, and what the number is
  /// with its hyphen.
  fileprivate static func stampedEnd(of stem: [UInt8]) -> (start: Int, number: ArraySlice<UInt8>)? {
    var end = stem.count
    if let last = stem.lastIndex(where: { !(UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0) }),
      last < stem.count - 1, stem[last] == UInt8(ascii: "-")
    {
      end = last
    }
    guard stem[..<end].suffix(stampedInfix.utf8.count).elementsEqual(stampedInfix.utf8) else {
      return nil
    }
    return (end - stampedInfix.utf8.count, stem[end...])
  }
}

extension FilePath {
  /// The path with another end of its stem, and an extension that says the format.
  ///
  /// A name keeps an extension that says the format; another format's, or that of cameras' raw files, is
  /// replaced by the usual one; an extension that is not a photo's belongs to the name and stays. What stamping added to the
  /// stem is dropped by unstamping, but for its number, and unless it is all of the name.
  fileprivate func naming(
    _ format: PhotoFormat, _ naming: OutputNaming, adding infix: String, _ number: Int?
  ) -> FilePath {
    var stem = self
    var name = format.fileExtension
    if let own = self.extension, let known = formatByName {
      stem.extension = nil
      if known == format { name = own }
    } else if isRawByName {
      stem.extension = nil
    }
    var bytes = stem.withPlatformString { start in
      UnsafeBufferPointer(start: start, count: stem.length).map(UInt8.init(bitPattern:))
    }
    var suffix = number.map { "-\($0)" } ?? ""
    if naming == .unstamped, let end = OutputNaming.stampedEnd(of: bytes), end.start > 0,
      bytes[end.start - 1] != UInt8(ascii: "/")
    {
      if number == nil { suffix = String(decoding: end.number, as: UTF8.self) }
      bytes.removeSubrange(end.start...)
    }
    bytes += Array("\(infix)\(suffix).\(name)".utf8) + [0]
    return FilePath(platformString: bytes.map(CChar.init(bitPattern:)))
  }
}
