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
    /// Its row in the damaged journal, where it had one, and in the new one.
    let oldRow: Int64?
    let row: Int64
    let owner: Int64
    let name: SalvagedPost
    let photos: [PostPhoto]
    let time: PostTime
    /// Whether an index says something else of it than its row.
    let isDoubtful: Bool
  }

  private var carried: [Carried] = []
  /// Their places there, by their rows in the damaged journal.
  private var places: [Int64: Int] = [:]
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
    try JournalError.wrapping {
      // Rows without constraints have no indexes either.
      try salvage.rows.database.write { rows in
        try rows.execute(sql: "CREATE INDEX IF NOT EXISTS own_photo ON photo (post, place)")
      }
    }
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
        UNION SELECT post FROM photo WHERE id IN (
          \(differing("photo", ["owner", "file", "original_hash", "post"])))
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
    let post = try Post(row: row, rows)
    let owner: Int64? = Int64.fromDatabaseValue(row["owner"])
    guard let owner, let ownerName = salvage.owners[owner] else { throw SalvagedRowProblem.owner }
    let looks = post.photos.map { photo in
      let stored = try? PostRows(owner: owner, rows).look(photo.look)
      return stored.flatMap { look in (try? ImportedPost.checkLook(look)).map { look } }
    }
    let usual = Self.look(of: owner, salvage, db)
    let tags = Array(
      post.tags.filter { (try? TagName($0))?.text == $0 }.prefix(TagName.countLimit))
    let checked = try ImportedPost(
      ExportedPost(post.with(tags: tags), looks: looks.map { $0 ?? usual })
    ).withSizes(of: post)
    guard !uids.contains(checked.uid) else { throw ImportProblem.repeated(.uid) }
    guard files.isDisjoint(with: checked.photos.flatMap(\.photo.files)) else {
      throw ImportProblem.repeated(.file)
    }
    let stored = checked.number.flatMap { numbers[owner]?.contains($0) == true ? nil : $0 }
    let number = try stored ?? PostRows(owner: owner, db).newNumber()
    let name = SalvagedPost(owner: ownerName, number: number, day: checked.time.day)
    let isWhole = try insert(
      checked, SalvagedVersions(of: id, rows), number: number, name, owner: owner, oldRow: id,
      isDoubtful: doubtful.contains(id), db)
    if cut.contains(id) {
      tell(.cut(name))
    } else if altered.contains(id) {
      tell(.altered(name))
    }
    if !isWhole { tell(.versions(name)) }
    if stored == nil { tell(.renumbered(name, from: post.number)) }
    if looks.contains(where: { $0 == nil }) { tell(.look(name)) }
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
    owner: Int64, oldRow: Int64?, isDoubtful: Bool = false, _ db: Database
  ) throws -> Bool {
    let rows = PostRows(owner: owner, db)
    var row: Int64 = 0
    try db.inSavepoint {
      var new = try post.post(
        number: rows.keepNumber(number), uid: post.uid, post.photos.map(\.photo), in: rows)
      if new.isMorning, new.trashed == nil, try rows.morning(of: new.day) != nil {
        new.isMorning = false
      }
      let stored = try rows.insert(new)
      row = stored.id
      for version in versions.versions { try rows.insert(version, of: stored.id) }
      return .commit
    }
    uids.insert(post.uid)
    files.formUnion(post.photos.flatMap(\.photo.files))
    numbers[owner, default: []].insert(number)
    if let oldRow { places[oldRow] = carried.count }
    carried.append(
      Carried(
        oldRow: oldRow, row: row, owner: owner, name: name, photos: post.photos.map(\.photo),
        time: post.time, isDoubtful: isDoubtful))
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
    if let place = clues.further(file).flatMap({ places[$0.post] }) {
      return try add(found, file, content, to: carried[place], salvage, report, tell)
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
        guard !uids.contains(uid), files.isDisjoint(with: post.photos.flatMap(\.files)),
          let checked = try? ImportedPost(ExportedPost(post, looks: [settings.look]))
            .withSizes(of: post)
        else { return nil }
        let name = SalvagedPost(owner: ownerName, number: number, day: time.day)
        isWhole = try insert(
          checked, versions, number: number, name, owner: owner, oldRow: clue?.id, db)
        return name
      }
    }
    guard let name else {
      if let clue { clues.giveBack(clue) }
      return try salvage.setAside(file, content.bytes, report)
    }
    try write(found, file, content, salvage)
    tell(.remade(name, file, because: clue?.reason))
    if !found.isWhole { tell(.photo(name, .stamped, file, .damaged)) }
    if !isWhole { tell(.versions(name)) }
  }

  /// Gives a post that is in the new journal a photo of which an index still knows that it is one of its.
  private func add(
    _ found: UnnamedPhoto, _ file: ContainedPath, _ content: FailingDisk.Content, to post: Carried,
    _ salvage: JournalSalvage, _ report: JournalSalvage.Report, _ tell: (PostSalvageFinding) -> Void
  ) throws {
    let isAdded: Bool = try JournalError.wrapping {
      try salvage.database.write { db in
        let rows = PostRows(owner: post.owner, db)
        let count = try PostPhoto.all(of: post.row, db).count
        let settings = try JournalSettings.load(owner: post.owner, db)
        guard count < Post.photoLimit, var photo = found.photo(clues.further(file)),
          files.isDisjoint(with: photo.files)
        else { return false }
        photo.look = try rows.lookID(settings.look)
        if photo.taken?.description == post.time.captureTime.description { photo.taken = nil }
        let stored = try Post.stored(as: post.row, db)
        if let stored { try rows.removeFromSearch(stored) }
        _ = try rows.insert(photo, in: post.row, at: clues.further(file)?.place ?? count + 1)
        if stored != nil, let changed = try Post.stored(as: post.row, db) {
          try rows.addToSearch(changed)
        }
        files.formUnion(photo.files)
        return true
      }
    }
    guard isAdded else { return try salvage.setAside(file, content.bytes, report) }
    try write(found, file, content, salvage)
    tell(.remade(post.name, file, because: nil))
    if !found.isWhole { tell(.photo(post.name, .stamped, file, .damaged)) }
  }

  private func write(
    _ found: UnnamedPhoto, _ file: ContainedPath, _ content: FailingDisk.Content,
    _ salvage: JournalSalvage
  ) throws {
    try salvage.write(content.bytes, to: file)
    if let (path, original) = found.original { try salvage.write(original.bytes, to: path) }
  }
}

extension ImportedPost {
  /// The post, with the sizes that a database has of its photos.
  fileprivate func withSizes(of post: Post) -> ImportedPost {
    var sized = self
    for (index, photo) in post.photos.enumerated() where sized.photos.indices.contains(index) {
      sized.photos[index].photo.size = photo.size
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
