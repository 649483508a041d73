package import CaptureTime
package import Stamping
package import Store

/// A person's details for a photo to post.
package struct PostDetails: Sendable {
  package var caption: Caption
  package var isStarred: Bool
  package var tags: [TagName]
  /// The words with the photo.
  package var title = Title.empty
  package var words = Words.empty
  package var mood: Mood?
  /// Whether the post is the morning page of its day, which needs words and a mood.
  package var isMorning = false

  package init(caption: Caption, isStarred: Bool, tags: [TagName]) {
    self.caption = caption
    self.isStarred = isStarred
    self.tags = tags
  }
}

extension PostDetails {
  /// Whether something is said that was written when the photo was posted.
  var isWritten: Bool { !words.isEmpty || mood != nil || isMorning }
}

extension Post {
  /// - Throws: ``JournalError/tooManyPhotos(observed:limit:)`` where a post cannot have so many.
  static func checkCount(ofPhotos count: Int) throws(JournalError) {
    guard count <= photoLimit else { throw .tooManyPhotos(observed: count, limit: photoLimit) }
  }
}

/// Changes to a post; nil values stay as they are.
package struct PostChange: Sendable, Hashable {
  package var words: Words?
  package var title: Title?
  /// The mood, or `.some(nil)` to remove it.
  package var mood: Mood??
  /// Whether it is to be the morning page of its day, which needs words and a mood.
  package var isMorning: Bool?
  package var caption: Caption?
  /// Captions of several photos, by their places, counted from 1.
  package var captions: [Int: Caption] = [:]
  /// Labels of several photos, by their places, counted from 1.
  package var labels: [Int: LabelChange] = [:]
  /// Edits of several photos, by their places, counted from 1.
  package var edits: [Int: PhotoEditChange] = [:]
  /// Which photo caption, label and edit are about, counted from 1. Nil of the only one, and of a label
  /// alone for all of them.
  package var photo: Int?
  /// The time of the photo, or the time that the words are about. A wall clock without an offset is
  /// in the zone.
  package var time: CaptureTime?
  /// The zone of the post's time and day.
  package var zone: CaptureZone?
  /// Whether the day of a post with photos may be any in the future, and not tomorrow at most.
  package var allowsFuture = false
  /// How the label on the photo is to look, which is stamped again for it.
  package var label: LabelChange?
  /// Other edits to apply to the photo's original before it is stamped again.
  package var edit: PhotoEditChange?
  package var isStarred: Bool?
  /// All tags it is to have; nil where ``tags`` and ``removedTags`` change those that it has.
  package var allTags: [TagName]?
  package var tags: [TagName] = []
  package var removedTags: [TagName] = []
  /// Whether replaced words are kept even if the last version is recent: for somebody who saw that
  /// another person had just written them.
  package var keepsVersion = false

  package init() {}

  package var isEmpty: Bool {
    var change = self
    (change.photo, change.allowsFuture) = (nil, false)
    return change == PostChange()
  }
  /// Whether the post gets another time, which its label shows.
  var movesPost: Bool { time != nil || zone != nil }
  /// Whether the photo is stamped again, where there is one.
  package var restamps: Bool {
    movesPost || label != nil || edit != nil || !labels.isEmpty || !edits.isEmpty
  }

  var withoutStamp: PostChange {
    var change = self
    (change.time, change.zone, change.label, change.edit) = (nil, nil, nil, nil)
    (change.labels, change.edits) = ([:], [:])
    return change
  }
}

/// A word, or several, that group posts, such as "sea" or "summer holidays"; "#sea" is the same tag.
package struct TagName: Sendable, Hashable {
  /// As it was typed but for white space around it and one "#" before it, in normal form C; between words
  /// is one blank.
  package let text: String
  /// The text that decides whether two tags are the same: see ``SearchText/folded(_:)``.
  package let folded: String

  /// Characters as a reader counts them.
  package static let limit = 32
  /// Bytes of UTF-8.
  package static let byteLimit = 256
  /// The most tags that a post can have.
  package static let countLimit = 100

  /// - Throws: ``NameError``, ``NameError/notAllowed(_:offset:)`` for control characters, line
  ///   breaks and commas, and for a mark at the beginning that joins what stands before the name.
  package init(_ typed: String) throws(NameError) {
    let kept = typed.kept
    let name = (kept.hasPrefix("#") ? String(kept.dropFirst()).kept : kept).withSingleBlanks
    text = try name.checkedName(limit: Self.limit, byteLimit: Self.byteLimit) {
      $0.isControl || $0.isLineBreak || $0 == ","
    }
    if let first = name.unicodeScalars.first, (" " + name).count == name.count {
      throw .notAllowed(first, offset: 0)
    }
    folded = SearchText.folded(text)
  }

  /// Reads names from elsewhere.
  ///
  /// - Throws: ``NameError``; ``JournalError/tooManyTags(observed:limit:)`` where there are so many more
  ///   than a post can have that they are not even read, though some may be the same.
  package static func all(_ names: [some StringProtocol]) throws -> [TagName] {
    if names.count > readLimit { try checkCount(names.count) }
    return try names.map { try TagName(String($0)) }
  }

  /// The most names to read for a post's tags.
  package static let readLimit = 10 * countLimit

  /// - Throws: ``JournalError/tooManyTags(observed:limit:)`` where a post cannot have so many.
  static func checkCount(_ count: Int) throws(JournalError) {
    guard count <= countLimit else {
      throw .tooManyTags(observed: count, limit: countLimit)
    }
  }
}

extension String {
  /// With one blank where there are several, or others (general category Zs).
  fileprivate var withSingleBlanks: String {
    guard unicodeScalars.contains(where: { $0.properties.generalCategory == .spaceSeparator })
    else { return self }
    var (text, isAfterBlank) = (String.UnicodeScalarView(), false)
    for scalar in unicodeScalars {
      let isBlank = scalar.properties.generalCategory == .spaceSeparator
      if !isBlank { text.append(scalar) } else if !isAfterBlank { text.append(" ") }
      isAfterBlank = isBlank
    }
    return String(text)
  }
}
