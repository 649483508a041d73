package import Formats
package import SystemPackage

extension PhotoFormat {
  /// The format that a file name's extension says, in any case; nil where it says none.
  package init?(fileExtension: String) {
    let name = fileExtension.lowercased()
    guard let format = Self.allCases.first(where: { $0.extensions.contains(name) }) else {
      return nil
    }
    self = format
  }
}

extension FilePath {
  /// The format that the file's name says; nil where it says none.
  package var formatByName: PhotoFormat? {
    self.extension.flatMap(PhotoFormat.init(fileExtension:))
  }
}
