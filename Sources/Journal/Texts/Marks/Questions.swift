package import CaptureTime
import GRDB
package import Store

/// The question of a day: a text of one collection, for starting the morning page.
///
/// It follows from the day and the collection alone, so that all devices ask the same and nothing is
/// stored. None is asked twice until all have been.
extension Texts {
  /// The question of a day.
  ///
  /// - Parameters:
  ///   - day: the day.
  ///   - collection: what its questions are; nothing is asked where it is not there.
  ///   - skipped: how many questions of the day were passed over, from 0 on.
  ///   - adds: whether a journal without a collection gets the one that comes with Daystamp, as it does for
  ///     the text of a day.
  ///   - now: in seconds since 1970 in UTC.
  /// - Returns: the text, which is not the text of the day unless there is no other, and how many questions
  ///   are passed over with it; nil where the collection is not there.
  /// - Throws: ``JournalError``.
  package func question(
    of day: CivilDate, from collection: CollectionName, skipping skipped: Int = 0,
    adds: Bool = false, now: Int
  ) throws -> (text: StoredText, passed: Int)? {
    if adds, collection.folded == CollectionName.ofQuestions?.folded,
      try journal.read({ db in try Collections.all(db).isEmpty })
    {
      try journal.writeMakingRoom { db in
        if try Collections.all(db).isEmpty { try journal.collections.addShipped(now: now, db) }
      }
    }
    return try journal.read { db in
      guard let collection = try Collections.find(collection, db),
        let order = QuestionOrder(count: collection.texts)
      else { return nil }
      let shown = try db.value(
        Int64?.self, cached: "SELECT text FROM text_day WHERE owner = ? AND day = ?",
        arguments: [journal.id, day.description]
      ).flatMap(\.self)
      var found: (text: StoredText, passed: Int)?
      for passed in skipped...(skipped + 1) {
        let place = order.place(on: day, skipping: passed)
        guard let text = try question(at: place, of: collection, db) else { break }
        found = (text, passed + 1)
        if text.id != shown { break }
      }
      return found
    }
  }

  private func question(
    at place: Int, of collection: TextCollection, _ db: Database
  ) throws -> StoredText? {
    // In the order of its file, the same in every journal that has it.
    let row = try db.value(
      Int64.self, cached: "SELECT id FROM text WHERE collection = ? ORDER BY id LIMIT 1 OFFSET ?",
      arguments: [collection.id, place])
    guard let row else { return nil }
    return try DecodedRows(
      db, cached: "SELECT \(StoredText.columns) FROM \(StoredText.tables) WHERE text.id = ?2",
      arguments: [journal.id, row]
    ).map { try StoredText(&$0) }.first
  }
}

/// The order of the questions: all of them once, then all in another order.
struct QuestionOrder {
  let count: Int

  /// Nil where there are none.
  init?(count: Int) {
    guard count > 0 else { return nil }
    self.count = count
  }

  /// The place of a day's question, from 0 on.
  ///
  /// - Parameters:
  ///   - day: the day.
  ///   - skipped: how many of its questions were passed over; as many as there are lead back to the first.
  /// - Returns: the place; no two days of a round have the same.
  func place(on day: CivilDate, skipping skipped: Int) -> Int {
    let turn = (day.daysSinceEpoch % count + count) % count
    let round = (day.daysSinceEpoch - turn) / count
    // What is passed over is far from what the next days ask.
    let place = (turn + skipped % count * Self.farStep(of: count)) % count
    let mix = Texts.rank(Int64(round), owner: Int64(count), 0)
    let step = Self.step(from: 1 + Int(mix % UInt64(count)), of: count)
    return (place * step + Int(mix >> 32) % count) % count
  }

  /// A step near to half of the way that leads through all places.
  private static func farStep(of count: Int) -> Int {
    count % 2 == 1 ? count / 2 : max(1, count / 4 * 2 - 1)
  }

  /// The first step from one on that leads through all places.
  private static func step(from first: Int, of count: Int) -> Int {
    (first..<(first + count)).first { greatestDivisor($0, count) == 1 } ?? 1
  }

  private static func greatestDivisor(_ one: Int, _ other: Int) -> Int {
    other == 0 ? one : greatestDivisor(other, one % other)
  }
}

extension CollectionName {
  /// The default: Daystamp's own collection.
  package static let ofQuestions = CollectionName(stored: ShippedCollection.name)

  /// The collection of questions from the setting: its name, or "none".
  ///
  /// - Returns: nil for none.
  /// - Throws: ``NameError``.
  package static func ofQuestions(parsing text: String) throws(NameError) -> CollectionName? {
    text == noQuestions ? nil : try CollectionName(text)
  }

  package static let noQuestions = "none"
}
