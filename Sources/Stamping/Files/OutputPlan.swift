import Files
package import Formats
package import SystemPackage

/// Where every output goes, under which name and in which format.
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

  /// The folder that outputs go into, where there is one for all.
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
