import Files
import Formats
import Foundation
import GRDB
import JournalSupport
import Stamping
import SystemPackage
import Testing
import TestSupport

@testable import Journal
@testable import Store

@Suite("Drafts")
struct DraftTests {
  private static let now = 1_750_000_000
  private let test: TestJournal
  private let device: Device
  private let name = DraftName()

  init() throws {
    test = try TestJournal()
    device = try Self.pair(test)
  }

  private static func pair(_ test: TestJournal, owner: OwnerName? = nil) throws -> Device {
    let devices = test.journals.devices
    let code = try devices.makePairing(for: owner ?? test.journal.owner, now: now)
    return try #require(
      try devices.pair(with: code, name: DeviceName("phone"), now: now)
    ).0
  }

  private var inbox: DraftInbox { DraftInbox(of: device, in: test.journals, quota: .unlocked) }
  private var drafts: DraftBox { test.journal.drafts }

  private func keep(_ fields: [String: String], as other: DraftName? = nil) throws {
    try inbox.keep(fields, at: "/new", as: other ?? name, now: Self.now)
  }

  @discardableResult
  private func add(_ photo: [UInt8]? = nil, as key: DraftName = DraftName()) throws -> DraftName {
    try inbox.add(
      photo ?? MadePhoto.jpeg(), named: "a.jpg", as: key, to: name, at: "/new", now: Self.now)
    return key
  }

  private func draft() throws -> Draft? { try drafts.draft(name, of: device.id) }

  @Test("have a photo once that is sent several times at the same time")
  func sentTwice() async throws {
    let photo = try MadePhoto.jpeg()
    for round in 1...10 {
      let key = DraftName()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<4 { group.addTask { try add(photo, as: key) } }
        try await group.waitForAll()
      }
      let draft = try #require(try draft())
      #expect(draft.photos.count == round)
    }
    #expect(test.folder.files.count { $0.hasPrefix("journal/photos/drafts/") } == 10)
  }

  @Test("keep what was typed last, of a device for that alone, and nothing that says nothing")
  func fields() throws {
    try keep(["day": "2024-01-31", "words": " \n"])
    #expect(try drafts.all(of: device.id).isEmpty)
    try keep(["words": "one"])
    try keep(["words": "two", "mood": "4"])
    let draft = try #require(try self.draft())
    #expect(draft.fields == ["words": "two", "mood": "4"] && draft.path == "/new")
    let other = try Self.pair(test)
    #expect(try drafts.all(of: other.id).isEmpty)
    #expect(throws: DraftError.unknown) {
      try DraftInbox(of: other, in: test.journals, quota: .unlocked)
        .keep(["words": "mine"], at: "/new", as: name, now: Self.now)
    }
    try keep(["words": ""])
    #expect(try self.draft() == nil)
  }

  @Test("are another owner's neither to read nor to overwrite")
  func otherOwner() throws {
    try keep(["words": "anna’s"])
    let bea = try TestJournal(adding: "bea", to: test)
    let device = try Self.pair(test, owner: bea.journal.owner)
    #expect(try bea.journal.drafts.draft(name, of: device.id) == nil)
    #expect(throws: DraftError.unknown) {
      try DraftInbox(of: device, in: test.journals, quota: .unlocked)
        .keep(["words": "bea’s"], at: "/new", as: name, now: Self.now)
    }
    #expect(try draft()?.fields["words"] == "anna’s")
  }

  @Test("of a device that is revoked are seen by all others of its owner")
  func revoked() throws {
    try keep(["words": "left"])
    let other = try Self.pair(test)
    #expect(try test.journals.devices.revoke(device.id, of: test.journal.owner, now: Self.now))
    #expect(try drafts.all(of: other.id).map { $0.fields["words"] } == ["left"])
    #expect(throws: DraftError.unknown) { try keep(["words": "late"]) }
    let bea = try TestJournal(adding: "bea", to: test)
    #expect(try bea.journal.drafts.all(of: other.id).isEmpty)
  }

  @Test("have photos, each once, whose files go with them")
  func photos() throws {
    let photo = try MadePhoto.jpeg()
    let key = try add(photo)
    try add(photo, as: key)
    let draft = try #require(try self.draft())
    #expect(draft.photos.map(\.key) == [key] && draft.fields.isEmpty)
    #expect(test.photoFiles == [String(decoding: draft.photos[0].file)])
    #expect(try drafts.bytes(of: draft.photos[0]) == photo)
    let stamper = try TestJournal.stamper(test.journal.settings.current().look)
    let rule = try test.journal.settings.current().rule
    let found = try drafts.found(in: draft.photos[0], by: stamper, rule)
    #expect(found.originalHash == StampMark.hash(photo))
    #expect(try self.draft()?.photos[0].found == found)

    try drafts.setDiscarded(photo: key, of: name, for: device.id, Self.now)
    #expect(try self.draft()?.photos.isEmpty == true)
    try drafts.setDiscarded(photo: key, of: name, for: device.id, nil)
    #expect(try self.draft()?.photos.count == 1)
    try drafts.delete(try #require(try self.draft()))
    #expect(try self.draft() == nil && test.photoFiles.isEmpty)
  }

  @Test("that were discarded come back for a day, and then are gone with their files")
  func discarded() throws {
    try add()
    try drafts.setDiscarded(name, of: device.id, Self.now)
    #expect(try drafts.all(of: device.id).isEmpty)
    try drafts.empty(now: Self.now + Draft.undoTime)
    try drafts.setDiscarded(name, of: device.id, nil)
    #expect(try drafts.all(of: device.id).count == 1)
    try drafts.setDiscarded(name, of: device.id, Self.now)
    try drafts.empty(now: Self.now + Draft.undoTime + 1)
    #expect(try draft() == nil && test.photoFiles.isEmpty)
  }

  @Test("are as many as is said, and what is refused leaves nothing")
  func bounds() throws {
    for _ in 0..<DraftQuota.unlocked.drafts { try keep(["words": "x"], as: DraftName()) }
    let tooMany = DraftError.tooMany(limit: DraftQuota.unlocked.drafts)
    #expect(throws: tooMany) { try keep(["words": "x"]) }
    #expect(throws: tooMany) { try add() }
    #expect(test.photoFiles.isEmpty)
    let long = String(repeating: "a", count: Draft.fieldsLimit)
    #expect(throws: DraftError.tooLong) { try keep(["words": long]) }
    #expect(throws: StampError.self) { try add(Array("no photo".utf8)) }
    // A camera's raw file is named as one, and not as a file that is no photo.
    #expect {
      try add(Array("FUJIFILMCCD-RAW 0201".utf8))
    } throws: { error in
      if case StampError.photo(.raw(.raf)) = error { true } else { false }
    }
  }

  @Test("keep what came while they were posted, and go where nothing did")
  func settled() throws {
    try keep(["words": "one", "day": "2024-01-31"])
    let early = try add()
    let posted = try #require(try draft())
    try drafts.delete(posted.photos[0])
    let late = try add(MadePhoto.jpeg(width: 32))
    try drafts.settle(posted, posted: ["words": "one"], left: ["day": "2024-01-31"])
    let left = try #require(try draft())
    #expect(left.photos.map(\.key) == [late] && left.fields == ["day": "2024-01-31"])
    #expect(early != late)
    // Another page typed on meanwhile.
    try drafts.delete(left.photos[0])
    try keep(["words": "two"])
    try drafts.settle(left, posted: ["words": "one"], left: [:])
    #expect(try draft()?.fields == ["words": "two"])
    try drafts.settle(left, posted: ["words": "two"], left: [:])
    #expect(try draft() == nil)
  }

  @Test("of a device have room of its own, less while it is locked; discarded photos count")
  func quota() throws {
    func add(_ width: Int, by device: Device, _ quota: DraftQuota, to name: DraftName) throws {
      try DraftInbox(of: device, in: test.journals, quota: quota)
        .add(
          MadePhoto.jpeg(width: width), named: "a.jpg", as: DraftName(), to: name, at: "/new",
          now: Self.now)
    }
    func setSize(of photo: DraftName, _ size: Int) throws {
      try test.journal.write { db in
        try db.execute(
          sql: "UPDATE draft_photo SET size = ? WHERE key = ?", arguments: [size, photo.text])
      }
    }
    let photo = try self.add()
    try drafts.setDiscarded(photo: photo, of: name, for: device.id, Self.now)
    try setSize(of: photo, DraftQuota.locked.photoBytes)
    #expect(throws: DraftError.full(limit: DraftQuota.locked.photoBytes)) {
      try add(32, by: device, .locked, to: name)
    }
    try add(32, by: device, .unlocked, to: name)
    try setSize(of: photo, DraftQuota.unlocked.photoBytes)
    #expect(throws: DraftError.full(limit: DraftQuota.unlocked.photoBytes)) {
      try add(48, by: device, .unlocked, to: name)
    }
    try add(48, by: Self.pair(test), .locked, to: DraftName())
    try drafts.empty(now: Self.now + Draft.undoTime + 1)
    try add(48, by: device, .locked, to: name)
  }

  @Test("that were discarded are none of those that a device may have")
  func room() throws {
    for index in 0..<DraftQuota.unlocked.drafts {
      let name = DraftName()
      try keep(["words": "\(index)"], as: name)
      try drafts.setDiscarded(name, of: device.id, Self.now)
    }
    try keep(["words": "one more"])
    #expect(try drafts.all(of: device.id).count == 1)
  }

  @Test("that cannot be read hide no others")
  func unreadable() throws {
    try keep(["words": "good"])
    let bad = DraftName()
    try keep(["words": "bad"], as: bad)
    try test.journal.write { db in
      try db.execute(sql: "UPDATE draft SET fields = '{nope' WHERE name = ?", arguments: [bad.text])
    }
    #expect(try drafts.all(of: device.id).map(\.fields) == [["words": "good"]])
  }

  @Test("go with their owner")
  func owner() throws {
    try add()
    _ = try test.journal.removeOwner()
    #expect(test.photoFiles.isEmpty)
    #expect(try test.count("SELECT count(*) FROM draft") == 0)
  }

  @Test("come to a journal of version 6, which is whole then")
  func migration() throws {
    try keep(["words": "x"])
    try test.age(to: 6)
    let journal = try test.reopened()
    #expect(try journal.drafts.all(of: device.id).isEmpty)
    #expect(try DatabaseCheck(store: journal.store).missingThings().isEmpty)
    #expect(try test.text("PRAGMA integrity_check") == "ok")
    try DraftInbox(of: device, in: Journal(opening: test.path), quota: .unlocked)
      .keep(["words": "y"], at: "/new", as: name, now: Self.now)
    #expect(try journal.drafts.all(of: device.id).count == 1)
  }

  @Test(
    "are checked: a photo that is missing, changed or nobody's is told, and put back if it is there"
  )
  func checked() throws {
    try add()
    try add(MadePhoto.jpeg(width: 400))
    let files = try #require(try draft()).photos.map { String(decoding: $0.file) }
    let checked = CheckedJournal(test: test)
    #expect(try checked.check().isEmpty)
    let bytes = try test.folder.read("journal/\(files[0])")
    try FileManager.default.removeItem(atPath: test.folder.path("journal/\(files[0])"))
    #expect(try checked.check().count == 1)
    try test.folder.write(bytes, to: "journal/photos/drafts/other.jpg")
    try test.folder.write(Array("broken".utf8), to: "journal/\(files[1])")
    let found = try checked.check()
    #expect(found.count == 3 && found.contains("stray: found"), "\(found)")
    #expect(found.contains { $0.contains("missing") } && found.contains { $0.contains("changed") })
    let mended = try checked.check(repairs: true)
    #expect(mended.contains { $0.hasSuffix("putBack") }, "\(mended)")
    #expect(try checked.check().count == 1)
  }

  @Test("are told one by one where they cannot be read, by a check and by a salvage")
  func lostOneByOne() throws {
    for number in 1...4 { try keep(["words": "draft \(number)"], as: DraftName()) }
    let copy = try DamagedCopy(of: test)
    try copy.overwrite("draft")
    let lost = try copy.salvage().findings.count { finding in
      if case .area(DraftSalvageFinding.lost) = finding { true } else { false }
    }
    #expect(lost == 4)
    try test.execute("UPDATE draft SET changed = -99999999999999 WHERE id > 1")
    let found = try CheckedJournal(test: test).check()
    #expect(found.count == 3 && found.allSatisfy { $0.hasPrefix("row") }, "\(found)")
  }

  @Test("are salvaged with their photos, and a photo of which no row is left is set aside")
  func salvaged() async throws {
    try keep(["words": "not lost"])
    try add()
    try await test.post("2024-01-31 12:00")
    try test.folder.write(MadePhoto.jpeg(width: 500), to: "journal/photos/drafts/alone.jpg")
    let copy = try DamagedCopy(of: test)
    let result = try copy.salvage()
    #expect(result.posts == 1 && result.findings.count == 1, "\(result.findings)")
    let journals = try Journal(opening: copy.newPath)
    let journal = try journals.journal(of: test.journal.owner)
    // Devices are paired anew.
    let draft = try #require(journal.drafts.all(of: 99).first)
    #expect(draft.fields == ["words": "not lost"] && draft.photos.count == 1)
    #expect(try journal.drafts.bytes(of: draft.photos[0]) == MadePhoto.jpeg())
    var findings: [JournalFinding] = []
    try JournalCheck(journals, owners: nil, repairingWith: nil)
      .run(progress: { _, _ in }, report: { findings.append($0) })
    #expect(findings.isEmpty, "\(findings)")
  }
}

