import CaptureTime
import Journal
import Stamping
import Store
import Wording

/// Changes to a post; missing fields stay.
struct PostChangeBody: Decodable, Sendable {
  let change: PostChange

  private enum Key: String, CodingKey, CaseIterable {
    case words, title, mood, morning, caption, time, timeZone, future, edit, photo, starred, tags
  }

  /// - Throws: `DecodingError`, ``Problem``, and what a text that is none throws.
  init(from decoder: any Decoder) throws {
    try decoder.refuseUnknown(Key.allCases.map(\.rawValue))
    let fields = SaidFields(try decoder.container(keyedBy: Key.self))
    var change = PostChange()
    change.photo = try fields.value(.photo, Int.self)
    change.words = try fields.value(.words, String.self).map { try PostWords($0) }
    change.title = try fields.value(.title, String.self).map { try Title($0) }
    change.mood = try fields.mood(.mood)
    change.isMorning = try fields.value(.morning, Bool.self)
    change.caption = try fields.value(.caption, String.self).map { try Caption($0) }
    change.time = try fields.value(.time, String.self).map { text in
      guard let time = try PostTexts.time(text) else {
        throw Problem("time.required")
      }
      return time
    }
    change.zone = try fields.value(.timeZone, String.self).map { text in
      guard let zone = try PostTexts.zone(text) else {
        throw Problem("time-zone.required")
      }
      return zone
    }
    change.allowsFuture = try fields.value(.future, Bool.self) ?? false
    change.edit = try fields.value(.edit, String.self).map {
      PhotoEditChange(to: try PhotoEdit(parsing: $0))
    }
    change.isStarred = try fields.value(.starred, Bool.self)
    change.allTags = try fields.value(.tags, [String].self).map { try TagName.all($0) }
    guard !change.isEmpty else {
      throw Problem("no-change")
    }
    self.change = change
  }
}

/// A post without a photo, from a program.
struct NewWordsBody: Decodable, Sendable {
  private let words: NewWords
  private let day: String?
  private let time: String?

  private enum Key: String, CodingKey, CaseIterable {
    case words, title, mood, morning, day, time, starred, tags
  }

  /// - Throws: `DecodingError`, ``Problem``, and what a text that is none throws.
  init(from decoder: any Decoder) throws {
    try decoder.refuseUnknown(Key.allCases.map(\.rawValue))
    let fields = SaidFields(try decoder.container(keyedBy: Key.self))
    var new = NewWords()
    new.words = try PostWords(fields.value(.words, String.self) ?? "")
    new.title = try Title(fields.value(.title, String.self) ?? "")
    new.mood = try fields.mood(.mood).flatMap(\.self)
    new.isMorning = try fields.value(.morning, Bool.self) ?? false
    new.isStarred = try fields.value(.starred, Bool.self) ?? false
    new.tags = try TagName.all(fields.value(.tags, [String].self) ?? [])
    words = new
    day = try fields.value(.day, String.self)
    time = try fields.value(.time, String.self)
  }

  /// What is written, at its time.
  ///
  /// - Parameter present: what words for days are about.
  /// - Returns: what is to be written.
  /// - Throws: `DayRangeError`, ``Problem``.
  func words(_ present: PresentDay) throws -> NewWords {
    var new = words
    let day = try day.map { try DayRange.day($0, present: present) }
    if let text = time, let clock = try? TimeOfDay.parse(text) {
      new.moment = .clock(clock, day)
    } else if let time = try time.flatMap({ try PostTexts.time($0) }) {
      guard day == nil else { throw Problem("time.with-day") }
      new.moment = .time(time)
    } else if let day {
      new.moment = .day(day)
    }
    return new
  }
}

/// The fields of a JSON object about a post.
private struct SaidFields<Key: CodingKey> {
  private let fields: KeyedDecodingContainer<Key>

  init(_ fields: KeyedDecodingContainer<Key>) { self.fields = fields }

