/// How many posts each day has outside the trash, as the database keeps it.
///
/// Counting a million posts takes a tenth of a second. So triggers of the table of posts count along,
/// whoever changes it, in the same transaction. What is derived in this way can be checked and made
/// again: ``CountCheck``.
package enum DayCountTable {
  /// Version 5: makes the table and triggers, and counts the existing posts.
  package static let first = """
    CREATE TABLE day_count (
      owner INTEGER NOT NULL REFERENCES owner (id) ON DELETE CASCADE,
      day TEXT NOT NULL,
      -- Those outside the trash; a day without any has no row.
      posts INTEGER NOT NULL CHECK (posts > 0),
      PRIMARY KEY (owner, day)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO day_count (owner, day, posts)
      SELECT owner, day, count(*) FROM post WHERE trashed IS NULL GROUP BY owner, day;
    \(triggers(
      ofChangesOf: "owner, day, trashed", counting: firstCounting, uncounting: firstUncounting))
    """

  /// Version 6: counts photos, posts with words, moods and words too. The triggers of version 5 went
  /// with the table of posts, which was made again.
  static let withMoods = """
    CREATE TABLE day_count (
      owner INTEGER NOT NULL REFERENCES owner (id) ON DELETE CASCADE,
      day TEXT NOT NULL,
      -- Those outside the trash; a day without any has no row.
      posts INTEGER NOT NULL CHECK (posts > 0),
      -- Of them, how many have a photo, words and a mood, and the sum of the moods.
      photos INTEGER NOT NULL CHECK (photos BETWEEN 0 AND posts),
      written INTEGER NOT NULL CHECK (written BETWEEN 0 AND posts),
      moods INTEGER NOT NULL CHECK (moods BETWEEN 0 AND posts),
      mood_sum INTEGER NOT NULL CHECK (mood_sum BETWEEN moods AND 5 * moods),
      -- Morning pages of the day itself, and those that were written later.
      mornings INTEGER NOT NULL CHECK (mornings BETWEEN 0 AND posts),
      late_mornings INTEGER NOT NULL CHECK (late_mornings BETWEEN 0 AND posts),
      -- Words and characters of all of them.
      word_count INTEGER NOT NULL CHECK (word_count BETWEEN 0 AND character_count),
      character_count INTEGER NOT NULL CHECK (character_count BETWEEN 0 AND 1000000 * posts),
      PRIMARY KEY (owner, day)
    ) STRICT, WITHOUT ROWID;
    \(filling);
    \(triggers(
      ofChangesOf: """
        owner, day, trashed, photo, written, mood, is_morning, is_written_later, word_count, \
        character_count
        """, counting: counting, uncounting: uncounting))
    """

  static let filling = """
    INSERT INTO day_count (owner, day, \(columns)) \(counted)
    """

  /// What is counted, in the order of ``counted``.
  static let columns = """
    posts, photos, written, moods, mood_sum, mornings, late_mornings, word_count, character_count
    """

  /// Counts the posts outside the trash of every owner's days.
  static let counted = """
    SELECT owner, day, count(*), count(photo), count(written), count(mood),
      coalesce(sum(mood), 0), sum(is_morning AND NOT is_written_later),
      sum(is_morning AND is_written_later), sum(word_count), sum(character_count)
    FROM post WHERE trashed IS NULL GROUP BY owner, day
    """

  /// A post that changes leaves its day, and comes to another, or to the same.
  private static func triggers(
    ofChangesOf columns: String, counting: String, uncounting: String
  ) -> String {
    """
    CREATE TRIGGER post_comes AFTER INSERT ON post WHEN NEW.trashed IS NULL
    BEGIN
      \(counting)
    END;
    CREATE TRIGGER post_goes AFTER DELETE ON post WHEN OLD.trashed IS NULL
    BEGIN
      \(uncounting)
    END;
    CREATE TRIGGER post_leaves_day AFTER UPDATE OF \(columns) ON post
    WHEN OLD.trashed IS NULL
    BEGIN
      \(uncounting)
    END;
    CREATE TRIGGER post_comes_to_day AFTER UPDATE OF \(columns) ON post
    WHEN NEW.trashed IS NULL
    BEGIN
      \(counting)
    END;
    """
  }

  private static let firstCounting = """
    INSERT INTO day_count (owner, day, posts) VALUES (NEW.owner, NEW.day, 1)
        ON CONFLICT (owner, day) DO UPDATE SET posts = posts + 1;
    """

  private static let firstUncounting = """
    DELETE FROM day_count WHERE owner = OLD.owner AND day = OLD.day AND posts = 1;
        UPDATE day_count SET posts = posts - 1
          WHERE owner = OLD.owner AND day = OLD.day AND posts > 1;
    """

  private static let counting = """
    INSERT INTO day_count (owner, day, \(columns)) VALUES (
          NEW.owner, NEW.day, 1, NEW.photo IS NOT NULL, NEW.written IS NOT NULL,
          NEW.mood IS NOT NULL, coalesce(NEW.mood, 0), NEW.is_morning AND NOT NEW.is_written_later,
          NEW.is_morning AND NEW.is_written_later, NEW.word_count, NEW.character_count)
        ON CONFLICT (owner, day) DO UPDATE SET
          posts = posts + 1, photos = photos + excluded.photos,
          written = written + excluded.written, moods = moods + excluded.moods,
          mood_sum = mood_sum + excluded.mood_sum, mornings = mornings + excluded.mornings,
          late_mornings = late_mornings + excluded.late_mornings,
          word_count = word_count + excluded.word_count,
          character_count = character_count + excluded.character_count;
    """

  private static let uncounting = """
    DELETE FROM day_count WHERE owner = OLD.owner AND day = OLD.day AND posts = 1;
        UPDATE day_count SET
          posts = posts - 1, photos = photos - (OLD.photo IS NOT NULL),
          written = written - (OLD.written IS NOT NULL), moods = moods - (OLD.mood IS NOT NULL),
          mood_sum = mood_sum - coalesce(OLD.mood, 0),
          mornings = mornings - (OLD.is_morning AND NOT OLD.is_written_later),
          late_mornings = late_mornings - (OLD.is_morning AND OLD.is_written_later),
          word_count = word_count - OLD.word_count,
          character_count = character_count - OLD.character_count
          WHERE owner = OLD.owner AND day = OLD.day AND posts > 1;
    """
}
