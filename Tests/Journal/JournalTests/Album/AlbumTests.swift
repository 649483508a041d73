import CaptureTime
import Files
import Foundation
import Glibc
import JournalSupport
import Stamping
import SystemPackage
import Testing
import TestSupport

@testable import Journal
@testable import Store

@Suite("The album of an owner's stamped photos")
struct AlbumTests {
  private let test: TestJournal

  init() throws {
    test = try TestJournal()
    try test.journal.settings.set(.exportFolder, to: test.folder.path("album"))
  }

  /// The copies in a folder, without the list.
  private func copies(_ folder: String = "album") -> [String] {
    test.folder.files.filter { $0.hasPrefix("\(folder)/") && !$0.contains("/.") }
      .map { String($0.dropFirst(folder.count + 1)) }.sorted()
  }

  private func stamped(_ number: Int) throws -> [UInt8] {
    try test.folder.read("journal/\(test.journal.posts.post(number).thePhoto.file)")
  }

  private func move(_ number: Int, to time: String) throws {
    var change = PostChange()
    change.time = try GivenTime.parse(time)
    _ = try test.journal.posts.edit(number, change, now: 1_800_000_000) {
      try TestJournal.stamper($0)
    }
  }

  private func due() throws -> Int? { try test.count("SELECT count(*) FROM album_due") }

  /// Posts as a command line or a server does that follows the setting.
  @discardableResult
  private func post(_ time: String) async throws -> PostRecord? {
    let name = "\(UUID().uuidString).jpg"
    try test.folder.write(MadePhoto.jpeg(exif: nil) + Array(name.utf8), to: name)
    let settings = try test.journal.settings.current()
    var posting = Posting.Settings(
      stamper: try TestJournal.stamper(settings.look, given: GivenTime.parse(time)),
      look: settings.look, rule: settings.rule,
      details: PostDetails(caption: .empty, isStarred: false, tags: []), allowsAgain: false,
      exportFolder: try test.journal.settings.albumFolder(), now: { 1_750_000_000 })
    posting.isAlbum = true
    var records: [PostRecord] = []
    await Posting(posting, into: test.journal).run(
      PhotoWalk([FilePath(test.folder.path(name))]), jobs: 1
    ) { records.append($0) }
    return records.first
  }

  private func export(_ folder: String = "album") throws -> [String] {
    var results: [String] = []
    try AlbumExport(
      of: test.journal, PostFilter(), into: FilePath(test.folder.path(folder))
    ).run { number, result in
      results.append("\(number) \(String("\(result)".prefix { $0 != "(" }))")
    }
    return results
  }

  @Test("gets a copy of each photo that is posted, for its owner alone, of the post's time")
  func posted() async throws {
    try await post("2024-01-31 12:00")
    let name = try #require(copies().first)
    #expect(name.hasPrefix("2024-01-31_1200_") && copies().count == 1)
    #expect(try test.folder.read("album/\(name)") == stamped(1))
    let status = try FilePath(test.folder.path("album/\(name)")).stat()
    #expect(status.permissions == .ownerReadWrite)
    let attributes = try FileManager.default.attributesOfItem(
      atPath: test.folder.path("album/\(name)"))
    let modified = try #require(attributes[.modificationDate] as? Date)
    #expect(Int(modified.timeIntervalSince1970) == (try test.journal.posts.post(1).time.instant))
    #expect(try FilePath(test.folder.path("album")).stat().permissions == .ownerReadWriteExecute)
    #expect(try due() == 0)
  }

  @Test("follows a photo that is stamped anew, also under another time")
  func restamped() async throws {
    try await post("2024-01-31 12:00")
    try move(1, to: "2024-02-01 08:15")
    #expect(copies().count == 1 && copies()[0].hasPrefix("2024-02-01_0815_"))
    try move(1, to: "2024-02-01 08:15")
    #expect(copies().count == 1)
    #expect(try test.folder.read("album/\(copies()[0])") == stamped(1))
    #expect(try due() == 0)
    // A post that goes leaves its copy.
    try test.journal.trash.move([1], now: 1_800_000_000)
    _ = try test.journal.trash.empty()
    #expect(copies().count == 1)
  }

  @Test("leaves alone what anybody else has put or changed there")
  func foreign() async throws {
    try await post("2024-01-31 12:00")
    let name = copies()[0]
    let changed = Array("edited by hand".utf8)
    try test.folder.write(changed, to: "album/\(name)")
    try move(1, to: "2024-01-31 12:00:01")
    try move(1, to: "2024-01-31 12:00")
    #expect(try test.folder.read("album/\(name)") == changed)
    #expect(copies().count == 2)
    #expect(try copies().contains { try test.folder.read("album/\($0)") == stamped(1) })
  }

  @Test("follows no link below it, whatever has the name of a copy")
  func links() async throws {
    try await post("2024-01-31 12:00")
    let name = copies()[0]
    try test.folder.write([1, 2, 3], to: "mine")
    try FileManager.default.removeItem(atPath: test.folder.path("album/\(name)"))
    try FileManager.default.createSymbolicLink(
      atPath: test.folder.path("album/\(name)"), withDestinationPath: test.folder.path("mine"))
    #expect(try export() == ["1 written"])
    #expect(try test.folder.read("mine") == [1, 2, 3])
    #expect(copies().contains(String(name.dropLast(4)) + "_2.jpg"))
    try FileManager.default.removeItem(atPath: test.folder.path("album/.daystamp-copies"))
    try FileManager.default.createSymbolicLink(
      atPath: test.folder.path("album/.daystamp-copies"),
      withDestinationPath: test.folder.path("mine"))
    #expect(throws: FileError.symbolicLink(FilePath(test.folder.path("album/.daystamp-copies")))) {
      try export()
    }
    #expect(try test.folder.read("mine") == [1, 2, 3])
  }

