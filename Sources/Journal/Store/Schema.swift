import GRDB

/// The tables of a journal's database, and how an older database becomes today's.
///
/// The database says its version itself (`PRAGMA user_version`; SQLite file format, section 1.3.12)
/// and that it is a journal (`application_id`, 1.3.14). Versions only go forward.
enum Schema {
  /// "DAYS" in ASCII.
  static let applicationID = 0x4441_5953
  /// The version that this program writes.
  static var version: Int { steps.count }

  /// The statements that lead from each version to the next, from an empty database on.
  private static let steps = [firstVersion, locks, devices]

  /// Brings a database to today's version; nothing happens where it is there already.
  ///
  /// One immediate transaction looks and changes, so that of two programs that open an old journal
  /// at once the second finds the work done.
  ///
  /// - Parameters:
  ///   - db: the database.
  ///   - fill: gives a database that had no tables its first rows.
  /// - Throws: ``JournalError/newerVersion(observed:known:)`` and ``JournalError/notAJournal``,
  ///   before anything is changed, or `DatabaseError`.
  static func migrate(_ db: Database, filling fill: ((Database) throws -> Void)? = nil) throws {
    guard try check(db) < version else { return }
    try db.inTransaction(.immediate) {
      let found = try check(db)
      for step in steps[found...] { try db.execute(sql: step) }
      try db.execute(sql: "PRAGMA application_id = \(applicationID)")
      try db.execute(sql: "PRAGMA user_version = \(version)")
      if found == 0 { try fill?(db) }
      return .commit
    }
  }

