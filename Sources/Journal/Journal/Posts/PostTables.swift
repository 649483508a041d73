import Store

/// The statements that make the tables of posts.
package enum PostTables {
  /// Version 1: a post is a photo.
  package static let first = """
    -- How labels look; most posts share one.
    CREATE TABLE look (
      id INTEGER PRIMARY KEY,
      json TEXT NOT NULL UNIQUE CHECK (json_valid(json))
    ) STRICT;

    \(photosOnly)

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

    \(captionSearch)
    """

  /// The index of captions as version 1 made it: bigrams, by the post's id.
  package static let captionSearch = """
    CREATE VIRTUAL TABLE caption_search
      USING fts5 (grams, content = '', columnsize = 0, tokenize = 'ascii');
    """

  /// The table of posts as version 1 made it.
  package static let photosOnly = """
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
    """

  /// Version 6: a post is words, a photo, or both.
  package static let withWords = """
    \(photos)
    INSERT INTO photo
      SELECT id, owner, caption, look, file, hash, original_file, original_hash, original_name
      FROM post ORDER BY id;
    \(photoIndex)

    CREATE TABLE new_post (
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
      -- The time zone in which the day was told, and whether what told the time left the offset to it.
      zone TEXT NOT NULL CHECK (zone <> ''),
      is_offset_assumed INTEGER NOT NULL CHECK (is_offset_assumed IN (0, 1)),
      is_starred INTEGER NOT NULL DEFAULT 0 CHECK (is_starred IN (0, 1)),
      posted INTEGER NOT NULL,
      trashed INTEGER,
      photo INTEGER UNIQUE REFERENCES photo (id),
      mood INTEGER CHECK (mood BETWEEN 1 AND 5),
      -- The page of words and mood of which a day has at most one.
      is_morning INTEGER NOT NULL DEFAULT 0 CHECK (is_morning IN (0, 1)),
      -- Whether words or mood came on a later day than the one they are about.
      is_written_later INTEGER NOT NULL DEFAULT 0 CHECK (is_written_later IN (0, 1)),
      -- When the words were written as they are; null where there are none.
      written INTEGER,
      -- Of the words, as a reader counts them.
      word_count INTEGER NOT NULL DEFAULT 0 CHECK (word_count BETWEEN 0 AND character_count),
      character_count INTEGER NOT NULL DEFAULT 0
        CHECK (character_count BETWEEN 0 AND 1000000),
      -- Last, so that what looks at days reads no pages of words.
      title TEXT NOT NULL DEFAULT '' CHECK (length(CAST(title AS BLOB)) <= 4096),
      words TEXT NOT NULL DEFAULT '' CHECK (length(CAST(words AS BLOB)) <= 1000000),
      UNIQUE (owner, number),
      CHECK (photo IS NOT NULL OR written IS NOT NULL OR mood IS NOT NULL),
      CHECK ((written IS NULL) = (words = '')),
      CHECK (is_morning = 0 OR (written IS NOT NULL AND mood IS NOT NULL))
    ) STRICT;
    INSERT INTO new_post (
        id, uid, owner, number, day, instant, offset, subsecond, precision, source, zone,
        is_offset_assumed, is_starred, posted, trashed, photo)
      SELECT id, uid, owner, number, day, instant, offset, subsecond, precision, source, zone,
        is_offset_assumed, is_starred, posted, trashed, id
      FROM post ORDER BY id;
    DROP TABLE post;
    ALTER TABLE new_post RENAME TO post;
    -- With the trash, though it is always null: else SQLite reads the row to see that.
    CREATE INDEX post_by_day ON post (owner, day, instant, number, trashed)
      WHERE \(isLive);
    CREATE INDEX post_by_star ON post (owner, day, instant, number)
      WHERE \(isStarred);
    CREATE INDEX post_by_words ON post (owner, day, instant, number)
      WHERE \(hasWords);
    CREATE INDEX post_by_mood ON post (owner, day, instant, number)
      WHERE \(hasMood);
    CREATE INDEX post_by_trash ON post (owner, trashed, number) WHERE \(isTrashed);
    CREATE UNIQUE INDEX post_by_morning ON post (owner, day)
      WHERE \(isMorning);
    \(photoGoes)

    -- Words as they were before they were changed, numbered from 1.
    CREATE TABLE post_version (
      id INTEGER PRIMARY KEY,
      post INTEGER NOT NULL REFERENCES post (id) ON DELETE CASCADE,
      number INTEGER NOT NULL CHECK (number > 0),
      -- When they were written, and when others took their place.
      written INTEGER,
      replaced INTEGER NOT NULL,
      title TEXT NOT NULL CHECK (length(CAST(title AS BLOB)) <= 4096),
      words TEXT NOT NULL CHECK (length(CAST(words AS BLOB)) <= 1000000),
      UNIQUE (post, number)
    ) STRICT;
    DROP TABLE day_count;
    \(DayCountTable.withMoods)
    DROP TABLE caption_search;
    \(SearchTable.posts.schema)
    """

  private static let isLive = "trashed IS NULL"
  private static let isStarred = "\(isLive) AND is_starred = 1"
  private static let hasWords = "\(isLive) AND written IS NOT NULL"
  private static let hasMood = "\(isLive) AND mood IS NOT NULL"
  private static let isTrashed = "trashed IS NOT NULL"
  private static let isMorning = "\(isLive) AND is_morning = 1"

  /// The indexes that do not have all posts, and which they have, as SQL.
  static let partialIndexes = [
    "post_by_day": isLive, "post_by_star": isStarred, "post_by_words": hasWords,
    "post_by_mood": hasMood, "post_by_trash": isTrashed, "post_by_morning": isMorning,
  ]

  /// The table of photos as version 6 made it.
  package static let photos = """
    CREATE TABLE photo (
      id INTEGER PRIMARY KEY,
      owner INTEGER NOT NULL REFERENCES owner (id) ON DELETE CASCADE,
      caption TEXT NOT NULL DEFAULT '' CHECK (length(CAST(caption AS BLOB)) <= 4096),
      look INTEGER NOT NULL REFERENCES look (id),
      -- Paths from the journal's folder. The original's is null where unstamping gives it back.
      file TEXT NOT NULL UNIQUE CHECK (file GLOB 'photos/*' AND file NOT GLOB '*..*'),
      hash BLOB NOT NULL CHECK (length(hash) = 32),
      original_file TEXT UNIQUE
        CHECK (original_file GLOB 'photos/*' AND original_file NOT GLOB '*..*'),
      original_hash BLOB NOT NULL CHECK (length(original_hash) = 32),
      -- The name that the photo came with; empty where it had none.
      original_name TEXT NOT NULL DEFAULT ''
    ) STRICT;
    """

  package static let photoIndex =
    "CREATE INDEX photo_by_original ON photo (owner, original_hash);"

  /// Until version 15.
  package static let photoGoes = """
    CREATE TRIGGER photo_goes AFTER DELETE ON post WHEN OLD.photo IS NOT NULL
    BEGIN
      DELETE FROM photo WHERE id = OLD.photo;
    END;
    """

  /// Version 7: a page knows the shape of a photo before it has loaded.
  package static let withSizes = """
    -- In pixels, as the photo is displayed; null where nobody has looked since this is stored.
    ALTER TABLE photo ADD COLUMN width INTEGER CHECK (width > 0);
    ALTER TABLE photo ADD COLUMN height INTEGER CHECK (height > 0);
    """

  /// Version 8: a photo may be the card of a text.
  package static let withTexts = """
    -- The collection's name and the text's key, as they were; null of other photos.
    ALTER TABLE photo ADD COLUMN text_collection TEXT
      CHECK (length(CAST(text_collection AS BLOB)) BETWEEN 1 AND 400);
    ALTER TABLE photo ADD COLUMN text_key TEXT CHECK (
      (text_key IS NULL) = (text_collection IS NULL)
      AND length(CAST(text_key AS BLOB)) BETWEEN 1 AND 200);
    """

  /// Version 12: a photo may be cut, turned and filtered before it is stamped.
  package static let withEdits = """
    -- As one line, such as "rotate=90 crop=4:5 filter=sepia"; null of a photo that is not edited. The
    -- original of one that is never comes back by unstamping, and is kept.
    ALTER TABLE photo ADD COLUMN edit TEXT CHECK (
      edit IS NULL
      OR (length(CAST(edit AS BLOB)) BETWEEN 1 AND 200 AND edit NOT GLOB '*[^a-z0-9.,:= ]*'
        AND original_file IS NOT NULL));
    """

  /// Version 16: a post has any number of photos, in an order of their own.
  static let withPhotos = """
    -- The post that it is in, and its place there; places need not follow one another.
    ALTER TABLE photo ADD COLUMN post INTEGER
      REFERENCES post (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED;
    ALTER TABLE photo ADD COLUMN place INTEGER NOT NULL DEFAULT 1 CHECK (place > 0);
    -- When it was taken and what says so, where its label shows another time than its post's.
    ALTER TABLE photo ADD COLUMN taken TEXT CHECK (length(CAST(taken AS BLOB)) BETWEEN 1 AND 64);
    ALTER TABLE photo ADD COLUMN taken_source TEXT
      CHECK ((taken_source IS NULL) = (taken IS NULL) AND taken_source <> '');
    UPDATE photo SET post = post.id FROM post WHERE post.photo = photo.id;
    CREATE INDEX photo_by_post ON photo (post, place);
    -- Photos go with their post by themselves; the post names the one that stands for it.
    DROP TRIGGER photo_goes;
    """

  /// Version 17: a part of a post may be a video, or a photo with one.
  static let withVideos = """
    -- Whether the file is a video: it has no label, and is its own original.
    ALTER TABLE photo ADD COLUMN is_video INTEGER NOT NULL DEFAULT 0 CHECK (is_video IN (0, 1));
    -- Of the video that it is, or that is in the photo's file or beside it: bytes and milliseconds.
    ALTER TABLE photo ADD COLUMN bytes INTEGER
      CHECK (bytes > 0 AND (is_video = 0 OR (original_file IS NULL AND edit IS NULL)));
    ALTER TABLE photo ADD COLUMN duration INTEGER
      CHECK (duration IS NULL OR (duration > 0 AND bytes IS NOT NULL));
    -- The file beside the photo of what moves in it, as of a Live Photo.
    ALTER TABLE photo ADD COLUMN video TEXT CHECK (
      video IS NULL OR (video GLOB 'photos/*' AND video NOT GLOB '*..*' AND bytes IS NOT NULL));
    ALTER TABLE photo ADD COLUMN video_hash BLOB CHECK (
      (video_hash IS NULL) = (video IS NULL) AND (video_hash IS NULL OR length(video_hash) = 32)
      AND (is_video = 0 OR (bytes IS NOT NULL AND video IS NULL)));
    CREATE UNIQUE INDEX photo_by_video ON photo (video) WHERE video IS NOT NULL;
    """

  /// Version 19: a photo may have the raw file that its camera made.
  static let withRaws = """
    -- The file beside the photo, as it came, with its SHA-256 and its size in bytes.
    ALTER TABLE photo ADD COLUMN raw TEXT
      CHECK (raw IS NULL OR (raw GLOB 'photos/*' AND raw NOT GLOB '*..*' AND is_video = 0));
    ALTER TABLE photo ADD COLUMN raw_hash BLOB CHECK (
      (raw_hash IS NULL) = (raw IS NULL) AND (raw_hash IS NULL OR length(raw_hash) = 32));
    ALTER TABLE photo ADD COLUMN raw_bytes INTEGER
      CHECK ((raw_bytes IS NULL) = (raw IS NULL) AND (raw_bytes IS NULL OR raw_bytes > 0));
    CREATE UNIQUE INDEX photo_by_raw ON photo (raw) WHERE raw IS NOT NULL;
    """

  /// Version 20: a photo may keep the place that a track gave.
  static let withPositions = """
    -- In 10,000,000ths of a degree; null where the photo says it itself, or nothing does.
    ALTER TABLE photo ADD COLUMN latitude INTEGER
      CHECK (latitude IS NULL OR latitude BETWEEN -900000000 AND 900000000);
    ALTER TABLE photo ADD COLUMN longitude INTEGER CHECK (
      (longitude IS NULL) = (latitude IS NULL)
      AND (longitude IS NULL OR longitude BETWEEN -1800000000 AND 1800000000));
    """

  /// What makes posts and photos of the posts of version 5 that a salvage has read.
  static let salvagingPhotos = [("post", "photo", ""), ("lost_post", "lost_photo", ", known_by")]
    .map { posts, photos, knownBy in
      let photo = "caption, look, file, hash, original_file, original_hash, original_name\(knownBy)"
      let post = """
        id, uid, owner, number, day, instant, offset, subsecond, precision, source, zone,
        is_offset_assumed, is_starred, posted, trashed\(knownBy)
        """
      return """
        INSERT INTO \(photos) (id, owner, \(photo)) SELECT id, owner, \(photo) FROM old_\(posts);
        INSERT INTO \(posts) (\(post), photo, is_morning, is_written_later, title, words)
          SELECT \(post), id, 0, 0, '', '' FROM old_\(posts);
        """
    }.joined(separator: "\n")
}
