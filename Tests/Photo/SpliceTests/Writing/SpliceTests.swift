import Formats
import Testing

@testable import JPEGSplice

@Suite("Splicing")
struct SpliceTests {
  /// Sizes of labels: a dot, a usual one, one larger than the pictures.
  static let sizes = [6, 14, 80]

  @Test(
    "At nine positions only blocks under the label change, as another decoder sees it",
    arguments: SmallJPEG.all, sizes)
  func positions(sample: SmallJPEG, size: Int) throws {
    let picture = try JPEGPicture(sample.bytes)
    let original = try ReferenceDecoder(sample.bytes)
    for position in 0..<9 {
      let (x, y) = Label.place(
        position, of: size, in: (picture.frame.width, picture.frame.height))
      let layer = Label.layer(x: x, y: y, width: size, height: size / 2)
      let splice = try Splice([layer], over: picture, colour: picture.colour)
      try splice.check(JPEGStructure(splice.bytes), against: picture)
      try splice.expectOriginal(sample.bytes)
      #expect(JPEGParts.differInTablesAlone(sample.bytes, splice.bytes))

      let spliced = try ReferenceDecoder(splice.bytes)
      let changes = original.differences(spliced, touched: splice.touched)
      #expect(changes.outside == 0, "position \(position)")
      // With coarse divisors a small label may change nothing.
      #expect(changes.inside > 0 || size < 10, "position \(position)")
    }
  }

  @Test("A label partly outside changes what is inside", arguments: SmallJPEG.all)
  func partlyOutside(sample: SmallJPEG) throws {
    let picture = try JPEGPicture(sample.bytes)
    for (x, y) in [(-9, -4), (picture.frame.width - 5, picture.frame.height - 4)] {
      let layer = Label.layer(x: x, y: y, width: 14, height: 8)
      let splice = try Splice([layer], over: picture, colour: picture.colour)
      try splice.check(JPEGStructure(splice.bytes), against: picture)
      try splice.expectOriginal(sample.bytes)
      #expect(splice.bytes != sample.bytes)
      #expect(splice.touched.allSatisfy { $0.count > 0 })
    }
  }

  @Test("A label outside, of no size or transparent leaves the file", arguments: SmallJPEG.all)
  func nothing(sample: SmallJPEG) throws {
    let picture = try JPEGPicture(sample.bytes)
    let layers = [
      Label.layer(x: picture.frame.width, y: 0, width: 9, height: 9),
      Label.layer(x: 0, y: -9, width: 9, height: 9), Label.layer(x: 3, y: 3, width: 0, height: 5),
      Label.whole(picture.frame, alpha: 0),
    ]
    for layer in layers {
      let splice = try Splice([layer], over: picture, colour: picture.colour)
      #expect(splice.bytes == sample.bytes)
      #expect(splice.touched.allSatisfy { $0.count == 0 })
      try splice.expectOriginal(sample.bytes)
    }
  }

