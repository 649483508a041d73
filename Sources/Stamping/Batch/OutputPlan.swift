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

  package enum Destination: Sendable, Hashable {
    /// Another name in the input's folder.
    case besideInput
    /// The input itself.
    case inPlace
    case file(FilePath)
    /// A folder in which the input's tree is mirrored.
    case folder(FilePath)
    case standardOutput
  }

  package init(
    destination: Destination, format: PhotoFormat?, replacesExisting: Bool,
    naming: OutputNaming = .stamped
  ) {
    self.destination = destination
    self.format = format
    self.replacesExisting = replacesExisting
    self.naming = naming
  }

  /// The folder that all outputs go into; nil for other destinations.
  package var folder: FilePath? {
    if case .folder(let folder) = destination { folder } else { nil }
  }

  /// The format that an input of this format is written in.
  package func outputFormat(for input: PhotoFormat) -> PhotoFormat { format ?? input.stampedFormat }

  /// The path of a photo's output, nil for standard output.
  package func path(for input: InputPhoto, format: PhotoFormat) -> FilePath? {
    switch destination {
    case .standardOutput: nil
    case .inPlace: input.path.replacingTarget
    case .file(let path): path
    case .folder(let folder):
      naming.elsewhere(folder.appending(input.relativePath.components), format)
    case .besideInput: naming.beside(input.path, format)
    }
  }
}

extension FilePath {
  /// What is to be replaced under this name: for a symbolic link the file that it leads to.
  fileprivate var replacingTarget: FilePath {
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

  private static let stampedInfix = ".stamped"
  private static let unstampedInfix = ".unstamped"

  /// The name in the input's folder.
  func beside(_ input: FilePath, _ format: PhotoFormat) -> FilePath {
    switch self {
    case .stamped:
      input.naming(format, dropping: "", adding: Self.stampedInfix)
    case .unstamped:
      input.naming(format, dropping: Self.stampedInfix, adding: Self.unstampedInfix)
    }
  }

  /// The name in another folder.
  func elsewhere(_ path: FilePath, _ format: PhotoFormat) -> FilePath {
    switch self {
    case .stamped: path.naming(format, dropping: "", adding: "")
    case .unstamped: path.naming(format, dropping: Self.stampedInfix, adding: "")
    }
  }

  /// The stem of the photo whose stamped one beside it has such a name; nil for other names.
  static func originalStem(of name: FilePath.Component) -> String? {
    let stem = name.stem
    return stem.hasSuffix(stampedInfix) ? String(stem.dropLast(stampedInfix.count)) : nil
  }
}

extension FilePath {
  /// The path with the end of its stem replaced, and an extension that says the format.
  ///
  /// A name keeps an extension that says the format; another format's is replaced by the usual one;
  /// an extension that is not a photo's belongs to the name and stays. A stem that consists of
  /// nothing but what would be dropped stays too.
  fileprivate func naming(
    _ format: PhotoFormat, dropping old: String, adding new: String
  ) -> FilePath {
    var stem = self
    var name = format.fileExtension
    if let own = self.extension, let known = formatByName {
      stem.extension = nil
      if known == format { name = own }
    }
    return stem.replacingEnd(old, with: "\(new).\(name)")
  }

  /// The path with ASCII characters at its end replaced; names need not be UTF-8.
  private func replacingEnd(_ old: String, with new: String) -> FilePath {
    withPlatformString { start in
      var bytes = UnsafeBufferPointer(start: start, count: length)[...]
      let end = old.utf8.map(CChar.init(bitPattern:))
      if lastComponent?.string != old, bytes.suffix(end.count).elementsEqual(end) {
        bytes = bytes.dropLast(end.count)
      }
      return FilePath(platformString: Array(bytes) + new.utf8.map(CChar.init(bitPattern:)) + [0])
    }
  }
}
