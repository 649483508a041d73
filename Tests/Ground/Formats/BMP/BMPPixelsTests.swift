import TestSupport
import Testing

@testable import Formats

@Suite("The pixels of a BMP")
struct BMPPixelsTests {
  static func structure(_ bytes: [UInt8]) throws -> BMPStructure { try BMPStructure(bytes) }

  static func colours(_ pixels: BMPPixels) -> [UInt32] {
    var colours = [UInt32](repeating: 0, count: pixels.width * pixels.height)
    colours.withUnsafeMutableBufferPointer { colours in
      for y in 0..<pixels.height {
        let row = UnsafeMutableBufferPointer(
          rebasing: colours[y * pixels.width..<(y + 1) * pixels.width])
        pixels.read(row: y, columns: 0..<pixels.width, into: row)
      }
    }
    return colours
  }

  @Test("are read in every form", arguments: BMPSample.all())
  func read(sample: BMPSample) throws {
    let structure = try Self.structure(sample.bytes)
    #expect((structure.width, structure.height) == (sample.width, sample.height))
    let pixels = try #require(BMPPixels(structure))
    #expect(Self.colours(pixels) == sample.colours)
  }

  @Test("lack some where the file ends early", arguments: BMPSample.all())
  func cut(sample: BMPSample) throws {
    let structure = try Self.structure(Array(sample.bytes.dropLast(40)))
    #expect(BMPPixels(structure) == nil)
  }

  @Test("are 0 where runs pass them over, and what reaches beyond a row is cut off")
  func delta() throws {
    let samples = BMPSample.all(width: 8, height: 4)
    var bytes = try #require(samples.first { $0.description == "8 bits as runs" }).bytes
    let start = try Self.structure(bytes).pixelStart
    bytes.replaceSubrange(start..., with: [200, 1, 0, 0, 0, 2, 3, 1, 2, 2, 0, 1])
    let runs = try #require(BMPRunLength(Self.structure(bytes)))
    #expect(
      runs.numbers == [1, 1, 1, 1, 1, 1, 1, 1] + [UInt8](repeating: 0, count: 8)
        + [0, 0, 0, 2, 2, 0, 0, 0] + [UInt8](repeating: 0, count: 8))
  }

  @Test("change where they are changed and nowhere else", arguments: BMPSample.all())
  func change(sample: BMPSample) throws {
    let structure = try Self.structure(sample.bytes)
    var pixels = try #require(BMPPixels(structure))
    let (columns, rows) = (2..<9, 3..<6)
    // Colours that are there, in other places, and one that may be new.
    for y in rows {
      pixels.change(row: y, columns: columns) { colours in
        colours[1] = colours[5]
        colours[3] = sample.colours[0]
        colours[6] = 0xFFFF_FFFF
      }
    }
    let patch = BMPPatch(pixels, changedIn: [(columns, rows)])
    let changed = try #require(BMPPixels(Self.structure(patch.bytes)))
    #expect(Self.colours(changed) == Self.colours(pixels))
    for (index, (old, new)) in zip(sample.colours, Self.colours(changed)).enumerated() {
      let (x, y) = (index % sample.width, index / sample.width)
      if !columns.contains(x) || !rows.contains(y) { #expect(old == new) }
    }
    for y in rows {
      let row = Self.colours(changed)[y * sample.width..<(y + 1) * sample.width]
      let first = row.startIndex
      #expect(row[first + 3] == sample.colours[y * sample.width + 7])
      #expect(row[first + 5] == sample.colours[0])
      #expect(pixels.hasApproximated || row[first + 8] == 0xFFFF_FFFF)
    }
    #expect(Self.undone(patch) == sample.bytes)
  }

  @Test("of a compressed BMP are coded anew only in the rows that change")
  func rows() throws {
    for sample in BMPSample.all(width: 40, height: 60)
    where sample.description.hasSuffix("runs") {
      let structure = try Self.structure(sample.bytes)
      var pixels = try #require(BMPPixels(structure))
      pixels.change(row: 50, columns: 0..<40) { $0[7] = $0[0] }
      let patch = BMPPatch(pixels, changedIn: [(0..<40, 50..<51)])
      #expect(patch.edits.reduce(0) { $0 + $1.original.count } < 60)
      #expect(Self.undone(patch) == sample.bytes)
    }
  }

  static func undone(_ patch: BMPPatch) -> [UInt8] {
    var bytes = patch.bytes
    for edit in patch.edits.reversed() { bytes.replaceSubrange(edit.place, with: edit.original) }
    return bytes
  }

  @Test(
    "of any bytes are read and changed without harm", arguments: BMPSample.all(width: 9, height: 6))
  func hostile(sample: BMPSample) throws {
    var random = SplitMix64(seed: 20_240_131)
    for round in 0..<600 {
      var bytes = sample.bytes
      for _ in 0...Int.random(in: 0..<4, using: &random) {
        let place =
          round % 2 == 0
          ? Int.random(in: 0..<70, using: &random)
          : Int.random(in: bytes.indices, using: &random)
        bytes[place] =
          [0, 1, 2, 0x7F, 0x80, 0xFF, UInt8.random(in: 0...255, using: &random)]
          .randomElement(using: &random) ?? 0
      }
      guard let structure = try? BMPStructure(bytes), structure.width <= 1 << 12,
        structure.height <= 1 << 12, var pixels = BMPPixels(structure)
      else { continue }
      let columns = 0..<min(structure.width, 5)
      for y in 0..<min(structure.height, 4) {
        pixels.change(row: y, columns: columns) { $0.update(repeating: 0xFF12_3456) }
      }
      let patch = BMPPatch(pixels, changedIn: [(columns, 0..<min(structure.height, 4))])
      #expect(Self.undone(patch) == bytes, "\(bytes)")
    }
  }
}

