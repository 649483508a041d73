import Arrivals
package import CaptureTime
import Stamping
import Store

/// What is different here from what a source says of an entry.
package enum ArrivalNote: Sendable {
  /// A name that cannot be a tag, and the tag that it became.
  case tagChanged(String, to: String)
  /// Names for which the post has no room, or that are no tags at all.
  case tagsLeftOut([String])
  /// A photo's description is too long for a caption, and stands in the words.
  case captionInWords(photo: Int)
  /// The title is too long, and stands above the words.
  case titleInWords
  /// Control characters are gone.
  case controlCharacters
  /// It has more photos than a post can have, and became so many posts.
  case severalPosts(Int)
  /// Clocks were moved forward over the time; it is the time that they showed then.
  case clockMoved(to: CaptureTime)
  /// A photo of it has a post already, which stays as it is.
  case photoThere(String, number: Int, isInTrash: Bool)
  /// A photo of it did not come.
  case photoFailed(String, any Error)
}

/// An entry of a source as the post that it becomes here.
struct ArrivingPost: Sendable {
  let time: PostTime
  /// As given, for the time of a post of photos.
  let given: CaptureTime
  let rule: DayRule
  private(set) var title = Title.empty
  private(set) var words: Words
  let mood: Mood?
  let isStarred: Bool
  private(set) var tags: [TagName] = []
  private(set) var photos: [(photo: ArrivedPhoto, caption: Caption)] = []
  private(set) var notes: [ArrivalNote] = []

  /// - Parameters:
  ///   - post: the entry.
  ///   - rule: the journal's, for its start of the day, and its zone where the entry has none.
  ///   - takesPeople: whether the names of people become tags.
  ///   - now: seconds since 1970 in UTC.
  /// - Throws: ``JournalError``, `WordsError`; then it cannot be a post.
  init(_ post: ArrivedPost, _ rule: DayRule, takesPeople: Bool, now: Int) throws {
    let rule = post.zone.map { DayRule(zone: $0, start: rule.start) } ?? rule
    var notes: [ArrivalNote] = []
    (time, given) = try Self.time(of: post, rule, &notes)
    self.rule = rule
    let today = rule.day(of: now)
    guard time.day <= today else { throw JournalError.futureDay(time.day, today: today) }
    var texts = Texts(post, &notes)
    (title, photos) = (texts.title, try texts.photos(of: post, &notes))
    words = try Words(texts.words)
    mood = post.mood.flatMap { Mood(rawValue: $0) }
    isStarred = post.isStarred
    tags = Self.tags(post.tags + (takesPeople ? post.people : []), &notes)
    if photos.isEmpty, words.isEmpty, mood == nil { throw JournalError.emptyPost }
    if photos.count > Post.photoLimit {
      notes.append(
        .severalPosts((photos.count + Post.photoLimit - 1) / Post.photoLimit))
    }
    self.notes = notes
  }

  private static func time(
    of post: ArrivedPost, _ rule: DayRule, _ notes: inout [ArrivalNote]
  ) throws -> (PostTime, CaptureTime) {
    do {
      return (try PostTime(post.time, rule: rule), post.time)
    } catch JournalError.timeInGap(_, _, _, let end) {
      notes.append(.clockMoved(to: end))
      return (try PostTime(end, rule: rule), end)
    }
  }

  private static func tags(_ names: [String], _ notes: inout [ArrivalNote]) -> [TagName] {
    var (tags, known, leftOut) = ([TagName](), Set<String>(), [String]())
    for name in names {
      guard let tag = tag(name), tags.count < TagName.countLimit || known.contains(tag.folded)
      else {
        leftOut.append(name)
        continue
      }
      if known.insert(tag.folded).inserted { tags.append(tag) }
      if (try? TagName(name)) == nil { notes.append(.tagChanged(name, to: tag.text)) }
    }
    if !leftOut.isEmpty { notes.append(.tagsLeftOut(leftOut)) }
    return tags
  }

  /// The tag nearest to a name: without what cannot be in one, and as long as one can be.
  private static func tag(_ name: String) -> TagName? {
    if let tag = try? TagName(name) { return tag }
    let letters = String(
      String.UnicodeScalarView(
        name.unicodeScalars.map {
          $0 == "," || $0.isControl || $0.properties.isWhitespace ? " " : $0
        }))
    let words = letters.split(separator: " ").joined(separator: " ")
    return try? TagName(String(words.prefix(TagName.limit)))
  }
}

/// The texts of an entry, within what a title and captions can have.
private struct Texts {
  var title = Title.empty
  var words: String

  init(_ post: ArrivedPost, _ notes: inout [ArrivalNote]) {
    let line = Self.line(post.title)
    words = Self.clean(post.words)
    if Self.hasControls(post.title) && line != post.title.trimmed
      || words.utf8.count != post.words.utf8.count
    {
      notes.append(.controlCharacters)
    }
    if let title = try? Title(line) {
      self.title = title
    } else {
      words = "# \(line)\n\n\(words)"
      notes.append(.titleInWords)
    }
    // A title is one of words, or of photos.
    if words.isEmpty, post.mood == nil, post.photos.isEmpty { (words, title) = (line, .empty) }
  }

  /// The photos with their captions; a description that cannot be one comes into the words.
  mutating func photos(
    of post: ArrivedPost, _ notes: inout [ArrivalNote]
  ) throws -> [(photo: ArrivedPhoto, caption: Caption)] {
    try post.photos.enumerated().map { index, photo in
      let text = Self.clean(photo.caption)
      if let caption = try? Caption(text) { return (photo, caption) }
      let shown = post.photos.count > 1 ? "![](photo:\(index + 1))\n\n" : ""
      words += (words.isEmpty ? "" : "\n\n") + shown + text
      notes.append(.captionInWords(photo: index + 1))
      return (photo, try Caption(""))
    }
  }

  private static func hasControls(_ text: String) -> Bool {
    // Nearly no text has one, so its bytes are looked at before its characters.
    guard text.utf8.contains(where: { $0 < 0x20 && $0 != 0x0A || $0 == 0x7F || $0 == 0xC2 }) else {
      return false
    }
    return text.unicodeScalars.contains { $0.isControl && !["\n", "\t", "\r"].contains($0) }
  }

  private static func clean(_ text: String) -> String {
    guard hasControls(text) else { return text }
    return String(
      String.UnicodeScalarView(
        text.unicodeScalars.filter { !$0.isControl || ["\n", "\t", "\r"].contains($0) }))
  }

  /// A text in one line.
  private static func line(_ text: String) -> String {
    clean(text).split { $0.isNewline || $0 == "\t" }.joined(separator: " ")
  }
}

extension String {
  fileprivate var trimmed: String {
    String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
  }
}
