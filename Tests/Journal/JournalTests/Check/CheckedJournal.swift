import Files
import Foundation
import GRDB
import JournalSupport
import Stamping
import SystemPackage
import Testing
import TestSupport

@testable import Journal
@testable import Store

/// A journal with three photos, of which the third's original is kept, and what a check says of it.
struct CheckedJournal {
  let test: TestJournal
  /// In the order of the posts.
  let originalsAsPosted: [[UInt8]]

  /// Another journal, of whose originals nothing is known.
  init(test: TestJournal) { (self.test, originalsAsPosted) = (test, []) }

  init() async throws {
    test = try TestJournal()
    let photos = [
      try MadePhoto.jpeg(), try MadePhoto.jpeg(width: 400), try MadePhoto.png(),
    ]
    for (index, photo) in photos.enumerated() {
      let name = "IMG_2024013\(index)_120000.\(index == 2 ? "png" : "jpg")"
      try test.folder.write(photo, to: name)
      _ = try await test.post(file: name, caption: "photo \(index)")
    }
    originalsAsPosted = photos
  }

  /// Each problem with its outcome, as words.
  func check(repairs: Bool = false, owners: [String]? = nil, jobs: Int = 1) throws -> [String] {
    var findings: [String] = []
    let check = JournalCheck(
      try Journal(opening: test.path), owners: try owners?.map { try OwnerName($0) }, jobs: jobs,
      repairingWith: repairs ? { try TestJournal.stamper($0) } : nil)
    try check.run { _, _ in
    } report: { finding in
      findings.append("\(Self.name(finding.problem)): \(Self.name(finding.repair))")
    }
    return findings
  }

  private static func name(_ problem: JournalProblem) -> String {
    switch problem {
    case .area(let problem as PostsProblem): name(problem)
    case .area(let problem): "\(problem)"
    case .owner(let name, _): "owner \(name.text)"
    case .integrity: "integrity"
    case .contradicted(let count, let table): "contradicted \(count) of \(table)"
    case .unindexed(let count, let table): "unindexed \(count) of \(table)"
    case .missing(let thing, let isReplaceable):
      "no \(thing.kind) \(thing.name)\(isReplaceable ? "" : " lost")"
    case .danglingRow(let table, _, _): "dangling \(table)"
    case .row(let table, _): "row of \(table)"
    case .unreadable: "unreadable"
    case .stray: "stray"
    case .unfinished: "unfinished"
    case .loose: "loose"
    case .folder: "folder"
    }
  }

  private static func name(_ problem: PostsProblem) -> String {
    switch problem {
    case .post(_, let number, .missing(let part, _)): "\(number): missing \(part)"
    case .post(_, let number, .changed(let part, _)): "\(number): changed \(part)"
    case .post(_, let number, .copyRow(let part, _, _)): "\(number): \(part) row"
    case .post(_, let number, .unreadable(let part, _, _)): "\(number): unreadable \(part)"
    case .post(_, let number, .irreversible): "\(number): irreversible"
    case .post(_, let number, .unproven): "\(number): unproven"
    case .post(_, let number, .time): "\(number): time"
    case .post(_, let number, .row): "\(number): row"
    case .post(_, let number, .altered): "\(number): altered"
    case .post(_, let number, .number): "\(number): number"
    case .post(_, let number, .text(_, let version)):
      "\(number): text\(version.map { " \($0)" } ?? "")"
    case .post(_, let number, .tags): "\(number): tags"
    case .post(_, let number, .foreignTags(let names)):
      "\(number): foreign tags \(names.joined(separator: " "))"
    case .post(_, let number, .foreignPhoto): "\(number): foreign photo"
    case .post(_, let number, .versions(let count)): "\(number): versions \(count)"
    case .post(_, let number, .value): "\(number): value"
    case .setting(let owner, let error): "setting \(error.key.rawValue) of \(owner.text)"
    case .lastNumber(let owner): "last number of \(owner.text)"
    case .search(let posts): "search \(posts ?? -1)"
    case .counts(let days): "counts \(days)"
    case .counted(_, let day): "counted \(day)"
    case .photosAlone(let count): "photos alone \(count)"
    case .covers(let posts): "covers \(posts)"
    case .tag(_, let name): "tag \(name)"
    case .mornings(let days): "mornings \(days)"
    }
  }

