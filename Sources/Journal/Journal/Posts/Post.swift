package import CaptureTime
import Files
import GRDB
import Stamping
package import Store

/// A post on a day: words, photos, or both, with time and owner.
package struct Post: Sendable, Hashable {
  /// Counted from 1 for each owner; never given again.
  package let number: Int
  package let time: PostTime
  /// One line above the words; may be empty.
  package internal(set) var title = ""
  /// Markdown; may be empty.
  package internal(set) var words = ""
  /// When the current words were written, in seconds since 1970 in UTC; nil without words.
  package internal(set) var written: Int?
  package internal(set) var mood: Mood?
  /// Whether it is the morning page, with words and mood. A day has at most one outside the trash.
  package internal(set) var isMorning = false
  /// Whether words or mood were written on a later day than the post's.
  package internal(set) var isWrittenLater = false
  package let isStarred: Bool
  /// As they were first written, by name.
  package let tags: [String]
  /// In their order; empty for a post of words or a mood alone.
  package internal(set) var photos: [PostPhoto] = []
  /// The cover, counted from 0: the photo shown where there is room for one.
  package internal(set) var cover = 0
  /// When it was posted, in seconds since 1970 in UTC.
  package let posted: Int
  /// When it was moved to the trash; nil where it was not.
  package let trashed: Int?

  /// The post's row.
  var id: Int64
  /// 16 bytes that are the post's in every journal that it is moved to, and no other's.
  let uid: [UInt8]

  static let uidSize = 16
  /// The most photos that a post can have.
  package static let photoLimit = 50
  /// The numbers that posts get: enough for anybody, and far from where counting on would overflow.
  package static let numbers = 1...1_000_000_000
  /// What is read as a number: other programs may have written larger ones, which a check mends.
  static let readableNumbers = 1...9_007_199_254_740_991

  package var day: CivilDate { time.day }
  /// The cover; nil for a post of words or a mood alone.
  package var photo: PostPhoto? { photos.indices.contains(cover) ? photos[cover] : photos.first }
  /// The cover's caption; empty if it has none.
  package var caption: String { photo?.caption ?? "" }

  /// The post in the row that it got.
  func stored(as row: Int64) -> Post {
    var post = self
    post.id = row
    return post
  }
}

extension PhotoEdit {
  /// As the database and an export have it; nil where there is nothing to do.
  var stored: String? { isNone ? nil : text }
}

extension Post {
  /// Whether it has a photo at a place, counted from 1, which may be any number that somebody sends.
  package func hasPhoto(at place: Int) -> Bool { place >= 1 && place <= photos.count }

  /// The photo at a place, counted from 1; without a place, the cover.
  ///
  /// - Throws: ``JournalError/noPhoto(number:)`` where it has none,
  ///   ``JournalError/unknownPhoto(_:number:)`` where it has fewer.
  package func requirePhoto(_ place: Int? = nil) throws(JournalError) -> PostPhoto {
    guard let photo else { throw .noPhoto(number: number) }
    guard let place else { return photo }
    guard hasPhoto(at: place) else { throw .unknownPhoto(place, number: number) }
    return photos[place - 1]
  }

  /// The photo at a place, counted from 1, which has to be said where there are several.
  ///
  /// - Throws: as ``requirePhoto(_:)``, and ``JournalError/severalPhotos(number:)``.
  func photo(at place: Int?) throws(JournalError) -> PostPhoto {
    let photo = try requirePhoto(place)
    guard place != nil || photos.count == 1 else { throw .severalPhotos(number: number) }
    return photo
  }
}

extension Post {
  /// What a query selects for ``init(row:)``, in its order.
  static let columns = selecting(words: "post.words")

  /// As ``columns``, with something else for the words, or for the row of the photo that stands for the post.
  static func selecting(words: String, cover: String = "post.photo") -> String {
    """
    post.id, post.uid, post.number, post.day, post.instant, post.offset, post.subsecond,
    post.precision, post.source, post.zone, post.is_offset_assumed, post.is_starred, post.posted,
    post.trashed, post.mood, post.is_morning, post.is_written_later, post.written, post.title,
    \(words), \(cover), \(PostPhoto.columns),
    EXISTS (SELECT 1 FROM photo AS further
      WHERE further.post = post.id AND further.id <> post.photo),
    CASE WHEN EXISTS (SELECT 1 FROM post_tag WHERE post_tag.post = post.id) THEN
      (SELECT group_concat(name, ',') FROM (
        SELECT tag.name FROM post_tag JOIN tag ON tag.id = post_tag.tag AND tag.owner = post.owner
        WHERE post_tag.post = post.id ORDER BY tag.folded))
    END
    """
  }

  /// What ``columns`` are selected from.
  static let tables = "post \(photoJoin)"

  /// Brings to a post its photo; never one of another owner, whatever the database says.
  static let photoJoin = "LEFT JOIN photo ON photo.id = post.photo AND photo.owner = post.owner"

  /// Reads a row of ``columns``, as ``init(_:_:)``.
  init(row: Row, _ db: Database) throws {
    var values = RowDecoder(row)
    try self.init(&values, db)
  }

  /// Reads the values of ``columns``, and the post's further photos.
  ///
  /// - Throws: ``JournalError/database(_:)`` where a value is not one that this program writes.
  init(_ values: inout RowDecoder, _ db: Database) throws {
    id = try values.next()
    uid = try values.bytes()
    number = try values.next(in: Self.readableNumbers)
    let day = try values.day()
    time = PostTime(
      instant: try values.next(in: DayRule.instants),
      offset: try values.next(in: -86_400...86_400),
      subsecond: try values.textIfAny(atMost: 9),
      precision: try values.next { CaptureTimePrecision(rawValue: $0) },
      source: try values.next { CaptureTimeSource(rawValue: $0) }, zone: try values.next(),
      isOffsetAssumed: try values.next(), day: day)
    isStarred = try values.next()
    posted = try values.next(in: DayRule.instants)
    trashed = try values.nextIfAny(in: DayRule.instants)
    mood = try values.nextIfAny(in: 1...5).flatMap { Mood(rawValue: $0) }
    isMorning = try values.next()
    isWrittenLater = try values.next()
    written = try values.nextIfAny(in: DayRule.instants)
    title = try values.text(atMost: Title.byteLimit)
    words = try values.text(atMost: Words.byteLimit)
    let hasPhoto = try values.nextIfAny(Int64.self) != nil
    let photo = try PostPhoto(&values, isThere: hasPhoto)
    let hasFurther: Bool = try values.next()
    // Names of tags have no comma in them.
    tags = (try values.nextIfAny() as String?)?.split(separator: ",").map(String.init) ?? []
    photos = photo.map { [$0] } ?? []
    if let photo, hasFurther {
      photos = try PostPhoto.all(of: id, db)
      cover = photos.firstIndex { $0.id == photo.id } ?? 0
    }
  }

  /// Calls `body` with the post of each row, in their order, until it returns false. Rows that are gone are
  /// passed over.
  static func forEach(
    _ rows: [Int64], _ db: Database, _ body: (Post) throws -> Bool
  ) throws {
    let posts = try DecodedRows(
      db,
      cached: """
        SELECT \(columns) FROM json_each(?) AS chosen CROSS JOIN \(tables)
        WHERE post.id = chosen.value
        """, arguments: [rows.json])
    while var row = try posts.next(), try body(Post(&row, db)) {}
  }
}
