package import CaptureTime
import GRDB
import Store

/// The text of a day: drawn once, and from then on the same however collections change.
///
/// Each collection has the same chance on a day, however many texts it has. Its texts are drawn in an order
/// that a seed makes of them, and none comes twice until all of the collection have come. Texts that are
/// added meanwhile come in the same cycle. Texts with hearts have the same chance each, whatever collection
/// they are of. A journal without a collection gets the one that comes with Daystamp.
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
    guard let drawn = try drawn(for: day, pool, db) else { throw TextError.none }
    try db.execute(
      cached: """
        INSERT INTO text_day (owner, day, cycle, text, collection, key, hash)
        SELECT ?, ?, ?, id, (SELECT folded FROM collection WHERE id = text.collection), key, hash
        FROM text WHERE id = ?
        """, arguments: [journal.id, day.description, drawn.cycle, drawn.text])
    return try text("text.id = ?2", [drawn.text], db)
  }

  /// The text that is next, and the cycle of its collection in which it comes.
  private func drawn(
    for day: CivilDate, _ pool: TextPool, _ db: Database
  ) throws -> (text: Int64, cycle: Int)? {
    if pool == .hearts { return try nextHeart(db) }
    let collections = try pool.collections(owner: journal.id, db)
    // The order is another one each day.
    let ranked = collections.map {
      (rank: Self.rank($0, owner: journal.id, day.daysSinceEpoch), id: $0)
    }
    for collection in ranked.sorted(by: { $0.rank < $1.rank }).map(\.id) {
      let last = try cycle(of: collection, db)
      for cycle in [last, last + 1] {
        if let text = try first(of: cycle, pool, in: collection, db) { return (text, cycle) }
      }
    }
    return nil
  }

  /// How often all texts of a collection came before those that come now.
  private func cycle(of collection: Int64, _ db: Database) throws -> Int {
    let last = try db.value(
      Int?.self,
      cached: """
        SELECT max(cycle) FROM text_day JOIN text ON text.id = text_day.text
        WHERE owner = ? AND text.collection = ?
        """, arguments: [journal.id, collection])
    let cycle = last.flatMap(\.self) ?? 0
    guard Self.cycles ~= cycle else { throw JournalError.corruptValue(of: "cycle") }
    return cycle
  }

  /// The first text of a collection that a pool has, in the order of a cycle, and that did not come in it;
  /// nil where all did.
  ///
  /// - Complexity: O(*n*) in the texts of the collection, of all of which only an index is read.
  private func first(
    of cycle: Int, _ pool: TextPool, in collection: Int64, _ db: Database
  ) throws -> Int64? {
    let shown = try Set(
      db.values(
        Int64.self,
        cached: """
          SELECT text FROM text_day WHERE owner = ? AND cycle = ? AND text IS NOT NULL
          """, arguments: [journal.id, cycle]))
    let (query, arguments) = pool.query(owner: journal.id, collection: collection)
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

  /// Of texts with the owner's hearts one that never was a day's, else the one whose day is the longest ago;
  /// nil where no text has one.
  private func nextHeart(_ db: Database) throws -> (text: Int64, cycle: Int)? {
    let rows = try DecodedRows(
      db,
      cached: """
        SELECT text, (SELECT max(day) FROM text_day WHERE owner = ?1 AND text = text_mark.text),
          (SELECT collection FROM text WHERE id = text_mark.text)
        FROM text_mark WHERE owner = ?1 AND hearted IS NOT NULL AND text IS NOT NULL
        """, arguments: [journal.id])
    var best: (day: String, rank: UInt64, id: Int64, collection: Int64)?
    while var row = try rows.next() {
      let id: Int64 = try row.next()
      let day = try row.nextIfAny(String.self) ?? ""
      let rank = Self.rank(id, owner: journal.id, 0)
      let collection: Int64 = try row.next()
      if best.map({ (day, rank) < ($0.day, $0.rank) }) ?? true {
        best = (day, rank, id, collection)
      }
    }
    return try best.map { ($0.id, try cycle(of: $0.collection, db)) }
  }

  /// Where a text comes in a cycle, or a collection on a day: a mix of its number that is another for each
  /// owner and cycle, and for no two of them the same (SplitMix64's finaliser, Steele and others 2014, is a
  /// permutation).
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