  @Test("is told of a copy that cannot be made, which the next post makes up for")
  func due() async throws {
    try test.folder.write([0], to: "album")
    let record = try await post("2024-01-31 12:00")
    guard case .notExported(let post, _) = record?.result else {
      Issue.record("\(record as Any)")
      return
    }
    #expect(try test.journal.posts.post(1) == post)
    try move(1, to: "2024-02-01 08:15")
    #expect(try due() == 1 && test.journal.album.makeUp().count == 1)
    try FileManager.default.removeItem(atPath: test.folder.path("album"))
    try await self.post("2024-02-02 12:00")
    #expect(copies().map { String($0.prefix(10)) } == ["2024-02-01", "2024-02-02"])
    #expect(try due() == 0)
    #expect(try CheckedJournal(test: test).check().isEmpty)
  }

  @Test("exports what is lacking, and passes over what is there")
  func exported() async throws {
    try await test.post("2024-01-31 12:00", "2024-02-01 12:00", "2024-02-02 12:00")
    try test.journal.trash.move([2], now: 1_800_000_000)
    #expect(try export() == ["1 written", "3 written"])
    #expect(try export() == ["1 there", "3 there"])
    try FileManager.default.removeItem(atPath: test.folder.path("album/\(copies()[0])"))
    _ = try test.journal.trash.restore([2])
    #expect(try export() == ["1 written", "2 written", "3 there"])
    // Another folder, where somebody had copied the files.
    try FileManager.default.createDirectory(
      atPath: test.folder.path("other"), withIntermediateDirectories: false)
    for name in copies() {
      try test.folder.copy(test.folder.path("album/\(name)"), as: "other/\(name)")
    }
    #expect(try export("other") == ["1 there", "2 there", "3 there"])
    try move(1, to: "2024-01-31 13:00")
    #expect(try export("other") == ["1 written", "2 there", "3 there"])
    #expect(copies("other").count == 3)
    // A photo that is broken keeps no other from coming.
    let photo = try test.journal.posts.post(1).thePhoto.file
    try test.folder.write([0], to: "journal/\(photo)")
    #expect(try export("third") == ["1 failed", "2 written", "3 written"])
  }

  @Test(
    "takes no name, no line's end and no amount for more than it is",
    arguments: [
      "", "\n\n", "a b c", "$uid $hash ../mine\n", "$uid $hash /etc/passwd\n", "$uid $hash a/b\n",
      "$uid $hash .daystamp-copies\n", "$uid $hash", "\u{0}$uid $hash mine\n",
      "$uid $hash \(String(repeating: "a", count: 1_000))\n", "$uid 00 mine\n",
    ])
  func hostileList(text: String) async throws {
    try await test.post("2024-01-31 12:00")
    try test.folder.write([7], to: "mine")
    try test.folder.write([7], to: "album/mine")
    let line = text.replacing("$uid", with: try test.text("SELECT lower(hex(uid)) FROM post") ?? "")
      .replacing("$hash", with: StampMark.hash([7]).hexadecimal)
    try test.folder.write(Array(line.utf8), to: "album/.daystamp-copies")
    #expect(try export() == ["1 written"])
    #expect(try export() == ["1 there"])
    #expect(try test.folder.read("mine") == [7] && test.folder.read("album/mine") == [7])
  }

  @Test("is in no folder that another user may have set, and not in the journal")
  func folders() throws {
    #expect(try test.journal.settings.albumFolder()?.string == test.folder.path("album"))
    try test.journal.settings.set(.exportFolder, to: test.folder.path("journal/photos/x"))
    #expect(try test.journal.settings.albumFolder() == nil)
    try test.journal.settings.reset(.exportFolder)
    #expect(try test.journal.settings.albumFolder() == nil)
  }
}
