import CaptureTime
import Files
import GRDB
import Stamping
import Store

/// The posts with readable rows.
extension PostSalvage {
  /// Posts that lost a part of what is searched, as SQL.
  static let damaged = """
    SELECT id FROM lost_post WHERE \(SalvagedRows.isCut)
    UNION SELECT id FROM post WHERE photo IS NOT NULL AND photo NOT IN (SELECT id FROM photo)
    UNION SELECT post FROM lost_photo WHERE post IS NOT NULL AND id NOT IN (SELECT id FROM photo)
    UNION \(TagSalvage.postsOfLost)
    """

  func carryRows(
    _ rows: Database, _ salvage: JournalSalvage, _ db: Database,
    _ tell: (PostSalvageFinding) -> Void
  ) throws {
    let ids = try Int64.fetchAll(rows, sql: "SELECT id FROM post ORDER BY number, id")
    witness = try IndexWitness(salvage.rows, rows)
    cut = try Int64.fetchSet(rows, sql: "SELECT id FROM lost_post WHERE \(SalvagedRows.isCut)")
    for id in ids {
      do {
        try carryRow(id, rows, salvage, db, tell)
      } catch let error as DatabaseError where error.resultCode != .SQLITE_CONSTRAINT {
        throw error
      } catch {
        clues.refuse(id, because: error)
      }
    }
  }

  private func carryRow(
    _ id: Int64, _ rows: Database, _ salvage: JournalSalvage, _ db: Database,
    _ tell: (PostSalvageFinding) -> Void
  ) throws {
    // Without its photos, each of which may be damaged.
    let stored = try Row.fetchOne(
      rows,
      sql: """
        SELECT \(Post.selecting(words: "post.words", cover: "NULL")), post.owner, post.photo AS cover
        FROM post LEFT JOIN photo ON FALSE WHERE post.id = ?
        """, arguments: [id])
    guard let row = stored else { return }
    var post = try Post(row: row, rows)
    let owner: Int64? = Int64.fromDatabaseValue(row["owner"])
    guard let owner, let ownerName = salvage.owners[owner] else { throw SalvagedRowProblem.owner }
    let cover = Int64.fromDatabaseValue(row["cover"])
    let usual = Self.look(of: owner, salvage, db)
    let found = try photos(of: id, cover: cover, owner: owner, usual, rows)
    let allTags = post.tags
    post = post.with(
      tags: Array(
        allTags.filter { (try? TagName($0))?.text == $0 }.prefix(TagName.countLimit)))
    post.photos = found.photos
    let coverPlace = found.photos.firstIndex { $0.id == cover }
    post.cover = coverPlace ?? 0
    guard !post.photos.isEmpty || !post.words.isEmpty || post.mood != nil else {
      return clues.keep(id, post)
    }
    let checked = try ImportedPost(
      ExportedPost(post, looks: found.looks.map { $0 ?? usual })
    ).withSizes(of: post)
    guard !uids.contains(checked.uid) else { throw ImportProblem.repeated(.uid) }
    let free = checked.number.flatMap { numbers[owner]?.contains($0) == true ? nil : $0 }
    let number = try free ?? PostRows(owner: owner, db).newNumber()
    let name = SalvagedPost(owner: ownerName, number: number, day: checked.time.day)
    let isWhole = try insert(
      checked, SalvagedVersions(of: id, rows), number: number, name, owner: owner, oldRow: id,
      isDoubtful: witness.doubtful.contains(id) || found.isAnyTaken, places: found.places,
      lostCover: coverPlace == nil ? cover : nil, db)
    carriedPhotos.formUnion(found.photos.map(\.id))
    if witness.unknown.contains(id) { tell(.unindexed(name)) }
    if cut.contains(id) {
      tell(.cut(name))
    } else if altered.contains(id) {
      tell(.altered(name))
    }
    if !isWhole { tell(.versions(name)) }
    if free == nil { tell(.renumbered(name, from: post.number)) }
    if found.looks.contains(where: { $0 == nil }) { tell(.look(name)) }
    let hasLostTags = try Bool.fetchOne(
      rows,
      sql: """
        SELECT EXISTS (
          SELECT 1 FROM post_tag WHERE post = ? AND tag NOT IN (SELECT id FROM tag))
        """, arguments: [id])
    if post.tags != allTags || hasLostTags == true { tell(.tags(name)) }
  }
}

