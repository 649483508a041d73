package import Store

extension Area {
  /// The people area, for the store.
  package static let people = Area(
    schema: [10: PeopleTables.first, 17: PeopleTables.byPosts],
    derivedTables: [PeopleTables.rhythm, SearchTable.contacts.name],
    tables: StoredTable.people, check: { PeopleCheck(of: $0, repairs: $1) },
    salvage: { PeopleSalvage() }, export: { journal, _ in PeopleExport(of: journal) },
    lines: PeopleCount.allCases)
}

/// The SQL statements that create the tables of people.
enum PeopleTables {
  /// The table of what due days are worked out from, made of contacts and snoozes by triggers.
  static let rhythm = "person_rhythm"

  /// Version 10.
  static let first = """
    CREATE TABLE person (
      -- Never given again: it is in addresses of pages.
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      owner INTEGER NOT NULL REFERENCES owner (id) ON DELETE CASCADE,
      -- By which an import knows it.
      uid TEXT NOT NULL CHECK (length(CAST(uid AS BLOB)) BETWEEN 1 AND 255),
      name TEXT NOT NULL CHECK (length(CAST(name AS BLOB)) BETWEEN 1 AND 400),
      nickname TEXT NOT NULL CHECK (length(CAST(nickname AS BLOB)) <= 400),
      -- Days within which one keeps up.
      cadence INTEGER NOT NULL CHECK (cadence BETWEEN 1 AND 90),
      -- The day from which days are counted before the first contact.
      start TEXT NOT NULL CHECK (length(start) = 10),
      phone TEXT NOT NULL CHECK (length(CAST(phone AS BLOB)) <= 400),
      email TEXT NOT NULL CHECK (length(CAST(email AS BLOB)) <= 400),
      -- A time of day as "09:00"; null for the owner's usual one.
      remind TEXT CHECK (length(remind) = 5),
      note TEXT NOT NULL CHECK (length(CAST(note AS BLOB)) <= 1000000),
      -- The number of a post of the owner's.
      picture INTEGER CHECK (picture BETWEEN 1 AND 9007199254740991),
      -- Names, each on a line.
      categories TEXT NOT NULL CHECK (length(CAST(categories AS BLOB)) <= 8000),
      made INTEGER NOT NULL,
      archived INTEGER,
      deleted INTEGER,
      UNIQUE (owner, uid)
    ) STRICT;

    CREATE TABLE person_day (
      person INTEGER NOT NULL REFERENCES person (id) ON DELETE CASCADE,
      -- Empty for the birthday.
      name TEXT NOT NULL CHECK (length(CAST(name AS BLOB)) <= 400),
      month INTEGER NOT NULL CHECK (month BETWEEN 1 AND 12),
      day INTEGER NOT NULL CHECK (day BETWEEN 1 AND 31),
      year INTEGER CHECK (year BETWEEN 1 AND 9999),
      PRIMARY KEY (person, name)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX person_day_by_date ON person_day (month, day);

    CREATE TABLE contact (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      person INTEGER NOT NULL REFERENCES person (id) ON DELETE CASCADE,
      day TEXT NOT NULL CHECK (length(day) = 10),
      -- When it was written down.
      made INTEGER NOT NULL,
      kind TEXT NOT NULL CHECK (kind IN ('met', 'called', 'wrote', 'free')),
      -- Each on a line.
      keywords TEXT NOT NULL CHECK (length(CAST(keywords AS BLOB)) <= 1000),
      memo TEXT NOT NULL CHECK (length(CAST(memo AS BLOB)) <= 4096)
    ) STRICT;
    CREATE INDEX contact_by_person ON contact (person, day, made);
    CREATE INDEX contact_by_day ON contact (day, made);
    \(SearchTable.contacts.schema)

    CREATE TABLE snooze (
      id INTEGER PRIMARY KEY,
      person INTEGER NOT NULL REFERENCES person (id) ON DELETE CASCADE,
      -- On which it was put off, for how many days, and until when.
      day TEXT NOT NULL CHECK (length(day) = 10),
      days INTEGER NOT NULL CHECK (days BETWEEN 1 AND 7),
      until TEXT NOT NULL CHECK (until = date(day, days || ' days')),
      made INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX snooze_by_person ON snooze (person, day, made);

    -- A person without contacts and snoozes may have no row.
    CREATE TABLE \(rhythm) (
      person INTEGER PRIMARY KEY REFERENCES person (id) ON DELETE CASCADE,
      -- The day of the last contact.
      contact TEXT,
      -- Until when it was put off since then.
      snoozed TEXT
    ) STRICT;
    \(triggers(of: "contact", ofChangesOf: "person, day, made"))
    \(triggers(of: "snooze", ofChangesOf: "person, day, days, until, made"))
    """

  /// Version 17: which post made a contact by naming the person; null for the others. The post may be gone.
  static let byPosts = """
    ALTER TABLE contact ADD COLUMN post BLOB CHECK (length(post) = \(Contact.postSize));
    CREATE INDEX contact_by_post ON contact (post) WHERE post IS NOT NULL;
    """

  /// What is known of the rhythm of people, in the order of the table's columns; the condition is on
  /// `person.id`.
  static func rhythms(where condition: String) -> String {
    """
    SELECT person.id, last.day, (
      SELECT until FROM snooze WHERE snooze.person = person.id
        -- By this the index passes over those before.
        AND snooze.day >= coalesce(last.day, '')
        AND (last.day IS NULL OR snooze.day > last.day
          OR snooze.day = last.day AND snooze.made >= last.made)
      ORDER BY snooze.day DESC, snooze.made DESC LIMIT 1)
    FROM person LEFT JOIN contact AS last ON last.id = (
      SELECT id FROM contact WHERE contact.person = person.id ORDER BY day DESC, made DESC LIMIT 1)
    WHERE \(condition)
    """
  }

  private static func triggers(of table: String, ofChangesOf columns: String) -> String {
    func work(_ row: String) -> String {
      "INSERT OR REPLACE INTO \(rhythm) \(rhythms(where: "person.id = \(row).person"));"
    }
    return """
      CREATE TRIGGER \(table)_comes AFTER INSERT ON \(table) BEGIN
        \(work("NEW"))
      END;
      CREATE TRIGGER \(table)_goes AFTER DELETE ON \(table) BEGIN
        \(work("OLD"))
      END;
      CREATE TRIGGER \(table)_changes AFTER UPDATE OF \(columns) ON \(table) BEGIN
        \(work("OLD"))
        \(work("NEW"))
      END;
      """
  }
}
