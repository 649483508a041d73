import CaptureTime
import Files
import GRDB
import JournalSupport
import Stamping
import SystemPackage
import Testing
import TestSupport

@testable import Journal
@testable import Store

@Suite("A salvage of posts of several photos")
struct SalvagedPhotosTests {
  let test: TestJournal

  init() throws { test = try TestJournal() }

  /// A post of three photos, the first of which by name is not the one that its time is of.
  private func posted() throws -> Post {
    try test.post(
      together: ["20190820_202020", "20220930_110000", "20160226_050505"],
      captions: ["the first", "the second", "the third"])
  }

  /// A morning page of 2024-05-05 with a photo that was taken years before.
  private func morning() throws -> Post {
    var new = NewWords(try Words("The words of the fifth of May"))
    (new.title, new.mood, new.isMorning) = (try Title("Spring"), .good, true)
    new.moment = .day(try #require(CivilDate(year: 2024, month: 5, day: 5)))
    let post = try test.journal.posts.write(new, now: 1_714_900_000).post
    let photo = "IMG_20190513_080000.jpg"
    try test.folder.write(MadePhoto.jpeg(exif: nil), to: photo)
    let settings = try test.journal.settings.current()
    let posting = Posting(
      Posting.Settings(
        stamper: try TestJournal.stamper(settings.look), look: settings.look, rule: settings.rule,
        details: PostDetails(caption: .empty, isStarred: false, tags: []), allowsAgain: false,
        exportFolder: nil, now: { 1_750_000_000 }), into: test.journal)
    let part = try Posting.Part(
      InputPhoto(named: FilePath(test.folder.path(photo))), caption: Caption("long ago"))
    return try posting.add([part], to: post.number, jobs: 1).post
  }

  /// What must be the same in the new journal, whatever rows the post and its photos have there.
  private struct Facts: Equatable {
    let time: PostTime
    let words: [String]
    let marks: [Bool]
    let mood: Mood?
    let cover: Int
    var photos: [Photo]

    struct Photo: Equatable {
      let file: String
      let hashes: [[UInt8]]
      var caption: String
      let taken: String?
    }

    init(_ post: Post, captioned: Bool = true) {
      time = post.time
      words = [post.title, post.words]
      marks = [post.isMorning, post.isWrittenLater, post.isStarred, post.trashed != nil]
      (mood, cover) = (post.mood, post.cover)
      photos = post.photos.map {
        Photo(
          file: String(decoding: $0.file), hashes: [$0.hash, $0.originalHash],
          caption: captioned ? $0.caption : "", taken: $0.taken?.description)
      }
    }
  }

  /// The posts of the new journal, in which a check finds nothing.
  private func posts(_ copy: DamagedCopy) throws -> [Post] {
    let journals = try Journal(opening: copy.newPath)
    try JournalCheck(journals, owners: nil, repairingWith: nil)
      .run(progress: { _, _ in }, report: { Issue.record("\($0)") })
    return try journals.journal(of: test.journal.owner).posts.all(PostFilter())
  }

  /// What was found of posts, each as a word and a number.
  private func kinds(_ result: DamagedCopy.Result) -> [String] {
    result.ofPosts.map { finding in
      let kind =
        switch finding {
        case .addedPhoto: "added"
        case .gathered: "gathered"
        case .remade: "remade"
        case .cover: "cover"
        case .noPhoto: "no photo"
        case .lost: "lost"
        case .unindexed: "unindexed"
        case .doubtful: "doubtful"
        default: "\(finding)"
        }
      return "\(kind) \(finding.post.number ?? 0)"
    }
  }

  @Test("keeps the day and all else of a morning page that loses only the row of its photo")
  func coverOfMorning() throws {
    let post = try morning()
    let copy = try DamagedCopy(of: test)
    try copy.overwrite("photo")
    let result = try copy.salvage()
    let found = try posts(copy)
    #expect(found.map { Facts($0) } == [Facts(post, captioned: false)])
    #expect(found.first?.isMorning == true && found.first?.day.description == "2024-05-05")
    #expect(kinds(result) == ["added 1"])
  }

  @Test("keeps a morning page that loses its photo too, and says so")
  func lostPhoto() throws {
    let post = try morning()
    let copy = try DamagedCopy(of: test)
    try copy.overwrite("photo")
    try copy.remove(post.thePhoto.file.path.string)
    #expect(try kinds(copy.salvage()) == ["no photo 1"])
    let found = try posts(copy)
    #expect(found.map(\.time) == [post.time] && found.map(\.words) == [post.words])
    #expect(found.map(\.isMorning) == [true] && found.map(\.photos) == [[]])
  }

  @Test(
    "keeps the time, the order and the cover of a post that loses the rows of all of its photos")
  func photos() throws {
    _ = try posted()
    var change = PhotoArrangement()
    change.cover = 2
    let post = try test.journal.posts.arrange(1, change, now: 1_750_000_001).post
    let copy = try DamagedCopy(of: test)
    try copy.overwrite("photo")
    let result = try copy.salvage()
    #expect(try posts(copy).map { Facts($0) } == [Facts(post, captioned: false)])
    #expect(kinds(result) == ["added 1", "added 1", "added 1"])
  }

  @Test("keeps the photos in their post where the index of them is lost too, by their names")
  func photosAndIndex() throws {
    let post = try posted()
    let copy = try DamagedCopy(of: test)
    for part in ["photo", "photo_by_post"] { try copy.overwrite(part) }
    let result = try copy.salvage()
    let found = try posts(copy)
    #expect(found.map(\.time) == [post.time])
    #expect(found.map(\.thePhoto.file) == [post.thePhoto.file])
    #expect(Set(found.flatMap(\.photos).map(\.hash)) == Set(post.photos.map(\.hash)))
    #expect(kinds(result) == ["added 1", "added 1", "added 1"])
  }

  @Test("keeps the one that only one photo of several is lost of")
  func onePhoto() throws {
    let post = try posted()
    let copy = try DamagedCopy(of: test)
    try copy.database { db in
      try db.execute(sql: "PRAGMA foreign_keys = OFF; DELETE FROM photo WHERE place = 1")
    }
    let result = try copy.salvage()
    let found = try posts(copy)
    #expect(found.map(\.time) == [post.time])
    #expect(found.first?.photos.map(\.caption) == ["the second", "the third", ""])
    #expect(found.first?.photos.last?.taken == nil)
    #expect(kinds(result) == ["added 1", "cover 1"])
  }

  @Test("keeps a photo's row that can be read where another's is damaged")
  func damagedPhoto() throws {
    let post = try posted()
    let copy = try DamagedCopy(of: test)
    try copy.database { db in
      try db.execute(
        sql: "PRAGMA ignore_check_constraints = ON; UPDATE photo SET hash = x'00' WHERE place = 2")
    }
    #expect(try kinds(copy.salvage()) == ["added 1"])
    let found = try posts(copy)
    #expect(found.map { Facts($0) } == [Facts(post)])
  }

  @Test("makes a post that loses its row anew, with its photos as they were", arguments: [1, 2])
  func lostPost(cover: Int) throws {
    _ = try posted()
    var change = PhotoArrangement()
    change.cover = cover
    let post = try test.journal.posts.arrange(1, change, now: 1_750_000_001).post
    let copy = try DamagedCopy(of: test)
    try copy.overwrite("post")
    let result = try copy.salvage()
    let found = try posts(copy)
    #expect(found.map { Facts($0).photos } == [Facts(post).photos])
    #expect(found.map(\.cover) == [cover - 1] && found.map(\.number) == [1])
    #expect(found.map(\.time.instant) == [post.time.instant] && found.map(\.day) == [post.day])
    #expect(kinds(result) == ["gathered 1"])
  }

  @Test("gives places that are free to photos whose rows are lost")
  func places() throws {
    _ = try posted()
    var change = PhotoArrangement()
    change.moves = [.init(from: 3, to: 1)]
    let post = try test.journal.posts.arrange(1, change, now: 1_750_000_001).post
    let copy = try DamagedCopy(of: test)
    for part in ["post", "photo"] { try copy.overwrite(part) }
    let result = try copy.salvage()
    let found = try posts(copy)
    #expect(found.flatMap(\.photos).map(\.file) == post.photos.map(\.file))
    #expect(found.map(\.cover) == [1] && found.map(\.day) == [post.day])
    #expect(found.map(\.time.instant) == [post.time.instant])
    #expect(kinds(result) == ["remade 1", "added 1", "added 1"])
  }

  @Test("makes one post of its photos where there is no database")
  func noDatabase() throws {
    let post = try posted()
    let copy = try DamagedCopy(of: test)
    for name in ["journal.sqlite", "journal.sqlite-wal"] { try copy.remove(name) }
    #expect(try copy.salvage().posts == 1)
    let found = try posts(copy)
    #expect(found.map(\.time.instant) == [post.time.instant] && found.map(\.day) == [post.day])
    #expect(Set(found.flatMap(\.photos).map(\.hash)) == Set(post.photos.map(\.hash)))
  }
}

@Suite("A salvage of pages of posts that are older than their indexes")
struct OldPostPagesTests {
  let test: TestJournal

