/// Rows of what an owner highlighted, noted, read and planned, as SQL: of the owner with the number 1, of the
/// collection "sayings" with a text "a" that says "one".
package enum ReadingRows {
  package static let all = """
    INSERT INTO text_highlight (id, owner, text, collection, key, hash, first, end, quote, before, after,
      is_placed, colour, made)
    SELECT 7, 1, id, 'sayings', key, hash, 0, 2, 'on', '', 'e', 1, 'yellow', 1750000000
    FROM text WHERE key = 'a';
    INSERT INTO text_note (id, owner, text, collection, key, hash, words, made, written)
    SELECT 8, 1, id, 'sayings', key, hash, 'now', 1750000000, 1750000100 FROM text WHERE key = 'a';
    INSERT INTO text_note_version VALUES (8, 1, 1750000000, 1750000100, 'before');
    INSERT INTO reading_round VALUES (9, 1, 'sayings', 1, 1750000000);
    INSERT INTO section_read VALUES (9, 'Gen.1', '2025-06-15', 1750000200);
    INSERT INTO section_opened VALUES (1, '2025-06-15', 'sayings', 'Gen.1', 1750000150);
    INSERT INTO reading_place VALUES (1, 'sayings', 'Gen.2', 1750000210);
    INSERT INTO plan VALUES (10, 1, 'A year', 'a year', 'sayings', 'year.txt', 365, 1750000000);
    INSERT INTO plan_portion VALUES (10, 1, 1, 'Gen.1', 'Gen.2'), (10, 1, 2, 'Ps.1', 'Ps.1'),
      (10, 365, 1, 'Rev.22', 'Rev.22');
    INSERT INTO plan_run VALUES (11, 10, 'calendar', 1740000000, '2025-02-19', 1, 1745000000),
      (12, 10, 'own', 1750000000, '2025-06-15', 3, NULL);
    INSERT INTO portion_read VALUES (11, 1, 1, '2025-02-19', 1740000500),
      (12, 1, 2, '2025-06-15', 1750000300);
    """

  /// The tables, each with how many rows there are then.
  package static let counts = [
    ("text_highlight", 1), ("text_note", 1), ("text_note_version", 1), ("reading_round", 1),
    ("section_read", 1), ("section_opened", 1), ("reading_place", 1), ("plan", 1),
    ("plan_portion", 3), ("plan_run", 2), ("portion_read", 2),
  ]
}
