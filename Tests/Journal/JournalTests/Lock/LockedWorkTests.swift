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

@Suite("In an owner's journal")
struct LockedWorkTests {
  private typealias It = LockedJournal

  /// A journal without a PIN as yet, with a post and another in the trash, and an export to import.
  private func journal() async throws -> LockedJournal {
    let it = try It(pin: nil)
    try await it.test.post(
      "2024-01-31 12:00", "2024-01-31 13:00", caption: "sea", isStarred: true, tags: ["blue"])
    try it.test.journal.trash.move([2], now: 5)
    let other = try TestJournal()
    try await other.post("2024-03-01 12:00", caption: "harbour")
    try FileManager.default.createDirectory(
      atPath: it.test.folder.path("other"), withIntermediateDirectories: true)
    try JournalExport(of: other.journal, into: FilePath(it.test.folder.path("other/export")))
      .run { _ in }
    return it
  }

  @Test("that is closed nothing can be read or changed")
  func closed() async throws {
    let it = try await journal()
    try it.lock.set(It.right)
    let ended = try it.journals(it.lock.unlock(It.right)).journal(of: it.lock.owner)
    try it.lock.close()
    let expired = try it.journals(it.lock.unlock(It.right)).journal(of: it.lock.owner)
    it.clock.move(by: LockDelay.usual.idle)

    let (rows, files) = (try it.test.rows(), it.test.photoFiles)
    for work in JournalWork.all {
      // The first was opened before there was a PIN.
      for journal in [it.test.journal, ended, expired] {
        await #expect("\(work)") {
          try await work.run(journal, it.test.folder)
        } throws: { error in
          if case JournalError.locked(it.lock.owner) = error { true } else { false }
        }
      }
    }
    #expect(try it.test.rows() == rows)
    #expect(it.test.photoFiles == files)
    #expect(it.test.folder.files.allSatisfy { !$0.hasPrefix("export/") })
  }

  @Test("that a session opens everything can, whoever else's is closed", arguments: JournalWork.all)
  func open(work: JournalWork) async throws {
    let it = try await journal()
    try it.lock.set(It.right)
    _ = try it.add("bob", pin: It.right)
    let journal = try it.journals(it.lock.unlock(It.right)).journal(of: it.lock.owner)
    try await work.run(journal, it.test.folder)
    #expect(try !It.isOpen(OwnerName("bob"), in: it.test.journals))
  }
}