  @Test("Several labels change the blocks of each, and no others", arguments: SmallJPEG.all)
  func several(sample: SmallJPEG) throws {
    let picture = try JPEGPicture(sample.bytes)
    let original = try ReferenceDecoder(sample.bytes)
    // Corners that lie apart, one over another, and one that is not on the picture.
    let places = [0, 8, 4, 8].map { position in
      Label.place(position, of: 8, in: (picture.frame.width, picture.frame.height))
    }
    let layers =
      places.map { Label.layer(x: $0.x, y: $0.y, width: 8, height: 4) }
      + [Label.layer(x: picture.frame.width, y: 0, width: 9, height: 9)]
    let splice = try Splice(layers, over: picture, colour: picture.colour)
    try splice.check(JPEGStructure(splice.bytes), against: picture)
    try splice.expectOriginal(sample.bytes)
    let spliced = try ReferenceDecoder(splice.bytes)
    #expect(original.differences(spliced, touched: splice.touched).outside == 0)
    for layer in layers {
      let alone = try Splice([layer], over: picture, colour: picture.colour)
      for (own, all) in zip(alone.touched, splice.touched) {
        for row in own.rows {
          for column in own.columns where own.contains(column: column, row: row) {
            #expect(all.contains(column: column, row: row))
          }
        }
      }
    }
    let comparison = try #require(
      try JPEGPicture(splice.bytes).comparison(with: picture, outside: layers.map(\.area)))
    #expect(comparison.different.allSatisfy { $0 == 0 } && comparison.compared > 0)
  }

  @Test("What follows the picture stays", arguments: SmallJPEG.all)
  func trailer(sample: SmallJPEG) throws {
    let trailer: [UInt8] = [0xFF, 0xD8, 0xFF, 0xDA, 0, 2, 7, 0xFF, 0xD9, 0xFF]
    let picture = try JPEGPicture(sample.bytes + trailer)
    let layer = Label.layer(x: 3, y: 3, width: 14, height: 8)
    let splice = try Splice([layer], over: picture, colour: picture.colour)
    #expect(splice.bytes.suffix(trailer.count + 2) == [0xFF, 0xD9] + trailer)
    try splice.expectOriginal(sample.bytes + trailer)
  }

  @Test("The check finds every bit that is another", arguments: SmallJPEG.all)
  func checkBits(sample: SmallJPEG) throws {
    let picture = try JPEGPicture(sample.bytes)
    let splice = try Splice(
      [Label.layer(x: 8, y: 8, width: 14, height: 8)], over: picture, colour: picture.colour)
    #expect(throws: Splice.CheckFailure.differentBlocks) {
      try splice.check(picture.structure, against: picture)
    }
    let spliced = try JPEGPicture(splice.bytes)
    for scan in spliced.scans {
      // What fills the last byte before a marker may be others.
      for byte in scan.data where splice.bytes[byte] != 0xFF && splice.bytes[byte + 1] != 0xFF {
        var bytes = splice.bytes
        bytes[byte] ^= 1 << UInt8(byte % 8)
        guard bytes[byte] != 0xFF, bytes[byte - 1] != 0xFF, let changed = try? JPEGStructure(bytes)
        else { continue }
        #expect(throws: Splice.CheckFailure.self, "\(byte)") {
          try splice.check(changed, against: picture)
        }
      }
    }
  }

  @Test("The check finds a block that is another, and another picture")
  func check() throws {
    let picture = try JPEGPicture(SmallJPEG.halved.bytes)
    let layer = Label.layer(x: 3, y: 3, width: 14, height: 8)
    let splice = try Splice([layer], over: picture, colour: .ycc)
    #expect(throws: Splice.CheckFailure.differentBlocks) {
      try splice.check(picture.structure, against: picture)
    }
    #expect(throws: Splice.CheckFailure.differentFrame) {
      try splice.check(JPEGStructure(SmallJPEG.gray.bytes), against: picture)
    }
    #expect(throws: Splice.CheckFailure.self) {
      try splice.check(
        JPEGStructure(splice.bytes.dropLast(40) + [0xFF, 0xD9]), against: picture)
    }
  }
}

extension Splice {
  /// Expects that the original comes back, from the reversal and from its record.
  func expectOriginal(
    _ original: [UInt8], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let spliced = SplicedBytes(bytes, without: 0..<0)
    #expect(try reversal.original(of: spliced) == original, sourceLocation: sourceLocation)
    let read = try Reversal(encoded: reversal.encoded[...])
    #expect(read == reversal, sourceLocation: sourceLocation)
    #expect(try read.original(of: spliced) == original, sourceLocation: sourceLocation)
  }

  /// The scans that were coded with tables of their own.
  var recodedScans: [Int] {
    reversal.edits.compactMap { if case .scan(let edit) = $0 { edit.scan } else { nil } }
  }

  var isRecoded: Bool { !recodedScans.isEmpty }

  /// Where the data begin to change in scans in which codes are split.
  var placesOfSplitCodes: [Int] {
    reversal.edits.compactMap { if case .codes = $0 { $0.start } else { nil } }
  }
}

@Suite("Files of unusual make")
struct VariantTests {
  /// Splices, and expects that the bytes come back and only blocks under the label change.
  @discardableResult
  private func splice(_ bytes: [UInt8], like sample: SmallJPEG) throws -> Splice {
    let picture = try JPEGPicture(bytes)
    let layer = Label.layer(x: 20, y: 12, width: 18, height: 12)
    let splice = try Splice([layer], over: picture, colour: picture.colour)
    try splice.check(JPEGStructure(splice.bytes), against: picture)
    try splice.expectOriginal(bytes)
    // The same coefficients as of the usual file.
    let usual = try JPEGPicture(sample.bytes)
    let like = try Splice([layer], over: usual, colour: picture.colour)
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

  @Test("The height may stand after the first scan", arguments: SmallJPEG.all)
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
