package import Formats
package import SystemPackage

extension FilePath {
  /// The format that the file's name says; nil where it says none.
  package var formatByName: PhotoFormat? {
    self.extension.flatMap(PhotoFormat.init(fileExtension:))
  }
}
