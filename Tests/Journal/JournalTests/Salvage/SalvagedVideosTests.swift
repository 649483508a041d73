import Files
import Foundation
import JournalSupport
import Stamping
import TestSupport
import Testing

@testable import Journal
@testable import Store

@Suite("A salvage of posts with videos")
struct SalvagedVideosTests {
  let test: TestJournal
  private let live = "IMG_20240131_120000"

  init() throws { test = try TestJournal() }

  private func post() async throws {
    _ = try await test.post(folder: ["a.mov": TestJournal.video(bytes: 2_500_000)])
    _ = try await test.post(folder: ["b.mov": TestJournal.video()])
    _ = try await test.post(folder: [
      "\(live).JPG": MadePhoto.live("6A1B"), "\(live).MOV": TestJournal.video("6A1B"),
      "IMG_20240131_130000.jpg": MadePhoto.motion(TestJournal.video()),
    ])
    var change = PostChange()
    change.words = try Words("What she said that day")
    _ = try test.journal.posts.edit(2, change, now: 1_800_000_000) { try TestJournal.stamper($0) }
  }

  private func posts(_ copy: DamagedCopy) throws -> [Post] {
    let journals = try Journal(opening: copy.newPath)
    try JournalCheck(journals, owners: nil, repairingWith: nil)
      .run(progress: { _, _ in }, report: { Issue.record("\($0)") })
    return try journals.journal(of: test.journal.owner).posts.all(PostFilter())
  }

  @Test("brings videos back whose rows are lost, to their posts")
  func rowsLost() async throws {
    try await post()
    let before = try test.journal.posts.all(PostFilter())
    let copy = try DamagedCopy(of: test)
    try copy.overwrite("photo")
    let result = try copy.salvage()
    #expect(result.lost == [])
    #expect(!result.findings.contains { if case .setAside = $0 { true } else { false } })
    let after = try posts(copy)
    #expect(after.map(\.time) == before.map(\.time) && after.map(\.words) == before.map(\.words))
    for (new, old) in zip(after, before) {
      #expect(new.photos.map(\.video) == old.photos.map(\.video))
      #expect(new.photos.map(\.files) == old.photos.map(\.files))
      #expect(new.photos.map(\.hash) == old.photos.map(\.hash))
      #expect(new.photos.map(\.originalHash) == old.photos.map(\.originalHash))
    }
    for file in before.flatMap(\.photos).flatMap(\.files).map({ String(decoding: $0) }) {
      #expect(try test.folder.read("new/\(file)") == test.folder.read("journal/\(file)"))
    }
  }

  @Test("brings videos back that only their files tell of")
  func allLost() async throws {
    try await post()
    let before = try test.journal.posts.all(PostFilter())
    let copy = try DamagedCopy(of: test)
    try copy.write(Array("no database".utf8), to: "journal.sqlite")
    let result = try copy.salvage()
    #expect(result.posts == 4 && result.remade.count == 4, "\(result.findings)")
    let after = try posts(copy)
    #expect(
      Set(after.flatMap(\.photos).flatMap(\.files))
        == Set(before.flatMap(\.photos).flatMap(\.files)))
  }

  @Test("tells of a video that is damaged or gone, and copies what there is")
  func damagedFiles() async throws {
    try await post()
    let copy = try DamagedCopy(of: test)
    let file = String(decoding: try #require(test.journal.posts.post(1).photo?.file))
    let bytes = Array(try copy.read(file).dropLast(7))
    try copy.write(bytes, to: file)
    try copy.remove(String(decoding: try #require(test.journal.posts.post(2).photo?.file)))
    let found = try copy.salvage().ofPosts.map { finding in
      if case .photo(let post, let part, _, let loss) = finding {
        return "\(post.number ?? 0) \(part) \(loss)"
      }
      return "\(finding)"
    }
    #expect(found == ["1 video damaged", "2 video missing"])
    #expect(try test.folder.read("new/\(file)") == bytes)
  }
}
