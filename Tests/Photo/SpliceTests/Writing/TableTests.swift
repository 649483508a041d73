import Formats
import Testing

@testable import JPEGSplice

@Suite("Tables that lack symbols")
struct TableTests {
  private func splice(_ bytes: [UInt8], _ size: Int = 20) throws -> Splice {
    let picture = try JPEGPicture(bytes)
    let layer = Label.layer(x: 4, y: 5, width: size, height: size / 2)
    let splice = try Splice([layer], over: picture, colour: picture.colour)
    try splice.check(JPEGStructure(splice.bytes), against: picture)
    try splice.expectOriginal(bytes)
    let changes = try ReferenceDecoder(bytes).differences(
      ReferenceDecoder(splice.bytes), touched: splice.touched)
    #expect(changes.outside == 0)
    #expect(changes.inside > 0)
    return splice
  }

  private func countTables(_ bytes: [UInt8]) -> Int {
    JPEGParts(bytes).places(.huffmanTables).count
  }

  @Test(
    "with room for them get them before the scan",
    arguments: [SmallJPEG.flat, .upright, .progressive, .refined, .progressiveRestarts])
  func extended(sample: SmallJPEG) throws {
    let splice = try splice(sample.bytes)
    #expect(countTables(splice.bytes) > countTables(sample.bytes))
    #expect(!splice.isRecoded)
  }

  @Test(
    "and have no room are replaced, for the whole scan",
    arguments: [SmallJPEG.progressive, .refined, .progressiveRestarts])
  func recoded(sample: SmallJPEG) throws {
    let full = JPEGParts(sample.bytes).withFullTables(hasAllCodes: true).bytes
    let splice = try splice(full)
    #expect(splice.isRecoded)
    #expect(countTables(splice.bytes) > countTables(full))
  }

  @Test(
    "and have no room get some in progressive scans, where codes that come rarely are split",
    arguments: [SmallJPEG.refined, .progressiveRestarts])
  func split(sample: SmallJPEG) throws {
    let full = JPEGParts(sample.bytes).withFullTables().bytes
    let splice = try splice(full)
    #expect(!splice.isRecoded)
    #expect(countTables(splice.bytes) > countTables(full))
  }

  @Test("that hold all leave the file without another", arguments: [SmallJPEG.halved, .restarts])
  func standard(sample: SmallJPEG) throws {
    let splice = try splice(sample.bytes)
    #expect(countTables(splice.bytes) == countTables(sample.bytes))
    #expect(!splice.isRecoded)
  }

  @Test("are replaced in a scan with restart intervals, and junk and odd padding come back")
  func recodedRestarts() throws {
    let sample = SmallJPEG.progressiveRestarts
    var padded = sample.bytes
    for end in try ReferenceDecoder(sample.bytes).ends where end.bits > 0 {
      padded[end.byte] &= ~(0xFF >> UInt8(end.bits))
    }
    let file = JPEGParts(padded).withJunk().withFullTables(hasAllCodes: true)
    #expect(try splice(file.bytes).isRecoded)
  }

  @Test(
    "and have no room get some in sequential scans, with or without junk after them",
    arguments: [SmallJPEG.separate, .restarts, .halved, .gray, .rgb])
  func splitSequential(sample: SmallJPEG) throws {
    let file = try JPEGParts(sample.bytes).withScarceTables().bytes
    for bytes in [file, JPEGParts(file).withJunk().bytes] {
      let splice = try splice(bytes)
      #expect(!splice.isRecoded)
      #expect(!splice.placesOfSplitCodes.isEmpty)
    }
  }

  @Test("get some where the codes to be split are those of blocks")
  func splitInBlocks() throws {
    let splice = try splice(ExactTables.recoded(SmallJPEG.rgb.bytes))
    let codes = splice.reversal.edits.flatMap { edit in
      if case .codes(let edit) = edit { edit.intervals.flatMap(\.changes) } else { [] }
    }
    #expect(!codes.isEmpty)
  }

  @Test("of DC coefficients that have no room are replaced, for the whole scan")
  func recodedDC() throws {
    let splice = try splice(JPEGParts(SmallJPEG.flat.bytes).withFullTables().bytes)
    #expect(splice.isRecoded)
    #expect(splice.placesOfSplitCodes.isEmpty)
  }

  @Test(
    "are replaced for one scan, and not for a later one that does well with them",
    arguments: [[0, 1, 2], [1, 0, 2]])
  func shared(order: [Int]) throws {
    var parts = try JPEGParts(SmallJPEG.separate.bytes).withScarceTables(from: 0x10)
      .withScans(order)
    // With divisors of 1 the stripes' coefficients are larger than any that the tables have.
    let divisors = parts.places(.quantizationTables)[1]
    for index in 5..<69 { parts.parts[divisors][index] = 1 }
    let picture = try JPEGPicture(parts.bytes)
    // Stripes of blue and gray, which differ in Cb alone.
    let size = (width: picture.frame.width, height: picture.frame.height)
    let pixels = (0..<size.width * size.height).map { index in
      index % size.width / 3 % 2 == 0
        ? Layer.Pixel(red: 60, green: 22, blue: 255, alpha: 255)
        : Layer.Pixel(red: 60, green: 60, blue: 60, alpha: 255)
    }
    let layer = Layer(x: 0, y: 0, width: size.width, height: size.height, pixels: pixels)
    let splice = try Splice([layer], over: picture, colour: .ycc)
    try splice.check(JPEGStructure(splice.bytes), against: picture)
    try splice.expectOriginal(parts.bytes)
    let scans = try JPEGPicture(splice.bytes).scans
    let places = splice.placesOfSplitCodes.compactMap { place in
      scans.firstIndex { $0.data.contains(place) }.map { order[$0] }
    }
    #expect(places.contains(1))
    #expect(!places.contains(2))
    let decoded = try ReferenceDecoder(splice.bytes)
    #expect(decoded.components[2].coefficients.allSatisfy { $0 == 0 })
  }

  @Test("A reversal that keeps whole scans gives the original back too")
  func keepingScans() throws {
    let bytes = JPEGParts(SmallJPEG.progressive.bytes).withFullTables(hasAllCodes: true).bytes
    var splice = try splice(bytes)
    splice.reversal = splice.reversal.keepingScans(of: try JPEGPicture(bytes))
    #expect(!splice.isRecoded)
    try splice.expectOriginal(bytes)
  }
}
