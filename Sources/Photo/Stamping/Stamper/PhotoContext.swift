import Files
package import PhotoFacts
package import Places
package import SystemPackage
package import Tracks

/// What is known of a photo besides its file's bytes and times.
package struct PhotoContext: Sendable {
  /// The bytes of its file's name, which may say a time; nil where it has none.
  package var name: [UInt8]?
  /// The path of its file, since a label may name its folder; nil without one.
  package var path: FilePath?
  /// Where its file is, beside which others may say something of it; nil where it has none.
  package var file: FilePath?
  /// In the run, from 1.
  package var number: Int?
  /// Whose journal it is posted in.
  package var owner: String?
  /// What its post says, empty where that says nothing; nil of a photo that is not posted, which may say
  /// something itself.
  package var caption: String?
  /// What the photo says of itself, where this is a copy of it that says nothing.
  package var facts: PhotoFacts?
  /// Where it was taken, as a track tells of a photo that says nothing.
  package var tracked: GeoPosition?
  /// The words of its first label; nil where it has those of all photos.
  package var text: LabelText?

  package init(
    name: [UInt8]? = nil, path: FilePath? = nil, file: FilePath? = nil, number: Int? = nil,
    owner: String? = nil, caption: String? = nil, facts: PhotoFacts? = nil, text: LabelText? = nil
  ) {
    (self.name, self.path, self.file, self.number) = (name, path, file, number)
    (self.owner, self.caption, self.facts, self.text) = (owner, caption, facts, text)
  }
}

extension PhotoContext {
  /// The same of a photo that was taken at a place of a track.
  package func at(_ place: TrackedPlace?) -> PhotoContext {
    var context = self
    context.tracked = place?.position ?? tracked
    return context
  }

  /// That of a photo of a run. Of a list with a base only folders below it count: the base itself may have
  /// another name on another machine.
  init(of photo: InputPhoto, number: Int) {
    let path: FilePath? =
      if photo.isStandardInput {
        nil
      } else if photo.isBeneathBase {
        photo.relativePath.components.count > 1 ? photo.relativePath : nil
      } else {
        photo.path
      }
    self.init(
      name: photo.nameBytes, path: path, file: photo.companionPath, number: number)
  }

  /// The name of the folder that holds the file: as it was given, else as the system knows it.
  var folder: String? {
    guard let folder = path?.removingLastComponent() else { return nil }
    if let name = folder.lastComponent, name.kind == .regular { return String(decoding: name) }
    let resolved = try? (folder.isEmpty ? "." : folder).resolved()
    return resolved?.lastComponent.map { String(decoding: $0) }
  }
}
