import CaptureTime
import Files
import GRDB
import Stamping
import Store

/// Copies posts from a damaged journal into a new one: first those with readable rows, then those
/// that only their photos still show.
final class PostSalvage: AreaSalvage {
  /// A post in the new journal.
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
    /// The row in the damaged journal of the photo that stood for it, where the new one lacks it.
    var lostCover: Int64?
    /// Whether it got a photo back.
    var hasFoundPhoto = false
  }

  var carried: [Carried] = []
  /// Their places there, by their rows in the damaged journal.
  private(set) var places: [Int64: Int] = [:]
  /// Their places there, by the first 4 bytes of their uids, which are in the names of their photos.
  private var namesakes: [[UInt8]: [Int]] = [:]
  var clues = PostClues()
  private(set) var uids: Set<[UInt8]> = []
  var files: Set<ContainedPath> = []
  private(set) var numbers: [Int64: Set<Int>] = [:]
  /// The rows of photos in the damaged journal that are in the new one.
  var carriedPhotos: Set<Int64> = []
  /// What indexes say of rows.
  var witness = IndexWitness()
  /// Rows that lost only the end of their words.
  var cut: Set<Int64> = []
  /// Rows that differ from the search index.
  private(set) var altered: Set<Int64> = []

  func run(
    _ salvage: JournalSalvage, progress: JournalSalvage.Progress,
    report: @escaping JournalSalvage.Report
  ) throws -> Int {
    func tell(_ finding: PostSalvageFinding) { report(.area(finding)) }
    try JournalError.wrapping {
      // Rows without constraints have no indexes either.
      try salvage.rows.database.write { rows in
        try rows.execute(
          sql: """
            CREATE INDEX IF NOT EXISTS own_photo ON photo (post, place);
            CREATE INDEX IF NOT EXISTS own_cover ON lost_post (photo);
            -- Photos of a journal of version 15 do not say it themselves.
            UPDATE photo SET place = 1, post = (SELECT id FROM lost_post WHERE photo = photo.id)
            WHERE post IS NULL;
            """)
      }
    }
    let tags = TagSalvage(salvage)
    try tags.makeNamed(report)
    altered = try salvage.alteredDocuments(of: .posts, except: Self.damaged, report)
    try tags.makeNameless(report)
    try JournalError.wrapping {
      try salvage.rows.database.read { rows in
        try salvage.database.write { db in try carryRows(rows, salvage, db, tell) }
        try clues.add(from: rows, exceptForPhotos: carriedPhotos)
      }
      try keepLastNumbers(salvage)
    }
    try gather(salvage, tell)
    let photos = PhotoSalvage(salvage, tell)
    var done = 0
    let total = max(carried.count, salvage.files.files.count)
    for post in carried {
      try photos.carry(post)
      done += 1
      progress(done, total)
    }
    let lostCovers = Set(carried.compactMap(\.lostCover))
    for file in photos.rest(by: { rank($0, lostCovers) }) {
      try remake(file, photos, salvage, report, tell)
      done += 1
      progress(min(done, total), total)
    }
    photos.tellMissing()
    for post in carried where post.lostCover != nil {
      tell(post.photos.isEmpty && !post.hasFoundPhoto ? .noPhoto(post.name) : .cover(post.name))
    }
    for clue in clues.unused {
      if clue.stored != nil {
        tell(.lost(clue.name(salvage.owners), because: SalvagedRowProblem.noPhoto))
      } else if try !rewrite(clue, salvage, report, tell) {
        tell(.lost(clue.name(salvage.owners), because: clue.reason))
      }
    }
    return carried.count
  }
}

extension PostSalvage {
  /// Inserts a post of which everything was checked, with the versions of its words. A second morning
  /// page of a day is a post as any other.
  ///
  /// Photos have the places that are given, else those counted from 1; `lostCover` is as in ``Carried``.
  ///
  /// - Returns: whether all versions could be read.
  /// - Throws: `DatabaseError`.
  func insert(
    _ post: ImportedPost, _ versions: SalvagedVersions, number: Int, _ name: SalvagedPost,
    owner: Int64, oldRow: Int64?, isDoubtful: Bool = false, places: [Int] = [],
    lostCover: Int64? = nil, _ db: Database
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
      for (index, place) in places.enumerated() where place != index + 1 {
        try db.execute(
          cached: "UPDATE photo SET place = ? WHERE id = ?",
          arguments: [place, stored.photos[index].id])
      }
      for version in versions.versions { try rows.insert(version, of: stored.id) }
      return .commit
    }
    uids.insert(post.uid)
    files.formUnion(post.photos.flatMap(\.photo.files))
    numbers[owner, default: []].insert(number)
    if let oldRow { self.places[oldRow] = carried.count }
    namesakes[Array(post.uid.prefix(4)), default: []].append(carried.count)
    carried.append(
      Carried(
        oldRow: oldRow, row: row, owner: owner, name: name, photos: post.photos.map(\.photo),
        time: post.time, isDoubtful: isDoubtful, lostCover: lostCover))
    return versions.areAll
  }

  /// The place in ``carried`` of the only post whose uid begins with the 4 bytes in a photo's name, unless the
  /// photo is another owner's; nil where there is none.
  func namesake(_ name: [UInt8]?, owner: Int64?) -> Int? {
    guard let found = name.flatMap({ namesakes[$0] }), found.count == 1,
      owner == nil || owner == carried[found[0]].owner
    else { return nil }
    return found[0]
  }

  /// The number that a post had, where it is free, or a new one.
  func number(of clue: PostClue, owner: Int64, _ db: Database) throws -> Int {
    if let number = clue.number, !(numbers[owner]?.contains(number) ?? false) { return number }
    return try PostRows(owner: owner, db).newNumber()
  }

  /// How labels look that an owner sets nothing else for.
  static func look(of owner: Int64, _ salvage: JournalSalvage, _ db: Database) -> LabelLook {
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
