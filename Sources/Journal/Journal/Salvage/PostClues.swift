package import CaptureTime
import Foundation
import GRDB
package import Store
package import Files

/// Something of a post that a salvage could not bring over as it was.
package enum PostSalvageFinding: AreaSalvageFinding {
  /// Neither its row nor its photo can be read; the reason is what is wrong with the row, where there
  /// is one.
  case lost(SalvagedPost, because: (any Error)?)
  /// Its row is gone; this photo gives its time, and what an index has still known, the rest.
  case remade(SalvagedPost, ContainedPath, because: (any Error)?)
  /// One of its files, a path from either journal's folder.
  case photo(SalvagedPost, PostProblem.Part, ContainedPath, PhotoLoss)
  /// Its row is damaged or lost; what can be read of its words, now or before, is back on its day.
  case rewritten(SalvagedPost, because: (any Error)?)
  /// Its words are lost; those of this earlier version stand in their place.
  case earlierWords(SalvagedPost, version: Int)
  /// Its words end where their page is damaged.
  case cut(SalvagedPost)
  /// Not all earlier versions of its words can be read.
  case versions(SalvagedPost)
  /// Another post has its number.
  case renumbered(SalvagedPost, from: Int)
  /// How its label looks is not known any more, only how it is set now.
  case look(SalvagedPost)
  /// Not all of its tags can be read.
  case tags(SalvagedPost)
  /// Its row says something else than its photo or an index: one of them is damaged.
  case doubtful(SalvagedPost)
  /// Its words, caption or tags differ from the search index.
  case altered(SalvagedPost)

  package enum PhotoLoss: Sendable, Hashable {
    case missing
    /// It has other bytes than were stored; it was copied as it is.
    case damaged
  }

  package var post: SalvagedPost {
    switch self {
    case .lost(let post, _), .remade(let post, _, _), .photo(let post, _, _, _),
      .rewritten(let post, _), .earlierWords(let post, _), .cut(let post), .versions(let post),
      .renumbered(let post, _), .look(let post),
      .tags(let post), .doubtful(let post), .altered(let post):
      post
    }
  }
}

/// What a post is known by; nil is what nothing says any more.
package struct SalvagedPost: Sendable, Hashable {
  package let owner: OwnerName?
  package let number: Int?
  package let day: CivilDate?

  package init(owner: OwnerName?, number: Int?, day: CivilDate?) {
    (self.owner, self.number, self.day) = (owner, number, day)
  }
}

/// Why a row of a post is none, where an import would not say so.
package enum SalvagedRowProblem: Error, Sendable, Hashable {
  /// There is no such owner.
  case owner
}

/// What a damaged row, or an index, still says of a post whose row cannot be used.
struct PostClue {
  let id: Int64
  var owner: Int64?
  var number: Int?
  var day: CivilDate?
  var uid: [UInt8]?
  var file: ContainedPath?
  var originalHash: [UInt8]?
  var caption = Caption.empty
  var title = Title.empty
  var words = Words.empty
  var written: Int?
  var mood: Mood?
  var isStarred = false
  var tags: [TagName] = []
  var originalName = ""
  var posted: Int?
  var trashed: Int?
  /// Why the row cannot be used; nil where there is none.
  var reason: (any Error)?

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
    func instant(_ column: String) -> Int? {
      (value(column) as Int?).flatMap { DayRule.instants.contains($0) ? $0 : nil }
    }
    owner = owner ?? value("owner")
    number = number ?? (value("number") as Int?).flatMap { Post.numbers.contains($0) ? $0 : nil }
    day = day ?? (value("day") as String?).flatMap { CivilDate(iso: $0) }
    uid = uid ?? (value("uid") as Data?).flatMap { $0.count == Post.uidSize ? Array($0) : nil }
    file = file ?? (value("file") as String?).flatMap { try? ContainedPath($0) }
    originalHash =
      originalHash ?? (value("original_hash") as Data?).flatMap { $0.count == 32 ? Array($0) : nil }
    if caption.isEmpty {
      caption = (value("caption") as String?).flatMap { try? Caption($0) } ?? .empty
    }
    if words.isEmpty { words = (value("words") as String?).flatMap { try? Words($0) } ?? .empty }
    if title.isEmpty { title = (value("title") as String?).flatMap { try? Title($0) } ?? .empty }
    written = written ?? instant("written")
    mood = mood ?? (value("mood") as Int?).flatMap { Mood(rawValue: $0) }
    isStarred =
      isStarred || value("is_starred") == 1
      || (value("known_by") as String?)?.contains("post_by_star ") ?? false
    if originalName.isEmpty { originalName = value("original_name") ?? "" }
    posted = posted ?? instant("posted")
    trashed = trashed ?? instant("trashed")
  }
}