/// Something that can be done with an owner's journal.
struct JournalWork: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// - Parameters:
  ///   - journal: one with post 1, and post 2 in the trash.
  ///   - folder: the test's own, for files.
  let run: @Sendable (_ journal: OwnerJournal, _ folder: TemporaryFolder) async throws -> Void

  private init(
    _ name: String,
    _ run: @escaping @Sendable (OwnerJournal, TemporaryFolder) async throws -> Void
  ) {
    (testDescription, self.run) = (name, run)
  }

  static let all = reading + changing + moving

  private static let reading = [
    JournalWork("read") { journal, _ in try journal.read { _ in } },
    JournalWork("post") { journal, _ in _ = try journal.posts.post(1) },
    JournalWork("posts") { journal, _ in _ = try journal.posts.all(PostFilter()) },
    JournalWork("posts of a search") { journal, _ in
      var filter = PostFilter()
      filter.text = "sea"
      _ = try journal.posts.all(filter)
    },
    JournalWork("forEachPost") { journal, _ in try journal.posts.forEach(PostFilter()) { _ in } },
    JournalWork("counts") { journal, _ in _ = try journal.days.counts(PostFilter()) },
    JournalWork("counts of days") { journal, _ in
      _ = try journal.days.counts(DayRange(day(2024, 1, 31)))
    },
    JournalWork("memories") { journal, _ in _ = try journal.memories.posts(of: day(2025, 1, 31)) },
    JournalWork("randomPost") { journal, _ in
      _ = try journal.memories.randomPost(seed: 1, before: .max)
    },
    JournalWork("statistics") { journal, _ in
      _ = try journal.days.statistics(today: day(2025, 1, 31))
    },
    JournalWork("settings") { journal, _ in _ = try journal.settings.current() },
    JournalWork("size") { journal, _ in _ = try journal.posts.size() },
    JournalWork("trash") { journal, _ in _ = try journal.trash.posts() },
    JournalWork("checkAreLive") { journal, _ in try journal.trash.checkAreLive([1]) },
    JournalWork("page") { journal, _ in _ = try PostPage(of: journal, after: 0, size: 10) },
  ]

  private static let changing = [
    JournalWork("write") { journal, _ in try journal.write { _ in } },
    JournalWork("set") { journal, _ in try journal.settings.set(.dayStart, to: "04:00") },
    JournalWork("reset") { journal, _ in try journal.settings.reset(.dayStart) },
    JournalWork("renameOwner") { journal, _ in try journal.renameOwner(to: OwnerName("zoe")) },
    JournalWork("removeOwner") { journal, _ in _ = try journal.removeOwner() },
    JournalWork("moveToTrash") { journal, _ in try journal.trash.move([1], now: 5) },
    JournalWork("restore") { journal, _ in _ = try journal.trash.restore([2]) },
    JournalWork("emptyTrash") { journal, _ in _ = try journal.trash.empty() },
    JournalWork("edit") { journal, _ in
      var change = PostChange()
      change.isStarred = true
      _ = try journal.posts.edit(1, change, now: 1_800_000_000) { try TestJournal.stamper($0) }
    },
    JournalWork("edit with another time") { journal, _ in
      var change = PostChange()
      change.time = try GivenTime.parse("2020-01-01 10:00")
      _ = try journal.posts.edit(1, change, now: 1_800_000_000) { try TestJournal.stamper($0) }
    },
  ]

  private static let moving = [
    JournalWork("posting") { journal, folder in
      try folder.write(MadePhoto.jpeg(width: 500), to: "IMG_20240201_120000.jpg")
      let look = LabelLook(style: LabelStyle(.plain))
      let posting = Posting(
        Posting.Settings(
          stamper: try TestJournal.stamper(look), look: look, rule: DayRule(zone: .utc),
          details: PostDetails(caption: try Caption(""), isStarred: false, tags: []),
          allowsAgain: false, exportFolder: nil, now: { 1_800_000_000 }),
        into: journal)
      var errors: [any Error] = []
      let walk = PhotoWalk([FilePath(folder.path("IMG_20240201_120000.jpg"))])
      await posting.run(walk, jobs: 1) {
        if case .failed(let error) = $0.result { errors.append(error) }
      }
      for error in errors { throw error }
    },
    JournalWork("export") { journal, folder in
      try JournalExport(of: journal, into: FilePath(folder.path("export"))).run { _ in }
    },
    JournalWork("import") { journal, folder in
      try await run(try Self.import(folder, .storing(in: journal)))
    },
    JournalWork("preview of an import") { journal, folder in
      try await run(try Self.import(folder, .preview(of: journal)))
    },
    JournalWork("settings of an import") { journal, folder in
      _ = try Self.import(folder, .storing(in: journal)).takeSettings()
    },
    JournalWork("settings of an import's preview") { journal, folder in
      _ = try Self.import(folder, .preview(of: journal)).takeSettings()
    },
  ]

  /// The import of the export that the test has made.
  private static func `import`(
    _ folder: TemporaryFolder, _ mode: JournalImport.Mode
  ) throws -> JournalImport {
    JournalImport(
      of: try ExportFolder(opening: FilePath(folder.path("other/export"))), mode: mode,
      allowsAgain: false, now: 5)
  }

  private static func run(_ work: JournalImport) async throws {
    var errors: [any Error] = []
    try await work.run(jobs: 1) { if case .failed(let error) = $0.result { errors.append(error) } }
    for error in errors { throw error }
  }
}