  init() async throws {
    test = try TestJournal()
    try await test.post("2024-01-31 12:00", "2024-01-31 12:01")
    try test.journal.posts.write(NewWords(Words("A day")), now: 1_700_000_000)
  }

  /// What a salvage finds where the page of a table is as it was before a change.
  private func findings(
    of table: String = "post", before change: () throws -> Void
  ) throws -> [SalvageFinding] {
    let old = try DamagedCopy(of: test)
    let page = try old.page(of: table)
    let bytes = try old.read("journal.sqlite")[page]
    try change()
    let copy = try DamagedCopy(of: test)
    var damaged = try copy.read("journal.sqlite")
    #expect(try copy.page(of: table) == page && damaged[page] != bytes)
    damaged.replaceSubrange(page, with: bytes)
    try copy.write(damaged, to: "journal.sqlite")
    return try copy.salvage().findings
  }

  private func numbers(
    _ findings: [SalvageFinding], _ isIt: (PostSalvageFinding) -> Bool
  ) -> [Int?] {
    findings.compactMap {
      if case .area(let finding as PostSalvageFinding) = $0 { finding } else { nil }
    }.filter(isIt).map(\.post.number)
  }

  @Test("tells of a post that is in the trash by its row alone, and of one that is not")
  func trash() throws {
    try test.journal.trash.move([1], now: 1_750_000_001)
    let found = try findings {
      _ = try test.journal.trash.restore([1])
      try test.journal.trash.move([2], now: 1_750_000_002)
    }
    let doubtful = numbers(found) { if case .doubtful = $0 { true } else { false } }
    #expect(Set(doubtful) == [1, 2], "\(found)")
  }

  @Test("tells of a post that no index has: it was deleted")
  func deleted() throws {
    let found = try findings {
      try test.journal.trash.move([3], now: 1_750_000_001)
      _ = try test.journal.trash.empty()
    }
    let unindexed = numbers(found) { if case .unindexed = $0 { true } else { false } }
    #expect(unindexed == [3], "\(found)")
  }

  @Test("tells of a star that only an index has")
  func star() throws {
    let found = try findings {
      var change = PostChange()
      change.isStarred = true
      _ = try test.journal.posts.edit([2], change, now: 1_750_000_001)
    }
    let doubtful = numbers(found) { if case .doubtful = $0 { true } else { false } }
    #expect(doubtful == [2], "\(found)")
  }
}
