package import Store

extension Area {
  /// The reminders area, for the store. Backups leave out feeds, as they leave out devices: a
  /// feed's address opens what it shows.
  package static let reminders = Area(
    schema: [
      11: ReminderTables.first, 14: ReminderTables.makers, 15: ReminderTables.limits,
    ],
    passingTables: ["calendar_feed", "reminder_sent", "mail_code", "way_use"],
    tables: StoredTable.reminders,
    check: { TableCheck(StoredTable.reminders, of: $0, repairs: $1) },
    salvage: { ReminderSalvage() }, export: { journal, _ in ReminderExport(of: journal) },
    lines: ReminderCount.allCases)
}

/// The SQL statements that create the tables of reminders.
enum ReminderTables {
  /// Version 11.
  static let first = """
    CREATE TABLE reminder_rule (
      -- Never given again: it is in addresses of pages.
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      owner INTEGER NOT NULL REFERENCES owner (id) ON DELETE CASCADE,
      subject TEXT NOT NULL CHECK (subject IN (
        'morning', 'people', 'plan', 'birthdays', 'memories', 'text', 'contacts')),
      -- Times of day as "09:00".
      time TEXT NOT NULL CHECK (length(time) = 5),
      -- Minutes after which it comes once more while undone.
      again INTEGER CHECK (again BETWEEN 5 AND 720),
      quiet_from TEXT CHECK (length(quiet_from) = 5),
      quiet_until TEXT CHECK (length(quiet_until) = 5 AND quiet_until <> quiet_from),
      is_on INTEGER NOT NULL CHECK (is_on IN (0, 1)),
      -- When it was set: times before that are not caught up with.
      since INTEGER NOT NULL,
      UNIQUE (owner, subject, time),
      CHECK ((quiet_from IS NULL) = (quiet_until IS NULL))
    ) STRICT;

    CREATE TABLE reminder_way (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      owner INTEGER NOT NULL REFERENCES owner (id) ON DELETE CASCADE,
      kind TEXT NOT NULL CHECK (kind IN ('hook', 'mail', 'push', 'desktop')),
      -- Of a hook and of a push the URL, of mail to whom; empty for the desktop.
      address TEXT NOT NULL CHECK (length(CAST(address AS BLOB)) <= 2000),
      -- Of a hook how its messages are written; of a push the browser's name.
      detail TEXT NOT NULL CHECK (length(CAST(detail AS BLOB)) <= 400),
      -- Of a hook its token, of a push the browser's key and secret; else empty.
      secret TEXT NOT NULL CHECK (length(CAST(secret AS BLOB)) <= 1000),
      -- Whether it may name people and texts while the journal is locked.
      names INTEGER NOT NULL CHECK (names IN (0, 1)),
      -- The device of a push.
      device INTEGER REFERENCES device (id) ON DELETE CASCADE,
      since INTEGER NOT NULL,
      -- When it first failed since it last did not, and how, as JSON.
      failed INTEGER,
      failure TEXT CHECK (length(CAST(failure AS BLOB)) <= 4000),
      UNIQUE (owner, kind, address),
      CHECK ((failed IS NULL) = (failure IS NULL))
    ) STRICT;

    -- What was sent by a way, or is to be tried again: who makes the row sends it, and nobody else.
    CREATE TABLE reminder_sent (
      rule INTEGER NOT NULL REFERENCES reminder_rule (id) ON DELETE CASCADE,
      way INTEGER NOT NULL REFERENCES reminder_way (id) ON DELETE CASCADE,
      day TEXT NOT NULL CHECK (length(day) = 10),
      -- The rule's time, or a person's own.
      time TEXT NOT NULL CHECK (length(time) = 5),
      -- 0, and 1 for what comes once more.
      turn INTEGER NOT NULL CHECK (turn IN (0, 1)),
      state TEXT NOT NULL CHECK (state IN ('sending', 'sent', 'done', 'waiting', 'failed')),
      tries INTEGER NOT NULL CHECK (tries BETWEEN 0 AND 1000),
      -- When it got its state; of one that waits, when it is tried again.
      at INTEGER NOT NULL,
      PRIMARY KEY (rule, way, day, time, turn)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX reminder_sent_by_way ON reminder_sent (way);

    CREATE TABLE calendar_feed (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      owner INTEGER NOT NULL REFERENCES owner (id) ON DELETE CASCADE,
      token_hash BLOB NOT NULL UNIQUE CHECK (length(token_hash) = 32),
      name TEXT NOT NULL CHECK (length(CAST(name AS BLOB)) BETWEEN 1 AND 400),
      names INTEGER NOT NULL CHECK (names IN (0, 1)),
      made INTEGER NOT NULL,
      -- When it was last read, to the hour.
      read INTEGER
    ) STRICT;
    CREATE INDEX calendar_feed_by_owner ON calendar_feed (owner);

    -- The key by which push services know the journal's servers (RFC 8292).
    CREATE TABLE push_key (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      private BLOB NOT NULL CHECK (length(private) = 32)
    ) STRICT;
    """

  /// Version 14: which device set up a way or a feed. It may be revoked since, so that its name then is kept;
  /// null for the machine, and for what is from before this version.
  static let makers = ["reminder_way", "calendar_feed"].map { table in
    """
    ALTER TABLE \(table) ADD COLUMN maker INTEGER;
    ALTER TABLE \(table) ADD COLUMN maker_name TEXT CHECK (length(maker_name) BETWEEN 1 AND 100);
    """
  }.joined(separator: "\n")

  /// Version 15: mail addresses that are to be confirmed, and what is counted of sending.
  static let limits = """
    -- Of mail that a device set up until the code is typed that went there; else null.
    ALTER TABLE reminder_way ADD COLUMN awaits_code INTEGER CHECK (awaits_code = 1);

    -- The last code that went to an address.
    CREATE TABLE mail_code (
      way INTEGER PRIMARY KEY REFERENCES reminder_way (id) ON DELETE CASCADE,
      code_hash BLOB NOT NULL CHECK (length(code_hash) = 32),
      ends INTEGER NOT NULL,
      -- Counted before the code is compared.
      tries INTEGER NOT NULL CHECK (tries BETWEEN 0 AND 5)
    ) STRICT;

    -- What was sent within a day, as far as limits count it. It outlasts the way.
    CREATE TABLE way_use (
      id INTEGER PRIMARY KEY,
      owner INTEGER NOT NULL REFERENCES owner (id) ON DELETE CASCADE,
      purpose TEXT NOT NULL CHECK (purpose IN ('reminder', 'code', 'test')),
      kind TEXT NOT NULL CHECK (kind IN ('hook', 'mail', 'push')),
      -- SHA-256 of the kind and the address.
      target BLOB NOT NULL CHECK (length(target) = 32),
      at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX way_use_by_owner ON way_use (owner, at);
    """
}
