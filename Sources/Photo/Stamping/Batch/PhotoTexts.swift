import Files
import Synchronization
package import SystemPackage

/// The words of each photo of a run, by its name.
package final class PhotoTexts: Sendable {
  private let texts: [String: LabelText]
  private let isComplete: Bool
  private let folder: FilePath
  private let used = Mutex<Set<String>>([])

  /// - Parameters:
  ///   - texts: by the photo's path as it is given, by its path below the folder that was given, by
  ///     its absolute path, or by its name alone.
  ///   - isComplete: whether a photo without words of its own fails; else it has those of all.
  ///   - folder: the current one; paths start from it.
  package init(_ texts: [String: LabelText], isComplete: Bool, in folder: FilePath) {
    (self.texts, self.isComplete, self.folder) = (texts, isComplete, folder)
  }

  /// The names that no photo had so far, in their order.
  package var unused: [String] {
    let used = used.withLock { $0 }
    return texts.keys.filter { !used.contains($0) }.sorted()
  }

  /// - Returns: nil where the photo has no words of its own.
  /// - Throws: ``StampError/noText(name:)``.
  func text(of photo: InputPhoto) throws(StampError) -> LabelText? {
    let path = photo.path.lexicallyNormalized()
    let last = path.lastComponent.map { String(decoding: $0) } ?? ""
    let names = [
      String(decoding: path), String(decoding: folder.pushing(path)),
      String(decoding: photo.relativePath), last,
    ]
    for name in names {
      guard let text = texts[name] else { continue }
      used.withLock { _ = $0.insert(name) }
      return text
    }
    if isComplete { throw .noText(name: last) }
    return nil
  }
}