/// What a damaged row, or an index, still says of a photo of a post.
struct FurtherPhoto {
  /// The post's row.
  let post: Int64
  let place: Int
  let caption: Caption
  let originalName: String
  /// What says its time; nil where that is not known.
  let source: String?
}

/// The clues that are left, found by what a photo says.
struct PostClues {
  /// Photos of posts that are not there, or that do not have them.
  private var photos: [ContainedPath: FurtherPhoto] = [:]
  private var clues: [Int64: PostClue] = [:]
  private var byFile: [ContainedPath: Int64] = [:]
  private var byOriginal: [[UInt8]: [Int64]] = [:]

  /// Takes down that a row cannot be used.
  mutating func refuse(_ id: Int64, because reason: any Error) {
    clues[id, default: PostClue(id)].reason = reason
  }

  /// Gathers what rows that cannot be used, and indexes, say of posts that are not there.
  mutating func add(from rows: Database, exceptFor carried: [SalvagedPost]) throws {
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
    try addPhotos(from: rows)
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
      post.id, post.owner, post.number, post.day, post.uid, post.is_starred, post.posted,
      post.trashed, post.mood, post.written, post.title, post.words, \(knownBy),
      photo.file, photo.original_hash, photo.caption, photo.original_name
      FROM \(posts) AS post LEFT JOIN \(photos) AS photo ON photo.id = post.photo
      """
  }

  /// Gathers what rows and indexes say of the photos of posts.
  private mutating func addPhotos(from rows: Database) throws {
    let refused = clues.keys.map(String.init).joined(separator: ", ")
    for source in [
      "lost_photo WHERE id NOT IN (SELECT id FROM photo)",
      "photo WHERE (post NOT IN (SELECT id FROM post) OR post IN (\(refused)))",
    ] {
      let found = try Row.fetchCursor(
        rows,
        sql: """
          SELECT post, file, place, caption, original_name, taken_source FROM \(source)
            AND typeof(post) = 'integer' AND typeof(file) = 'text'
          """)
      while let row = try found.next() {
        guard let post = Int64.fromDatabaseValue(row["post"]),
          let file = String.fromDatabaseValue(row["file"]).flatMap({ try? ContainedPath($0) })
        else { continue }
        let caption = String.fromDatabaseValue(row["caption"]).flatMap { try? Caption($0) }
        photos[file] = FurtherPhoto(
          post: post, place: max(1, Int.fromDatabaseValue(row["place"]) ?? 1),
          caption: caption ?? .empty,
          originalName: String.fromDatabaseValue(row["original_name"]) ?? "",
          source: String.fromDatabaseValue(row["taken_source"]))
      }
    }
  }

  func further(_ file: ContainedPath) -> FurtherPhoto? { photos[file] }

  private mutating func index() {
    for clue in clues.values.sorted(by: { $0.id < $1.id }) {
      if let file = clue.file { byFile[file] = clue.id }
      if let hash = clue.originalHash { byOriginal[hash, default: []].append(clue.id) }
    }
  }

  /// Those that nothing was found for, by number.
  var unused: [PostClue] {
    clues.values.sorted { ($0.number ?? .max, $0.id) < ($1.number ?? .max, $1.id) }
  }

  /// The clue that a photo fits, which is used then.
  mutating func take(file: ContainedPath, originalHash: [UInt8]?) -> PostClue? {
    let ids =
      [byFile[file], photos[file]?.post].compactMap(\.self)
      + (originalHash.flatMap { byOriginal[$0] } ?? [])
    guard let id = ids.first(where: { clues[$0] != nil }) else { return nil }
    return clues.removeValue(forKey: id)
  }

  mutating func giveBack(_ clue: PostClue) { clues[clue.id] = clue }
}
