import CaptureTime
import Files
import Formats
import Foundation
import GRDB
import Stamping
import Store
import SystemPackage

/// The rows of an owner's posts within one transaction, which the owner's ``OwnerJournal`` has begun.
struct PostRows {
  let owner: Int64
  let db: Database
  /// Whose; nil of a database that is not opened as a journal: looks name no fonts' files there, and words
  /// no people.
  let journal: OwnerJournal?
  private var store: JournalStore? { journal?.store }
  /// The look that was asked for last: posts that are stored together mostly have the same one.
  private let lastLook = LastLook()
  /// Where posts wait that are to come into the search; nil where each comes at once.
  private let waiting: WaitingForSearch?

  private final class LastLook {
    var known: (look: LabelLook, id: Int64)?
  }

  /// Posts that are added to the search together, once all of a transaction are inserted.
  final class WaitingForSearch {
    fileprivate var posts: [(document: SearchDocument, row: Int64)] = []

    /// Takes over those of a part that is to stay.
    func add(_ others: WaitingForSearch) { posts += others.posts }

    func store(_ db: Database) throws { try SearchTable.posts.add(posts, db) }
  }

  init(of journal: OwnerJournal, _ db: Database, addingTo waiting: WaitingForSearch? = nil) {
    (owner, self.journal, self.db, self.waiting) = (journal.id, journal, db, waiting)
  }

  /// The rows of an owner in a database that nobody has opened as a journal.
  init(owner: Int64, _ db: Database) {
    (self.owner, self.db, journal, waiting) = (owner, db, nil, nil)
  }

  /// The post of a number, also one in the trash.
  ///
  /// - Throws: ``JournalError/unknownPost(number:)``.
  func post(_ number: Int) throws -> Post {
    guard let post = try postIfAny(number) else { throw JournalError.unknownPost(number: number) }
    return post
  }

  /// A post, also one in the trash; nil where there is none.
  func postIfAny(_ number: Int) throws -> Post? {
    try db.row(
      cached: """
        SELECT \(Post.columns) FROM \(Post.tables) WHERE post.owner = ? AND number = ?
        """,
      arguments: [owner, number]
    ).map { try Post(row: $0, db) }
  }

  /// A post that is not in the trash.
  func livePost(_ number: Int) throws -> Post {
    let post = try post(number)
    guard post.trashed == nil else { throw JournalError.postInTrash(number: number) }
    return post
  }

  /// The post of a uid, also one in the trash; nil where there is none.
  func post(uid: [UInt8]) throws -> Post? {
    try db.row(
      cached: "SELECT \(Post.columns) FROM \(Post.tables) WHERE post.owner = ? AND uid = ?",
      arguments: [owner, Data(uid)]
    ).map { try Post(row: $0, db) }
  }

  /// Whether there is any post, also in the trash.
  func hasPosts() throws -> Bool {
    try Bool.fetchOne(
      db, sql: "SELECT EXISTS (SELECT 1 FROM post WHERE owner = ?)", arguments: [owner]) == true
  }

  func hasPost(_ number: Int) throws -> Bool {
    try db.row(
      cached: "SELECT 1 FROM post WHERE owner = ? AND number = ?", arguments: [owner, number])
      != nil
  }

  /// Refuses a photo that has a post already; one in the trash is named where there is no other.
  ///
  /// - Parameter hash: SHA-256 of the photo without its stamp.
  /// - Throws: ``JournalError/postedBefore(number:isInTrash:)``.
  func checkIsNew(_ hash: [UInt8]) throws {
    let row = try db.row(
      cached: """
        SELECT number, trashed IS NOT NULL
        FROM photo CROSS JOIN post ON post.id = photo.post AND post.owner = photo.owner
        WHERE photo.owner = ? AND original_hash = ?
        ORDER BY trashed IS NOT NULL, number LIMIT 1
        """, arguments: [owner, Data(hash)])
    guard let row else { return }
    var values = RowDecoder(row)
    throw JournalError.postedBefore(number: try values.next(), isInTrash: try values.next())
  }

