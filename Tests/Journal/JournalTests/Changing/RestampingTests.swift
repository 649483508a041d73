import CaptureTime
import Files
import Formats
import Foundation
import JournalSupport
import Raster
import Stamping
import SystemPackage
import Testing
import TestSupport

@testable import Journal
@testable import Store

@Suite("A post of another time")
struct RestampingTests {
  let test: TestJournal

  init() throws { test = try TestJournal() }

  private func edit(_ time: String?, zone: String? = nil) throws -> Post {
    var change = PostChange()
    change.time = try time.map(GivenTime.parse)
    change.zone = try zone.map(CaptureZone.parse)
    return try test.journal.posts.edit(1, change, now: 1_800_000_000) {
      try TestJournal.stamper($0)
    }
  }

  /// What the stamp of a post says, and the photo without it.
  private func unstamped(_ post: Post) throws -> UnstampedPhoto {
    try Unstamper().unstamp(
      PhotoReader(InputPhoto(named: test.journal.posts.path(post.thePhoto.file))).whole())
  }

  @Test("has the new label, in the new day's folder, over the same original")
  func jpeg() async throws {
    try test.folder.write(MadePhoto.jpeg(), to: "a.jpg")
    _ = try await test.post(file: "a.jpg", caption: "stays", isStarred: true, tags: ["sea"])
    let before = try test.journal.posts.post(1)
    for (time, day) in [("2024-02-01 08:15", "2024-02-01"), ("2019-05-06", "2019-05-06")] {
      let post = try edit(time)
      #expect(post.day.description == day)
      #expect(
        String(decoding: post.thePhoto.file)
          .hasPrefix("photos/\(day.replacing("-", with: "/"))/\(day)_"))
      #expect(test.photoFiles == [String(decoding: post.thePhoto.file)])
      let back = try unstamped(post)
      #expect(back.mark.label == (time.count > 10 ? time : day))
      #expect(try back.bytes == test.folder.read("a.jpg"))
      #expect(
        try StampMark.hash(test.folder.read("journal/\(post.thePhoto.file)")) == post.thePhoto.hash)
      #expect(post.thePhoto.originalHash == before.thePhoto.originalHash)
      #expect(post.caption == "stays" && post.isStarred && post.tags == ["sea"])
      #expect(post.time.source == .given)
      #expect(try test.count("SELECT count(*) FROM loose_file") == 0)
    }
  }

  @Test("takes the original along that is kept beside it")
  func png() async throws {
    try test.folder.write(MadePhoto.png(), to: "IMG_20240131_235959.png")
    _ = try await test.post(file: "IMG_20240131_235959.png")
    let before = try test.journal.posts.post(1)
    let post = try edit("2024-02-01 08:15")
    let original = try #require(post.thePhoto.originalFile)
    #expect(String(decoding: original).hasPrefix("photos/2024/02/01/2024-02-01_0815_"))
    #expect(
      try test.folder.read("journal/\(original)") == test.folder.read("IMG_20240131_235959.png"))
    #expect(post.thePhoto.hash != before.thePhoto.hash)
    #expect(test.photoFiles == post.thePhoto.files.map { String(decoding: $0) }.sorted())
    #expect(post.thePhoto.originalName == "IMG_20240131_235959.png")
    #expect(try test.count("SELECT count(*) FROM loose_file") == 0)
  }

  @Test("is stamped anew from the original where the photo was re-encoded")
  func reencoded() async throws {
    try test.folder.copy("\(Checkout.samples)/paris.avif", as: "a.avif")
    _ = try await test.post(file: "a.avif")
    let post = try edit("2024-02-01 08:15")
    let bytes = try test.folder.read("journal/\(post.thePhoto.file)")
    let mark = try #require(StampMark(of: bytes))
    #expect(mark.label == "2024-02-01 08:15" && mark.isReencoded)
    #expect(mark.originalHash == post.thePhoto.originalHash)
    let original = try #require(post.thePhoto.originalFile)
    #expect(try test.folder.read("journal/\(original)") == test.folder.read("a.avif"))
    #expect(try CheckedJournal(test: test).check().isEmpty)
  }

  @Test("is had of a photo that was re-encoded as it was stamped elsewhere, whose label stays")
  func stampedElsewhere() async throws {
    try test.folder.copy("\(Checkout.samples)/paris.avif", as: "a.avif")
    let stamper = try TestJournal.stamper(LabelLook(style: LabelStyle(.plain)))
    let elsewhere = try stamper.stamp(
      PhotoSource(bytes: test.folder.read("a.avif"), attributes: nil), as: .jpeg)
    try test.folder.write(elsewhere.bytes, to: "b.jpg")
    let record = try #require(try await test.post(file: "b.jpg").first)
    guard case .posted(let posted, _) = record.result else {
      Issue.record("\(record.result)")
      return
    }
    #expect(record.warnings.contains(.oldLabelStays))
    #expect(posted.thePhoto.originalHash == StampMark.hash(elsewhere.bytes))
    let post = try edit("2024-02-01 08:15")
    let original = try #require(post.thePhoto.originalFile)
    #expect(try test.folder.read("journal/\(original)") == elsewhere.bytes)
    let mark = StampMark(of: try test.folder.read("journal/\(post.thePhoto.file)"))
    #expect(mark?.label == "2024-02-01 08:15")
    #expect(try CheckedJournal(test: test).check().isEmpty)
  }

  @Test("may have the same time again, any number of times")
  func sameTime() async throws {
    try await test.post("2024-01-31 12:00")
    let before = try test.folder.read("journal/\(test.journal.posts.post(1).thePhoto.file)")
    for _ in 1...3 {
      let post = try edit("2024-01-31 12:00")
      #expect(test.photoFiles == [String(decoding: post.thePhoto.file)])
      #expect(try test.folder.read("journal/\(post.thePhoto.file)") == before)
    }
  }

  @Test("keeps the look that it was posted with")
  func look() async throws {
    try test.journal.settings.set(.labelFormat, to: "%d.%m.%Y")
    try await test.post("2024-01-31 12:00")
    try test.journal.settings.set(.labelFormat, to: "%Y")
    #expect(try unstamped(edit("2024-02-01 08:15")).mark.label == "01.02.2024")
  }

  @Test("may have another label, which stays with it, on the same day at the same time")
  func label() async throws {
    try await test.post("2024-01-31 01:00", caption: "stays")
    let (posts, before) = (test.journal.posts, try test.journal.posts.post(1))
    // By which it would be a post of the day before.
    try test.journal.settings.set(.dayStart, to: "04:00")
    var change = PostChange()
    change.label = try LabelChange([.labelStyle: "film", .labelSize: "30"])
    let post = try posts.edit(1, change, now: 1_800_000_000) { try TestJournal.stamper($0) }
    #expect(post.time == before.time && post.caption == "stays")
    #expect(post.thePhoto.hash != before.thePhoto.hash)
    #expect(post.thePhoto.originalHash == before.thePhoto.originalHash)
    #expect(test.photoFiles == [String(decoding: post.thePhoto.file)])
    let look = try posts.look(of: post.requirePhoto())
    #expect(look.style.format == LabelStyle(.film).format && look.style.size == .points(30))
    #expect(look.style.position == .bottomRight)
    #expect(try unstamped(post).mark.label == "'24    01    31    01:00")
    // It is told in the next change of the time, too.
    #expect(try unstamped(edit("2024-02-01 08:15")).mark.label == "'24    02    01    08:15")
    change.label = try LabelChange([.labelPosition: "top", .labelColour: "#ff0000"])
    let third = try posts.edit(1, change, now: 1_800_000_000) { try TestJournal.stamper($0) }
    let changed = try posts.look(of: third.requirePhoto()).style
    #expect((changed.position, changed.size) == (.top, .points(30)))
    #expect(changed.colour == RGBA(red: 255, green: 0, blue: 0, alpha: 255))
    #expect(try test.count("SELECT count(*) FROM loose_file") == 0)
  }

  @Test("shows its caption where the label does, and is stamped again for another")
  func caption() async throws {
    try test.folder.write(MadePhoto.jpeg(), to: "a.jpg")
    try test.journal.settings.set(.labelText, to: "{caption}\n{name} of {owner}, {time}")
    _ = try await test.post(file: "a.jpg", caption: "Cake")
    let posts = test.journal.posts
    let owner = test.journal.owner.text
    let before = try posts.post(1)
    #expect(try unstamped(before).mark.label == "Cake\na of \(owner), 2024-01-31 23:59")
    func caption(_ text: String) throws -> Post {
      var change = PostChange()
      change.caption = try Caption(text)
      return try posts.edit(1, change, now: 1_800_000_000) { try TestJournal.stamper($0) }
    }
    let post = try caption("Pie")
    #expect(post.caption == "Pie" && post.time == before.time)
    #expect(try unstamped(post).mark.label == "Pie\na of \(owner), 2024-01-31 23:59")
    #expect(try unstamped(post).bytes == test.folder.read("a.jpg"))
    #expect(test.photoFiles == [String(decoding: post.thePhoto.file)])
    // A line that is about nothing any more goes.
    #expect(try unstamped(caption("")).mark.label == "a of \(owner), 2024-01-31 23:59")
    // The caption is told in the next change of the time, too.
    _ = try caption("Pie")
    #expect(
      try unstamped(edit("2024-02-01 08:15")).mark.label == "Pie\na of \(owner), 2024-02-01 08:15")

    try test.journal.settings.set(.labelText, to: "{time}")
    try await test.post("2024-03-01 10:00", caption: "x")
    var change = PostChange()
    change.caption = try Caption("y")
    let other = try posts.edit(2, change, now: 1_800_000_000) { _ in
      throw JournalError.noPhoto(number: 2)
    }
    #expect(other.caption == "y")
  }

  @Test(
    "has no field in its label that is not kept with it",
    arguments: ["{folder}", "{n}", "{place}", "{folders}"])
  func fieldsNotKept(template: String) {
    #expect(throws: (any Error).self) { try test.journal.settings.set(.labelText, to: template) }
  }

  @Test("has no label to change where it has no photo, and none is changed to what is none")
  func noLabel() throws {
    _ = try test.journal.posts.write(NewWords(Words("words")), now: 1_750_000_000)
    var change = PostChange()
    change.label = try LabelChange([.labelPosition: "top"])
    #expect {
      try test.journal.posts.edit(1, change, now: 1_800_000_000) { try TestJournal.stamper($0) }
    } throws: {
      if case JournalError.noPhoto(number: 1) = $0 { true } else { false }
    }
    let wrong: [(SettingKey, String)] = [
      (.labelPosition, "middle"), (.labelSize, "0"), (.labelStyle, "neon"), (.labelColour, "none"),
    ]
    for (key, text) in wrong {
      #expect { try LabelChange([key: text]) } throws: { ($0 as? SettingError)?.key == key }
    }
    // A path of this machine is nobody's to choose from elsewhere.
    #expect(try LabelChange([.labelFont: "/etc/passwd"]).isEmpty)
  }

  @Test("is previewed without a change, with a label of the size that it will have")
  func preview() async throws {
    try test.folder.write(MadePhoto.jpeg(width: 2_400, height: 1_800), to: "a.jpg")
    _ = try await test.post(file: "a.jpg", given: GivenTime.parse("2024-01-31 12:00"))
    let before = try test.journal.posts.post(1)
    var change = PostChange()
    change.label = try LabelChange([.labelPosition: "top-left", .labelSize: "120px"])
    change.time = try GivenTime.parse("2024-02-01 08:15")
    var drawn: [LabelLook] = []
    let bytes = try test.journal.posts.preview(
      of: 1, change, maxPixels: 100_000_000, decoder: InProcessDecoder()
    ) {
      drawn.append($0)
      return try TestJournal.stamper($0)
    }
    #expect(drawn.map(\.style.size) == [.pixels(120 * 1_024 / 2_400)])
    let preview = try OriginalPhoto(PhotoSource(bytes: bytes, attributes: nil))
    #expect(preview.header.displayedWidth == 1_024)
    #expect(StampMark(of: bytes)?.label == "2024-02-01 08:15")
    #expect(try test.journal.posts.post(1) == before)
  }

  @Test("is refused with a time that the clocks went over, and nothing has changed")
  func gap() async throws {
    try await test.post("2024-01-31 12:00")
    let before = try test.journal.posts.post(1)
    #expect { try edit("2024-03-31 02:30", zone: "Europe/Berlin") } throws: {
      if case JournalError.timeInGap = $0 { true } else { false }
    }
    #expect(try test.journal.posts.post(1) == before)
    #expect(test.photoFiles == [String(decoding: before.thePhoto.file)])
    let post = try edit("2024-03-31 02:30+01:00", zone: "Europe/Berlin")
    #expect(post.time.captureTime.description == "2024-03-31T03:30+02:00")
  }

  @Test("is told in the zone in which it was told, whatever the journal's is now")
  func ownZone() async throws {
    try await test.post("2024-07-14 12:00")
    try test.journal.settings.set(.timeZone, to: "America/New_York")
    #expect(
      try edit("2024-07-14 13:00").time.captureTime.description == "2024-07-14T13:00+09:00")
  }

  @Test("in another zone keeps a wall clock that came without an offset")
  func wallClockInZone() async throws {
    try await test.post("2024-07-14 23:30")
    let post = try edit(nil, zone: "Europe/Paris")
    #expect(post.time.captureTime.description == "2024-07-14T23:30+02:00")
    #expect(post.time.isOffsetAssumed)
    #expect(post.time.zone == "Europe/Paris")
    #expect(post.day.description == "2024-07-14")
  }

  @Test("in another zone keeps an instant that is known, and the label shows the zone's clock")
  func instantInZone() async throws {
    try await test.post("2024-07-14 23:30+09:00")
    let before = try test.journal.posts.post(1)
    let post = try edit(nil, zone: "Pacific/Auckland")
    #expect(post.time.instant == before.time.instant)
    #expect(!post.time.isOffsetAssumed)
    #expect(post.day.description == "2024-07-15")
    #expect(try unstamped(post).mark.label == "2024-07-15 02:30")
  }

  @Test("in another zone still knows only its day")
  func dayInZone() async throws {
    try await test.post("2024-07-14")
    let post = try edit(nil, zone: "Pacific/Auckland")
    #expect(post.day.description == "2024-07-14")
    #expect(post.time.precision == .day)
    #expect(try unstamped(post).mark.label == "2024-07-14")
  }

  @Test("belongs to the day that the owner's start of the day makes of it")
  func dayStart() async throws {
    try await test.post("2024-01-31 12:00")
    try test.journal.settings.set(.dayStart, to: "04:00")
    let post = try edit("2024-02-03 03:59")
    #expect(post.day.description == "2024-02-02")
    #expect(String(decoding: post.thePhoto.file).hasPrefix("photos/2024/02/02/2024-02-03_0359_"))
  }

  @Test(
    "is refused where the photo is gone or not the one that was stored", arguments: [true, false])
  func broken(isGone: Bool) async throws {
    try await test.post("2024-01-31 12:00")
    let before = try test.journal.posts.post(1)
    let path = test.folder.path("journal/\(before.thePhoto.file)")
    if isGone {
      try FileManager.default.removeItem(atPath: path)
    } else {
      try test.folder.write(MadePhoto.jpeg(width: 100), to: "journal/\(before.thePhoto.file)")
    }
    #expect { try edit("2024-02-01") } throws: {
      if case JournalError.photoBroken(test.journal.posts.path(before.thePhoto.file), _) = $0 {
        true
      } else {
        false
      }
    }
    #expect(try test.journal.posts.post(1) == before)
    #expect(test.photoFiles.count == (isGone ? 0 : 1))
  }
}
