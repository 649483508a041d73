import CaptureTime
import Files
import Foundation
import GRDB
import Store

/// What a damaged row or an index still says about a post with an unusable row.
struct PostClue {
  let id: Int64
  var owner: Int64?
  var number: Int?
  var day: CivilDate?
  /// Seconds since 1970 in UTC.
  var instant: Int?
  var uid: [UInt8]?
  /// The row of the photo that stood for it, with its file and what it was before it was stamped.
  var cover: Int64?
  var file: ContainedPath?
  var originalHash: [UInt8]?
  var caption = Caption.empty
  var title = Title.empty
  var words = Words.empty
  var written: Int?
  var mood: Mood?
  var isMorning = false
  var isWrittenLater = false
  var isStarred = false
  var tags: [TagName] = []
  var originalName = ""
  var posted: Int?
  var trashed: Int?
  /// Why the row cannot be used; nil where there is none.
  var reason: (any Error)?
  /// The post as its row says it, where only the rows of its photos are lost.
  var stored: Post?

  init(_ id: Int64) { self.id = id }

  func name(_ owners: [Int64: OwnerName]) -> SalvagedPost {
    SalvagedPost(owner: owner.flatMap { owners[$0] }, number: number, day: day)
  }

  /// Takes what a row says and is not known yet; each value counts where it alone can be what it is.
  mutating func add(_ row: Row) {
    func value<Value: DatabaseValueConvertible>(_ column: String) -> Value? {
      guard row.hasColumn(column) else { return nil }
      let stored: DatabaseValue = row[column]
      switch (stored.storage, Value.self) {
      case (.int64, is Int.Type), (.int64, is Int64.Type), (.string, is String.Type),
        (.blob, is Data.Type):
        return Value.fromDatabaseValue(stored)
      default: return nil
      }
    }
    func moment(_ column: String) -> Int? {
      (value(column) as Int?).flatMap { DayRule.instants.contains($0) ? $0 : nil }
    }
    owner = owner ?? value("owner")
    number = number ?? (value("number") as Int?).flatMap { Post.numbers.contains($0) ? $0 : nil }
    day = day ?? (value("day") as String?).flatMap { CivilDate(iso: $0) }
    instant = instant ?? moment("instant")
    cover = cover ?? value("cover")
    uid = uid ?? (value("uid") as Data?).flatMap { $0.count == Post.uidSize ? Array($0) : nil }
    file = file ?? (value("file") as String?).flatMap { try? ContainedPath($0) }
    originalHash =
      originalHash ?? (value("original_hash") as Data?).flatMap { $0.count == 32 ? Array($0) : nil }
    if caption.isEmpty {
      caption = (value("caption") as String?).flatMap { try? Caption($0) } ?? .empty
    }
    if words.isEmpty { words = (value("words") as String?).flatMap { try? Words($0) } ?? .empty }
    if title.isEmpty { title = (value("title") as String?).flatMap { try? Title($0) } ?? .empty }
    written = written ?? moment("written")
    mood = mood ?? (value("mood") as Int?).flatMap { Mood(rawValue: $0) }
    let indexes: String = value("known_by") ?? ""
    isStarred = isStarred || value("is_starred") == 1 || indexes.contains("post_by_star ")
    isMorning = isMorning || value("is_morning") == 1 || indexes.contains("post_by_morning ")
    isWrittenLater = isWrittenLater || value("is_written_later") == 1
    if originalName.isEmpty { originalName = value("original_name") ?? "" }
    posted = posted ?? moment("posted")
    trashed = trashed ?? moment("trashed")
  }
}

/// What a damaged row or an index still says about a photo that is in no post of the new journal.
struct KnownPhoto {
  let id: Int64
  /// The row of its post.
  let post: Int64?
  /// Whose it is; an index counts more here than a row, which says it of another owner than its post's.
  let owner: Int64?
  let place: Int?
  let caption: Caption
  let originalName: String
  /// What says its time; nil where that is not known.
  let source: String?
}

/// The remaining clues, found by a photo's own values.
struct PostClues {
  private var photos: [ContainedPath: KnownPhoto] = [:]
  private var clues: [Int64: PostClue] = [:]
  private var byFile: [ContainedPath: Int64] = [:]
  private var byOriginal: [[UInt8]: [Int64]] = [:]
  private var byName: [[UInt8]: [Int64]] = [:]

  /// Takes down that a row cannot be used.
  mutating func refuse(_ id: Int64, because reason: any Error) {
    clues[id, default: PostClue(id)].reason = reason
  }

  /// Remembers a post that needs one of its photos to be brought over, while no row of these can be used.
  mutating func keep(_ id: Int64, _ post: Post) { clues[id, default: PostClue(id)].stored = post }

