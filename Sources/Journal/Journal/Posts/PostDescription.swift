import CaptureTime
import Files
import Store

/// A post as JSON, on the command line as over the network.
package struct PostDescription: Encodable, Sendable {
  let number: Int
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

  package init(_ post: Post) {
    number = post.number
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
    caption = post.caption
    starred = post.isStarred
    tags = post.tags
    title = post.title.isEmpty ? nil : post.title
    words = post.words.isEmpty ? nil : post.words
    mood = post.mood?.rawValue
    written = post.written.map(InstantText.text)
    morning = post.isMorning ? true : nil
    writtenLater = post.isWrittenLater ? true : nil
    sha256 = post.photo?.hash.hexadecimal
    originalSha256 = post.photo?.originalHash.hexadecimal
    originalName = post.photo.flatMap { $0.originalName.isEmpty ? nil : $0.originalName }
    textCollection = post.photo?.text?.collection
    textKey = post.photo?.text?.key
    edit = post.photo?.edit.stored
    posted = InstantText.text(post.posted)
    trashed = post.trashed.map(InstantText.text)
  }
}
