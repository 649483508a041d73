import GRDB
package import Store

/// An address where a calendar reads what is due: anybody who knows its token can.
package struct Feed: Sendable, Hashable {
  package let id: Int64
  /// The owner's name for it.
  package let name: FeedName
  /// Whether it names people and texts while the journal is locked.
  package let names: Bool
  /// When it was made, in seconds since 1970 in UTC, and when it was last read, to the hour; nil if
  /// never.
  package let made: Int
  package let read: Int?
  /// Nil for the machine with the journal.
  package let maker: Maker?

  /// The ending of every feed's address.
  package static let ending = ".ics"

  /// The path of the address for a token, the same on every server.
  package static func path(of token: AccessToken) -> String { "/feeds/\(token.text)\(ending)" }
}

/// A feed's name, on one line.
package struct FeedName: Sendable, Hashable {
  package let text: String

  /// Characters as a reader counts them.
  package static let limit = 40
  /// Bytes of UTF-8.
  package static let byteLimit = 400

  /// - Throws: ``NameError``.
  package init(_ typed: String) throws(NameError) {
    text = try typed.kept.checkedName(limit: Self.limit, byteLimit: Self.byteLimit)
  }

  /// Nil where it is none.
  init?(stored text: String) {
    guard let name = try? FeedName(text), name.text == text else { return nil }
    self = name
  }
}

extension Reminders {
  /// The most feeds that an owner can have.
  package static let feedLimit = 20

  /// The feeds, oldest first.
  ///
  /// - Throws: ``JournalError``.
  package func feeds() throws -> [Feed] { try journal.read { db in try feeds(db) } }

  /// Makes a feed.
  ///
  /// - Parameters:
  ///   - name: what it is called.
  ///   - names: whether it names people and texts while the journal is locked.
  ///   - source: who makes it.
  ///   - now: in seconds since 1970 in UTC.
  /// - Returns: the feed and its token, of which the database has the hash alone.
  /// - Throws: ``ReminderError/tooManyFeeds(limit:)``; then nothing has changed.
  package func addFeed(
    _ name: FeedName, names: Bool, by source: TrySource = .machine, now: Int
  ) throws -> (feed: Feed, token: AccessToken) {
    let token = AccessToken()
    return try journal.writeMakingRoom { db in
      guard try feeds(db).count < Self.feedLimit else {
        throw ReminderError.tooManyFeeds(limit: Self.feedLimit)
      }
      try db.execute(
        cached: """
          INSERT INTO calendar_feed (owner, token_hash, name, names, made, maker, maker_name)
          VALUES (?, ?, ?, ?, ?, ?, ?)
          """,
        arguments: [journal.id, token.hash, name.text, names, now] + Maker(source).values)
      let feed = try feed(db.lastInsertedRowID, db)
      try record(.feedMade, .feed(feed), by: source, now: now, db)
      if names { try record(.namesAllowed, .feed(feed), by: source, now: now, db) }
      return (feed, token)
    }
  }

  /// Sets whether a feed names people and texts while the journal is locked.
  ///
  /// - Throws: ``ReminderError/unknownFeed(_:)``; then nothing has changed.
  @discardableResult
  package func setNames(
    _ names: Bool, ofFeed number: Int64, by source: TrySource = .machine, now: Int
  ) throws -> Feed {
    try journal.writeMakingRoom { db in
      try setNames(names, of: .feed(feed(number, db)), by: source, now: now, db)
      return try feed(number, db)
    }
  }

  /// Revokes a feed: its address stops working.
  ///
  /// - Throws: ``ReminderError/unknownFeed(_:)``.
  @discardableResult
  package func removeFeed(
    _ number: Int64, by source: TrySource = .machine, now: Int
  ) throws -> Feed {
    try journal.writeMakingRoom { db in
      let feed = try feed(number, db)
      try remove(.feed(feed), by: source, now: now, db)
      return feed
    }
  }

  func feeds(_ db: Database) throws -> [Feed] {
    try DecodedRows(
      db,
      cached: "SELECT \(Feed.columns) FROM calendar_feed WHERE owner = ? ORDER BY id LIMIT ?",
      arguments: [journal.id, Self.feedLimit]
    ).map { try Feed(&$0) }
  }

  private func feed(_ number: Int64, _ db: Database) throws -> Feed {
    let rows = try DecodedRows(
      db, cached: "SELECT \(Feed.columns) FROM calendar_feed WHERE id = ? AND owner = ?",
      arguments: [number, journal.id])
    guard let feed = try rows.map({ try Feed(&$0) }).first else {
      throw ReminderError.unknownFeed(number)
    }
    return feed
  }
}

extension Journal {
  /// The feed for a token, and its owner; calling this counts as reading the feed.
  ///
  /// - Parameters:
  ///   - token: what ``Reminders/addFeed(_:names:by:now:)`` gave.
  ///   - now: in seconds since 1970 in UTC.
  /// - Returns: nil where there is none, or none any longer.
  /// - Throws: ``JournalError``.
  package func feed(of token: AccessToken, now: Int) throws -> (feed: Feed, owner: OwnerName)? {
    let found = try JournalError.wrapping {
      try store.database.read { db in
        try DecodedRows(
          db,
          cached: """
            SELECT \(Feed.columns), (SELECT name FROM owner WHERE owner.id = calendar_feed.owner)
            FROM calendar_feed WHERE token_hash = ?
            """, arguments: [token.hash]
        ).map { values in
          (feed: try Feed(&values), owner: OwnerName(stored: try values.next()))
        }.first
      }
    }
    if let feed = found?.feed, feed.read.map({ now - $0 >= 3_600 }) ?? true {
      _ = store.note { db in
        try db.execute(
          sql: "UPDATE calendar_feed SET read = ? WHERE id = ?", arguments: [now, feed.id])
        return true
      }
    }
    return found
  }
}

extension Feed {
  /// What a query selects for ``init(_:)``, in its order.
  static let columns = columnNames.joined(separator: ", ")
  static let columnNames = ["id", "name", "names", "made", "read"] + Maker.columnNames

  /// Reads the values of ``columns``.
  ///
  /// - Throws: ``JournalError/database(_:)`` where one is none that this program writes.
  init(_ values: inout RowDecoder) throws {
    id = try values.next()
    name = try values.next { FeedName(stored: $0) }
    names = try values.next(in: 0...1) == 1
    made = try values.next(in: DayRule.instants)
    read = try values.nextIfAny(in: DayRule.instants)
    maker = try Maker(&values)
  }
}
