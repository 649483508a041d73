package import Formats

extension InputPhoto {
  /// What is to be told of a photo whose name says another format than its content; nil where the
  /// name says that one or none.
  package func nameWarning(contentIs format: PhotoFormat) -> StampWarning? {
    guard let said = path.formatByName, !said.sharesContainer(with: format) else { return nil }
    return .nameSays(said, contentIs: format)
  }
}