  /// Gathers what rows that cannot be used, and indexes, say of posts and photos that are not there.
  ///
  /// - Parameters:
  ///   - rows: the damaged journal's.
  ///   - carried: the rows of the photos that are in the new journal.
  /// - Throws: `DatabaseError`.
  mutating func add(from rows: Database, exceptForPhotos carried: Set<Int64>) throws {
    for id in clues.keys {
      let row = try Row.fetchOne(
        rows, sql: "SELECT \(Self.columns("post", "photo")) WHERE post.id = ?", arguments: [id])
      if let row { clues[id]?.add(row) }
    }
    let known = try Row.fetchAll(
      rows,
      sql: """
        SELECT \(Self.columns("lost_post", "photo")) WHERE post.id NOT IN (SELECT id FROM main.post)
        UNION ALL SELECT \(Self.columns("lost_post", "lost_photo"))
        WHERE post.id NOT IN (SELECT id FROM main.post)
        """)
    let refused = try clues.keys.flatMap { id in
      try Row.fetchAll(
        rows,
        sql: """
          SELECT \(Self.columns("post", "lost_photo")) WHERE post.id = ?1
          UNION ALL SELECT \(Self.columns("lost_post", "photo")) WHERE post.id = ?1
          UNION ALL SELECT \(Self.columns("lost_post", "lost_photo")) WHERE post.id = ?1
          """, arguments: [id])
    }
    try addPhotos(from: rows, exceptFor: carried)
    for row in known + refused {
      guard let id = Int64.fromDatabaseValue(row["id"]) else { continue }
      clues[id, default: PostClue(id)].add(row)
    }
    // Of posts that nothing else is known of.
    let versions = try Int64.fetchAll(
      rows,
      sql: "SELECT DISTINCT post FROM post_version WHERE post NOT IN (SELECT id FROM main.post)")
    for id in versions where clues[id] == nil { clues[id] = PostClue(id) }
    for id in clues.keys {
      clues[id]?.tags = try String.fetchAll(
        rows,
        sql: """
          SELECT tag.name FROM post_tag JOIN tag ON tag.id = post_tag.tag
          WHERE post_tag.post = ? AND typeof(tag.name) = 'text' ORDER BY tag.name
          """, arguments: [id]
      ).compactMap { name in (try? TagName(name)).flatMap { $0.text == name ? $0 : nil } }
    }
    index()
  }

  /// What is selected of a post and its photo, and from where: the tables of either may be those of what
  /// indexes still know.
  private static func columns(_ posts: String, _ photos: String) -> String {
    let knownBy = posts == "post" ? "'' AS known_by" : "post.known_by"
    return """
      post.id, post.owner, post.number, post.day, post.instant, post.uid, post.is_starred,
      post.is_morning, post.is_written_later, post.posted, post.photo AS cover, post.trashed, post.mood, post.written, post.title, post.words, \(knownBy),
      photo.file, photo.original_hash, photo.caption, photo.original_name
      FROM \(posts) AS post LEFT JOIN \(photos) AS photo ON photo.id = post.photo
      """
  }

  /// Gathers what rows and indexes say of photos; what a row says counts more.
  private mutating func addPhotos(from rows: Database, exceptFor carried: Set<Int64>) throws {
    for table in ["lost_photo", "photo"] {
      let found = try Row.fetchCursor(
        rows,
        sql: """
          SELECT id, post, owner, file, place, caption, original_name, taken_source FROM \(table)
          WHERE typeof(id) = 'integer' AND typeof(file) = 'text'
          """)
      while let row = try found.next() {
        guard let id = Int64.fromDatabaseValue(row["id"]), !carried.contains(id),
          let file = String.fromDatabaseValue(row["file"]).flatMap({ try? ContainedPath($0) })
        else { continue }
        let known = photos[file].flatMap { $0.id == id ? $0 : nil }
        let place = Int.fromDatabaseValue(row["place"]).flatMap { $0 > 0 ? $0 : nil }
        let caption = String.fromDatabaseValue(row["caption"]).flatMap { try? Caption($0) }
        photos[file] = KnownPhoto(
          id: id, post: Int64.fromDatabaseValue(row["post"]) ?? known?.post,
          owner: known?.owner ?? Int64.fromDatabaseValue(row["owner"]),
          place: place ?? known?.place, caption: caption ?? known?.caption ?? .empty,
          originalName: String.fromDatabaseValue(row["original_name"]) ?? known?.originalName ?? "",
          source: String.fromDatabaseValue(row["taken_source"]) ?? known?.source)
      }
    }
  }

  /// What is known of the photo of a file.
  func photo(_ file: ContainedPath) -> KnownPhoto? { photos[file] }

  /// Whether a file is that of a photo that stood for its post.
  func isCover(_ file: ContainedPath) -> Bool { byFile[file] != nil }

  private mutating func index() {
    for clue in clues.values.sorted(by: { $0.id < $1.id }) {
      if let file = clue.file { byFile[file] = clue.id }
      if let hash = clue.originalHash { byOriginal[hash, default: []].append(clue.id) }
      if let uid = clue.uid { byName[Array(uid.prefix(4)), default: []].append(clue.id) }
    }
  }

  /// Those that nothing was found for, by number.
  var unused: [PostClue] {
    clues.values.sorted { ($0.number ?? .max, $0.id) < ($1.number ?? .max, $1.id) }
  }

  /// The clue of a post by its row, which is used then.
  mutating func take(_ id: Int64) -> PostClue? { clues.removeValue(forKey: id) }

  /// The clue of the post that a row or an index says a photo is in, which is used then.
  mutating func take(file: ContainedPath) -> PostClue? {
    let ids = [byFile[file], photos[file]?.post].compactMap(\.self)
    return ids.first { clues[$0] != nil }.flatMap { take($0) }
  }

  /// The clue that a photo fits by its SHA-256 before it was stamped, or by the first 4 bytes of its post's uid,
  /// which its name has. The clue is used then.
  mutating func take(originalHash: [UInt8]?, name: [UInt8]?) -> PostClue? {
    let same = originalHash.flatMap { byOriginal[$0] } ?? []
    let namesakes = (name.flatMap { byName[$0] } ?? []).filter { clues[$0] != nil }
    let ids = same + (namesakes.count == 1 ? namesakes : [])
    return ids.first { clues[$0] != nil }.flatMap { take($0) }
  }

  mutating func giveBack(_ clue: PostClue) { clues[clue.id] = clue }
}
