import Arrivals
import Store

extension Area {
  /// What arrivals register with the store. An export has none of it: a post knows by its uid, which an export
  /// has, from which entry it came.
  static let arrivals = Area(
    schema: [
      19: """
      -- A run of an import of another program's journal.
      CREATE TABLE arrival (
        id INTEGER PRIMARY KEY,
        owner INTEGER NOT NULL REFERENCES owner (id) ON DELETE CASCADE,
        number INTEGER NOT NULL CHECK (number BETWEEN 1 AND 1000000000),
        format TEXT NOT NULL CHECK (length(format) BETWEEN 1 AND 64),
        -- The name of what was brought.
        source TEXT NOT NULL CHECK (length(CAST(source AS BLOB)) BETWEEN 1 AND 1000),
        started INTEGER NOT NULL,
        -- Null while it goes on, and where it was ended.
        finished INTEGER,
        undone INTEGER,
        UNIQUE (owner, number)
      ) STRICT;

      -- What came: it stays when the post is deleted, so that the entry does not come again.
      CREATE TABLE arrived (
        owner INTEGER NOT NULL REFERENCES owner (id) ON DELETE CASCADE,
        -- That of the post, which is made of the entry.
        uid BLOB NOT NULL CHECK (length(uid) = 16),
        arrival INTEGER NOT NULL REFERENCES arrival (id) ON DELETE CASCADE,
        -- SHA-256 of the entry, as the source had it.
        entry BLOB NOT NULL CHECK (length(entry) = 32),
        -- SHA-256 of the post, as it came.
        post BLOB NOT NULL CHECK (length(post) = 32),
        PRIMARY KEY (owner, uid)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX arrived_by_arrival ON arrived (arrival);
      """
    ],
    tables: StoredTable.ofArrivals,
    check: { TableCheck(StoredTable.ofArrivals, of: $0, repairs: $1) },
    salvage: { ArrivalSalvage() })
}

extension StoredTable {
  static let ofArrivals = [
    StoredTable(
      "arrival",
      [
        .id, .owner, Column("number", .number(Arrival.numbers)), Column("format", .line(1...64)),
        Column("source", .line(1...1_000)), Column("started", .moment),
        Column("finished", .momentIfAny), Column("undone", .momentIfAny),
      ]),
    StoredTable(
      "arrived",
      [
        .owner, Column("uid", .hash(bytes: Post.uidSize)), .parent("arrival", "arrival"),
        Column("entry", .hash(bytes: 32)), Column("post", .hash(bytes: 32)),
      ]),
  ]
}

/// Brings arrivals from a damaged journal into a new one.
private final class ArrivalSalvage: AreaSalvage {
  func run(
    _ salvage: JournalSalvage, progress: JournalSalvage.Progress,
    report: @escaping JournalSalvage.Report
  ) throws -> Int {
    try salvage.carryRows(making: [], report) { carrier, report in
      try carrier.carry(StoredTable.ofArrivals, report)
    }
    return 0
  }
}