  /// Nil where it is missing; null is not a value.
  ///
  /// - Throws: `DecodingError`.
  func value<Value: Decodable>(_ key: Key, _ type: Value.Type) throws -> Value? {
    fields.contains(key) ? try fields.decode(type, forKey: key) : nil
  }

  /// A mood by its number; null is none.
  ///
  /// - Throws: `DecodingError`, ``Problem``.
  func mood(_ key: Key) throws -> Mood?? {
    guard fields.contains(key) else { return nil }
    if try fields.decodeNil(forKey: key) { return .some(nil) }
    // As a fraction would be told of as no JSON at all, it is read as one.
    let number = Int(exactly: try fields.decode(Double.self, forKey: key))
    guard let mood = number.flatMap({ Mood(rawValue: $0) }) else {
      throw Problem("mood")
    }
    return .some(mood)
  }
}

extension Schema {
  static let caption = Schema.string(
    "At most 100 characters, counted as a reader sees them.", length: 0...4096
  ).named("Caption")

  static let title = Schema.string(
    "One line of at most 100 characters, counted as a reader sees them.", length: 0...4096,
    examples: ["The river"]
  ).named("Title")

  static let words = Schema.string(
    """
    Markdown: at most 100,000 characters, counted as a reader sees them, and 1,000,000 bytes of \
    UTF-8. White space at both ends is removed, and line breaks become LF.
    """, length: 0...PostWords.byteLimit, examples: ["A long walk by the river.\n\nThen **rain**."]
  ).named("Words")

  static let mood = Schema.integer(
    "From awful (1) to great (5): awful, bad, meh, good, great.", in: 1...5
  ).examples(4).named("Mood")

  static let newWords = Schema.object(
    [:],
    optional: [
      "words": .words,
      "title": .title,
      "mood": .mood.orNull,
      "morning": .boolean(
        "Whether this is the day's morning page, which needs words and a mood.", usually: false),
      "day": .string(
        """
        The day it is about, today or earlier; default: today. As people type days: today, \
        yesterday, monday, 3 days ago, 2024-01-31.
        """, examples: ["yesterday", "2024-01-31"]),
      "time": .string(
        "The time of day or, without day, a date with its time. Without time and day, it is now.",
        examples: ["07:30", "2024-01-31T07:30+09:00"]),
      "starred": .boolean(usually: false),
      "tags": .array(of: .string()).examples(["river"]),
    ], about: "At least words or a mood."
  ).examples(
    [
      "words": "A long walk by the river.", "title": "The river", "mood": 4, "morning": true,
      "day": "yesterday", "time": "07:30", "tags": ["river"],
    ], ["mood": 2]
  ).notEmpty.named("NewWords")

  static let postChange = Schema.object(
    [:],
    optional: [
      "words": .words,
      "title": .title,
      "mood": .mood.orNull.about("Null removes the mood."),
      "morning": .boolean("Whether this is the day's morning page, which needs words and a mood."),
      "caption": .caption.about("The photo's caption; refused without a photo."),
      "photo": .integer(
        "Which photo caption and edit are for, counted from 1; needed if there are several.",
        in: 1...Post.photoLimit),
      "time": .string(),
      "timeZone": .string(),
      "future": .boolean(
        "Whether a photo's time may be after tomorrow; otherwise that is refused."),
      "edit": .string(
        """
        The edit to apply to the original photo before stamping, in the form of the post's edit; \
        it replaces that one. Empty for none; refused without a photo.
        """, length: 0...PhotoEdit.byteLimit, examples: ["crop=0.1,0.2,0.5,0.5 filter=noir", ""]),
      "starred": .boolean(),
      "tags": .array(of: .string(), "They replace the post's tags."),
    ]
  ).examples(
    ["words": "A long walk by the river, and rain.", "mood": 3],
    ["starred": true, "tags": ["river", "rain"]]
  ).notEmpty.named("PostChange")
}