  /// The database's version, 0 for an empty one.
  ///
  /// - Throws: ``JournalError/newerVersion(observed:known:)`` where it is not one of ours to change,
  ///   ``JournalError/notAJournal`` where it is another program's.
  static func check(_ db: Database) throws -> Int {
    let found = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
    let id = try Int.fetchOne(db, sql: "PRAGMA application_id") ?? 0
    if found == 0, id == 0 {
      guard try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_schema") == 0 else {
        throw JournalError.notAJournal
      }
      return 0
    }
    guard id == applicationID else { throw JournalError.notAJournal }
    guard found <= version else {
      throw JournalError.newerVersion(observed: found, known: version)
    }
    return found
  }

  private static let firstVersion = """
    CREATE TABLE owner (
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 256),
      last_number INTEGER NOT NULL DEFAULT 0
        CHECK (last_number BETWEEN 0 AND 9007199254740991)
    ) STRICT;

    CREATE TABLE setting (
      owner INTEGER NOT NULL REFERENCES owner (id) ON DELETE CASCADE,
      key TEXT NOT NULL,
      value TEXT NOT NULL,
      PRIMARY KEY (owner, key)
    ) STRICT, WITHOUT ROWID;

    -- How labels look; most posts share one.
    CREATE TABLE look (
      id INTEGER PRIMARY KEY,
      json TEXT NOT NULL UNIQUE CHECK (json_valid(json))
    ) STRICT;

    CREATE TABLE post (
      id INTEGER PRIMARY KEY,
      -- The same in every journal that the post is moved to.
      uid BLOB NOT NULL UNIQUE CHECK (length(uid) = 16),
      owner INTEGER NOT NULL REFERENCES owner (id) ON DELETE CASCADE,
      -- Counted by owner, so that nobody sees in their own numbers how much others post.
      number INTEGER NOT NULL CHECK (number > 0),
      day TEXT NOT NULL CHECK (date(day) IS day AND day >= '0001-01-01'),
      -- Seconds since 1970 in UTC; of a time that knows only the day, the day's start.
      instant INTEGER NOT NULL,
      -- Seconds east of UTC.
      offset INTEGER NOT NULL CHECK (offset BETWEEN -86400 AND 86400),
      subsecond TEXT CHECK (subsecond GLOB '[0-9]*' AND subsecond NOT GLOB '*[^0-9]*'),
      precision TEXT NOT NULL CHECK (precision IN ('day', 'minute', 'second')),
      source TEXT NOT NULL CHECK (source <> ''),
      -- The time zone in which the day was told, and whether the photo left the offset to it.
      zone TEXT NOT NULL CHECK (zone <> ''),
      is_offset_assumed INTEGER NOT NULL CHECK (is_offset_assumed IN (0, 1)),
      caption TEXT NOT NULL DEFAULT '' CHECK (length(CAST(caption AS BLOB)) <= 4096),
      is_starred INTEGER NOT NULL DEFAULT 0 CHECK (is_starred IN (0, 1)),
      look INTEGER NOT NULL REFERENCES look (id),
      -- Paths from the journal's folder. The original's is null where unstamping gives it back.
      file TEXT NOT NULL UNIQUE CHECK (file GLOB 'photos/*' AND file NOT GLOB '*..*'),
      hash BLOB NOT NULL CHECK (length(hash) = 32),
      original_file TEXT UNIQUE
        CHECK (original_file GLOB 'photos/*' AND original_file NOT GLOB '*..*'),
      original_hash BLOB NOT NULL CHECK (length(original_hash) = 32),
      -- The name that the photo came with; empty where it had none.
      original_name TEXT NOT NULL DEFAULT '',
      posted INTEGER NOT NULL,
      trashed INTEGER,
      UNIQUE (owner, number)
    ) STRICT;
    CREATE INDEX post_by_day ON post (owner, day, instant, number) WHERE trashed IS NULL;
    CREATE INDEX post_by_star ON post (owner, day, instant, number)
      WHERE trashed IS NULL AND is_starred = 1;
    CREATE INDEX post_by_trash ON post (owner, trashed, number) WHERE trashed IS NOT NULL;
    CREATE INDEX post_by_original ON post (owner, original_hash, number);

    CREATE TABLE tag (
      id INTEGER PRIMARY KEY,
      owner INTEGER NOT NULL REFERENCES owner (id) ON DELETE CASCADE,
      name TEXT NOT NULL CHECK (name <> ''),
      folded TEXT NOT NULL,
      UNIQUE (owner, folded)
    ) STRICT;
    CREATE TABLE post_tag (
      post INTEGER NOT NULL REFERENCES post (id) ON DELETE CASCADE,
      tag INTEGER NOT NULL REFERENCES tag (id) ON DELETE CASCADE,
      PRIMARY KEY (post, tag)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX post_tag_by_tag ON post_tag (tag, post);

    -- Captions as bigrams, by the post's id; see SearchText.
    CREATE VIRTUAL TABLE caption_search
      USING fts5 (grams, content = '', columnsize = 0, tokenize = 'ascii');

    -- Files that may be there without a post: on their way in, or out. See LooseFiles.
    CREATE TABLE loose_file (
      path TEXT PRIMARY KEY CHECK (path GLOB 'photos/*' AND path NOT GLOB '*..*')
    ) STRICT, WITHOUT ROWID;
    """

  /// Version 2: PINs and the sessions that they open.
  private static let locks = """
    CREATE TABLE lock (
      owner INTEGER PRIMARY KEY REFERENCES owner (id) ON DELETE CASCADE,
      hash TEXT NOT NULL CHECK (hash GLOB '$pbkdf2-sha256$i=*$*$*'),
      -- Tries since the last right one, counted before they are made.
      failures INTEGER NOT NULL DEFAULT 0 CHECK (failures BETWEEN 0 AND 10),
      last_try INTEGER
    ) STRICT;

    CREATE TABLE session (
      token_hash BLOB PRIMARY KEY CHECK (length(token_hash) = 32),
      owner INTEGER NOT NULL REFERENCES lock (owner) ON DELETE CASCADE,
      opened INTEGER NOT NULL,
      last_used INTEGER NOT NULL CHECK (last_used >= opened),
      -- Seconds without use after which it ends.
      idle INTEGER NOT NULL CHECK (idle BETWEEN 1 AND 28800)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX session_by_owner ON session (owner);
    """

  /// Version 3: devices that may ask over the network.
  private static let devices = """
    CREATE TABLE pairing (
      code_hash BLOB PRIMARY KEY CHECK (length(code_hash) = 32),
      owner INTEGER NOT NULL REFERENCES owner (id) ON DELETE CASCADE,
      ends INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE device (
      -- Never given again: what a server knows of a device must not hold for another.
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      owner INTEGER NOT NULL REFERENCES owner (id) ON DELETE CASCADE,
      token_hash BLOB NOT NULL UNIQUE CHECK (length(token_hash) = 32),
      name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
      paired INTEGER NOT NULL,
      last_seen INTEGER NOT NULL CHECK (last_seen >= paired)
    ) STRICT;
    CREATE INDEX device_by_owner ON device (owner);
    """
}
