import Formats
import TestSupport
import Testing

@testable import JPEGSplice

@Suite("Reversals")
struct ReversalTests {
  private static func splice(_ bytes: [UInt8]) throws -> Splice {
    let picture = try JPEGPicture(bytes)
    let layer = Label.layer(x: 4, y: 5, width: 20, height: 12)
    return try Splice([layer], over: picture, colour: picture.colour)
  }

  /// Records with edits of every kind.
  static let files = [
    SmallJPEG.restarts.bytes, SmallJPEG.upright.bytes, SmallJPEG.progressive.bytes,
    JPEGParts(SmallJPEG.refined.bytes).withFullTables().bytes,
    JPEGParts(SmallJPEG.flat.bytes).withFullTables().withJunk().bytes,
  ]

  @Test("A record cut at any length is refused", arguments: files)
  func cut(bytes: [UInt8]) throws {
    let record = try Self.splice(bytes).reversal.encoded
    for length in 0..<record.count {
      #expect(throws: ReversalError.self) { try Reversal(encoded: record[..<length]) }
    }
    #expect(throws: ReversalError.unreadable(at: record.count)) {
      try Reversal(encoded: record + [0])
    }
  }

  @Test("Where a record begins in its array does not matter", arguments: files)
  func slice(bytes: [UInt8]) throws {
    let reversal = try Self.splice(bytes).reversal
    let record = [9, 9, 9] + reversal.encoded + [9]
    #expect(try Reversal(encoded: record[3..<record.count - 1]) == reversal)
  }

  @Test("Random records are refused, or read the same again and give a file of bounded size")
  func random() throws {
    var random = SplitMix64(seed: 5)
    let splice = try Self.splice(SmallJPEG.restarts.bytes)
    let file = SplicedBytes(splice.bytes, without: 2..<20)
    let whole = splice.reversal.encoded
    func byte() -> UInt8 {
      UInt8.random(in: 0...UInt8.random(in: 1...255, using: &random), using: &random)
    }
    var (refused, misplaced, applied) = (0, 0, 0)
    for number in 0..<6000 {
      var record = whole
      if number.isMultiple(of: 2) {
        record = [1] + (0..<Int.random(in: 0..<60, using: &random)).map { _ in byte() }
      } else {
        for _ in 0..<3 { record[Int.random(in: 1..<record.count, using: &random)] = byte() }
      }
      guard let reversal = try? Reversal(encoded: record[...]) else {
        refused += 1
        continue
      }
      #expect(try Reversal(encoded: reversal.encoded[...]) == reversal)
      do throws(ReversalError) {
        let original = try reversal.original(of: file)
        #expect(original.count <= splice.bytes.count + record.count)
        applied += 1
      } catch {
        misplaced += 1
      }
    }
    // Otherwise one of the three was not tried.
    #expect(refused > 100)
    #expect(misplaced > 100)
    #expect(applied > 10)
  }

  private static let huge: [UInt8] = .init(repeating: 0xFF, count: 6) + [0x7F]

  @Test(
    "Absurd numbers are refused",
    arguments: [
      huge, [1, 0] + huge + huge + [0], [1, 0, 0, 0] + huge, [1, 1] + huge, [1, 2] + huge,
      [1, 2, 0, 0, 0] + huge, [1, 2, 0, 0, 0, 0, 1] + huge, [1, 3],
      [1, 1, 1, 0, 0, 0, 8, 0, 0, 0], .init(repeating: 0xFF, count: 30),
      [1, 2, 0, 0, 0, 0, 1, 2] + huge + huge + [0, 0],
    ])
  func absurd(record: [UInt8]) {
    #expect(throws: ReversalError.self) {
      let reversal = try Reversal(encoded: record[...])
      _ = try reversal.original(of: SplicedBytes(SmallJPEG.gray.bytes, without: 0..<0))
    }
  }

  @Test("Places in a shorter or another file are refused, or give other bytes", arguments: files)
  func otherFile(bytes: [UInt8]) throws {
    let splice = try Self.splice(bytes)
    for count in stride(from: 0, to: splice.bytes.count, by: 7) {
      let file = SplicedBytes(Array(splice.bytes[..<count]), without: 0..<0)
      #expect((try? splice.reversal.original(of: file)) != bytes)
    }
  }

  @Test("What was put into the spliced file afterwards is left out", arguments: files)
  func hole(bytes: [UInt8]) throws {
    let splice = try Self.splice(bytes)
    let segment = JPEGParts.segment(0xE7, [1, 2, 0xFF, 0xD9, 3])
    let stamped = splice.bytes[..<2] + segment + splice.bytes[2...]
    let file = SplicedBytes(Array(stamped), without: 2..<2 + segment.count)
    #expect(try splice.reversal.original(of: file) == bytes)
  }

  @Test("Bytes that were changed outside the scans come back in their place")
  func adding() throws {
    let bytes = SmallJPEG.restarts.bytes
    var splice = try Self.splice(bytes)
    var spliced = splice.bytes
    spliced.replaceSubrange(6..<10, with: [1, 2, 3, 4])
    spliced[spliced.count - 1] = 0
    let end = splice.bytes.count
    splice.reversal.add(end - 1..<end, original: [0xD9])
    splice.reversal.add(6..<10, original: Array(bytes[6..<10]))
    let read = try Reversal(encoded: splice.reversal.encoded[...])
    #expect(try read.original(of: SplicedBytes(spliced, without: 0..<0)) == bytes)
  }

  @Test("A record is a small part of its file")
  func size() throws {
    let picture = try JPEGPicture(SmallJPEG.halved.bytes)
    let splice = try Splice(
      [Label.layer(x: 2, y: 2, width: 5, height: 5)], over: picture, colour: .ycc)
    #expect(splice.reversal.encoded.count < 300)
  }
}
