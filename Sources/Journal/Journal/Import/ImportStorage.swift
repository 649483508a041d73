import CaptureTime
import Formats
import Foundation
import GRDB
import Markup
import Stamping
import Store

extension JournalImport {
  /// Stores posts whose files were found good, together.
  ///
  /// - Parameters:
  ///   - posts: what was found.
  ///   - rules: which posts of the journal keep one from coming.
  ///   - journal: where they come.
  ///   - room: is told where there is none.
  /// - Returns: what they are now, in the same order.
  func store(
    _ posts: [Result<CheckedPost, any Error>], _ rules: EarlierPosts, in journal: OwnerJournal,
    _ room: inout RoomLeft
  ) -> [Result<ImportedAs, any Error>] {
    let checked = posts.compactMap { post in
      if case .success(let post) = post { post } else { nil }
    }
    let stored = PostStorage(journal: journal).store(checked) { post, rows in
      try post.placed(in: journal, rows.db)
    } insert: { post, photos, rows in
      try insert(post.post, photos, rules, into: rows)
    }
    room.note(stored)
    var next = stored.makeIterator()
    return posts.map { post in
      post.flatMap { post in
        next.next()?.map { stored in
          ImportedAs(
            number: stored.number, isSecondMorning: post.post.isMorning && !stored.isMorning,
            versionsLeftOut: post.versionsLeftOut)
        } ?? .failure(JournalError.unknownPost(number: 0))
      }
    }
  }

  private func insert(
    _ post: ImportedPost, _ photos: [PostPhoto], _ rules: EarlierPosts, into rows: PostRows
  ) throws -> Post {
    // Another process may have imported it since it was looked for.
    if let earlier = try rules.earlier(than: post, in: rows) { throw earlier }
    let number: Int =
      if let number = post.number, try !rows.hasPost(number) {
        try rows.keepNumber(number)
      } else {
        try rows.newNumber(above: export.lastNumberEver)
      }
    var stored = try post.post(number: number, uid: rows.uid(for: post.uid), photos, in: rows)
    // Words are not to be lost for being the second of their kind.
    if post.isMorning, post.trashed == nil, try rows.morning(of: post.time.day) != nil {
      stored.isMorning = false
    }
    stored = try rows.insert(stored)
    try post.versions?.forEach { try rows.insert($0, of: stored.id) }
    return stored
  }
}

/// An imported post in the journal.
struct ImportedAs: Sendable {
  let number: Int
  /// Whether it was a morning page and is a post as any other, for its day has a morning page here.
  var isSecondMorning = false
  var versionsLeftOut: [ImportProblem] = []
}

/// The values that a dry run needs: numbers, which posts only get when stored, and mornings.
struct PreviewedNumbers {
  private let floor: Int
  private var given: Set<Int> = []
  private var largestGiven = 0
  /// Below it all are taken, where numbers are used up.
  private var smallestFree = 1
  /// Days that would have a morning page of the export.
  private var mornings: Set<CivilDate> = []

  /// Numbers that are new are larger than the floor.
  init(above floor: Int) { self.floor = floor }

  /// What posts would become, in a journal that is still to be made where there is none.
  mutating func numbers(
    of posts: [Result<CheckedPost, any Error>], in journal: OwnerJournal?
  ) -> [Result<ImportedAs, any Error>] {
    do {
      guard let journal else {
        return try numbers(of: posts, last: 0, isTaken: { _ in false }, hasMorning: { _ in false })
      }
      return try journal.read { db in
        let rows = PostRows(of: journal, db)
        return try numbers(
          of: posts, last: rows.lastNumber(), isTaken: rows.hasPost,
          hasMorning: { try rows.morning(of: $0) != nil })
      }
    } catch {
      return posts.map { $0.flatMap { _ in .failure(error) } }
    }
  }

