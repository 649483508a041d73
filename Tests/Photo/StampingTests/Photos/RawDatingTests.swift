import CaptureTime
import Files
import Formats
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import Stamping

@Suite("The date of a raw photo")
struct RawDatingTests {
  private static func date(
    _ folder: TemporaryFolder, _ name: String, _ destination: OutputPlan.Destination,
    at time: String = "2023-05-01 10:00:00.5+09:00", record: RunRecordFile? = nil
  ) async throws -> [PhotoRecord] {
    let reader = CaptureTimeReader(zone: .utc, now: 1_800_000_000)
    let work = PhotoDating(
      .init(
        time: TimeSettings(
          reader: reader, given: try GivenTime.parse(time), adjustment: CaptureTimeAdjustment(),
          requiresCaptureTime: false, companions: CompanionFolders()),
        way: .given, setsModified: false, zone: .utc, record: record))
    let batch = Batch(
      walk: PhotoWalk([FilePath(folder.path(name))], raw: .found),
      plan: OutputPlan(
        destination: destination, format: nil, replacesExisting: false, naming: .dated),
      work: work, jobs: 1, isDryRun: false)
    var records: [PhotoRecord] = []
    await batch.run { records.append($0) }
    return records
  }

  @Test("goes into the XMP beside it, where info finds it", arguments: RawPhotoTests.formats)
  func dated(format: RawFormat) async throws {
    let folder = try TemporaryFolder()
    let bytes = try RawPhotoTests.made(format).bytes()
    let path = try folder.write(bytes, to: "IMG_1.\(format)")
    let records = try await Self.date(folder, "IMG_1.\(format)", .besideInput)
    guard case .dated? = records.first?.result else {
      Issue.record("\(records)")
      return
    }
    #expect(try folder.read("IMG_1.\(format)") == bytes)
    #expect(folder.files == ["IMG_1.\(format)", "IMG_1.xmp"])
    let info = try #require(
      try RawInfo(
        InputPhoto(named: FilePath(path)),
        reader: CaptureTimeReader(zone: .utc, now: 1_800_000_000), companions: CompanionFolders()))
    #expect(info.times.chosen?.description.hasPrefix("2023-05-01T10:00:00.5") == true)
  }

  @Test("is merged into an XMP of darktable's name in place only")
  func merged() async throws {
    let folder = try TemporaryFolder()
    try folder.write(RawPhotoTests.made(.nef).bytes(), to: "a.nef")
    let packet = try XMPEdit.set([(XMPProperty(.dublinCore, "format"), "kept")], in: XMPEdit.empty)
    try folder.write(packet, to: "a.nef.xmp")
    let skipped = try await Self.date(folder, "a.nef", .besideInput)
    guard case .skipped(.outputExists)? = skipped.first?.result else {
      Issue.record("\(skipped)")
      return
    }
    #expect(try folder.read("a.nef.xmp") == packet)
    _ = try await Self.date(folder, "a.nef", .inPlace)
    let merged = String(decoding: try folder.read("a.nef.xmp"), as: UTF8.self)
    #expect(merged.contains("kept") && merged.contains("2023-05-01T10:00:00"))
    #expect(folder.files == ["a.nef", "a.nef.xmp"])
    // What is no XMP stays as it is.
    try folder.write(Array("no XMP".utf8), to: "a.nef.xmp")
    let failed = try await Self.date(folder, "a.nef", .inPlace)
    guard case .failed(.companion)? = failed.first?.result else {
      Issue.record("\(failed)")
      return
    }
    #expect(try folder.read("a.nef.xmp") == Array("no XMP".utf8))
  }

  private static func undo(_ file: RunRecordFile) async throws -> [PhotoRecord] {
    let undo = try RunUndo(file.path, unstamper: Unstamper())
    let batch = Batch(
      walk: PhotoWalk(undo.photos),
      plan: OutputPlan(
        destination: .inPlace, format: nil, replacesExisting: false, naming: .dated),
      work: undo, jobs: 1, isDryRun: false)
    var records: [PhotoRecord] = []
    await batch.run { records.append($0) }
    return records
  }

  @Test("is undone: an XMP that was made is removed, and one that was merged is as before")
  func undone() async throws {
    let folder = try TemporaryFolder()
    for name in ["a.nef", "b.nef", "c.nef"] {
      try folder.write(RawPhotoTests.made(.nef).bytes(), to: name)
    }
    let packet = try XMPEdit.set([(XMPProperty(.dublinCore, "format"), "kept")], in: XMPEdit.empty)
    try folder.write(packet, to: "a.nef.xmp")
    let before = StampMark.hash(packet)
    let record = RunRecordFile(
      in: FilePath(folder.path("runs")),
      RunHead(command: "date", arguments: [], folder: "/", time: "2024-01-31T00:00:00Z"))
    for name in ["a.nef", "b.nef", "c.nef"] {
      _ = try await Self.date(folder, name, .inPlace, record: record)
    }
    #expect(record.count == 3)
    #expect(try StampMark.hash(folder.read("a.nef.xmp")) != before)
    // What was changed since stays.
    let changed = try folder.read("c.xmp") + [0x0A]
    try folder.write(changed, to: "c.xmp")
    let undone = try await Self.undo(record)
    #expect(
      undone.count { if case .undone = $0.result { true } else { false } } == 2, "\(undone)")
    #expect(
      undone.contains {
        if case .failed(.date(.changedSince)) = $0.result { true } else { false }
      })
    #expect(try StampMark.hash(folder.read("a.nef.xmp")) == before)
    #expect(try folder.read("c.xmp") == changed)
    #expect(!folder.files.contains("b.xmp"))
    // Once more there is nothing to be done, but for what was changed.
    let again = try await Self.undo(record)
    #expect(again.map(\.input.lastComponent?.string) == ["a.nef.xmp", "c.xmp"])
  }
}
