import CaptureTime
import Files
import Formats
import Foundation
import PhotoFacts
import SystemPackage
import TestSupport
import Testing

@testable import Stamping

@Suite("A photo that is dated")
struct DatedStampTests {
  private static let date = ExifDate(
    text: "2001:02:03 04:05:06", subsecond: nil, offset: "+09:00")
  private static let dates = ExifDates(original: date, digitized: date, changed: date)

  @Test("gives its original with the date back, where it was stamped", arguments: Stamped.names)
  func keepsUndo(name: String) throws {
    let original = try Stamped.bytes(name)
    let stamped = try Stamped.stamp(original).bytes
    // Its EXIF is damaged.
    guard let dated = try? PhotoFile(original).dated(Self.dates) else { return }
    let both = try PhotoFile(stamped).datedKeepingStamp(Self.dates)
    #expect(try Stamped.unstamp(both).bytes == dated)
    let mark = try #require(StampMark(of: both))
    #expect(mark.label == StampMark(of: stamped)?.label)
    #expect(mark.originalHash == StampMark.hash(dated))
  }

  @Test("stays proved where its stamp is for good")
  func forGood() throws {
    let stamped = try Stamped.stamp(Stamped.bytes("three-puppies.jpg"), keepsUndo: false).bytes
    let dated = try PhotoFile(stamped).datedKeepingStamp(Self.dates)
    #expect(try StampedFile(JPEGStructure(dated))?.isUnchanged == true)
  }

  @Test("comes back by its edits, which are few", arguments: Stamped.names)
  func edits(name: String) throws {
    let original = try Stamped.bytes(name)
    guard let dated = try? PhotoFile(original).dated(Self.dates) else { return }
    let edits = ByteEdit.edits(from: dated, to: original)
    #expect(ByteEdit.applied(edits, to: dated) == original)
    #expect(edits.reduce(0) { $0 + $1.bytes.count } < 4_096)
  }

  @Test("comes back by its edits whatever differs")
  func anyEdits() {
    let old = (0..<5_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 3) }
    for (range, new) in [
      (0..<0, 3), (5_000..<5_000, 9), (0..<5_000, 0), (10..<20, 10), (100..<100, 700),
      (4_990..<5_000, 40), (100..<2_000, 5),
    ] {
      var changed = old
      changed.replaceSubrange(range, with: [UInt8](repeating: 0xAB, count: new))
      let edits = ByteEdit.edits(from: changed, to: old)
      #expect(ByteEdit.applied(edits, to: changed) == old, "\(range) \(new)")
    }
  }

  @Test("has a record that reads as it was written, and refuses any other")
  func record() throws {
    let record = RunRecord(
      path: "/photos/a.jpg", before: [UInt8](repeating: 1, count: 32),
      after: [UInt8](repeating: 2, count: 32), modified: nil,
      edits: [ByteEdit(range: 3..<9, bytes: [1, 2, 3])])
    let read = try #require(RunRecord(line: Array(record.line.utf8)))
    #expect(read.path == record.path && read.edits == record.edits)
    #expect(read.before == record.before && read.after == record.after)
    for (part, other) in [
      ("/photos", "photos"), ("\"count\":6", "\"count\":-6"), ("\"offset\":3", "\"offset\":-3"),
      ("AQID", "!"), ("0101", "01"),
    ] {
      let line = record.line.replacing(part, with: other)
      #expect(line != record.line)
      #expect(RunRecord(line: Array(line.utf8)) == nil, "\(line)")
    }
  }

  @Test("shifts cameras by what photos say, and refuses two that disagree")
  func clocks() throws {
    func camera(_ serial: String) -> CameraIdentity {
      CameraIdentity(make: "Canon", model: "R5", serial: serial, owner: "", name: "Canon R5")
    }
    let clocks = try CameraClocks([(camera("1"), 60), (camera("2"), -5), (camera("1"), 61)])
    #expect(clocks.shift(of: camera("1"), file: "a")?.seconds == 60)
    #expect(clocks.shift(of: camera("1"), file: "a")?.seconds == 60)
    #expect(clocks.shift(of: camera("3"), file: "b") == nil)
    #expect(clocks.shift(of: nil, file: "b") == nil)
    #expect(clocks.clocks.map(\.count) == [1, 0])
    #expect(throws: CameraClockError.self) {
      try CameraClocks([(camera("1"), 60), (camera("1"), 62)])
    }
  }
}