  private mutating func numbers(
    of posts: [Result<CheckedPost, any Error>], last: Int, isTaken: (Int) throws -> Bool,
    hasMorning: (CivilDate) throws -> Bool
  ) throws -> [Result<ImportedAs, any Error>] {
    try posts.map { checked in
      let (post, leftOut): (ImportedPost, [ImportProblem])
      switch checked {
      case .success(let checked): (post, leftOut) = (checked.post, checked.versionsLeftOut)
      case .failure(let error): return .failure(error)
      }
      let exported = post.number
      let number: Int
      if let exported, try !given.contains(exported) && !isTaken(exported) {
        number = exported
      } else {
        let last = max(largestGiven, last, floor)
        while try given.contains(smallestFree) || isTaken(smallestFree) { smallestFree += 1 }
        number = last < Post.numbers.upperBound ? last + 1 : smallestFree
      }
      given.insert(number)
      largestGiven = max(largestGiven, number)
      var isSecond = false
      if post.isMorning, post.trashed == nil {
        isSecond = try !mornings.insert(post.time.day).inserted || hasMorning(post.time.day)
      }
      return .success(
        ImportedAs(number: number, isSecondMorning: isSecond, versionsLeftOut: leftOut))
    }
  }
}

/// Which posts of a journal keep one of an export from coming.
struct EarlierPosts: Sendable {
  private let allowsAgain: Bool
  /// Those of the export, and what they become in this journal.
  private let uids: Set<PostUID>
  private let changedUIDs: Set<PostUID>

  init(of export: ExportFolder, in journal: OwnerJournal?, allowsAgain: Bool) {
    self.allowsAgain = allowsAgain
    let uids = export.posts.uids
    self.uids = uids
    changedUIDs =
      journal.map { journal in
        Set(uids.lazy.compactMap { PostUID(PostRows.uid(of: journal.id, for: $0.bytes)) })
      } ?? []
  }

  /// The post that is there already: the same one, or one of the same photo that is not in the
  /// export. Of a photo that the export has several times, all of its posts come; of several photos all have
  /// to be there.
  func earlier(
    than post: ImportedPost, in rows: PostRows
  ) throws -> EarlierPost? {
    let ownUID = PostRows.uid(of: rows.owner, for: post.uid)
    let row = try rows.db.row(
      cached: "SELECT number, trashed IS NOT NULL FROM post WHERE owner = ? AND uid IN (?, ?)",
      arguments: [rows.owner, Data(post.uid), Data(ownUID)])
    if let row {
      var values = RowDecoder(row)
      var earlier = try EarlierPost(.samePost, &values)
      // It may have been changed there since it came here.
      earlier.notTaken = try post.parts(missingIn: rows.post(earlier.number), rows)
      return earlier
    }
    guard !allowsAgain else { return nil }
    var found: EarlierPost?
    for photo in post.photos {
      guard let earlier = try earlier(than: post, with: photo.photo, in: rows) else { return nil }
      found = found ?? earlier
    }
    return found
  }

  private func earlier(
    than post: ImportedPost, with photo: PostPhoto, in rows: PostRows
  ) throws -> EarlierPost? {
    let samePhoto = try rows.db.rows(
      cached: """
        SELECT number, trashed IS NOT NULL, uid
        FROM photo CROSS JOIN post ON post.id = photo.post AND post.owner = photo.owner
        WHERE photo.owner = ? AND original_hash = ?
        ORDER BY number
        """, arguments: [rows.owner, Data(photo.originalHash)])
    var found: EarlierPost?
    while let row = try samePhoto.next() {
      var values = RowDecoder(row)
      var earlier = try EarlierPost(.samePhoto, &values)
      if let uid = try PostUID(values.bytes()), uids.contains(uid) || changedUIDs.contains(uid) {
        continue
      }
      earlier.notTaken = try post.parts(missingIn: rows.post(earlier.number), rows)
      // Of several the first, but rather one that has everything.
      if earlier.notTaken.isEmpty { return earlier }
      found = found ?? earlier
    }
    return found
  }
}