  private static func name(_ repair: JournalFinding.Repair) -> String {
    switch repair {
    case .notTried: "found"
    case .putBack: "putBack"
    case .remade: "stampedAgain"
    case .setAside: "setAside"
    case .rebuilt: "rebuilt"
    case .renumbered(let number): "renumbered \(number)"
    case .beyondRepair: "beyondRepair"
    case .failed(let error): "failed \(error)"
    }
  }

  struct Content: Equatable {
    let path: String
    let bytes: [UInt8]
  }

  /// What every file of the journal holds, but for the database.
  func contents() throws -> [Content] {
    try test.folder.files.filter { $0.hasPrefix("journal/photos") || $0.hasPrefix("journal/set") }
      .map { Content(path: $0, bytes: try test.folder.read($0)) }
  }

  /// What unstamping, or the file beside, gives of each post.
  func originals() throws -> [[UInt8]] {
    try [1, 2, 3].map { number in
      let photo = try test.journal.posts.post(number).requirePhoto()
      return try test.journal.posts.original(of: photo).bytes
    }
  }

  // MARK: What other programs do

  func file(_ number: Int) -> String { row(number, "file") ?? "" }
  func original(_ number: Int) -> String { row(number, "original_file") ?? "" }

  private func row(_ number: Int, _ column: String) -> String? {
    try? test.journal.store.database.read { db in
      try String.fetchOne(
        db,
        sql: """
          SELECT \(column) FROM post JOIN photo ON photo.id = post.photo WHERE number = \(number)
          """)
    }
  }

  func read(_ path: String) throws -> [UInt8] { try test.folder.read("journal/\(path)") }

  func remove(_ path: String) throws {
    try FileManager.default.removeItem(atPath: test.folder.path("journal/\(path)"))
  }

  func write(_ bytes: [UInt8], to path: String) throws {
    try test.folder.write(bytes, to: "journal/\(path)")
  }

  func move(_ path: String, to other: String) throws {
    try write(try read(path), to: other)
    try remove(path)
  }

  func change(_ sql: String) throws {
    let queue = try DatabaseQueue(path: test.folder.path("journal/journal.sqlite"))
    try queue.writeWithoutTransaction { db in try db.execute(sql: sql) }
    try queue.close()
  }
}

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
      testDescription: "the search has other words than a caption",
      findings: [("search 1", "rebuilt"), ("1: altered", "beyondRepair")]
    ) { try $0.change("UPDATE photo SET caption = 'another' WHERE id = 1") },
    Damage(
      testDescription: "the search has a post that is not there",
      findings: [("search 1", "rebuilt")]
    ) { try $0.change("INSERT INTO post_search (rowid, tokens) VALUES (99, 'ab b')") },
    Damage(
      testDescription: "the search is empty",
      findings: [("search 3", "rebuilt")]
    ) { try $0.change("INSERT INTO post_search (post_search) VALUES ('delete-all')") },
    Damage(
      testDescription: "days have other counts",
      findings: [
        ("counts 2", "rebuilt"), ("counted 1999-12-31", "beyondRepair"),
        ("counted 2024-01-31", "beyondRepair"),
      ]
    ) {
      try $0.change(
        """
        UPDATE day_count SET posts = posts + 1 WHERE day = (SELECT min(day) FROM day_count);
        INSERT INTO day_count VALUES (1, '1999-12-31', 1, 0, 0, 0, 0, 0, 0, 0, 0);
        """)
    },
    Damage(
      testDescription: "a post has another count of words",
      findings: [("counts 1", "rebuilt"), ("counted 2024-01-31", "beyondRepair")]
    ) { try $0.change("UPDATE post SET word_count = 1, character_count = 1 WHERE number = 1") },
    Damage(
      testDescription: "nothing counts the posts of days",
      findings: [("no trigger post_comes", "rebuilt"), ("no trigger post_goes", "rebuilt")]
    ) { try $0.change("DROP TRIGGER post_goes; DROP TRIGGER post_comes") },
    Damage(
      testDescription: "an index lacks a post",
      findings: [("unindexed 3 of post", "beyondRepair")]
        + Array(repeating: ("integrity", "rebuilt"), count: 4)
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
    ) { try $0.change("UPDATE photo SET original_hash = zeroblob(32) WHERE id = 1") },
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
      testDescription: "a tag's owner is gone", problems: ["dangling tag"]
    ) {
      try $0.change(
        """
        PRAGMA foreign_keys = 0;
        INSERT INTO tag (owner, name, folded) VALUES (99, 'sea', 'sea');
        """)
    },
  ]
}
