import CaptureTime
import Files
import Foundation
import JournalSupport
import Stamping
import SystemPackage
import TestSupport
import Testing

@testable import Journal
@testable import Store

@Suite("A post of several photos")
struct SeveralPhotosTests {
  let test: TestJournal

  init() throws { test = try TestJournal() }

  private static let times = ["20240131_180000", "20240131_190000", "20240201_003000"]
  private static let captions = ["Concert", "Encore", "Way home"]

  /// Photos with times in their names, each different from all others.
  private func photos(_ times: [String] = times) throws -> [InputPhoto] {
    try times.enumerated().map { index, time in
      let name = "IMG_\(time)\(index == 0 ? "" : "_\(index)").jpg"
      try test.folder.write(MadePhoto.jpeg(exif: nil) + Array(UUID().uuidString.utf8), to: name)
      return InputPhoto(named: FilePath(test.folder.path(name)))
    }
  }

  private func posting(at time: String? = nil, allowsAgain: Bool = false) throws -> Posting {
    let settings = try test.journal.settings.current()
    var postings = Posting.Settings(
      stamper: try TestJournal.stamper(settings.look), look: settings.look, rule: settings.rule,
      details: PostDetails(caption: .empty, isStarred: false, tags: [try TagName("sea")]),
      allowsAgain: allowsAgain, exportFolder: nil, now: { 1_750_000_000 })
    postings.time = try time.map { try GivenTime.parse($0) }
    return Posting(postings, into: test.journal)
  }

  private func post(
    _ photos: [InputPhoto], captions: [String] = captions, at time: String? = nil
  ) throws -> [PostRecord] {
    let parts = try zip(photos, captions).map {
      try Posting.Part($0, caption: Caption($1))
    }
    var records: [PostRecord] = []
    try posting(at: time).run(together: parts, jobs: 2) { records.append($0) }
    return records
  }

  private func posted() throws -> Post {
    let records = try post(photos())
    #expect(records.count == 3)
    return try test.journal.posts.post(1)
  }

  private func checkIsClean(_ journals: Journal? = nil) throws {
    var found: [JournalFinding] = []
    try JournalCheck(journals ?? test.journals, owners: nil, repairingWith: nil)
      .run(progress: { _, _ in }, report: { found.append($0) })
    #expect(found.isEmpty, "\(found)")
  }

