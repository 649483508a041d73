package import Formats

extension InputPhoto {
  /// What is to be told of a photo whose name says another format than its content; nil where the
  /// name says that one or none.
  package func nameWarning(contentIs format: PhotoFormat) -> StampWarning? {
    guard let said = path.formatByName, !said.isSameFamily(as: format) else { return nil }
    return .nameSays(said, contentIs: format)
  }
}

extension PhotoFormat {
  /// HEIC and AVIF share a container, and files of either are named `.heif`.
  fileprivate func isSameFamily(as other: PhotoFormat) -> Bool {
    func family(_ format: PhotoFormat) -> PhotoFormat { format == .avif ? .heic : format }
    return family(self) == family(other)
  }
}
