package import Store

extension Area {
  /// The texts area, for the store.
  package static let texts = Area(
    schema: [8: TextTables.first, 9: ReadingTables.first, 15: TextTables.hiding],
    derivedTables: [SearchTable.texts.name],
    tables: [.collection, .section, .text] + StoredTable.ofOwners + [.searches],
    check: { TextsCheck(of: $0, repairs: $1) }, salvage: { TextsSalvage() },
    export: { TextExport(of: $0, keepingLinesIn: $1) }, lines: TextCount.allCases)
}

/// The statements that make the tables of texts.
enum TextTables {
  /// Version 8.
  static let first = """
    CREATE TABLE collection (
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL CHECK (length(CAST(name AS BLOB)) BETWEEN 1 AND 400),
      -- As names are compared.
      folded TEXT NOT NULL UNIQUE,
      -- Who added it; null once that owner is gone.
      owner INTEGER REFERENCES owner (id) ON DELETE SET NULL,
      licence TEXT NOT NULL CHECK (length(CAST(licence AS BLOB)) <= 4000),
      language TEXT NOT NULL CHECK (length(language) <= 35),
      -- The file's name.
      source TEXT NOT NULL CHECK (length(CAST(source AS BLOB)) <= 1024),
      format TEXT NOT NULL,
      -- SHA-256 of the file.
      hash BLOB NOT NULL CHECK (length(hash) = 32),
      added INTEGER NOT NULL,
      updated INTEGER NOT NULL CHECK (updated >= added),
      -- How often it was read of a file.
      round INTEGER NOT NULL DEFAULT 1 CHECK (round >= 1),
      texts INTEGER NOT NULL DEFAULT 0 CHECK (texts >= 0)
    ) STRICT;
    CREATE INDEX collection_by_owner ON collection (owner);

    CREATE TABLE section (
      id INTEGER PRIMARY KEY,
      collection INTEGER NOT NULL REFERENCES collection (id) ON DELETE CASCADE,
      key TEXT NOT NULL CHECK (length(CAST(key AS BLOB)) BETWEEN 1 AND 200),
      title TEXT NOT NULL CHECK (length(CAST(title AS BLOB)) BETWEEN 1 AND 4000),
      UNIQUE (collection, key)
    ) STRICT;

    CREATE TABLE text (
      id INTEGER PRIMARY KEY,
      collection INTEGER NOT NULL REFERENCES collection (id) ON DELETE CASCADE,
      section INTEGER REFERENCES section (id) ON DELETE SET NULL,
      key TEXT NOT NULL CHECK (length(CAST(key AS BLOB)) BETWEEN 1 AND 200),
      body TEXT NOT NULL CHECK (length(CAST(body AS BLOB)) BETWEEN 1 AND 100000),
      translation TEXT NOT NULL CHECK (length(CAST(translation AS BLOB)) <= 100000),
      author TEXT NOT NULL CHECK (length(CAST(author AS BLOB)) <= 4000),
      source TEXT NOT NULL CHECK (length(CAST(source AS BLOB)) <= 4000),
      -- The beginning of the body's SHA-256, by which marks find it under another key.
      hash BLOB NOT NULL CHECK (length(hash) = 16),
      added INTEGER NOT NULL,
      -- When an update brought it; null of those that came with the collection.
      came INTEGER,
      -- The collection's, when the text was last in its file.
      round INTEGER NOT NULL CHECK (round >= 1),
      UNIQUE (collection, key)
    ) STRICT;
    -- An index ends with the row: each has texts in an order in which they are listed.
    CREATE INDEX text_by_age ON text (added);
    CREATE INDEX text_by_collection ON text (collection);
    CREATE INDEX text_by_collection_and_age ON text (collection, added);
    CREATE INDEX text_by_section ON text (section) WHERE section IS NOT NULL;
    CREATE INDEX text_by_section_and_age ON text (section, added) WHERE section IS NOT NULL;
    CREATE INDEX text_by_coming ON text (came) WHERE came IS NOT NULL;
    \(SearchTable.texts.schema)

    -- What an owner did with a text. It outlives the text, and finds it when it comes again.
    CREATE TABLE text_mark (
      id INTEGER PRIMARY KEY,
      owner INTEGER NOT NULL REFERENCES owner (id) ON DELETE CASCADE,
      text INTEGER REFERENCES text (id) ON DELETE SET NULL,
      -- The collection's name as names are compared, the key and the hash that the text had last.
      collection TEXT NOT NULL,
      key TEXT NOT NULL,
      hash BLOB NOT NULL CHECK (length(hash) = 16),
      hearted INTEGER,
      opened INTEGER,
      -- How often it was used, and when the last time.
      uses INTEGER NOT NULL DEFAULT 0 CHECK (uses >= 0),
      used INTEGER CHECK ((used IS NULL) = (uses = 0)),
      UNIQUE (owner, collection, key)
    ) STRICT;
    CREATE INDEX text_mark_by_text ON text_mark (text, owner);
    CREATE INDEX text_mark_by_heart ON text_mark (owner, hearted, text) WHERE hearted IS NOT NULL;
    CREATE INDEX text_mark_by_use ON text_mark (owner, used, text) WHERE used IS NOT NULL;

    -- The text that an owner was shown on a day.
    CREATE TABLE text_day (
      owner INTEGER NOT NULL REFERENCES owner (id) ON DELETE CASCADE,
      day TEXT NOT NULL CHECK (length(day) = 10),
      -- How often all texts had come before.
      cycle INTEGER NOT NULL CHECK (cycle >= 0),
      text INTEGER REFERENCES text (id) ON DELETE SET NULL,
      -- As in text_mark.
      collection TEXT NOT NULL,
      key TEXT NOT NULL,
      hash BLOB NOT NULL CHECK (length(hash) = 16),
      PRIMARY KEY (owner, day)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX text_day_by_text ON text_day (text);

    -- What an owner looked for last, each once; the greatest row is the latest.
    CREATE TABLE text_query (
      id INTEGER PRIMARY KEY,
      owner INTEGER NOT NULL REFERENCES owner (id) ON DELETE CASCADE,
      text TEXT NOT NULL CHECK (length(CAST(text AS BLOB)) BETWEEN 1 AND 800),
      -- As searches are compared.
      folded TEXT NOT NULL,
      UNIQUE (owner, folded)
    ) STRICT;
    """

  /// Version 15: collections come and go unseen, and `round` tells nothing any more. Of collections from
  /// before, nobody knows how long their files were.
  static let hiding = """
    -- Null where all its texts are there and seen.
    ALTER TABLE collection ADD COLUMN hidden INTEGER CHECK (hidden = 1);
    -- Bytes of the file.
    ALTER TABLE collection ADD COLUMN bytes INTEGER CHECK (bytes >= 0);
    """
}
