package import Store

extension Area {
  /// The area of drafts, for the store.
  ///
  /// An export has none of it: it is what is in the journal, and a draft is what is not yet.
  package static let drafts = Area(
    schema: [7: DraftTables.first], fileColumns: [FileColumn("draft_photo", "file")],
    check: { DraftCheck(of: $0, repairs: $1) }, salvage: { DraftSalvage() })
}

/// The statements that make the tables of drafts.
enum DraftTables {
  /// Version 7.
  static let first = """
    CREATE TABLE draft (
      id INTEGER PRIMARY KEY,
      owner INTEGER NOT NULL REFERENCES owner (id) ON DELETE CASCADE,
      -- The one that made it; of one that was revoked, all devices of the owner see it.
      device INTEGER REFERENCES device (id) ON DELETE SET NULL,
      name TEXT NOT NULL UNIQUE CHECK (length(name) = 43 AND name NOT GLOB '*[^A-Za-z0-9_-]*'),
      path TEXT NOT NULL CHECK (path GLOB '/*' AND length(CAST(path AS BLOB)) <= 200),
      -- Names and values, as JSON.
      fields TEXT NOT NULL CHECK (length(CAST(fields AS BLOB)) <= 8000000),
      changed INTEGER NOT NULL,
      -- When it was discarded, which can be undone for a while.
      discarded INTEGER
    ) STRICT;
    CREATE INDEX draft_by_owner ON draft (owner, changed);
    CREATE INDEX draft_by_device ON draft (device);

    CREATE TABLE draft_photo (
      id INTEGER PRIMARY KEY,
      draft INTEGER NOT NULL REFERENCES draft (id) ON DELETE CASCADE,
      key TEXT NOT NULL CHECK (length(key) = 43 AND key NOT GLOB '*[^A-Za-z0-9_-]*'),
      -- The name that the photo came with; empty where it had none.
      name TEXT NOT NULL CHECK (length(CAST(name AS BLOB)) <= 1024),
      file TEXT NOT NULL UNIQUE CHECK (file GLOB 'photos/drafts/*' AND file NOT GLOB '*..*'),
      size INTEGER NOT NULL CHECK (size > 0),
      hash BLOB NOT NULL CHECK (length(hash) = 32),
      -- What was found in it; null before anybody looked who may.
      original_hash BLOB CHECK (length(original_hash) = 32),
      taken TEXT,
      source TEXT,
      discarded INTEGER,
      UNIQUE (draft, key)
    ) STRICT;
    """
}