@Suite("The header of a BMP")
struct BMPHeaderTests {
  @Test("says which bits are which colour, and that alpha may be there")
  func masks() throws {
    let found = try BMPSample.all().map { try PhotoFile($0.bytes).header }
    let names = BMPSample.all().map(\.description)
    let alpha = zip(names, found).filter(\.1.hasAlpha).map(\.0)
    #expect(
      alpha == [
        "4-4-4-4, version 3", "32 bits with alpha", "32 bits with alpha bits", "no alpha at all",
      ])
    let depths = Dictionary(uniqueKeysWithValues: zip(names, found.map(\.bitsPerChannel)))
    #expect(depths["10 bits a channel"] == 10 && depths["5-6-5"] == 6 && depths["8 bits"] == 8)
    #expect(found.allSatisfy { $0.isComplete })
  }

  @Test("is refused where it says a compression that is not read", arguments: [4, 5, 3] as [UInt8])
  func compression(code: UInt8) {
    var bytes = Sample.bmp()
    bytes[30] = code
    #expect(
      throws: PhotoFileError.invalid(
        .bmp, field: "compression", at: 30, observed: Int(code), expected: "0")
    ) { try PhotoFile(bytes) }
  }

  @Test("of version 5 has the profile, which goes on into a BMP that is written anew")
  func profile() throws {
    let plain = try #require(
      BMPWriting.file(
        width: 2, height: 2, hasAlpha: false, dotsPerInch: (72, 72),
        row: { $1.update(repeating: 0xFF10_2030) }))
    let original = try PhotoFile(
      BMPWriting.adding(Sample.profile()[...], to: BMPStructure(plain)))
    #expect(original.metadata.icc.map(Array.init) == Sample.profile())
    let transfer = MetadataTransfer(from: original, to: .bmp, orientation: .topLeft)
    #expect(transfer.dropped.isEmpty)
    #expect(try transfer.embed(in: plain) == original.bytes)
    let pixels = try #require(BMPPixels(BMPStructure(original.bytes)))
    #expect(BMPPixelsTests.colours(pixels) == [UInt32](repeating: 0xFF10_2030, count: 4))
  }

  @Test("knows how long the file is once it has a stamp, where it knew before")
  func length() throws {
    for sample in BMPSample.all() {
      for known in [true, false] {
        var bytes = sample.bytes
        if !known { bytes.replaceSubrange(2..<6, with: [0, 0, 0, 0]) }
        let stamped = try #require(try BMPStructure(bytes).holding(stamp: [1, 2, 3]))
        let said = ByteReader(stamped, .littleEndian).value(at: 2, size: 4)
        #expect(said == (known ? stamped.count : 0))
      }
    }
  }
}
