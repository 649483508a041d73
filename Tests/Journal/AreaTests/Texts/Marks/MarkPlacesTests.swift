import TestSupport
import Testing

@testable import Texts

@Suite("Places of highlights and notes")
struct MarkPlacesTests {
  let test: TextsJournal

  init() throws {
    test = try TextsJournal()
    try test.add("key,text\na,one\nb,two\n")
    try test.execute(ReadingRows.all)
  }

  /// The key of the text that each of the two has, and the key that it says itself.
  private func keys(_ table: String) throws -> [String] {
    try test.strings(
      """
      SELECT \(table).key || ' ' || coalesce(text.key, '-') FROM \(table)
      LEFT JOIN text ON text.id = \(table).text
      """)
  }

  @Test(
    "are the texts of their keys, else those that say the same, else they wait",
    arguments: [
      ("key,text\na,one\n", "a a"), ("key,text\na,other\nz,one\n", "a a"),
      ("key,text\nz,one\n", "z z"), ("key,text\nb,two\n", "a -"),
    ])
  func placed(file: String, expected: String) throws {
    let lost = try test.update(file).lost
    #expect(lost == (expected == "a -" ? ["a"] : []))
    for table in ["text_highlight", "text_note"] { #expect(try keys(table) == [expected]) }
    try test.anna.collections.remove(CollectionName("Sayings"), withMarks: false)
    for table in ["text_highlight", "text_note"] {
      #expect(try test.count("SELECT count(*) FROM \(table) WHERE text IS NULL") == 1)
    }
    try test.add(file)
    for table in ["text_highlight", "text_note"] { #expect(try keys(table) == [expected]) }
  }

  @Test("A highlight is looked for in what its text says now, and a note is of it all the same")
  func otherBody() throws {
    try test.update("key,text\na,none\n")
    #expect(try test.strings("SELECT first || ' ' || is_placed FROM text_highlight") == ["1 1"])
    try test.update("key,text\na,other\n")
    #expect(try test.strings("SELECT first || ' ' || is_placed FROM text_highlight") == ["1 0"])
    for table in ["text_highlight", "text_note"] {
      #expect(try keys(table) == ["a a"])
      let hash = "SELECT text.hash = it.hash FROM \(table) AS it JOIN text ON text.id = it.text"
      #expect(try test.strings(hash) == ["1"])
    }
  }

  @Test("go with a collection that is removed with its marks; rounds and plans stay")
  func removed() throws {
    let bob = try test.owner("bob")
    try test.execute(
      """
      INSERT INTO text_note (owner, collection, key, hash, words, made, written)
      SELECT id, 'sayings', 'a', zeroblob(16), 'of bob', 1, 1 FROM owner WHERE name = 'bob'
      """)
    try bob.texts.mark(.heart, ["b"], now: 1)
    try test.anna.texts.mark(.heart, ["b"], now: 1)
    let gone = try test.anna.collections.remove(CollectionName("Sayings"), withMarks: true)
    #expect(gone.marks == 3)
    for (table, count) in ReadingRows.counts {
      let left = try test.count("SELECT count(*) FROM \(table)")
      let expected =
        switch table {
        case "text_highlight", "text_note_version": 0
        // Bob's.
        case "text_note": 1
        default: count
        }
      #expect(left == expected, "\(table)")
    }
  }
}
