import CaptureTime
import Files
import Formats
import Store

/// A post as JSON, on the command line as over the network.
package struct PostDescription: Encodable, Sendable {
  let number: Int
  /// In their order; missing without a photo.
  let photos: [PhotoDescription]?
  /// What it consists of: "photo", "words", "both", or "mood" where it has neither.
  let kind: String
  let day: String
  /// With as much of the time of day, and of the offset, as is known.
  let time: String
  let timePrecision: String
  let timeSource: String
  let timeZone: String
  /// Whether the offset in `time` is the time zone's, for the photo did not say one.
  let offsetAssumed: Bool
  /// This and the other members of a photo are those of the first of ``photos``, until 0.2.
  let caption: String
  let starred: Bool
  let tags: [String]
  /// Missing where there is none, as the words and the mood, from 1 to 5.
  let title: String?
  let words: String?
  let mood: Int?
  /// When the words were written as they are, in UTC; missing where there are none.
  let written: String?
  /// True of a morning page, and of what was written on a later day than it is about; else missing.
  let morning: Bool?
  let writtenLater: Bool?
  /// In hexadecimal, as the other; missing without a photo.
  let sha256: String?
  let originalSha256: String?
  /// The name that the photo came with; missing where it came with none.
  let originalName: String?
  /// Which text the photo is the card of; both missing of other photos.
  let textCollection: String?
  let textKey: String?
  /// What was done to the photo before it was stamped; missing where that is nothing.
  let edit: String?
  /// When it was posted, in UTC.
  let posted: String
  /// When it was moved to the trash, in UTC; missing where it was not.
  let trashed: String?

  /// - Parameters:
  ///   - post: the post.
  ///   - described: what is said of each photo.
  package init(
    _ post: Post,
    photos described: (PostPhoto, Post) -> PhotoDescription = { PhotoDescription($0, of: $1) }
  ) {
    number = post.number
    photos = post.photos.isEmpty ? nil : post.photos.map { described($0, post) }
    let first = post.photos.first
    kind =
      switch (post.photo != nil, !post.words.isEmpty) {
      case (true, true): "both"
      case (true, false): "photo"
      case (false, true): "words"
      case (false, false): "mood"
      }
    day = post.day.description
    time = post.time.captureTime.description
    timePrecision = post.time.precision.rawValue
    timeSource = post.time.source.rawValue
    timeZone = post.time.zone
    offsetAssumed = post.time.isOffsetAssumed
    caption = first?.caption ?? ""
    starred = post.isStarred
    tags = post.tags
    title = post.title.isEmpty ? nil : post.title
    words = post.words.isEmpty ? nil : post.words
    mood = post.mood?.rawValue
    written = post.written.map(InstantText.text)
    morning = post.isMorning ? true : nil
    writtenLater = post.isWrittenLater ? true : nil
    sha256 = first?.hash.hexadecimal
    originalSha256 = first?.originalHash.hexadecimal
    originalName = first.flatMap { $0.originalName.isEmpty ? nil : $0.originalName }
    textCollection = first?.text?.collection
    textKey = first?.text?.key
    edit = first?.edit.stored
    posted = InstantText.text(post.posted)
    trashed = post.trashed.map(InstantText.text)
  }
}

/// A photo of a post as JSON, on the command line as over the network.
package struct PhotoDescription: Encodable, Sendable {
  let caption: String
  /// The time that its label shows, as that of the post.
  let time: String
  let timeSource: String
  /// True of the one that stands for the post where there is room for one; else missing.
  let cover: Bool?
  /// In hexadecimal, as the other.
  let sha256: String
  let originalSha256: String
  /// The name that it came with; missing where it came with none.
  let originalName: String?
  /// Which text it is the card of; both missing of other photos.
  let textCollection: String?
  let textKey: String?
  /// What was done to it before it was stamped; missing where that is nothing.
  let edit: String?
  /// In pixels, as it is displayed; missing where they are not known.
  let width: Int?
  let height: Int?
  /// The video that it is, or that moves in it; missing of a photo that is still.
  let video: VideoDescription?
  /// The camera's raw file that is kept with it; missing where none is.
  let raw: RawDescription?
  /// On the command line: the stamped photo, and the photo as it was where unstamping does not give it
  /// back.
  private let file: String?
  private let original: String?
  /// Over the network.
  private let mediaType: String?

  package init(
    _ photo: PostPhoto, of post: Post, file: String? = nil, original: String? = nil,
    mediaType: String? = nil, videoFile: String? = nil, rawFile: String? = nil
  ) {
    video = photo.video.map { VideoDescription($0, file: videoFile) }
    raw = photo.raw.map { raw in
      RawDescription(
        name: photo.rawName, bytes: raw.byteCount, sha256: raw.hash.hexadecimal, file: rawFile)
    }
    let taken = photo.taken ?? post.time.captureTime
    (time, timeSource) = (taken.description, taken.source.rawValue)
    caption = photo.caption
    cover = photo.id == post.photo?.id ? true : nil
    sha256 = photo.hash.hexadecimal
    originalSha256 = photo.originalHash.hexadecimal
    originalName = photo.originalName.isEmpty ? nil : photo.originalName
    (textCollection, textKey) = (photo.text?.collection, photo.text?.key)
    edit = photo.edit.stored
    (width, height) = (photo.size?.width, photo.size?.height)
    (self.file, self.original, self.mediaType) = (file, original, mediaType)
  }
}

/// A video of a post as JSON, on the command line as over the network.
package struct VideoDescription: Encodable, Sendable {
  /// "itself" of a part that is a video, "within" of a motion photo, "beside" of a Live Photo.
  let place: String
  let bytes: Int
  /// In seconds; missing where it is not known.
  let duration: Double?
  /// On the command line, of a video beside a photo.
  let file: String?

  init(_ video: PostVideo, file: String?) {
    place =
      switch video.place {
      case .itself: "itself"
      case .within: "within"
      case .beside: "beside"
      }
    bytes = video.byteCount
    duration = video.milliseconds.map { Double($0) / 1_000 }
    self.file = file
  }
}

/// The camera's raw file of a photo as JSON, on the command line as over the network.
package struct RawDescription: Encodable, Sendable {
  /// As it is saved.
  let name: String?
  let bytes: Int
  /// In hexadecimal.
  let sha256: String
  /// On the command line.
  let file: String?
}
