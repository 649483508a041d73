import CaptureTime
import Files
import GRDB
import Stamping
import Store
import SystemPackage

/// Brings posts from a damaged journal into a new one: first those whose rows can be read, then those
/// that only their photos still tell of.
final class PostSalvage: AreaSalvage {
  /// A post that is in the new journal.
  struct Carried {
    let owner: Int64
    let name: SalvagedPost
    let photo: PostPhoto?
    let time: PostTime
    /// Whether an index says something else of it than its row.
    let isDoubtful: Bool
  }

  private var carried: [Carried] = []
  private var clues = PostClues()
  private(set) var uids: Set<[UInt8]> = []
  private var files: Set<ContainedPath> = []
  private var numbers: [Int64: Set<Int>] = [:]
  /// Rows of which an index says something else.
  private var doubtful: Set<Int64> = []
  /// Rows that lost only the end of their words.
  private var cut: Set<Int64> = []
  /// Rows that differ from the search index.
  private var altered: Set<Int64> = []

  func run(
    _ salvage: JournalSalvage, progress: JournalSalvage.Progress,
    report: @escaping JournalSalvage.Report
  ) throws -> Int {
    func tell(_ finding: PostSalvageFinding) { report(.area(finding)) }
    let tags = TagSalvage(salvage)
    try tags.makeNamed(report)
    altered = try salvage.alteredDocuments(of: .posts, except: Self.damaged, report)
    try tags.makeNameless(report)
    try JournalError.wrapping {
      try salvage.rows.database.read { rows in
        try salvage.database.write { db in try carryRows(rows, salvage, db, tell) }
        try clues.add(from: rows, exceptFor: carried.map(\.name))
      }
      try keepLastNumbers(salvage)
    }
    let photos = PhotoSalvage(salvage, tell)
    var done = 0
    let total = max(carried.count, salvage.files.files.count)
    for post in carried {
      try photos.carry(post)
      done += 1
      progress(done, total)
    }
    for file in photos.rest() {
      try remake(file, photos, salvage, report, tell)
      done += 1
      progress(min(done, total), total)
    }
    photos.tellMissing()
    for clue in clues.unused {
      if try !rewrite(clue, salvage, report, tell) {
        tell(.lost(clue.name(salvage.owners), because: clue.reason))
      }
    }
    return carried.count
  }
}

/// The posts whose rows can be read.
extension PostSalvage {
  /// Posts that lost a part of what is searched, as SQL.
  private static let damaged = """
    SELECT id FROM lost_post WHERE \(SalvagedRows.isCut)
    UNION SELECT id FROM post WHERE photo IS NOT NULL AND photo NOT IN (SELECT id FROM photo)
    UNION \(TagSalvage.postsOfLost)
    """

