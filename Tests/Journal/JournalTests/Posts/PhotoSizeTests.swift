import CaptureTime
import Formats
import JournalSupport
import Raster
import Stamping
import SystemPackage
import Testing
import TestSupport

@testable import Journal
@testable import Store

@Suite("How large a post's photo is")
struct PhotoSizeTests {
  private let test: TestJournal
  private let post: Post

  init() async throws {
    test = try TestJournal()
    post = try #require(try await test.post("2024-01-31 12:00").first)
  }

  private func stored() throws -> PixelSize? { try test.journal.posts.post(1).photo?.size }

  private func forget() throws { try test.execute("UPDATE photo SET width = NULL, height = NULL") }

  private func seenSize() throws -> PixelSize {
    let bytes = try test.folder.read("journal/\(post.thePhoto.file)")
    return try PhotoFile(bytes).header.displayedSize
  }

  @Test("is stored when it is posted, as the photo is displayed")
  func posted() throws {
    #expect(try stored() == seenSize())
    #expect(try post.photo?.size == seenSize())
  }

  @Test("is that after orientation")
  func turned() async throws {
    try test.folder.write(MadePhoto.jpeg(exif: ExifBlock(orientation: 6)), to: "turned.jpg")
    _ = try await test.post(file: "turned.jpg", given: GivenTime.parse("2024-02-01 12:00"))
    let (upright, turned) = (try #require(try stored()), try test.journal.posts.post(2).photo?.size)
    #expect(turned == PixelSize(width: upright.height, height: upright.width))
  }

  @Test(
    "is unknown where the database says what no photo has",
    arguments: [
      "width = 0", "height = -1", "width = 9223372036854775807", "width = 1000001",
      "width = NULL", "height = 'abc'", "height = x'00'",
    ])
  func hostile(change: String) throws {
    try test.damage("UPDATE photo SET \(change)")
    #expect(try stored() == nil)
    #expect(try test.journal.posts.all(PostFilter()).map(\.photo?.size) == [nil])
  }

  @Test("is stored anew when the photo is stamped again")
  func restamped() throws {
    try forget()
    var change = PostChange()
    change.time = try GivenTime.parse("2024-02-01 08:15")
    _ = try test.journal.posts.edit(1, change, now: 1_800_000_000) { try TestJournal.stamper($0) }
    #expect(try stored() == post.photo?.size)
  }

  @Test("is read from the photo in an import")
  func imported() async throws {
    let target = try TestJournal()
    _ = try await TestExport(of: test).imported(into: target.journal)
    #expect(try target.journal.posts.post(1).photo?.size == seenSize())
  }

  @Test("is learned again when a thumbnail is made, and when one is read")
  func learned() throws {
    for _ in 0..<2 {
      try forget()
      #expect(try stored() == nil)
      _ = try test.journal.thumbnails.thumbnail(
        of: test.journal.posts.post(1), .small, maxPixels: 1_000_000, decoder: InProcessDecoder())
      #expect(try stored() == seenSize())
    }
  }

  @Test("is not learned from a photo that another one has replaced")
  func replaced() throws {
    try forget()
    let old = try test.journal.posts.post(1)
    try test.execute("UPDATE photo SET hash = zeroblob(32)")
    test.journal.thumbnails.noteSize(of: old.thePhoto)
    #expect(try stored() == nil)
  }

  @Test("is learned by a check that repairs, which finds nothing wrong with it")
  func checked() throws {
    for repairs in [false, true] {
      try forget()
      var findings: [JournalFinding] = []
      let stamper: ((LabelLook) throws -> Stamper)? =
        repairs ? { try TestJournal.stamper($0) } : nil
      try JournalCheck(test.journals, owners: nil, repairingWith: stamper)
        .run(progress: { _, _ in }, report: { findings.append($0) })
      #expect(findings.isEmpty, "\(findings)")
      #expect(try stored() == (repairs ? seenSize() : nil))
    }
  }

  @Test("is unknown in a journal of version 6, which opens as it was")
  func migrated() throws {
    try test.age(to: 6)
    let journal = try test.reopened()
    #expect(try test.count("PRAGMA user_version") == 20)
    #expect(try journal.posts.post(1).photo?.size == nil)
    #expect(try journal.posts.post(1).photo?.hash == post.photo?.hash)
    #expect(try DatabaseCheck(store: journal.store).missingThings().isEmpty)
  }

  /// Rows that were written by version 6 keep their short records.
  @Test(
    "stays in a salvage, also of a journal of version 6, be it migrated or not",
    arguments: [(6, false), (6, true), (7, false)])
  func salvaged(version: Int, isMigrated: Bool) throws {
    if version < 7 { try test.age(to: version) }
    if isMigrated { _ = try test.reopened() }
    let result = try DamagedCopy(of: test).salvage()
    #expect(result.findings.isEmpty, "\(result.findings)")
    let journal = try Journal(opening: FilePath(test.folder.path("new")))
      .journal(of: test.journal.owner)
    #expect(try journal.posts.post(1).photo?.size == (version < 7 ? nil : seenSize()))
    #expect(try journal.posts.post(1).photo?.hash == post.photo?.hash)
  }
}