/// A post's photos with usable rows.
struct SalvagedPhotos {
  /// In their order, with the rows of the damaged journal.
  fileprivate(set) var photos: [PostPhoto] = []
  /// Of their labels; nil where it is lost.
  fileprivate(set) var looks: [LabelLook?] = []
  /// Where they are among the post's photos; each larger than the one before.
  fileprivate(set) var places: [Int] = []
  /// Whether one is left out whose files another photo has.
  fileprivate(set) var isAnyTaken = false
}

extension PostSalvage {
  /// The photos of a post whose rows can be used, whatever its own row says.
  ///
  /// - Parameters:
  ///   - post: its row in the damaged journal.
  ///   - cover: the row of the photo that stands for it, which is one of its also where its row does not say
  ///     so, unless it says another post.
  ///   - owner: whose they are.
  ///   - usual: how labels look whose look is lost.
  ///   - rows: the damaged journal's.
  /// - Returns: the photos that no other post in the new journal has.
  /// - Throws: `DatabaseError`.
  func photos(
    of post: Int64, cover: Int64?, owner: Int64, _ usual: LabelLook, _ rows: Database
  ) throws -> SalvagedPhotos {
    var found = SalvagedPhotos()
    let stored = try Row.fetchCursor(
      rows,
      sql: """
        SELECT \(PostPhoto.columns), photo.place FROM photo
        WHERE (photo.post = ?1 OR photo.id = ?2
            AND NOT EXISTS (SELECT 1 FROM post WHERE post.id = photo.post))
          AND photo.owner = ?3
        ORDER BY photo.place, photo.id
        """, arguments: [post, cover, owner])
    while found.photos.count < Post.photoLimit, let row = try stored.next() {
      var values = RowDecoder(row)
      guard let photo = try? PostPhoto(&values),
        (try? ImportedPost.photo(ExportedPhoto(photo, look: usual))) != nil
      else { continue }
      guard files.isDisjoint(with: photo.files),
        found.photos.allSatisfy({ Set($0.files).isDisjoint(with: photo.files) })
      else {
        found.isAnyTaken = true
        continue
      }
      let look = try? PostRows(owner: owner, rows).look(photo.look)
      found.looks.append(
        look.flatMap { look in (try? ImportedPost.checkLook(look)).map { look } })
      found.photos.append(photo)
      let last = found.places.last ?? 0
      let place = Int.fromDatabaseValue(row["place"]) ?? 0
      found.places.append(place > last && place < Int(Int32.max) ? place : last + 1)
    }
    return found
  }
}

extension ImportedPost {
  /// The post, with the sizes and the hashes that a database has of its photos.
  func withSizes(of post: Post) -> ImportedPost {
    var sized = self
    for (index, photo) in post.photos.enumerated() where sized.photos.indices.contains(index) {
      sized.photos[index].photo.size = photo.size
      // Of a video whose two hashes differ, its file tells which is right.
      sized.photos[index].photo.originalHash = photo.originalHash
    }
    return sized
  }
}

extension Post {
  /// The post with other tags.
  fileprivate func with(tags: [String]) -> Post {
    Post(
      number: number, time: time, title: title, words: words, written: written, mood: mood,
      isMorning: isMorning, isWrittenLater: isWrittenLater, isStarred: isStarred, tags: tags,
      photos: photos, cover: cover, posted: posted, trashed: trashed, id: id, uid: uid)
  }
}
