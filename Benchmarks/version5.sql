-- The tables of a journal of version 5, as sqlite3 showed them: what is migrated has to be as it was.
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
CREATE TABLE loose_file (
  path TEXT PRIMARY KEY CHECK (path GLOB 'photos/*' AND path NOT GLOB '*..*')
) STRICT, WITHOUT ROWID;
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
CREATE VIRTUAL TABLE caption_search
  USING fts5 (grams, content = '', columnsize = 0, tokenize = 'ascii');
CREATE TABLE lock (
  owner INTEGER PRIMARY KEY REFERENCES owner (id) ON DELETE CASCADE,
  hash TEXT NOT NULL CHECK (hash GLOB '$pbkdf2-sha256$i=*$*$*'),
  -- Tries since the last right one, counted before they are made.
  failures INTEGER NOT NULL DEFAULT 0 CHECK (failures BETWEEN 0 AND 10),
  last_try INTEGER
, lost_failures INTEGER NOT NULL DEFAULT 0
  CHECK (lost_failures BETWEEN 0 AND 20)) STRICT;
CREATE TABLE session (
  token_hash BLOB PRIMARY KEY CHECK (length(token_hash) = 32),
  owner INTEGER NOT NULL REFERENCES lock (owner) ON DELETE CASCADE,
  opened INTEGER NOT NULL,
  last_used INTEGER NOT NULL CHECK (last_used >= opened),
  -- Seconds without use after which it ends.
  idle INTEGER NOT NULL CHECK (idle BETWEEN 1 AND 28800)
) STRICT, WITHOUT ROWID;
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
, latest_end INTEGER NOT NULL DEFAULT 0, last_address TEXT CHECK (length(last_address) BETWEEN 1 AND 64), issued INTEGER NOT NULL DEFAULT 0, next_hash BLOB CHECK (length(next_hash) = 32), next_salt BLOB CHECK (length(next_salt) = 32), previous_hash BLOB CHECK (length(previous_hash) = 32), previous_end INTEGER, failures INTEGER NOT NULL DEFAULT 0
  CHECK (failures BETWEEN 0 AND 10), last_try INTEGER, opened INTEGER NOT NULL DEFAULT 1 CHECK (opened IN (0, 1))) STRICT;
CREATE TABLE failed_try (
  id INTEGER PRIMARY KEY,
  owner INTEGER NOT NULL REFERENCES owner (id) ON DELETE CASCADE,
  -- The device, which may be revoked since, and its name; null for the machine itself.
  device INTEGER,
  name TEXT CHECK (length(name) BETWEEN 1 AND 100),
  address TEXT CHECK (length(address) BETWEEN 1 AND 64),
  tried INTEGER NOT NULL
) STRICT;
CREATE TABLE day_count (
  owner INTEGER NOT NULL REFERENCES owner (id) ON DELETE CASCADE,
  day TEXT NOT NULL,
  -- Those outside the trash; a day without any has no row.
  posts INTEGER NOT NULL CHECK (posts > 0),
  PRIMARY KEY (owner, day)
) STRICT, WITHOUT ROWID;
CREATE INDEX post_by_day ON post (owner, day, instant, number) WHERE trashed IS NULL;
CREATE INDEX post_by_star ON post (owner, day, instant, number)
  WHERE trashed IS NULL AND is_starred = 1;
CREATE INDEX post_by_trash ON post (owner, trashed, number) WHERE trashed IS NOT NULL;
CREATE INDEX post_by_original ON post (owner, original_hash, number);
CREATE INDEX post_tag_by_tag ON post_tag (tag, post);
CREATE INDEX session_by_owner ON session (owner);
CREATE INDEX device_by_owner ON device (owner);
CREATE INDEX failed_try_by_owner ON failed_try (owner);
CREATE TRIGGER post_comes AFTER INSERT ON post WHEN NEW.trashed IS NULL
BEGIN
  INSERT INTO day_count (owner, day, posts) VALUES (NEW.owner, NEW.day, 1)
    ON CONFLICT (owner, day) DO UPDATE SET posts = posts + 1;
END;
CREATE TRIGGER post_goes AFTER DELETE ON post WHEN OLD.trashed IS NULL
BEGIN
  DELETE FROM day_count WHERE owner = OLD.owner AND day = OLD.day AND posts = 1;
    UPDATE day_count SET posts = posts - 1
      WHERE owner = OLD.owner AND day = OLD.day AND posts > 1;
END;
CREATE TRIGGER post_leaves_day AFTER UPDATE OF owner, day, trashed ON post
WHEN OLD.trashed IS NULL
BEGIN
  DELETE FROM day_count WHERE owner = OLD.owner AND day = OLD.day AND posts = 1;
    UPDATE day_count SET posts = posts - 1
      WHERE owner = OLD.owner AND day = OLD.day AND posts > 1;
END;
CREATE TRIGGER post_comes_to_day AFTER UPDATE OF owner, day, trashed ON post
WHEN NEW.trashed IS NULL
BEGIN
  INSERT INTO day_count (owner, day, posts) VALUES (NEW.owner, NEW.day, 1)
    ON CONFLICT (owner, day) DO UPDATE SET posts = posts + 1;
END;
PRAGMA application_id = 1145133395;
PRAGMA user_version = 5;