  /// Inserts a post with its photos, its tags and its place in the search. A photo that is stored already
  /// leaves the post in which it was.
  ///
  /// - Returns: the post as it is stored.
  func insert(_ post: Post) throws -> Post {
    try TagName.checkCount(post.tags.count)
    try Post.checkCount(ofPhotos: post.photos.count)
    var post = post
    // What was written before this was told apart was written when it was posted.
    post.written = post.words.isEmpty ? nil : post.written ?? post.posted
    let count = WordCount(of: post.words)
    // The photos say whose they are before it is there.
    let id = try nextID()
    for (index, photo) in post.photos.enumerated() {
      post.photos[index].id =
        try photo.id == 0
        ? insert(photo, in: id, at: index + 1) : move(photo, to: id, at: index + 1)
    }
    try db.execute(
      cached: """
        INSERT INTO post (
          id, uid, owner, number, day, instant, offset, subsecond, precision, source, zone,
          is_offset_assumed, is_starred, posted, trashed, photo, mood, is_morning,
          is_written_later, written, word_count, character_count, title, words)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        id, Data(post.uid), owner, post.number, post.day.description, post.time.instant,
        post.time.offset, post.time.subsecond, post.time.precision.rawValue,
        post.time.source.rawValue, post.time.zone, post.time.isOffsetAssumed, post.isStarred,
        post.posted, post.trashed, post.photo?.id, post.mood?.rawValue, post.isMorning,
        post.isWrittenLater, post.written, count.words, count.characters, post.title, post.words,
      ])
    post = post.stored(as: id)
    for tag in post.tags { try addTag(TagName(tag), post.id) }
    // Tags are written as they were first.
    if !post.tags.isEmpty { post = try self.post(post.number) }
    try addToSearch(post)
    return post
  }

  /// The row that the next post gets.
  private func nextID() throws -> Int64 {
    try db.value(cached: "SELECT coalesce(max(id), 0) + 1 FROM post") ?? 1
  }

  /// Moves a photo that is stored into another post, whose time it shows.
  ///
  /// - Returns: the photo's row.
  private func move(_ photo: PostPhoto, to post: Int64, at place: Int) throws -> Int64 {
    try db.execute(
      cached: """
        UPDATE photo SET post = ?, place = ?, taken = NULL, taken_source = NULL WHERE id = ?
        """, arguments: [post, place, photo.id])
    return photo.id
  }

  /// Inserts a photo of a post.
  ///
  /// - Parameters:
  ///   - photo: the photo.
  ///   - post: its post's row.
  ///   - place: among the photos of the post, counted from 1.
  /// - Returns: the photo's row.
  /// - Throws: `DatabaseError`.
  func insert(_ photo: PostPhoto, in post: Int64, at place: Int) throws -> Int64 {
    let video = photo.storedVideo
    try db.execute(
      cached: """
        INSERT INTO photo (
          post, place, taken, taken_source, owner, caption, look, file, hash, original_file,
          original_hash, original_name, width, height, text_collection, text_key, edit, is_video,
          bytes, duration, video, video_hash, raw, raw_hash, raw_bytes, latitude, longitude)
        VALUES (
          ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        post, place, photo.taken?.description, photo.taken?.source.rawValue, owner, photo.caption,
        photo.look, String(decoding: photo.file), Data(photo.hash),
        photo.originalFile.map { String(decoding: $0) }, Data(photo.originalHash),
        photo.originalName, photo.size?.width, photo.size?.height, photo.text?.collection,
        photo.text?.key, photo.edit.stored, video.isVideo, video.bytes, video.duration,
        video.file.map { String(decoding: $0) }, video.hash.map { Data($0) },
        photo.raw.map { String(decoding: $0.file) }, photo.raw.map { Data($0.hash) },
        photo.raw?.byteCount, photo.position?.latitude, photo.position?.longitude,
      ])
    let row = db.lastInsertedRowID
    for file in photo.files { try LooseFiles.claim(file, db) }
    return row
  }
}

extension Post {
  /// The post in a row; nil where there is none.
  static func stored(as row: Int64, _ db: Database) throws -> Post? {
    try db.row(
      cached: "SELECT \(columns) FROM \(tables) WHERE post.id = ?", arguments: [row]
    ).map { try Post(row: $0, db) }
  }
}

/// The owner's numbers.
extension PostRows {
  /// The largest number that was ever given; 0 where none was.
  func lastNumber() throws -> Int {
    let row = try db.row(
      cached: """
        SELECT max(last_number, coalesce((SELECT max(number) FROM post WHERE owner = owner.id), 0))
          AS last_number
        FROM owner WHERE id = ?
        """, arguments: [owner])
    guard let row else { return 0 }
    var values = RowDecoder(row)
    return try values.next(Int.self)
  }

  /// Gives a number that no post ever had, larger than `floor` too. Where somebody used up the numbers,
  /// by an import or in the database, it is the smallest that no post has.
  func newNumber(above floor: Int = 0) throws -> Int {
    let last = try max(lastNumber(), floor)
    return try last < Post.numbers.upperBound ? keepNumber(last + 1) : smallestFreeNumber()
  }