  private func carryRows(
    _ rows: Database, _ salvage: JournalSalvage, _ db: Database,
    _ tell: (PostSalvageFinding) -> Void
  ) throws {
    let ids = try Int64.fetchAll(rows, sql: "SELECT id FROM post ORDER BY number, id")
    func differing(_ table: String, _ columns: [String]) -> String {
      let differs = columns.map { "lost_\(table).\($0) <> \(table).\($0)" }
      return "SELECT \(table).id FROM \(table) JOIN lost_\(table) USING (id) WHERE "
        + differs.joined(separator: " OR ")
    }
    doubtful = try Int64.fetchSet(
      rows,
      sql: """
        \(differing("post", ["owner", "number", "day", "instant", "uid", "photo"]))
        UNION SELECT id FROM post WHERE photo IN (
          \(differing("photo", ["owner", "file", "original_hash"])))
        """)
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
    let found = try Row.fetchOne(
      rows, sql: "SELECT \(Post.columns), post.owner FROM \(Post.tables) WHERE post.id = ?",
      arguments: [id])
    guard let row = found else { return }
    let post = try Post(row: row)
    let owner: Int64? = Int64.fromDatabaseValue(row["owner"])
    guard let owner, let ownerName = salvage.owners[owner] else { throw SalvagedRowProblem.owner }
    var look: LabelLook?
    if let photo = post.photo, let stored = try? PostRows(owner: owner, rows).look(photo.look) {
      look = (try? ImportedPost.checkLook(stored)).map { stored }
    }
    let tags = Array(
      post.tags.filter { (try? TagName($0))?.text == $0 }.prefix(TagName.countLimit))
    var checked = try ImportedPost(
      ExportedPost(
        post.with(tags: tags),
        look: post.photo == nil ? nil : look ?? Self.look(of: owner, salvage, db)))
    checked.photo?.size = post.photo?.size
    guard !uids.contains(checked.uid) else { throw ImportProblem.repeated(.uid) }
    guard files.isDisjoint(with: checked.photo?.files ?? []) else {
      throw ImportProblem.repeated(.file)
    }
    let stored = checked.number.flatMap { numbers[owner]?.contains($0) == true ? nil : $0 }
    let number = try stored ?? PostRows(owner: owner, db).newNumber()
    let name = SalvagedPost(owner: ownerName, number: number, day: checked.time.day)
    let isWhole = try insert(
      checked, SalvagedVersions(of: id, rows), number: number, name, owner: owner,
      isDoubtful: doubtful.contains(id), db)
    if cut.contains(id) {
      tell(.cut(name))
    } else if altered.contains(id) {
      tell(.altered(name))
    }
    if !isWhole { tell(.versions(name)) }
    if stored == nil { tell(.renumbered(name, from: post.number)) }
    if post.photo != nil, look == nil { tell(.look(name)) }
    let hasLostTags = try Bool.fetchOne(
      rows,
      sql: """
        SELECT EXISTS (
          SELECT 1 FROM post_tag WHERE post = ? AND tag NOT IN (SELECT id FROM tag))
        """, arguments: [id])
    if tags != post.tags || hasLostTags == true { tell(.tags(name)) }
  }

  /// Inserts a post of which everything was checked, with the versions of its words. A second morning
  /// page of a day is a post as any other.
  ///
  /// - Returns: whether all versions could be read.
  func insert(
    _ post: ImportedPost, _ versions: SalvagedVersions, number: Int, _ name: SalvagedPost,
    owner: Int64, isDoubtful: Bool = false, _ db: Database
  ) throws -> Bool {
    let rows = PostRows(owner: owner, db)
    try db.inSavepoint {
      var new = try post.post(
        number: rows.keepNumber(number), uid: post.uid, post.photo, in: rows)
      if new.isMorning, new.trashed == nil, try rows.morning(of: new.day) != nil {
        new.isMorning = false
      }
      let stored = try rows.insert(new)
      for version in versions.versions { try rows.insert(version, of: stored.id) }
      return .commit
    }
    uids.insert(post.uid)
    files.formUnion(post.photo?.files ?? [])
    numbers[owner, default: []].insert(number)
    carried.append(
      Carried(
        owner: owner, name: name, photo: post.photo, time: post.time, isDoubtful: isDoubtful))
    return versions.areAll
  }

  /// The number that a post had, where it is free, or a new one.
  func number(of clue: PostClue, owner: Int64, _ db: Database) throws -> Int {
    if let number = clue.number, !(numbers[owner]?.contains(number) ?? false) { return number }
    return try PostRows(owner: owner, db).newNumber()
  }

  /// How labels look that an owner sets nothing else for.
  private static func look(of owner: Int64, _ salvage: JournalSalvage, _ db: Database) -> LabelLook
  {
    (try? JournalSettings.load(owner: owner, db).look) ?? LabelLook(style: LabelStyle(.plain))
  }

