import CaptureTime
import Files
import Stamping
import Store
import Texts

/// A post's photo in an export, with every value unchecked.
struct ExportedPhoto: Codable, Sendable {
  let caption: String?
  let look: LabelLook?
  let file: String?
  let sha256: String?
  /// Missing where unstamping gives it back.
  let original: String?
  let originalSha256: String?
  let originalName: String?
  /// What a card is of; missing of other photos.
  let textCollection: String?
  let textKey: String?
  /// What was done to the original before it was stamped; missing where that is nothing.
  let edit: String?
  /// The time of the label and what says so; missing where it shows that of the post.
  let taken: String?
  let takenSource: String?
  /// The video that it is, or that moves in it; missing of a photo that is still.
  let video: ExportedVideo?
  /// The raw file that is kept with it; missing where none is.
  let raw: ExportedRaw?
  /// The place that a track gave, in 10,000,000ths of a degree; both missing of other photos.
  let latitude: Int?
  let longitude: Int?

  init(_ photo: PostPhoto, look: LabelLook) {
    caption = photo.caption
    self.look = look
    file = String(decoding: photo.file)
    sha256 = photo.hash.hexadecimal
    original = photo.originalFile.map { String(decoding: $0) }
    originalSha256 = photo.originalHash.hexadecimal
    originalName = photo.originalName
    textCollection = photo.text?.collection
    textKey = photo.text?.key
    edit = photo.edit.stored
    taken = photo.taken?.description
    takenSource = photo.taken?.source.rawValue
    video = photo.video.map(ExportedVideo.init)
    raw = photo.raw.map(ExportedRaw.init)
    (latitude, longitude) = (photo.position?.latitude, photo.position?.longitude)
  }

  /// Whether nothing is said.
  var isEmpty: Bool {
    let said: [Any?] = [
      caption, look, file, sha256, original, originalSha256, originalName, textCollection, textKey,
      edit, taken, takenSource, video, raw, latitude, longitude,
    ]
    return said.allSatisfy { $0 == nil }
  }
}

/// A post's video in an export, with every value unchecked.
struct ExportedVideo: Codable, Sendable {
  /// "itself", "within" the photo's file, or "beside" it.
  let place: String
  let bytes: Int
  /// In milliseconds; missing where it is not known.
  let duration: Int?
  /// Of a video beside a photo; both missing of others.
  let file: String?
  let sha256: String?

  static let fields = ["place", "bytes", "duration", "file", "sha256"]

  init(_ video: PostVideo) {
    (bytes, duration) = (video.byteCount, video.milliseconds)
    switch video.place {
    case .itself: (place, file, sha256) = ("itself", nil, nil)
    case .within: (place, file, sha256) = ("within", nil, nil)
    case .beside(let path, let hash):
      (place, file, sha256) = ("beside", String(decoding: path), hash.hexadecimal)
    }
  }
}

/// A photo's raw file in an export, with every value unchecked.
struct ExportedRaw: Codable, Sendable {
  let file: String
  let bytes: Int
  let sha256: String

  static let fields = ["file", "bytes", "sha256"]

  init(_ raw: KeptRaw) {
    (file, bytes, sha256) = (String(decoding: raw.file), raw.byteCount, raw.hash.hexadecimal)
  }
}
