package import CaptureTime
import GRDB
import Store

/// The text of a day: drawn once, and from then on the same however collections change.
///
/// Texts are drawn in an order that a seed makes of them, and none comes twice until all have come. Texts
/// that are added meanwhile come in the same cycle. A journal without a collection gets the one that comes
/// with Daystamp.
extension Texts {
  /// The text that a day has.
  ///
  /// - Parameters:
  ///   - day: the day.
  ///   - today: on which a text is drawn where the day has none, or one that is in no collection any
  ///     more; on no other is.
  ///   - pool: of which texts.
  ///   - draws: whether one is drawn at all.
  ///   - now: in seconds since 1970 in UTC.
  /// - Returns: the text.
  /// - Throws: ``TextError/none`` where the pool has no texts, ``TextError/nothingShown(_:)``,
  ///   ``TextError/gone(_:collection:)``, ``JournalError/futureDay(_:today:)``,
  ///   ``CollectionError/unknown(_:known:)``.
  package func text(
    of day: CivilDate, today: CivilDate, from pool: TextPool = .all, draws: Bool = true, now: Int
  ) throws -> StoredText {
    guard day <= today else { throw JournalError.futureDay(day, today: today) }
    do {
      if let shown = try journal.read({ db in try shown(on: day, db) }) { return shown }
    } catch TextError.gone where day == today && draws && !journal.store.isReadOnly {
      // Another one takes its place: the day is not over.
    }
    guard day == today, draws else { throw TextError.nothingShown(day.description) }
    return try journal.writeMakingRoom { db in
      do {
        // Another process may have drawn meanwhile.
        if let shown = try shown(on: day, db) { return shown }
      } catch TextError.gone {
        try db.execute(
          cached: "DELETE FROM text_day WHERE owner = ? AND day = ?",
          arguments: [journal.id, day.description])
      }
      if pool == .all, try Collections.all(db).isEmpty {
        try journal.collections.addShipped(now: now, db)
      }
      return try draw(for: day, pool, db)
    }
  }

  /// A text drawn at random.
  ///
  /// - Parameter seed: a random number.
  /// - Returns: the text.
  /// - Throws: ``TextError/none``.
  package func randomText(seed: UInt64) throws -> StoredText {
    try journal.read { db in
      // Rows are numbered with few gaps: those of one that was removed are given again.
      guard
        let last = try db.value(Int64?.self, cached: "SELECT max(id) FROM text").flatMap(\.self),
        last > 0
      else { throw TextError.none }
      let start = Int64(seed % UInt64(last)) + 1
      do {
        return try text("text.id >= ?2 ORDER BY text.id LIMIT 1", [start], db)
      } catch TextError.none {
        // The last ones are of a collection that comes or goes just now.
        return try text("TRUE ORDER BY text.id LIMIT 1", [], db)
      }
    }
  }

  private func shown(on day: CivilDate, _ db: Database) throws -> StoredText? {
    let rows = try DecodedRows(
      db, cached: "SELECT text, collection, key FROM text_day WHERE owner = ? AND day = ?",
      arguments: [journal.id, day.description]
    ).map { values in
      (
        try values.nextIfAny(Int64.self), try values.next(String.self),
        try values.next(String.self)
      )
    }
    guard let (id, collection, key) = rows.first else { return nil }
    guard let id else { throw TextError.gone(key, collection: collection) }
    return try text("text.id = ?2", [id], db)
  }

  /// More than days there are to be.
  static let cycles = 0...10_000_000

  private func draw(
    for day: CivilDate, _ pool: TextPool, _ db: Database
  ) throws -> StoredText {
    let last = try db.value(
      Int?.self, cached: "SELECT max(cycle) FROM text_day WHERE owner = ?", arguments: [journal.id])
    var cycle = last.flatMap(\.self) ?? 0
    guard Self.cycles ~= cycle else { throw JournalError.corruptValue(of: "cycle") }
    var chosen = try first(of: cycle, pool, db)
    if chosen == nil {
      cycle += 1
      chosen = try first(of: cycle, pool, db)
    }
    guard let chosen else { throw TextError.none }
    try db.execute(
      cached: """
        INSERT INTO text_day (owner, day, cycle, text, collection, key, hash)
        SELECT ?, ?, ?, id, (SELECT folded FROM collection WHERE id = text.collection), key, hash
        FROM text WHERE id = ?
        """, arguments: [journal.id, day.description, cycle, chosen])
    return try text("text.id = ?2", [chosen], db)
  }

  /// The first text of a pool, in the order of a cycle, that did not come in it; nil where all did.
  ///
  /// - Complexity: O(*n*) in the texts of the pool, of all of which only an index is read.
  private func first(of cycle: Int, _ pool: TextPool, _ db: Database) throws -> Int64? {
    let shown = try Set(
      db.values(
        Int64.self,
        cached: """
          SELECT text FROM text_day WHERE owner = ? AND cycle = ? AND text IS NOT NULL
          """, arguments: [journal.id, cycle]))
    let (query, arguments) = try pool.query(owner: journal.id, db)
    let rows = try DecodedRows(db, cached: query, arguments: arguments)
    var best: (rank: UInt64, id: Int64)?
    while var row = try rows.next() {
      let id: Int64 = try row.next()
      if shown.contains(id) { continue }
      let rank = Self.rank(id, owner: journal.id, cycle)
      if best.map({ rank < $0.rank }) ?? true { best = (rank, id) }
    }
    return best?.id
  }

  /// Where a text comes in a cycle: a mix of its number that is another for each owner and cycle, and for
  /// no two texts the same (SplitMix64's finaliser, Steele and others 2014, is a permutation).
  static func rank(_ id: Int64, owner: Int64, _ cycle: Int) -> UInt64 {
    func mixed(_ value: UInt64) -> UInt64 {
      var mix = value &+ 0x9E37_79B9_7F4A_7C15
      mix = (mix ^ mix >> 30) &* 0xBF58_476D_1CE4_E5B9
      mix = (mix ^ mix >> 27) &* 0x94D0_49BB_1331_11EB
      return mix ^ mix >> 31
    }
    let seed = mixed(mixed(UInt64(bitPattern: owner)) ^ UInt64(truncatingIfNeeded: cycle))
    return mixed(UInt64(bitPattern: id) ^ seed)
  }

  private func text(
    _ condition: String, _ arguments: StatementArguments, _ db: Database
  ) throws -> StoredText {
    let found = try DecodedRows(
      db, cached: "SELECT \(StoredText.columns) FROM \(StoredText.tables) WHERE \(condition)",
      arguments: [journal.id] + arguments
    ).map { try StoredText(&$0) }
    guard let text = found.first else { throw TextError.none }
    return text
  }
}
