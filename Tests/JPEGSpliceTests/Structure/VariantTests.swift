import Formats
import Testing

@testable import JPEGSplice

@Suite("Files of unusual make")
struct VariantTests {
  /// Splices, and expects that the bytes come back and only blocks under the label change.
  @discardableResult
  private func splice(_ bytes: [UInt8], like sample: SmallJPEG) throws -> Splice {
    let picture = try JPEGPicture(bytes)
    let layer = Label.layer(x: 20, y: 12, width: 18, height: 12)
    let splice = try Splice(layer, over: picture, colour: picture.colour)
    try splice.check(JPEGStructure(splice.bytes), against: picture)
    try splice.expectOriginal(bytes)
    // The same coefficients as of the usual file.
    let usual = try JPEGPicture(sample.bytes)
    let like = try Splice(layer, over: usual, colour: picture.colour)
    #expect(splice.touched == like.touched)
    #expect(splice.expected.store == like.expected.store)
    return splice
  }

  @Test("Fill bytes before markers stay", arguments: SmallJPEG.all)
  func fillBytes(sample: SmallJPEG) throws {
    let splice = try splice(JPEGParts(sample.bytes).withFillBytes().bytes, like: sample)
    #expect(splice.bytes.suffix(4) == [0xFF, 0xFF, 0xFF, 0xD9])
  }

  @Test("Bytes between the last block and the marker stay", arguments: SmallJPEG.all)
  func junk(sample: SmallJPEG) throws {
    let splice = try splice(JPEGParts(sample.bytes).withJunk().bytes, like: sample)
    #expect(splice.bytes.suffix(6) == [0x12, 0xFF, 0x00, 0x34, 0xFF, 0xD9])
  }

  @Test("Zeros in place of the ones that fill the last byte come back", arguments: SmallJPEG.all)
  func padding(sample: SmallJPEG) throws {
    let padded = try sample.withZeroPadding()
    try splice(padded, like: sample)
  }

  @Test("The height may stand behind the first scan", arguments: SmallJPEG.all)
  func numberOfLines(sample: SmallJPEG) throws {
    let file = JPEGParts(sample.bytes).withNumberOfLines()
    #expect(file.places(.numberOfLines).count == 1)
    try splice(file.bytes, like: sample)
  }

  @Test("A file without tables has the standard ones", arguments: [SmallJPEG.halved, .restarts])
  func withoutTables(sample: SmallJPEG) throws {
    let file = JPEGParts(sample.bytes).withoutTables()
    let splice = try splice(file.bytes, like: sample)
    #expect(JPEGParts(splice.bytes).places(.huffmanTables).isEmpty)
  }

  @Test("Divisors of 16 bits are read")
  func quantization() throws {
    let picture = try JPEGPicture(SmallJPEG.coarse.bytes)
    // The first and last elements of the standard tables, scaled by 5000 / 8 hundredths.
    #expect(picture.quantization.map(\.[0]) == [100, 106, 106])
    #expect(picture.quantization.map(\.[63]) == [619, 619, 619])
  }

  @Test("A table given twice in a segment, or again before a scan, is the last one")
  func tablesAgain() throws {
    var file = JPEGParts(SmallJPEG.halved.bytes)
    let places = file.places(.huffmanTables)
    file.parts.insert(file.parts[places[0]], at: places[3] + 1)
    file.parts[places[1]] += []
    try splice(file.bytes, like: .halved)
  }
}