  @Test("has the time of the first, and each label shows its photo's own")
  func together() throws {
    let post = try posted()
    #expect(post.photos.map(\.caption) == Self.captions)
    #expect(post.time.captureTime.description == "2024-01-31T18:00:00+09:00")
    #expect(
      post.photos.map { $0.taken?.description } == [
        nil, "2024-01-31T19:00:00+09:00", "2024-02-01T00:30:00+09:00",
      ])
    #expect(post.cover == 0)
    for photo in post.photos {
      let bytes = try test.journal.posts.bytes(of: photo.file, hash: photo.hash)
      let shown = photo.taken ?? post.time.captureTime
      #expect(StampMark(of: bytes)?.time == shown.description)
      #expect(try test.journal.posts.original(of: photo).hash == photo.originalHash)
      #expect(photo.file.folder?.description == "photos/2024/01/31")
    }
    for place in [Int.min, 0, 4, .max] {
      #expect(throws: JournalError.self) { try post.requirePhoto(place) }
    }
    #expect(test.photoFiles.count == 3)
    #expect(try test.journal.posts.size().posts == 1)
    try checkIsClean()
  }

  @Test("gets another zone, and labels with a time of their own keep it", arguments: [false, true])
  func otherZone(restyles: Bool) throws {
    let before = try posted()
    var change = PostChange()
    change.zone = try CaptureZone.parse("America/New_York")
    _ = try test.journal.posts.edit(1, change, now: 1_750_000_000) { try TestJournal.stamper($0) }
    if restyles {
      change = PostChange()
      change.label = try LabelChange([.labelPosition: "top"])
      _ = try test.journal.posts.edit(1, change, now: 1_750_000_000) { try TestJournal.stamper($0) }
    }
    let post = try test.journal.posts.post(1)
    #expect(post.photos.map(\.taken) == before.photos.map(\.taken))
    for photo in post.photos.dropFirst() {
      let bytes = try test.journal.posts.bytes(of: photo.file, hash: photo.hash)
      #expect(StampMark(of: bytes)?.time == photo.taken?.description)
    }
    try checkIsClean()
  }

  @Test("has the time that is given, and the labels stay those of the photos")
  func given() throws {
    _ = try post(photos(), at: "2024-02-02 09:00")
    let post = try test.journal.posts.post(1)
    #expect(post.day.description == "2024-02-02")
    #expect(post.photos.first?.taken?.description == "2024-01-31T18:00:00+09:00")
  }

  @Test("has the day that is given alone, with the time of its first photo of that day")
  func givenDay() throws {
    _ = try post(photos(), at: "2024-02-01")
    let post = try test.journal.posts.post(1)
    #expect(post.time.captureTime.description == "2024-02-01T00:30:00+09:00")
    #expect(post.photos.map { $0.taken == nil } == [false, false, true])
    _ = try self.post(photos(["20240301_120000"]), captions: [""], at: "2024-02-02")
    let other = try test.journal.posts.post(2)
    #expect(other.day.description == "2024-02-02" && other.time.precision == .day)
    #expect(other.photos[0].taken?.description == "2024-03-01T12:00:00+09:00")
    try checkIsClean()
  }

  @Test("is posted without the photo that is none, and without the one that is there twice")
  func bad() throws {
    var photos = try photos()
    try test.folder.write(Array("no photo".utf8), to: "bad.jpg")
    photos[1] = InputPhoto(named: FilePath(test.folder.path("bad.jpg")))
    photos.append(photos[0])
    let records = try post(photos, captions: Self.captions + ["again"])
    let failed = records.map { if case .failed = $0.result { true } else { false } }
    #expect(failed == [false, true, false, true])
    #expect(try test.journal.posts.post(1).photos.map(\.caption) == ["Concert", "Way home"])
    let again = try post([photos[0]], captions: [""])
    guard
      case .failed(JournalError.postedBefore(number: 1, isInTrash: false))? = again.first?.result
    else {
      Issue.record("\(again)")
      return
    }
  }

  @Test("is found by the captions of all of them, and not by one that is gone")
  func search() throws {
    _ = try posted()
    #expect(try test.captions(finding: "way home") == ["Concert"])
    var change = PostChange()
    (change.caption, change.photo) = (try Caption("Bus"), 3)
    _ = try test.journal.posts.edit(1, change, now: 1_750_000_001) { try TestJournal.stamper($0) }
    #expect(try test.captions(finding: "way home") == [])
    #expect(try test.captions(finding: "bus") == ["Concert"])
    change.photo = nil
    #expect(throws: JournalError.self) {
      try test.journal.posts.edit(1, change, now: 1_750_000_001) { try TestJournal.stamper($0) }
    }
    try checkIsClean()
  }

  @Test("is arranged: another order, another cover, and what is taken out is in the trash")
  func arranged() throws {
    let before = try posted()
    var change = PhotoArrangement()
    change.moves = [.init(from: 3, to: 1)]
    change.removed = [2]
    change.cover = 1
    let (post, removed) = try test.journal.posts.arrange(1, change, now: 1_750_000_002)
    #expect(post.photos.map(\.caption) == ["Way home", "Concert"])
    #expect(post.photo?.caption == "Concert")
    let alone = try test.journal.posts.post(try #require(removed.first))
    #expect(alone.trashed == 1_750_000_002)
    #expect(alone.photos.map(\.file) == [before.photos[1].file])
    #expect(alone.time.captureTime.description == "2024-01-31T19:00:00+09:00")
    #expect(try test.captions(finding: "encore") == [])
    try checkIsClean()
    _ = try test.journal.trash.restore([alone.number])
    #expect(try test.captions(finding: "encore") == ["Encore"])
    change = PhotoArrangement()
    change.removed = [1, 2]
    #expect(throws: JournalError.self) {
      try test.journal.posts.arrange(1, change, now: 1_750_000_003)
    }
    change.removed = [4]
    #expect(throws: JournalError.self) {
      try test.journal.posts.arrange(1, change, now: 1_750_000_003)
    }
    #expect(try test.journal.posts.post(1).photos.count == 2)
  }

  @Test("gets further photos, words too, and no more than it can have")
  func added() throws {
    let words = try test.journal.posts.write(NewWords(Words("A day")), now: 1_700_000_000).post
    let parts = try photos().map { Posting.Part($0, caption: .empty) }
    let post = try posting().add(parts, to: words.number, jobs: 2).post
    #expect(post.photos.count == 3 && post.words == "A day")
    #expect(post.photo == post.photos.first)
    try checkIsClean()
    let many = try photos((10..<58).map { "20240201_0000\($0)" })
    let more = many.map { Posting.Part($0, caption: .empty) }
    #expect(throws: JournalError.self) {
      try posting(allowsAgain: true).add(more, to: words.number, jobs: 2)
    }
    #expect(test.photoFiles.count == 3)
  }

  @Test("gets further photos and another order together, or neither")
  func addedInOrder() throws {
    _ = try posted()
    let new = try photos(["20240202_100000"]).map { Posting.Part($0, caption: .empty) }
    for (place, cover) in [(9, 1), (1, 5)] {
      var wrong = PhotoArrangement()
      (wrong.moves, wrong.cover) = ([.init(from: 4, to: place)], cover)
      #expect(throws: JournalError.self) {
        try posting().add(new, to: 1, arranging: wrong, jobs: 1)
      }
    }
    #expect(throws: JournalError.self) { try posting().add(new + new, to: 1, jobs: 1) }
    #expect(try test.journal.posts.post(1).photos.count == 3)
    #expect(test.photoFiles.count == 3)
    var change = PhotoArrangement()
    (change.moves, change.removed, change.cover) = ([.init(from: 4, to: 1)], [2], 4)
    let added = try posting().add(new, to: 1, arranging: change, jobs: 1)
    #expect(added.post.photos.map(\.caption) == ["", "Concert", "Way home"])
    #expect(added.post.photo == added.post.photos.first)
    #expect(
      try added.removed.map { try test.journal.posts.post($0).photos.map(\.caption) } == [
        ["Encore"]
      ])
    try checkIsClean()
  }

  @Test("gets a photo that was taken out back where it was, and meanwhile others of the same time")
  func putBack() throws {
    let before = try posted()
    var change = PhotoArrangement()
    (change.removed, change.cover) = ([2], 2)
    let removed = try test.journal.posts.arrange(1, change, now: 1_750_000_002).removed
    let parts = try photos([Self.times[1]]).map { Posting.Part($0, caption: .empty) }
    _ = try posting().add(parts, to: 1, jobs: 1)
    let back = try test.journal.posts.putBack(
      try #require(removed.first), into: 1, at: 2, isCover: true, now: 1_750_000_003)
    #expect(back.photos.map(\.caption) == ["Concert", "Encore", "Way home", ""])
    #expect(back.photos[1] == before.photos[1] && back.caption == "Encore")
    #expect(try test.journal.trash.count() == 0)
    #expect(try test.captions(finding: "encore") == ["Encore"])
    try checkIsClean()
    // What is more than a photo that was taken out is not.
    _ = try post(photos(["20240301_120000"]), captions: [""])
    #expect(throws: JournalError.self) {
      try test.journal.posts.putBack(3, into: 1, at: 1, isCover: false, now: 1_750_000_004)
    }
  }

  @Test("gets several captions at once, and none where one place has no photo")
  func captioned() throws {
    _ = try posted()
    var change = PostChange()
    change.captions = [1: try Caption("One"), 3: try Caption("Three")]
    let post = try test.journal.posts.edit(1, change, now: 1_750_000_001) {
      try TestJournal.stamper($0)
    }
    #expect(post.photos.map(\.caption) == ["One", "Encore", "Three"])
    #expect(try test.captions(finding: "three") == ["One"])
    change.captions[4] = .empty
    #expect(throws: JournalError.self) {
      try test.journal.posts.edit(1, change, now: 1_750_000_001) { try TestJournal.stamper($0) }
    }
  }

  @Test("moved in time takes the labels with it that show no time of their own")
  func moved() throws {
    let before = try posted()
    var change = PostChange()
    change.time = try GivenTime.parse("2024-01-31 17:00")
    let post = try test.journal.posts.edit(1, change, now: 1_750_000_001) {
      try TestJournal.stamper($0)
    }
    #expect(post.photos.map(\.hash) != before.photos.map(\.hash))
    #expect(post.photos.dropFirst().map(\.hash) == before.photos.dropFirst().map(\.hash))
    try checkIsClean()
  }

  @Test("is exported and imported as it was, and by day as one page")
  func exported() async throws {
    let before = try posted()
    var change = PhotoArrangement()
    change.cover = 2
    _ = try test.journal.posts.arrange(1, change, now: 1_750_000_002)
    let folder = FilePath(test.folder.path("export"))
    try JournalExport(of: test.journal, into: folder).run { _ in }
    let target = try TestJournal()
    let work = JournalImport(
      of: try ExportFolder(opening: folder), mode: .storing(in: target.journal),
      allowsAgain: false, now: 1_800_000_000)
    try await work.run(jobs: 2) { _ in }
    let after = try target.journal.posts.post(1)
    #expect(after.photos.map(\.hash) == before.photos.map(\.hash))
    #expect(after.photos.map(\.file) == before.photos.map(\.file))
    #expect(after.photos.map(\.caption) == before.photos.map(\.caption))
    #expect(after.photos.map(\.taken) == before.photos.map(\.taken))
    #expect(after.cover == 1)
    #expect(after.tags == ["sea"])
  }

  @Test("goes with all of its files")
  func deleted() throws {
    _ = try posted()
    try test.journal.trash.move([1], now: 1_750_000_001)
    let removal = try test.journal.trash.empty()
    #expect(removal.files == 3)
    #expect(test.photoFiles.isEmpty)
    #expect(try test.count("SELECT count(*) FROM photo") == 0)
    try checkIsClean()
  }

  @Test("is made of the photos of each day, in the order of their times")
  func byDay() throws {
    let photos = try photos(["20240201_003000", "20240131_190000", "20240131_180000"])
    let groups = try posting().byDay(photos, jobs: 2)
    #expect(groups.map { $0.map(\.path) } == [[photos[2].path, photos[1].path], [photos[0].path]])
  }

  @Test("of one photo is what it was before: a journal of version 15 has the same export")
  func migrated() async throws {
    try await test.post("2024-01-31 12:00", caption: "noon")
    try test.journal.posts.write(NewWords(Words("A day")), now: 1_700_000_000)
    try JournalExport(of: test.journal, into: FilePath(test.folder.path("before"))).run { _ in }
    try test.age(to: 15)
    let journal = try test.reopened()
    try JournalExport(of: journal, into: FilePath(test.folder.path("after"))).run { _ in }
    for file in ["posts.jsonl", "journal.json"] {
      #expect(try test.folder.read("before/\(file)") == test.folder.read("after/\(file)"))
    }
    #expect(try journal.posts.post(1).photos.map(\.caption) == ["noon"])
    try checkIsClean(Journal(opening: test.path))
  }

  @Test("that names no cover is mended, and a photo of another owner is not shown")
  func mended() throws {
    _ = try posted()
    try test.execute("PRAGMA foreign_keys = OFF; UPDATE photo SET post = NULL WHERE place = 1")
    var found: [JournalFinding] = []
    try JournalCheck(
      test.journals, owners: nil, repairingWith: { try TestJournal.stamper($0) }
    ).run(progress: { _, _ in }, report: { found.append($0) })
    #expect(try test.journal.posts.post(1).photos.count == 3)
    try checkIsClean()
  }
}
