import CaptureTime
import Files
import Foundation
import JournalSupport
import Stamping
import SystemPackage
import Testing
import TestSupport

@testable import Journal
@testable import Store

@Suite("Importing")
struct JournalImportTests {
  @Test("imports nothing twice")
  func repeated() async throws {
    let source = try TestJournal()
    try await source.post("2024-01-31 12:00", "2024-01-31 13:00")
    let export = try TestExport(of: source)
    let target = try TestJournal()
    #expect(try await export.imported(into: target.journal).compactMap(\.number) == [1, 2])
    try target.journal.trash.move([2], now: 0)
    for allowsAgain in [false, true] {
      let records = try await export.imported(into: target.journal, allowsAgain: allowsAgain)
      #expect(
        records.map(\.earlier) == [
          EarlierPost(reason: .samePost, number: 1, isInTrash: false),
          EarlierPost(reason: .samePost, number: 2, isInTrash: true),
        ])
    }
    #expect(target.photoFiles == source.photoFiles)
  }

  @Test("goes on where a run was ended, though one photo has several posts")
  func resumed() async throws {
    let source = try TestJournal()
    try source.folder.write(MadePhoto.jpeg(), to: "a.jpg")
    for _ in 1...3 { _ = try await source.post(file: "a.jpg", allowsAgain: true) }
    let export = try TestExport(of: source)
    let target = try TestJournal()
    #expect(try await export.imported(into: target.journal).compactMap(\.number) == [1, 2, 3])
    try target.journal.trash.move([2, 3], now: 0)
    _ = try target.journal.trash.empty()
    #expect(try await export.imported(into: target.journal).compactMap(\.number) == [2, 3])
  }

  @Test("passes over a photo that has a post of its own, unless it may come again")
  func samePhoto() async throws {
    let source = try TestJournal()
    try source.folder.write(MadePhoto.jpeg(), to: "a.jpg")
    _ = try await source.post(file: "a.jpg")
    let export = try TestExport(of: source)
    let target = try TestJournal()
    try target.folder.write(MadePhoto.jpeg(), to: "b.jpg")
    try await target.post("2020-01-01 12:00")
    _ = try await target.post(file: "b.jpg")
    #expect(
      try await export.run(.preview(of: target.journal)).first?.earlier
        == EarlierPost(reason: .samePhoto, number: 2, isInTrash: false))
    #expect(
      try await export.imported(into: target.journal).first?.earlier
        == EarlierPost(reason: .samePhoto, number: 2, isInTrash: false))
    #expect(
      try await export.imported(into: target.journal, allowsAgain: true).map(\.number) == [3])
    #expect(
      try await export.imported(into: target.journal, allowsAgain: true).first?.earlier?.number == 3
    )
  }

  @Test("tells what is not taken of a post whose photo is here, until all of it is")
  func samePhotoWithWords() async throws {
    let source = try TestJournal()
    try source.folder.write(MadePhoto.jpeg(), to: "a.jpg")
    _ = try await source.post(file: "a.jpg")
    var change = PostChange()
    (change.words, change.title) = (try Words("ten pages"), try Title("long"))
    (change.mood, change.isStarred, change.tags) = (.some(.good), true, [try TagName("Keep")])
    change.caption = try Caption("noon")
    _ = try source.journal.posts.edit([1], change, now: 1_750_000_000)
    let export = try TestExport(of: source)
    let target = try TestJournal()
    try target.folder.write(MadePhoto.jpeg(), to: "b.jpg")
    _ = try await target.post(file: "b.jpg")
    let missing: [EarlierPost.Part] = [.caption, .title, .words, .mood, .tags, .star]
    #expect(
      try await export.run(.preview(of: target.journal)).first?.earlier?.notTaken == missing)
    #expect(try await export.imported(into: target.journal).first?.earlier?.notTaken == missing)
    change.words = try Words("mine")
    change.tags = [try TagName("keep"), try TagName("other")]
    _ = try target.journal.posts.edit([1], change, now: 1_750_000_000)
    #expect(try await export.imported(into: target.journal).first?.earlier?.notTaken == [.words])
    #expect(
      try await export.imported(into: target.journal, allowsAgain: true).map(\.number) == [2])
    #expect(try target.journal.posts.post(2).words == "ten pages")
    #expect(try await export.imported(into: target.journal).first?.earlier?.notTaken == [])
  }

  @Test("tells what a post has got since it came here")
  func laterExport() async throws {
    let source = try TestJournal()
    try await source.post("2024-01-31 12:00", "2024-01-31 13:00", "2024-01-31 14:00")
    let target = try TestJournal()
    // So that numbers differ, in words too.
    try await target.post("2020-01-01 12:00")
    var change = PostChange()
    change.words = try Words("see ![](post:3)")
    _ = try source.journal.posts.edit([1], change, now: 1_750_000_000)
    var export = try TestExport(of: source)
    #expect(try await export.imported(into: target.journal).compactMap(\.number).count == 3)
    #expect(
      try await export.imported(into: target.journal).compactMap(\.earlier?.notTaken)
        == [[], [], []])
    change = PostChange()
    (change.words, change.mood) = (try Words("other"), .some(.good))
    _ = try source.journal.posts.edit([1], change, now: 1_750_009_000)
    _ = try source.journal.posts.edit([2], change, now: 1_750_009_000)
    export = try TestExport(of: source)
    #expect(
      try await export.imported(into: target.journal).compactMap(\.earlier?.notTaken)
        == [[.words, .versions, .mood], [.words, .mood], []])
    // What was taken over by hand, and then changed, is here.
    let here = try target.journal.posts.first(PostFilter(), order: .oldestFirst, count: 9)
    let number = try #require(here.first { $0.words.contains("see") }?.number)
    _ = try target.journal.posts.edit([number], change, now: 1_750_010_000)
    change.words = try Words("newest")
    _ = try target.journal.posts.edit([number], change, now: 1_750_020_000)
    #expect(
      try await export.imported(into: target.journal).first?.earlier?.notTaken == [])
  }

  @Test("keeps numbers that are free, and counts on from there, as the preview tells")
  func numbers() async throws {
    let source = try TestJournal()
    try await source.post("2024-01-01 12:00", "2024-01-02 12:00", "2024-01-03 12:00")
    let export = try TestExport(of: source)
    let target = try TestJournal()
    try await target.post("2020-01-01 12:00", "2020-01-02 12:00")
    let preview = try await export.run(.preview(of: target.journal))
    #expect(preview.map(\.number) == [4, 5, 3])
    #expect(try await export.imported(into: target.journal).map(\.number) == [4, 5, 3])
    #expect(try target.journal.posts.post(3).day.description == "2024-01-03")
    #expect(try await target.post("2020-01-03 12:00").map(\.number) == [6])
  }

  @Test("gives a post another place where its own is taken, and leaves alone what is there")
  func place() async throws {
    let source = try TestJournal()
    let file = try #require(try await source.post("2024-01-31 12:00").first).thePhoto.file
    let export = try TestExport(of: source)
    let target = try TestJournal()
    try target.folder.write([1, 2, 3], to: "journal/\(file)")
    #expect(try await export.imported(into: target.journal).map(\.problem) == [""])
    #expect(try target.folder.read("journal/\(file)") == [1, 2, 3])
    let post = try target.journal.posts.post(1)
    #expect(String(decoding: post.thePhoto.file) == String(decoding: file).dropLast(4) + "_2.jpg")
    #expect(
      try target.folder.read("journal/\(post.thePhoto.file)")
        == source.folder.read("journal/\(file)"))
  }

  @Test(
    "puts photos where this journal would look for them",
    arguments: ["photos/a.jpg", "photos/2024/02/01/a.jpg", "photos/2024/01/31/.a.jpg"])
  func foreignPath(path: String) async throws {
    let source = try TestJournal()
    let file = try #require(try await source.post("2024-01-31 12:00").first).thePhoto.file
    let export = try TestExport(of: source)
    try export.folder.copy(export.folder.path("export/\(file)"), as: "export/\(path)")
    try export.change(0, "file", to: "\"\(path)\"")
    let target = try TestJournal()
    #expect(try await export.imported(into: target.journal).map(\.problem) == [""])
    #expect(target.photoFiles == [String(decoding: file)])
  }

  @Test("takes one export into the journals of several owners, each as often as once")
  func owners() async throws {
    let source = try TestJournal()
    try await source.post("2024-01-31 12:00", "2024-01-31 13:00")
    let export = try TestExport(of: source)
    for name in ["bob", "carla"] {
      try source.journals.addOwner(OwnerName(name), settings: JournalSettings(zone: .utc))
      let journal = try source.journals.journal(of: OwnerName(name))
      #expect(try await export.imported(into: journal).map(\.number) == [1, 2])
      #expect(
        try await export.imported(into: journal, allowsAgain: true).compactMap(\.earlier?.number)
          == [1, 2])
    }
    #expect(source.photoFiles.count == 6)
  }

  @Test("takes the settings into a journal without posts only")
  func settings() async throws {
    let source = try TestJournal(settings: [.timeZone: "Asia/Tokyo", .dayStart: "03:00"])
    try await source.post("2024-01-31 12:00")
    let export = try TestExport(of: source)
    let target = try TestJournal(settings: [.timeZone: "UTC", .labelSize: "20"])
    let work = JournalImport(
      of: try ExportFolder(opening: export.path), mode: .storing(in: target.journal),
      allowsAgain: false, now: 0)
    #expect(
      try work.takeSettings()
        == JournalImport.SettingsFate(taken: [.timeZone, .dayStart, .labelSize]))
    #expect(try target.journal.settings.current().texts == source.journal.settings.current().texts)
    #expect(try work.takeSettings() == JournalImport.SettingsFate())

    try await target.post("2020-01-01 12:00")
    try target.journal.settings.set(.dayStart, to: "05:00")
    #expect(try work.takeSettings() == JournalImport.SettingsFate(leftOut: [.dayStart]))
    #expect(try target.journal.settings.current().dayStart.description == "05:00")
  }

  @Test("writes nothing in a preview, be there a journal or none")
  func preview() async throws {
    let source = try TestJournal()
    try await source.post("2024-01-31 12:00", "2024-02-01 12:00", caption: "점심")
    let export = try TestExport(of: source)
    let target = try TestJournal(settings: [.timeZone: "UTC"])
    for mode in [JournalImport.Mode.preview(of: nil), .preview(of: target.journal)] {
      let records = try await export.run(mode)
      #expect(records.map(\.number) == [1, 2])
      #expect(records.map(\.day?.description) == ["2024-01-31", "2024-02-01"])
      #expect(records.map(\.caption) == ["점심", "점심"])
    }
    #expect(target.photoFiles == [])
    #expect(try target.journal.posts.size().posts == 0)
    #expect(try target.journal.settings.current().zone.name == "UTC")
  }

  @Test("leaves nothing loose, and stores more than a group")
  func groups() async throws {
    let source = try TestJournal()
    try source.folder.write(MadePhoto.jpeg(), to: "a.jpg")
    for _ in 1...70 { _ = try await source.post(file: "a.jpg", allowsAgain: true) }
    let export = try TestExport(of: source)
    try export.change(5, "caption", to: "\"\\u0007\"")
    let target = try TestJournal()
    let records = try await export.imported(into: target.journal)
    #expect(records.map(\.place) == Array(1...70))
    #expect(records.compactMap(\.number) == (1...70).filter { $0 != 6 })
    #expect(try target.count("SELECT count(*) FROM loose_file") == 0)
    #expect(target.photoFiles.count == 69)
  }
}

