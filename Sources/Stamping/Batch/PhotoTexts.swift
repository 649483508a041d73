import Files
import SystemPackage

/// The words of each photo of a run, by its name.
package struct PhotoTexts: Sendable {
  private let texts: [String: LabelText]
  private let isComplete: Bool

  /// - Parameters:
  ///   - texts: by the photo's path as it is given, by its path below the folder that was given, or by
  ///     its name alone.
  ///   - isComplete: whether a photo without words of its own fails; else it has those of all.
  package init(_ texts: [String: LabelText], isComplete: Bool) {
    (self.texts, self.isComplete) = (texts, isComplete)
  }

  /// - Returns: nil where the photo has no words of its own.
  /// - Throws: ``StampError/noText(name:)``.
  func text(of photo: InputPhoto) throws(StampError) -> LabelText? {
    let last = photo.path.lastComponent.map { String(decoding: $0) } ?? ""
    let names = [
      String(decoding: photo.path.lexicallyNormalized()), String(decoding: photo.relativePath),
      last,
    ]
    if let text = names.lazy.compactMap({ texts[$0] }).first { return text }
    if isComplete { throw .noText(name: last) }
    return nil
  }
}