  /// Numbers that were given once are never given again, also those of posts that are lost.
  private func keepLastNumbers(_ salvage: JournalSalvage) throws {
    let last = try salvage.rows.database.read { rows in
      try Row.fetchAll(rows, sql: "SELECT id, last_number FROM owner")
    }
    try salvage.database.write { db in
      for row in last {
        var values = RowDecoder(row)
        guard let owner = try? values.next(Int64.self),
          let number = try? values.next(in: Post.numbers)
        else { continue }
        try PostRows(owner: owner, db).keepNumber(number)
      }
      for clue in clues.unused {
        guard let owner = clue.owner, let number = clue.number else { continue }
        try PostRows(owner: owner, db).keepNumber(number)
      }
    }
  }

  /// The zone that the latest of an owner's posts has; nil where none can be read.
  static func zone(of owner: Int64, _ rows: SalvagedRows) -> String? {
    let zones = try? rows.database.read { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT zone FROM post WHERE owner = ? AND typeof(zone) = 'text'
          GROUP BY zone ORDER BY count(*) DESC
          """, arguments: [owner])
    }
    for row in zones ?? [] {
      if let name = String.fromDatabaseValue(row[0]), (try? CaptureZone.parse(name)) != nil {
        return name
      }
    }
    return nil
  }
}

/// The posts that only their photos tell of.
extension PostSalvage {
  private func remake(
    _ file: ContainedPath, _ photos: PhotoSalvage, _ salvage: JournalSalvage,
    _ report: JournalSalvage.Report, _ tell: (PostSalvageFinding) -> Void
  ) throws {
    guard let content = photos.take(file), try !photos.putBack(content, file) else { return }
    guard !photos.isCopy(content), let found = UnnamedPhoto(file, content, beside: photos) else {
      return try salvage.setAside(file, content.bytes, report)
    }
    let clue = clues.take(file: file, originalHash: found.originalHash)
    let known = clue?.owner.flatMap { salvage.owners[$0] == nil ? nil : $0 }
    let owner = try known ?? salvage.heir(report)
    let versions = try JournalError.wrapping {
      try salvage.rows.database.read { rows in
        try clue.map { try SalvagedVersions(of: $0.id, rows) } ?? SalvagedVersions()
      }
    }
    var isWhole = true
    let name: SalvagedPost? = try JournalError.wrapping {
      try salvage.database.write { db in
        let settings = try JournalSettings.load(owner: owner, db)
        guard let ownerName = salvage.owners[owner],
          let time = found.time(settings.rule, clue: clue)
        else { return nil }
        let number =
          try clue.map { try self.number(of: $0, owner: owner, db) }
          ?? PostRows(owner: owner, db).newNumber()
        let uid = clue?.uid.flatMap { uids.contains($0) ? nil : $0 } ?? found.uid
        let post = found.post(number: number, uid: uid, time, clue)
        guard !uids.contains(uid), files.isDisjoint(with: post.photo?.files ?? []),
          var checked = try? ImportedPost(ExportedPost(post, look: settings.look))
        else { return nil }
        checked.photo?.size = post.photo?.size
        let name = SalvagedPost(owner: ownerName, number: number, day: time.day)
        isWhole = try insert(checked, versions, number: number, name, owner: owner, db)
        return name
      }
    }
    guard let name else {
      if let clue { clues.giveBack(clue) }
      return try salvage.setAside(file, content.bytes, report)
    }
    try salvage.write(content.bytes, to: file)
    if let (path, original) = found.original { try salvage.write(original.bytes, to: path) }
    tell(.remade(name, file, because: clue?.reason))
    if !found.isWhole { tell(.photo(name, .stamped, file, .damaged)) }
    if !isWhole { tell(.versions(name)) }
  }
}

extension Post {
  /// The post with other tags.
  fileprivate func with(tags: [String]) -> Post {
    Post(
      number: number, time: time, title: title, words: words, written: written, mood: mood,
      isMorning: isMorning, isWrittenLater: isWrittenLater, isStarred: isStarred, tags: tags,
      photo: photo, posted: posted, trashed: trashed, id: id, uid: uid)
  }
}
