package import PhotoFile
package import SystemPackage

/// Where every stamped photo goes, and in which format.
package struct OutputPlan: Sendable {
  package let destination: Destination
  /// The format asked for with `--to`; nil keeps the input's where it can be written.
  package let format: PhotoFormat?
  package let replacesExisting: Bool

  package enum Destination: Sendable, Hashable {
    /// `NAME.stamped.EXT` in the input's folder.
    case besideInput
    /// The input itself.
    case inPlace
    case file(FilePath)
    /// A folder in which the input's tree is mirrored.
    case folder(FilePath)
    case standardOutput
  }

  package init(destination: Destination, format: PhotoFormat?, replacesExisting: Bool) {
    self.destination = destination
    self.format = format
    self.replacesExisting = replacesExisting
  }

  /// The folder that outputs go into, where there is one for all.
  package var folder: FilePath? {
    if case .folder(let folder) = destination { folder } else { nil }
  }

  /// The format that an input of this format is written in: HEIC and AVIF become JPEG, which
  /// everything can show, and TIFF becomes PNG, unless another is asked for.
  package func outputFormat(for input: PhotoFormat) -> PhotoFormat {
    if let format { return format }
    return switch input {
    case .heic, .avif: .jpeg
    case .tiff: .png
    case .jpeg, .png, .webp, .gif, .bmp: input
    }
  }

  /// The path of a photo's output, nil for standard output.
  ///
  /// A name keeps an extension that says the output's format; another format's is replaced by the
  /// usual one; what is no photo's extension belongs to the name and stays.
  package func path(for input: InputPhoto, format: PhotoFormat) -> FilePath? {
    switch destination {
    case .standardOutput: nil
    case .inPlace: input.path.replacingTarget
    case .file(let path): path
    case .folder(let folder):
      folder.appending(input.relativePath.components).naming(format, infix: "")
    case .besideInput:
      input.path.naming(format, infix: Self.infix)
    }
  }

  /// What stands between name and extension of an output beside its input.
  private static let infix = ".stamped"

  /// The stem of the photo that ``Destination/besideInput`` gives such a name; nil for other names.
  static func originalStem(of name: FilePath.Component) -> String? {
    let stem = name.stem
    return stem.hasSuffix(infix) ? String(stem.dropLast(infix.count)) : nil
  }
}

extension FilePath {
  /// What is to be replaced under this name: for a symbolic link the file that it leads to.
  fileprivate var replacingTarget: FilePath {
    let isLink = (try? stat(followTargetSymlink: false).type) == .symbolicLink
    return isLink ? (try? resolved()) ?? self : self
  }

  /// The path with an infix before its extension, and an extension that says the format.
  fileprivate func naming(_ format: PhotoFormat, infix: String) -> FilePath {
    guard let own = self.extension, let known = formatByName else {
      return appendingToName("\(infix).\(format.fileExtension)")
    }
    var path = self
    path.extension = nil
    return path.appendingToName("\(infix).\(known == format ? own : format.fileExtension)")
  }

  /// The path with ASCII characters after its last byte; names need not be UTF-8.
  private func appendingToName(_ suffix: String) -> FilePath {
    withPlatformString { start in
      let bytes = UnsafeBufferPointer(start: start, count: length)
      return FilePath(platformString: Array(bytes) + suffix.utf8.map(CChar.init(bitPattern:)) + [0])
    }
  }
}