@Suite("Tags of several words")
struct TagsOfWordsTests {
  @Test(
    "have one blank between words, and no other white space",
    arguments: [
      ("summer holidays", "summer holidays"), ("#  summer \u{3000}  holidays ", "summer holidays"),
      ("a\u{A0}b", "a b"),
    ])
  func blanks(typed: String, text: String) throws {
    #expect(try TagName(typed).text == text)
  }

  @Test("are found by their whole names, also in a search, and parted nowhere")
  func found() async throws {
    let test = try TestJournal()
    try await test.post("2024-01-31 12:00", caption: "a", tags: ["summer holidays", "sea"])
    try await test.post("2024-01-31 13:00", caption: "b", tags: ["summer"])
    #expect(try test.journal.posts.post(1).tags == ["sea", "summer holidays"])
    #expect(try test.captions(finding: "#\"Summer Holidays\"") == ["a"])
    #expect(try test.captions(finding: "＃“summer holidays” #sea") == ["a"])
    #expect(try test.captions(finding: "#summer") == ["b"])
    #expect(try test.captions(finding: "holidays") == ["a"])
    var change = PostChange()
    change.tags = [try TagName("north sea")]
    _ = try test.journal.posts.edit([1], change, now: 1_750_000_000)
    #expect(try test.captions(finding: "#\"north sea\"") == ["a"])
    #expect(try SearchTableCheck(.posts, of: test.journal.store).wrongDocuments() == 0)
    #expect(try CheckedJournal(test: test).check().isEmpty)
  }
}
