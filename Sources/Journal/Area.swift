package import Store
package import SystemPackage

/// What posts register with the store.
extension Area {
  package static let posts = Area(
    schema: [
      1: """
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
      """,
      5: DayCountTable.schema,
    ],
    fileColumns: [FileColumn("post", "file"), FileColumn("post", "original_file")],
    derivedTables: ["caption_search", "day_count"], countedTable: "post",
    export: { PostExport(of: $0) })
}

/// Journals of posts.
extension Journal {
  static let areas = [Area.posts]

  /// Opens the journal in a folder, as ``init(opening:areas:keys:patience:readers:)``.
  package init(
    opening folder: FilePath, keys: Keyring = .none, patience: Double? = nil, readers: Int = 1
  ) throws {
    try self.init(
      opening: folder, areas: Self.areas, keys: keys, patience: patience, readers: readers)
  }

  /// Makes a journal in a folder, as ``init(making:areas:owner:settings:)``.
  package init(making folder: FilePath, owner: OwnerName, settings: JournalSettings) throws {
    try self.init(making: folder, areas: Self.areas, owner: owner, settings: settings.texts)
  }

  /// Makes an owner, as ``addOwner(_:settings:)``.
  package func addOwner(_ name: OwnerName, settings: JournalSettings) throws {
    try addOwner(name, settings: settings.texts)
  }
}

extension BackupContent {
  package init(owners: Int, posts: Int) { self.init(owners: owners, counts: ["post": posts]) }

  /// Those in the trash too.
  package var posts: Int { counts["post"] ?? 0 }
}

/// What can be done with the posts of a journal, each part through the journal's lock.
extension OwnerJournal {
  package var posts: Posts { Posts(journal: self) }
  package var days: Days { Days(journal: self) }
  package var memories: Memories { Memories(journal: self) }
  package var trash: Trash { Trash(journal: self) }
  package var thumbnails: Thumbnails { Thumbnails(journal: self) }
  package var settings: OwnerSettings { OwnerSettings(journal: self) }
}