@Suite("A doubtful time")
struct TimeDoubtTests {
  private static let dayBefore = CivilDate(daysSinceEpoch: 19_752)

  /// A journal whose day begins at four, with one post of noon.
  private func export() async throws -> TestExport {
    let source = try TestJournal(settings: [.timeZone: "Asia/Seoul", .dayStart: "04:00"])
    try await source.post("2024-01-31 12:00:00+09:00")
    return try TestExport(of: source)
  }

  @Test(
    "is one of a last change, of an assumed offset, of the future or of another day",
    arguments: [
      ("source", "\"exif:DateTime\"", [.lastChange(.exifDateTime)]),
      ("source", "\"fileModified\"", [.lastChange(.fileModified)]),
      ("source", "\"gps\"", []),
      ("offsetAssumed", "true", [.offsetAssumed(zone: "Asia/Seoul")]),
      ("posted", "0", []),
      ("instant", "1706670000", []),
      // 03:59:59 in Seoul counts to the day before.
      ("instant", "1706641199", [.otherDay(told: dayBefore)]),
      ("instant", "1706641200", []),
      ("zone", "\"America/New_York\"", [.otherDay(told: dayBefore)]),
    ] as [(String, String, [TimeDoubt])])
  func doubts(field: String, json: String, doubts: [TimeDoubt]) async throws {
    let export = try await export()
    try export.change(0, field, to: json)
    #expect(try await export.run(.preview(of: nil)).map(\.doubts) == [doubts])
  }

  @Test("is told in the future from the given moment on")
  func future() async throws {
    let export = try await export()
    let noon = 1_706_670_000
    #expect(try await export.run(.preview(of: nil), now: noon).map(\.doubts) == [[]])
    #expect(try await export.run(.preview(of: nil), now: noon - 1).map(\.doubts) == [[.inFuture]])
  }

  @Test("is none where only the day is known, whenever days begin")
  func dayOnly() async throws {
    let source = try TestJournal(settings: [.timeZone: "Asia/Seoul"])
    try await source.post("2024-01-31")
    try source.journal.settings.set(.dayStart, to: "04:00")
    let export = try TestExport(of: source)
    #expect(try await export.run(.preview(of: nil)).map(\.doubts) == [[]])
  }
}
