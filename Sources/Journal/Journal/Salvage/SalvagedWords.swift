import CaptureTime
import GRDB
import Stamping
import Store

/// The posts that only their words are left of.
extension PostSalvage {
  /// Brings a post back by words, mood or versions that can be read, on its day as far as that is known.
  ///
  /// - Returns: whether there was anything.
  func rewrite(
    _ clue: PostClue, _ salvage: JournalSalvage, _ report: JournalSalvage.Report,
    _ tell: (PostSalvageFinding) -> Void
  ) throws -> Bool {
    let found = try JournalError.wrapping {
      try salvage.rows.database.read { try SalvagedVersions(of: clue.id, $0) }
    }
    var clue = clue
    var earlier: Int?
    if clue.title.isEmpty, clue.words.isEmpty, clue.mood == nil, let last = found.versions.last {
      clue.title = (try? Title(last.title)) ?? .empty
      clue.words = (try? Words(last.words)) ?? .empty
      earlier = last.number
    }
    guard !clue.words.isEmpty || clue.mood != nil else { return false }
    let known = clue.owner.flatMap { salvage.owners[$0] == nil ? nil : $0 }
    let owner = try known ?? salvage.heir(report)
    guard let ownerName = salvage.owners[owner] else { return false }
    var isWhole = true
    let name: SalvagedPost? = try JournalError.wrapping {
      try salvage.database.write { db in
        let rule = try JournalSettings.load(owner: owner, db).rule
        let written = clue.written ?? found.versions.last?.replaced ?? clue.posted
        guard let day = clue.day ?? written.map({ rule.day(of: $0) }),
          let time = try? PostTime(
            CaptureTime(date: day, precision: .day, source: .given), rule: rule)
        else { return nil }
        let number = try self.number(of: clue, owner: owner, db)
        let post = clue.post(
          number: number, uid: uid(of: clue), time, [], posted: written ?? time.instant)
        guard let checked = try? ImportedPost(ExportedPost(post, looks: [])) else { return nil }
        let name = SalvagedPost(owner: ownerName, number: number, day: day)
        isWhole = try insert(
          checked, found, number: number, name, owner: owner, oldRow: clue.id, db)
        return name
      }
    }
    guard let name else { return false }
    tell(.rewritten(name, because: clue.reason))
    if let earlier { tell(.earlierWords(name, version: earlier)) }
    if !isWhole { tell(.versions(name)) }
    return true
  }

  /// Its uid, or 16 bytes that are the same in each run.
  private func uid(of clue: PostClue) -> [UInt8] {
    if let uid = clue.uid, !uids.contains(uid) { return uid }
    let text = "daystamp salvage\npost \(clue.id)\n\(clue.words.text)"
    return Array(StampMark.hash(Array(text.utf8)).prefix(Post.uidSize))
  }
}

/// The versions of a post's words in a damaged database, in the order of their numbers.
struct SalvagedVersions {
  private(set) var versions: [PostVersion] = []
  /// Whether all that are there can be read.
  private(set) var areAll = true

  /// None.
  init() {}

  /// - Parameters:
  ///   - post: the post's row.
  ///   - rows: the damaged database's.
  /// - Throws: `DatabaseError`.
  init(of post: Int64, _ rows: Database) throws {
    let found = try Row.fetchCursor(
      rows,
      sql: """
        SELECT number, title, words, written, replaced FROM post_version
        WHERE post = ? ORDER BY number, id
        """, arguments: [post])
    while let row = try found.next() {
      guard let version = try? Self.version(row), version.number > versions.last?.number ?? 0 else {
        areAll = false
        continue
      }
      versions.append(version)
    }
    versions = Array(versions.suffix(PostVersion.limit))
  }

  /// The version in a row, every value of which is checked as one of an import is.
  private static func version(_ row: Row) throws -> PostVersion {
    var values = RowDecoder(row)
    let version = PostVersion(
      number: try values.next(in: Post.readableNumbers),
      title: try values.text(atMost: Title.byteLimit),
      words: try values.text(atMost: Words.byteLimit),
      written: try values.nextIfAny(in: DayRule.instants),
      replaced: try values.next(in: DayRule.instants))
    return try PostVersion(ExportedVersion(version, of: 1))
  }
}
