import Glibc
package import PhotoFacts
import SystemPackage

/// What is known of a photo besides its file's bytes and times.
package struct PhotoContext: Sendable {
  /// The bytes of its file's name, which may say a time; nil where it has none.
  package var name: [UInt8]?
  /// The name of the folder that holds the file.
  package var folder: String?
  /// In the run, from 1.
  package var number: Int?
  /// Whose journal it is posted in.
  package var owner: String?
  /// What its post says, empty where that says nothing; nil of a photo that is not posted, which may say
  /// something itself.
  package var caption: String?
  /// What the photo says of itself, where this is a copy of it that says nothing.
  package var facts: PhotoFacts?
  /// The words of its first label; nil where it has those of all photos.
  package var text: LabelText?

  package init(
    name: [UInt8]? = nil, folder: String? = nil, number: Int? = nil, owner: String? = nil,
    caption: String? = nil, facts: PhotoFacts? = nil, text: LabelText? = nil
  ) {
    (self.name, self.folder, self.number) = (name, folder, number)
    (self.owner, self.caption, self.facts, self.text) = (owner, caption, facts, text)
  }
}

extension PhotoContext {
  /// That of a photo of a run.
  init(of photo: InputPhoto, number: Int) {
    self.init(name: photo.nameBytes, folder: photo.folderName, number: number)
  }
}

extension InputPhoto {
  /// The name of the folder that holds it: as it was given, else as the system knows it; nil for standard
  /// input.
  fileprivate var folderName: String? {
    if isStandardInput { return nil }
    let folder = path.removingLastComponent()
    if let name = folder.lastComponent, name.kind == .regular { return String(decoding: name) }
    guard let resolved = realpath(folder.isEmpty ? "." : folder.string, nil) else { return nil }
    defer { free(resolved) }
    return FilePath(platformString: resolved).lastComponent.map { String(decoding: $0) }
  }
}