extension ImportedPost {
  /// What would be lost of it if the other post stood for it.
  fileprivate func parts(
    missingIn other: Post, _ rows: PostRows
  ) throws -> [EarlierPost.Part] {
    let tagsThere = Set(try other.tags.map { try TagName($0).folded })
    return try EarlierPost.Part.allCases.filter { part in
      switch part {
      case .photos:
        photos.contains { imported in
          !other.photos.contains { $0.originalHash == imported.photo.originalHash }
        }
      case .caption:
        photos.map(\.photo.caption).contains { caption in
          !caption.isEmpty && !other.photos.contains { $0.caption == caption }
        }
      case .video:
        photos.contains { imported in
          guard case .beside(_, let hash) = imported.photo.video?.place else { return false }
          return !other.photos.contains { $0.video?.hash == hash }
        }
      case .raw:
        photos.contains { imported in
          guard let hash = imported.photo.raw?.hash else { return false }
          return !other.photos.contains { $0.raw?.hash == hash }
        }
      case .title: !title.text.isEmpty && title.text != other.title
      case .words: try !words.isEmpty && !rows.hasSaid(words.text, other)
      case .versions: try versions != nil && rows.versionNumbers(of: other).isEmpty
      case .mood: mood != nil && mood != other.mood
      case .tags: tags.contains { !tagsThere.contains($0.folded) }
      case .star: isStarred && !other.isStarred
      }
    }
  }
}

extension ImportedPost {
  /// Makes the post that is to be inserted.
  ///
  /// - Parameters:
  ///   - number: its own from now on, as the uid.
  ///   - uid: its 16 bytes.
  ///   - placed: its photos, with the paths that the files have now.
  ///   - rows: where it is inserted, and the looks of its labels.
  /// - Returns: the post, in no row as yet.
  /// - Throws: `DatabaseError`.
  func post(
    number: Int, uid: [UInt8], _ placed: [PostPhoto], in rows: PostRows
  ) throws -> Post {
    let photos = try zip(placed, photos).map { placed, imported in
      var photo = placed
      photo.caption = imported.photo.caption
      photo.text = imported.photo.text
      (photo.edit, photo.position) = (imported.photo.edit, imported.photo.position)
      photo.taken = imported.photo.taken
      photo.look = try rows.lookID(imported.look)
      return photo
    }
    return Post(
      number: number, time: time, title: title.text, words: words.text, written: written,
      mood: mood, isMorning: isMorning, isWrittenLater: isWrittenLater, isStarred: isStarred,
      tags: tags.map(\.text), photos: photos, cover: cover, posted: posted, trashed: trashed, id: 0,
      uid: uid)
  }
}

extension PostRows {
  /// Whether a post has words, or had them until others took their place. Photos of other posts may have other
  /// numbers in them.
  fileprivate func hasSaid(_ words: String, _ post: Post) throws -> Bool {
    if words == post.words { return true }
    func unnumbered(_ words: String) -> String {
      Markup.mayShowPhotos(words) ? Markup.movingPhotos(in: words) { _ in 1 }.words : words
    }
    let words = unnumbered(words)
    if words == unnumbered(post.words) { return true }
    return try versions(of: post).contains { unnumbered($0.words) == words }
  }
}

extension EarlierPost {
  /// Reads a number and whether it is in the trash.
  fileprivate init(_ reason: Reason, _ values: inout RowDecoder) throws {
    self.init(reason: reason, number: try values.next(), isInTrash: try values.next())
  }
}

extension PostRows {
  /// The uid that a post gets: its own, unless another owner's journal in the same folder has that
  /// post too, for uids are unique there.
  fileprivate func uid(for uid: [UInt8]) throws -> [UInt8] {
    let isTaken =
      try db.row(cached: "SELECT 1 FROM post WHERE uid = ?", arguments: [Data(uid)]) != nil
    return isTaken ? Self.uid(of: owner, for: uid) : uid
  }

  /// Another uid, which is always the same for this owner and this post.
  static func uid(of owner: Int64, for uid: [UInt8]) -> [UInt8] {
    Array(StampMark.hash(uid + Array("owner \(owner)".utf8)).prefix(Post.uidSize))
  }
}
