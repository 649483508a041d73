import Foundation
import JournalSupport
import Stamping
import SystemPackage
import TestSupport
import Testing

@testable import Journal
@testable import Store

@Suite("Words that show the photos of their own post")
struct ArrangedWordsTests {
  let test: TestJournal
  private static let words = """
    First the path: ![](photo:1)

    ![a rocket][r] and `![](photo:2)`, ![](photo:9)

        ![](photo:3)

    ![](photo:3 "a test")

    [r]: photo:2
    """

  init() throws {
    test = try TestJournal()
    let settings = try test.journal.settings.current()
    var details = PostDetails(caption: .empty, isStarred: false, tags: [])
    details.words = try Words(Self.words)
    let posting = Posting(
      Posting.Settings(
        stamper: try TestJournal.stamper(settings.look), look: settings.look, rule: settings.rule,
        details: details, allowsAgain: false, exportFolder: nil, now: { 1_750_000_000 }),
      into: test.journal)
    let parts = try ["a", "b", "c"].map { name in
      try test.folder.write(MadePhoto.jpeg() + Array(name.utf8), to: "\(name).jpg")
      return try Posting.Part(
        InputPhoto(named: FilePath(test.folder.path("\(name).jpg"))), caption: Caption(name))
    }
    posting.run(together: parts, jobs: 1) { _ in }
  }

  private func arrange(
    _ change: (inout PhotoArrangement) -> Void
  ) throws -> (post: Post, removed: [Int]) {
    var arrangement = PhotoArrangement()
    change(&arrangement)
    return try test.journal.posts.arrange(1, arrangement, now: 1_750_000_001)
  }

  /// The words with other references, none of those in code.
  private func words(_ references: [String: String]) -> String {
    var words = Self.words
    for (old, new) in references { words = words.replacing(old, with: new) }
    return words
  }

  @Test("show the same ones in another order, but for code, and no version is kept")
  func moved() throws {
    let moved = try arrange { $0.moves = [.init(from: 3, to: 1)] }.post
    #expect(moved.photos.map(\.caption) == ["c", "a", "b"])
    #expect(
      moved.words
        == words([
          "path: ![](photo:1)": "path: ![](photo:2)", "[r]: photo:2": "[r]: photo:3",
          "photo:3 \"a test\"": "photo:1 \"a test\"",
        ]))
    #expect(moved.written == 1_750_000_000)
    #expect(try test.journal.posts.versions(1).isEmpty)
    let back = try arrange { $0.moves = [.init(from: 1, to: 3)] }.post
    #expect(back.words == Self.words)
    #expect(try arrange { $0.cover = 2 }.post.words == Self.words)
  }

  @Test("show one that is taken out no more, and again where it is put back or restored")
  func removed() throws {
    let (post, removed) = try arrange { $0.removed = [1] }
    let without = words([
      "path: ![](photo:1)": "path: ![](post:2)", "[r]: photo:2": "[r]: photo:1",
      "photo:3 \"a test\"": "photo:2 \"a test\"",
    ])
    #expect(removed == [2] && post.words == without)
    #expect(try test.journal.posts.versions(1).isEmpty)
    _ = try arrange { $0.moves = [.init(from: 1, to: 2)] }
    let back = try test.journal.posts.putBack(2, into: 1, at: 1, isCover: true, now: 1_750_000_002)
    #expect(back.photos.map(\.caption) == ["a", "c", "b"])
    #expect(
      back.words
        == words([
          "[r]: photo:2": "[r]: photo:3", "photo:3 \"a test\"": "photo:2 \"a test\"",
        ]))
    // From the trash it is a post of its own, which they show.
    #expect(try arrange { $0.removed = [1] }.removed == [3])
    _ = try test.journal.trash.restore([3])
    #expect(try test.journal.posts.post(1).words.hasPrefix("First the path: ![](post:3)"))
  }

  @Test("show the same ones where another comes in front, and are found as they are then")
  func added() throws {
    let settings = try test.journal.settings.current()
    let posting = Posting(
      Posting.Settings(
        stamper: try TestJournal.stamper(settings.look), look: settings.look, rule: settings.rule,
        details: PostDetails(caption: .empty, isStarred: false, tags: []), allowsAgain: false,
        exportFolder: nil, now: { 1_750_000_001 }), into: test.journal)
    try test.folder.write(MadePhoto.jpeg() + Array("d".utf8), to: "d.jpg")
    let part = Posting.Part(
      InputPhoto(named: FilePath(test.folder.path("d.jpg"))), caption: .empty)
    var change = PhotoArrangement()
    change.moves = [.init(from: 4, to: 1)]
    let post = try posting.add([part], to: 1, arranging: change, jobs: 1).post
    #expect(
      post.words
        == words([
          "path: ![](photo:1)": "path: ![](photo:2)", "[r]: photo:2": "[r]: photo:3",
          "photo:3 \"a test\"": "photo:4 \"a test\"",
        ]))
    var found: [JournalFinding] = []
    try JournalCheck(test.journals, owners: nil, repairingWith: nil)
      .run(progress: { _, _ in }, report: { found.append($0) })
    #expect(found.isEmpty, "\(found)")
  }
}