  /// The smallest number that no post has.
  func smallestFreeNumber() throws -> Int {
    if try !hasPost(1) { return 1 }
    let last = try db.value(
      Int.self,
      cached: """
        SELECT coalesce(min(number), 0) FROM post WHERE owner = ?1 AND number > 0
          AND NOT EXISTS (
            SELECT 1 FROM post AS next WHERE next.owner = ?1 AND next.number = post.number + 1)
        """, arguments: [owner])
    return (last ?? 0) + 1
  }

  /// Takes a number that a post already has as given; one that is none is not counted on from.
  @discardableResult
  func keepNumber(_ number: Int) throws -> Int {
    guard number <= Post.numbers.upperBound else { return number }
    try db.execute(
      cached: "UPDATE owner SET last_number = max(last_number, ?) WHERE id = ?",
      arguments: [number, owner])
    return number
  }
}

/// The parts of a post beside its row: its place in the search, and its tags.
extension PostRows {
  /// Takes a post, as it is stored now, into the search.
  func addToSearch(_ post: Post) throws {
    let document = post.searchText.document
    if let waiting {
      waiting.posts.append((document, post.id))
    } else {
      try SearchTable.posts.add(document, post.id, db)
    }
  }

  /// Takes a post out of the search, which keeps no text and has to be told what it was.
  func removeFromSearch(_ post: Post) throws { try removeFromSearch(post.searchText, post.id) }

  /// As ``removeFromSearch(_:)``, of a post of which only the texts are known.
  func removeFromSearch(_ text: PostText, _ post: Int64) throws {
    try SearchTable.posts.remove(text.document, post, db)
  }

  /// Gives a post a tag; the first to write a tag says how it is written.
  func addTag(_ tag: TagName, _ post: Int64) throws {
    try db.execute(
      cached: "INSERT OR IGNORE INTO tag (owner, name, folded) VALUES (?, ?, ?)",
      arguments: [owner, tag.text, tag.folded])
    try db.execute(
      cached: """
        INSERT OR IGNORE INTO post_tag (post, tag)
        SELECT ?, id FROM tag WHERE owner = ? AND folded = ?
        """, arguments: [post, owner, tag.folded])
  }

  /// Takes a tag from a post, and forgets a tag that no post has.
  func removeTag(_ tag: TagName, _ post: Int64) throws {
    try db.execute(
      cached: """
        DELETE FROM post_tag WHERE post = ?
          AND tag = (SELECT id FROM tag WHERE owner = ? AND folded = ?)
        """, arguments: [post, owner, tag.folded])
    try forgetUnusedTags()
  }

  func forgetUnusedTags() throws {
    try db.execute(
      cached: """
        DELETE FROM tag WHERE owner = ?
          AND NOT EXISTS (SELECT 1 FROM post_tag WHERE post_tag.tag = tag.id)
        """, arguments: [owner])
  }
}

/// How labels look: stored once, as JSON, and posts refer to it.
extension PostRows {
  /// The row of a look, made where it is new.
  func lookID(_ look: LabelLook) throws -> Int64 {
    if let known = lastLook.known, known.look == look { return known.id }
    let id = try findOrMake(look)
    lastLook.known = (look, id)
    return id
  }

  private func findOrMake(_ look: LabelLook) throws -> Int64 {
    let encoder = JSONEncoder()
    // The same look has the same text.
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let json = String(decoding: try encoder.encode(look), as: UTF8.self)
    if let id = try db.value(
      Int64.self, cached: "SELECT id FROM look WHERE json = ?", arguments: [json])
    {
      return id
    }
    try db.execute(sql: "INSERT INTO look (json) VALUES (?)", arguments: [json])
    return db.lastInsertedRowID
  }

  /// The look of a row; a font's file in it counts only where the journal is this user's own.
  ///
  /// - Throws: ``JournalError/database(_:)`` where what is stored is not a look.
  func look(_ row: Int64) throws -> LabelLook {
    let json = try db.value(
      String.self, cached: "SELECT json FROM look WHERE id = ?", arguments: [row])
    do {
      let look = try JSONDecoder().decode(LabelLook.self, from: Data((json ?? "").utf8))
      if case .file = look.style.face, store?.isOfThisUser != true { return look.withoutFontFile }
      return look
    } catch {
      throw JournalError.database(
        DatabaseFailure(kind: .corrupt, code: 0, message: "look \(row) is not one of Daystamp's"))
    }
  }
}
