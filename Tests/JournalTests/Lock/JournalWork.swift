import CaptureTime
import Stamping
import SystemPackage
import TestSupport
import Testing

@testable import Journal

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
    JournalWork("post") { journal, _ in _ = try journal.post(1) },
    JournalWork("posts") { journal, _ in _ = try journal.posts(PostFilter()) },
    JournalWork("posts of a search") { journal, _ in
      var filter = PostFilter()
      filter.text = "sea"
      _ = try journal.posts(filter)
    },
    JournalWork("forEachPost") { journal, _ in try journal.forEachPost(PostFilter()) { _ in } },
    JournalWork("counts") { journal, _ in _ = try journal.counts(PostFilter()) },
    JournalWork("counts of days") { journal, _ in
      _ = try journal.counts(DayRange(day(2024, 1, 31)))
    },
    JournalWork("memories") { journal, _ in _ = try journal.memories(of: day(2025, 1, 31)) },
    JournalWork("randomPost") { journal, _ in _ = try journal.randomPost(seed: 1, before: .max) },
    JournalWork("statistics") { journal, _ in _ = try journal.statistics(today: day(2025, 1, 31)) },
    JournalWork("settings") { journal, _ in _ = try journal.settings() },
    JournalWork("size") { journal, _ in _ = try journal.size() },
    JournalWork("trash") { journal, _ in _ = try journal.trash() },
    JournalWork("checkAreLive") { journal, _ in try journal.checkAreLive([1]) },
    JournalWork("page") { journal, _ in _ = try journal.page(after: 0, size: 10) },
  ]

  private static let changing = [
    JournalWork("write") { journal, _ in try journal.write { _ in } },
    JournalWork("set") { journal, _ in try journal.set(.dayStart, to: "04:00") },
    JournalWork("reset") { journal, _ in try journal.reset(.dayStart) },
    JournalWork("renameOwner") { journal, _ in try journal.renameOwner(to: OwnerName("zoe")) },
    JournalWork("removeOwner") { journal, _ in _ = try journal.removeOwner() },
    JournalWork("moveToTrash") { journal, _ in try journal.moveToTrash([1], now: 5) },
    JournalWork("restore") { journal, _ in _ = try journal.restore([2]) },
    JournalWork("emptyTrash") { journal, _ in _ = try journal.emptyTrash() },
    JournalWork("edit") { journal, _ in
      var change = PostChange()
      change.isStarred = true
      _ = try journal.edit(1, change) { try TestJournal.stamper($0) }
    },
    JournalWork("edit with another time") { journal, _ in
      var change = PostChange()
      change.time = try GivenTime.parse("2020-01-01 10:00")
      _ = try journal.edit(1, change) { try TestJournal.stamper($0) }
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
          allowsAgain: false, exportFolder: nil, now: { 5 }),
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
    await work.run(jobs: 1) { if case .failed(let error) = $0.result { errors.append(error) } }
    for error in errors { throw error }
  }
}
