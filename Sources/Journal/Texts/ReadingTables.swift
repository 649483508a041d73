/// The SQL statements that create the tables of reading.
///
/// As ``TextTables`` has it of marks, rows that name a text outlive it and find it when it comes again: by the
/// collection's name as names are compared, and the text's key or what it says.
enum ReadingTables {
  /// Version 9.
  static let first = """
    CREATE TABLE text_highlight (
      id INTEGER PRIMARY KEY,
      owner INTEGER NOT NULL REFERENCES owner (id) ON DELETE CASCADE,
      text INTEGER REFERENCES text (id) ON DELETE SET NULL,
      -- As in text_mark.
      collection TEXT NOT NULL,
      key TEXT NOT NULL,
      hash BLOB NOT NULL CHECK (length(hash) = 16),
      -- The first character of the body that is in it, and the first one after it, counted from 0.
      first INTEGER NOT NULL CHECK (first >= 0),
      end INTEGER NOT NULL CHECK (end > first),
      -- What is there, and what is before and after it, by which it is found in another body.
      quote TEXT NOT NULL CHECK (length(CAST(quote AS BLOB)) BETWEEN 1 AND 100000),
      before TEXT NOT NULL CHECK (length(CAST(before AS BLOB)) <= 100000),
      after TEXT NOT NULL CHECK (length(CAST(after AS BLOB)) <= 100000),
      -- Whether the body says it there: an update may have taken it away.
      is_placed INTEGER NOT NULL DEFAULT 1 CHECK (is_placed IN (0, 1)),
      colour TEXT NOT NULL CHECK (length(colour) BETWEEN 1 AND 20),
      made INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX text_highlight_by_text ON text_highlight (text, owner);
    CREATE INDEX text_highlight_by_time ON text_highlight (owner, made);
    CREATE INDEX text_highlight_by_key ON text_highlight (owner, collection, key);

    -- The note of a text. One that was deleted is empty, and has its versions still.
    CREATE TABLE text_note (
      id INTEGER PRIMARY KEY,
      owner INTEGER NOT NULL REFERENCES owner (id) ON DELETE CASCADE,
      text INTEGER REFERENCES text (id) ON DELETE SET NULL,
      -- As in text_mark.
      collection TEXT NOT NULL,
      key TEXT NOT NULL,
      hash BLOB NOT NULL CHECK (length(hash) = 16),
      words TEXT NOT NULL CHECK (length(CAST(words AS BLOB)) <= 1000000),
      made INTEGER NOT NULL,
      -- When the words were written.
      written INTEGER NOT NULL CHECK (written >= made),
      UNIQUE (owner, collection, key)
    ) STRICT;
    CREATE INDEX text_note_by_text ON text_note (text, owner);
    CREATE INDEX text_note_by_time ON text_note (owner, written) WHERE words <> '';

    -- What a note said before; as post_version.
    CREATE TABLE text_note_version (
      note INTEGER NOT NULL REFERENCES text_note (id) ON DELETE CASCADE,
      number INTEGER NOT NULL CHECK (number >= 1),
      written INTEGER NOT NULL,
      replaced INTEGER NOT NULL,
      words TEXT NOT NULL CHECK (length(CAST(words AS BLOB)) BETWEEN 1 AND 1000000),
      PRIMARY KEY (note, number)
    ) STRICT, WITHOUT ROWID;

    -- Each time that an owner reads a collection through; the last one goes on.
    CREATE TABLE reading_round (
      id INTEGER PRIMARY KEY,
      owner INTEGER NOT NULL REFERENCES owner (id) ON DELETE CASCADE,
      collection TEXT NOT NULL,
      number INTEGER NOT NULL CHECK (number >= 1),
      begun INTEGER NOT NULL,
      UNIQUE (owner, collection, number)
    ) STRICT;

    -- The sections that were read, each once a day.
    CREATE TABLE section_read (
      round INTEGER NOT NULL REFERENCES reading_round (id) ON DELETE CASCADE,
      section TEXT NOT NULL CHECK (length(CAST(section AS BLOB)) BETWEEN 1 AND 200),
      day TEXT NOT NULL CHECK (length(day) = 10),
      moment INTEGER NOT NULL,
      PRIMARY KEY (round, section, day)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX section_read_by_day ON section_read (round, day);

    -- The sections that were opened, each once a day; when the last time.
    CREATE TABLE section_opened (
      owner INTEGER NOT NULL REFERENCES owner (id) ON DELETE CASCADE,
      day TEXT NOT NULL CHECK (length(day) = 10),
      collection TEXT NOT NULL,
      section TEXT NOT NULL CHECK (length(CAST(section AS BLOB)) BETWEEN 1 AND 200),
      moment INTEGER NOT NULL,
      PRIMARY KEY (owner, day, collection, section)
    ) STRICT, WITHOUT ROWID;

    -- Where an owner left off in a collection.
    CREATE TABLE reading_place (
      owner INTEGER NOT NULL REFERENCES owner (id) ON DELETE CASCADE,
      collection TEXT NOT NULL,
      section TEXT NOT NULL CHECK (length(CAST(section AS BLOB)) BETWEEN 1 AND 200),
      moment INTEGER NOT NULL,
      PRIMARY KEY (owner, collection)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE plan (
      id INTEGER PRIMARY KEY,
      owner INTEGER NOT NULL REFERENCES owner (id) ON DELETE CASCADE,
      name TEXT NOT NULL CHECK (length(CAST(name AS BLOB)) BETWEEN 1 AND 400),
      folded TEXT NOT NULL,
      -- The name of the collection that it reads, as names are compared.
      collection TEXT NOT NULL,
      -- The file's name; empty of one that Daystamp made.
      source TEXT NOT NULL CHECK (length(CAST(source AS BLOB)) <= 1024),
      -- The number of its last day.
      days INTEGER NOT NULL CHECK (days BETWEEN 1 AND 9999),
      added INTEGER NOT NULL,
      UNIQUE (owner, folded)
    ) STRICT;

    -- What a plan has for a day: texts or sections from the first to the last one, by their keys.
    CREATE TABLE plan_portion (
      plan INTEGER NOT NULL REFERENCES plan (id) ON DELETE CASCADE,
      day INTEGER NOT NULL CHECK (day BETWEEN 1 AND 9999),
      number INTEGER NOT NULL CHECK (number >= 1),
      first TEXT NOT NULL CHECK (length(CAST(first AS BLOB)) BETWEEN 1 AND 200),
      last TEXT NOT NULL CHECK (length(CAST(last AS BLOB)) BETWEEN 1 AND 200),
      PRIMARY KEY (plan, day, number)
    ) STRICT, WITHOUT ROWID;

    -- Each time that a plan is followed.
    CREATE TABLE plan_run (
      id INTEGER PRIMARY KEY,
      plan INTEGER NOT NULL REFERENCES plan (id) ON DELETE CASCADE,
      pace TEXT NOT NULL CHECK (pace IN ('calendar', 'own')),
      -- When it was begun, and the date of its day 1, which moves with it.
      begun INTEGER NOT NULL,
      start TEXT NOT NULL CHECK (length(start) = 10),
      -- Days before it were passed over: they are not asked for.
      first_day INTEGER NOT NULL DEFAULT 1 CHECK (first_day BETWEEN 1 AND 9999),
      -- Null while it goes on.
      stopped INTEGER CHECK (stopped >= begun)
    ) STRICT;
    CREATE UNIQUE INDEX plan_run_going_on ON plan_run (plan) WHERE stopped IS NULL;
    CREATE INDEX plan_run_by_plan ON plan_run (plan);

    CREATE TABLE portion_read (
      run INTEGER NOT NULL REFERENCES plan_run (id) ON DELETE CASCADE,
      day INTEGER NOT NULL CHECK (day BETWEEN 1 AND 9999),
      number INTEGER NOT NULL CHECK (number >= 1),
      -- On which day, and when.
      read_on TEXT NOT NULL CHECK (length(read_on) = 10),
      moment INTEGER NOT NULL,
      PRIMARY KEY (run, day, number)
    ) STRICT, WITHOUT ROWID;
    """
}
