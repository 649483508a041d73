/// How many posts each day has outside the trash, as the database keeps it.
///
/// Counting a million posts takes a tenth of a second. So triggers of the table of posts count along,
/// whoever changes it, in the same transaction. What is derived in this way can be checked and made
/// again: ``CountCheck``.
enum DayCountTable {
  /// Makes table and triggers, and counts the posts that are there.
  static let schema = """
    CREATE TABLE day_count (
      owner INTEGER NOT NULL REFERENCES owner (id) ON DELETE CASCADE,
      day TEXT NOT NULL,
      -- Those outside the trash; a day without any has no row.
      posts INTEGER NOT NULL CHECK (posts > 0),
      PRIMARY KEY (owner, day)
    ) STRICT, WITHOUT ROWID;
    \(filling);
    \(triggers)
    """

  static let filling = """
    INSERT INTO day_count (owner, day, posts)
      SELECT owner, day, count(*) FROM post WHERE trashed IS NULL GROUP BY owner, day
    """

  /// A post that changes leaves its day, and comes to another, or to the same.
  private static let triggers = """
    CREATE TRIGGER post_comes AFTER INSERT ON post WHEN NEW.trashed IS NULL
    BEGIN
      \(counting)
    END;
    CREATE TRIGGER post_goes AFTER DELETE ON post WHEN OLD.trashed IS NULL
    BEGIN
      \(uncounting)
    END;
    CREATE TRIGGER post_leaves_day AFTER UPDATE OF owner, day, trashed ON post
    WHEN OLD.trashed IS NULL
    BEGIN
      \(uncounting)
    END;
    CREATE TRIGGER post_comes_to_day AFTER UPDATE OF owner, day, trashed ON post
    WHEN NEW.trashed IS NULL
    BEGIN
      \(counting)
    END;
    """

  private static let counting = """
    INSERT INTO day_count (owner, day, posts) VALUES (NEW.owner, NEW.day, 1)
        ON CONFLICT (owner, day) DO UPDATE SET posts = posts + 1;
    """

  private static let uncounting = """
    DELETE FROM day_count WHERE owner = OLD.owner AND day = OLD.day AND posts = 1;
        UPDATE day_count SET posts = posts - 1
          WHERE owner = OLD.owner AND day = OLD.day AND posts > 1;
    """
}
