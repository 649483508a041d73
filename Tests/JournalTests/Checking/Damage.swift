import Stamping
import TestSupport
import Testing

@testable import Journal

/// Something that another program may do to a journal, and that can be mended.
struct Damage: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let findings: [(problem: String, outcome: String)]
  /// Files that no post names, until the repair gives them their places.
  var strays = 0
  let work: @Sendable (CheckedJournal) throws -> Void

  static let all = [
    Damage(
      testDescription: "a photo is moved",
      findings: [("1: missing stamped", "putBack")], strays: 1
    ) { try $0.move($0.file(1), to: "photos/elsewhere/renamed.bin") },
    Damage(
      testDescription: "a photo and its original are moved",
      findings: [("3: missing stamped", "putBack"), ("3: missing original", "putBack")],
      strays: 2
    ) {
      try $0.move($0.file(3), to: "photos/.hidden")
      try $0.move($0.original(3), to: "photos/b")
    },
    Damage(
      testDescription: "a photo is replaced by its original",
      findings: [("1: changed stamped", "stampedAgain")]
    ) { try $0.write($0.originalsAsPosted[0], to: $0.file(1)) },
    Damage(
      testDescription: "two photos change places",
      findings: [("1: changed stamped", "putBack"), ("2: changed stamped", "putBack")]
    ) {
      let (first, second) = (try $0.read($0.file(1)), try $0.read($0.file(2)))
      try $0.write(first, to: $0.file(2))
      try $0.write(second, to: $0.file(1))
    },
    Damage(
      testDescription: "two photos are replaced by each other's originals",
      findings: [("1: changed stamped", "stampedAgain"), ("2: changed stamped", "stampedAgain")]
    ) {
      try $0.write($0.originalsAsPosted[1], to: $0.file(1))
      try $0.write($0.originalsAsPosted[0], to: $0.file(2))
    },
    Damage(
      testDescription: "a photo whose original is kept is changed",
      findings: [("3: changed stamped", "stampedAgain")]
    ) { try $0.write(Array("painted over".utf8), to: $0.file(3)) },
    Damage(
      testDescription: "a photo whose original is kept is emptied",
      findings: [("3: changed stamped", "stampedAgain")]
    ) { try $0.write([], to: $0.file(3)) },
    Damage(
      testDescription: "a photo whose original is kept is removed",
      findings: [("3: missing stamped", "stampedAgain")]
    ) { try $0.remove($0.file(3)) },
    Damage(
      testDescription: "a photo is changed while a copy of it lies about",
      findings: [("1: changed stamped", "putBack")], strays: 1
    ) {
      try $0.write(try $0.read($0.file(1)), to: "photos/copy.jpg")
      try $0.write([1, 2, 3], to: $0.file(1))
    },
    Damage(
      testDescription: "files are put among the photos",
      findings: [("stray", "setAside"), ("stray", "setAside")]
    ) {
      try $0.write([1], to: "photos/.hidden")
      try $0.write([2], to: "photos/2024/01/note.txt")
    },
    Damage(
      testDescription: "the search lost a caption",
      findings: [("search 1", "rebuilt")]
    ) { try $0.change("UPDATE post SET caption = 'another' WHERE number = 1") },
    Damage(
      testDescription: "the search has a post that is not there",
      findings: [("search 1", "rebuilt")]
    ) { try $0.change("INSERT INTO caption_search (rowid, grams) VALUES (99, '61x62 62x')") },
    Damage(
      testDescription: "the search is empty",
      findings: [("search 3", "rebuilt")]
    ) { try $0.change("INSERT INTO caption_search (caption_search) VALUES ('delete-all')") },
    Damage(
      testDescription: "an index lacks a post",
      findings: Array(repeating: ("integrity", "rebuilt"), count: 4)
    ) {
      // The index is told to hold fewer posts, as if it had been written by a faulty program.
      try $0.change(
        """
        PRAGMA writable_schema = 1;
        UPDATE sqlite_schema SET sql = replace(sql, 'trashed IS NULL', 'trashed = 0')
          WHERE name = 'post_by_day';
        """)
      try $0.change("REINDEX post_by_day")
      try $0.change(
        """
        PRAGMA writable_schema = 1;
        UPDATE sqlite_schema SET sql = replace(sql, 'trashed = 0', 'trashed IS NULL')
          WHERE name = 'post_by_day';
        """)
    },
  ]
}

/// Something that another program may do to a journal, and that nothing in it mends.
struct HopelessDamage: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let problems: [String]
  let work: @Sendable (CheckedJournal) throws -> Void

  static let all = [
    HopelessDamage(
      testDescription: "a photo is removed", problems: ["1: missing stamped"]
    ) { try $0.remove($0.file(1)) },
    HopelessDamage(
      testDescription: "a photo is overwritten", problems: ["1: changed stamped"]
    ) { try $0.write(Array("nothing".utf8), to: $0.file(1)) },
    HopelessDamage(
      testDescription: "an original is removed", problems: ["3: missing original"]
    ) { try $0.remove($0.original(3)) },
    HopelessDamage(
      testDescription: "a photo and its original are overwritten",
      problems: ["3: changed stamped", "3: changed original"]
    ) {
      try $0.write([1], to: $0.file(3))
      try $0.write([2], to: $0.original(3))
    },
    HopelessDamage(
      testDescription: "another original is wanted", problems: ["1: irreversible"]
    ) { try $0.change("UPDATE post SET original_hash = zeroblob(32) WHERE number = 1") },
    HopelessDamage(
      testDescription: "the day is another", problems: ["2: time"]
    ) { try $0.change("UPDATE post SET day = '2023-12-31' WHERE number = 2") },
    HopelessDamage(
      testDescription: "the instant is none there can be", problems: ["2: row"]
    ) { try $0.change("UPDATE post SET instant = 9223372036854775807 WHERE number = 2") },
    HopelessDamage(
      testDescription: "a source of times is unknown", problems: ["2: row"]
    ) { try $0.change("UPDATE post SET source = 'dream' WHERE number = 2") },
    HopelessDamage(
      testDescription: "a tag's post is gone", problems: ["dangling post_tag"]
    ) {
      try $0.change(
        """
        PRAGMA foreign_keys = 0;
        INSERT INTO tag (owner, name, folded) VALUES (1, 'sea', 'sea');
        INSERT INTO post_tag (post, tag) VALUES (99, 1);
        """)
    },
  ]
}
