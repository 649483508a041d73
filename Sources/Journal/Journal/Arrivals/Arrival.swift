import Arrivals
import Foundation
import GRDB
package import Store

/// What came by one run of an import of another program's journal.
package struct Arrival: Sendable, Hashable {
  /// Counted from 1 for each owner.
  package let number: Int
  /// A name of an ``ArrivalFormat``.
  package let format: String
  /// The name of what was brought.
  package let source: String
  /// In seconds since 1970 in UTC; nil in ``finished`` of one that was ended before its end.
  package let started: Int
  package let finished: Int?
  /// When it was taken back.
  package let undone: Int?
  /// How many posts came.
  package let posts: Int
  /// How many of them are here, outside the trash.
  package let postsHere: Int

  package static let numbers = 1...1_000_000_000
}

/// The arrivals of an owner.
package struct OwnerArrivals: Sendable {
  let journal: OwnerJournal

  /// All of them, the latest first.
  ///
  /// - Throws: ``JournalError``.
  package func all() throws -> [Arrival] {
    try journal.read { db in
      try DecodedRows(
        db, cached: "\(Self.query) WHERE owner = ? ORDER BY number DESC", arguments: [journal.id]
      ).map { try Arrival(&$0) }
    }
  }

  /// - Throws: ``ArrivalsError/unknown(number:)``.
  package func arrival(_ number: Int) throws -> Arrival {
    let row = try journal.read { db in
      try db.row(
        cached: "\(Self.query) WHERE owner = ? AND number = ?", arguments: [journal.id, number])
    }
    guard let row else { throw ArrivalsError.unknown(number: number) }
    var values = RowDecoder(row)
    return try Arrival(&values)
  }

  private static let query = """
    SELECT number, format, source, started, finished, undone,
      (SELECT count(*) FROM arrived WHERE arrived.arrival = arrival.id),
      (SELECT count(*) FROM arrived JOIN post ON post.uid = arrived.uid AND post.owner = arrival.owner
        WHERE arrived.arrival = arrival.id AND post.trashed IS NULL)
    FROM arrival
    """

  /// What became of an arrival that is taken back.
  package struct Undone: Sendable, Hashable {
    /// The posts that are in the trash now.
    package internal(set) var trashed: [Int] = []
    /// Those that were changed since they came, and stay.
    package internal(set) var changed: [Int] = []
    /// How many had been deleted before.
    package internal(set) var deleted = 0
  }

  /// Moves the posts that came by an arrival to the trash, but for those that were changed since. Another
  /// import of the same source then brings them again.
  ///
  /// - Parameters:
  ///   - number: the arrival's.
  ///   - now: in seconds since 1970 in UTC.
  /// - Returns: what became of its posts.
  /// - Throws: ``ArrivalsError``, ``JournalError``; where the disk is full in the middle, another call does the
  ///   rest.
  package func undo(_ number: Int, now: Int) throws -> Undone {
    guard try arrival(number).undone == nil else { throw ArrivalsError.undone(number: number) }
    let came = try journal.read { db in try ArrivalRows(of: journal, db).came(by: number) }
    enum Fate { case trashed, changed, deleted }
    let heirs = try ContactHeirs.looked(for: came, in: journal) { try $0.post(uid: $1.uid) }
    let fates = try WritePieces.all(of: came) { came in
      try journal.writeMakingRoom { db in
        let rows = PostRows(of: journal, db)
        return try WritePieces.work(on: came) { entry -> (Fate, Int) in
          guard let post = try rows.post(uid: entry.uid), post.trashed == nil else {
            return (.deleted, 0)
          }
          guard PostState.hash(of: post) == entry.post else { return (.changed, post.number) }
          try rows.setTrashed(post.number, now)
          try rows.forgetPeople(named: post)
          try heirs.take(from: post, rows)
          return (.trashed, post.number)
        }
      }
    }
    try journal.writeMakingRoom { db in
      try db.execute(
        cached: "UPDATE arrival SET undone = ? WHERE owner = ? AND number = ?",
        arguments: [now, journal.id, number])
    }
    func numbers(_ fate: Fate) -> [Int] { fates.filter { $0.0 == fate }.map(\.1).sorted() }
    return Undone(
      trashed: numbers(.trashed), changed: numbers(.changed), deleted: numbers(.deleted).count)
  }
}

extension OwnerJournal {
  package var arrivals: OwnerArrivals { OwnerArrivals(journal: self) }
}

extension Arrival {
  fileprivate init(_ values: inout RowDecoder) throws {
    number = try values.next(in: Self.numbers)
    format = try values.text(1...64)
    source = try values.text(1...1_000)
    started = try values.next(in: DayRule.instants)
    finished = try values.nextIfAny(in: DayRule.instants)
    undone = try values.nextIfAny(in: DayRule.instants)
    posts = try values.next()
    postsHere = try values.next()
  }
}

/// Why something cannot be done with arrivals.
package enum ArrivalsError: Error, Sendable, Hashable {
  case unknown(number: Int)
  /// It was taken back before.
  case undone(number: Int)
}
