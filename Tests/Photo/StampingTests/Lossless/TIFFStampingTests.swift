import Formats
import Raster
import TestSupport
import Testing

@testable import Stamping

/// TIFFs to stamp, and what to do with them.
enum StampedTIFFs {
  /// A form of TIFF by a name.
  struct Form: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var page = MadeTIFF()
    var byteOrder = ByteOrder.littleEndian
    var isBig = false

    init(
      _ name: String, _ byteOrder: ByteOrder = .littleEndian, isBig: Bool = false,
      _ change: (inout MadeTIFF) -> Void = { _ in }
    ) {
      testDescription = name
      (self.byteOrder, self.isBig) = (byteOrder, isBig)
      change(&page)
    }

    var bytes: [UInt8] {
      get throws { try page.file(byteOrder: byteOrder, isBig: isBig) }
    }
  }

  static let forms = [
    Form("plain RGB"), Form("plain RGB, MM", .bigEndian),
    Form("16 bits, LZW") { ($0.bits, $0.compression) = (16, 5) },
    Form("16 bits, Deflate, predictor, MM", .bigEndian) {
      ($0.bits, $0.compression, $0.predictor) = (16, 8, 2)
    },
    Form("plain 16 bits, MM", .bigEndian) { $0.bits = 16 },
    Form("BigTIFF, LZW", isBig: true) { ($0.bits, $0.compression) = (16, 5) },
    Form("plain BigTIFF, MM", .bigEndian, isBig: true),
    Form("tiles, PackBits") { ($0.tile, $0.compression) = (64, 32773) },
    Form("planes, Deflate") { ($0.isPlanar, $0.compression, $0.bits) = (true, 32946, 16) },
    Form("plain planes") { $0.isPlanar = true },
    Form("planes in tiles, alpha") {
      ($0.isPlanar, $0.tile, $0.compression) = (true, 32, 8)
      ($0.samplesPerPixel, $0.alphaKind) = (4, 2)
    },
    Form("16 bits, associated alpha") {
      ($0.bits, $0.samplesPerPixel, $0.alphaKind, $0.compression) = (16, 4, 1, 5)
    },
    Form("CMYK") { ($0.colour, $0.samplesPerPixel) = (5, 4) },
    Form("CMYK of 16 bits") {
      ($0.colour, $0.samplesPerPixel, $0.bits, $0.compression) = (5, 4, 16, 8)
    },
    Form("palette") { ($0.colour, $0.samplesPerPixel, $0.compression) = (3, 1, 5) },
    Form("palette of 4 bits") { ($0.colour, $0.samplesPerPixel, $0.bits) = (3, 1, 4) },
    Form("gray of 12 bits") { ($0.colour, $0.samplesPerPixel, $0.bits) = (1, 1, 12) },
    Form("gray of 2 bits, white first") { ($0.colour, $0.samplesPerPixel, $0.bits) = (0, 1, 2) },
    Form("fax, group 4") {
      ($0.colour, $0.samplesPerPixel, $0.bits, $0.compression) = (0, 1, 1, 4)
    },
    Form("fax, group 3, lowest bit first") {
      ($0.colour, $0.samplesPerPixel, $0.bits, $0.compression, $0.isReversed) = (1, 1, 1, 3, true)
    },
    Form("one bit, lowest first") {
      ($0.colour, $0.samplesPerPixel, $0.bits, $0.isReversed) = (1, 1, 1, true)
    },
    Form("floating point, Deflate, predictor") {
      ($0.isFloat, $0.bits, $0.compression, $0.predictor) = (true, 32, 8, 3)
    },
    Form("half floats") { ($0.isFloat, $0.bits) = (true, 16) },
    Form("one strip") { ($0.rowsPerStrip, $0.compression) = (100_000, 5) },
    Form("rows of their own, turned") {
      ($0.rowsPerStrip, $0.compression, $0.orientation) = (1, 5, 6)
    },
  ]

  static func stamp(_ bytes: [UInt8], keepsUndo: Bool = true) throws -> StampedPhoto {
    try StamperTests.stamper(keepsUndo: keepsUndo).stamp(Stamped.source(bytes), as: .tiff)
  }

  static func verify(_ bytes: [UInt8], _ original: [UInt8]) throws -> Verification {
    try PixelStamped.verify(bytes, original: original)
  }

  static func photo(_ bytes: [UInt8]) throws -> TIFFPhoto {
    guard case .tiff(let photo) = try PhotoFile(bytes).structure else {
      throw StampError.failedCheck
    }
    return photo
  }
}

@Suite("Stamping a TIFF")
struct TIFFStampingTests {
  @Test(
    "keeps its form and all samples outside the label, and gives the file back",
    arguments: StampedTIFFs.forms)
  func forms(form: StampedTIFFs.Form) throws {
    let original = try form.bytes
    let stamped = try StampedTIFFs.stamp(original)
    #expect(stamped.fidelity == .lossless(restores: .bytes))
    let (before, after) = (try PhotoFile(original), try PhotoFile(stamped.bytes))
    #expect(after.header == before.header)
    let verification = try StampedTIFFs.verify(stamped.bytes, original)
    #expect(verification.problems.isEmpty && verification.restores == .bytes)
    let compared = try #require(verification.comparedPixels)
    #expect(compared > form.page.width * form.page.height / 2)
    #expect(try Unstamper().unstamp(Stamped.source(stamped.bytes)).bytes == original)
    // As another decoder sees it: libgd, of the forms that it knows.
    let old = PixelColours(of: .libgd(try Image(decoding: before)), .seen)
    let new = PixelColours(of: .libgd(try Image(decoding: after)), .seen)
    let areas = try #require(StampMark(of: stamped.bytes)).areas
    let comparison = try #require(new.comparison(with: old, outside: areas))
    #expect(comparison.different == 0 && new.hash != old.hash)
  }

  @Test("leaves every byte in its place but for the header and where changed strips are")
  func places() throws {
    let original = try MadeTIFF {
      ($0.compression, $0.bits) = (5, 16)
      $0.fields = [(700, Array("<x:xmpmeta/>".utf8)), (34_675, Array(0..<200))]
    }.file()
    let stamped = try StampedTIFFs.stamp(original).bytes
    let changed = original.indices.filter { original[$0] != stamped[$0] }
    // The header's offset, and of the strips under the label four bytes and two each.
    #expect(!changed.isEmpty && changed.count <= 4 + 2 * 6)
    let (before, after) = (try PhotoFile(original), try PhotoFile(stamped))
    #expect(after.metadata.xmp == before.metadata.xmp && after.metadata.icc == before.metadata.icc)
  }

  @Test("adds no more than the label's rows to samples that are not compressed")
  func growth() throws {
    let original = try MadeTIFF { ($0.width, $0.height) = (1200, 900) }.file()
    let stamped = try StampedTIFFs.stamp(original).bytes
    #expect(stamped.count - original.count < original.count / 20)
  }

  @Test("draws on every page in its frame, and not on small copies and masks")
  func pages() throws {
    let pages = [
      MadeTIFF { $0.compression = 5 },
      MadeTIFF { ($0.width, $0.height, $0.subfileType) = (60, 45, 1) },
      MadeTIFF { ($0.width, $0.height, $0.bits, $0.orientation) = (300, 200, 16, 8) },
      MadeTIFF { ($0.width, $0.height, $0.subfileType) = (240, 180, 4) },
    ]
    let original = try MadeTIFF.file(pages, byteOrder: .bigEndian)
    #expect(try PhotoFile(original).header.pageCount == 2)
    let stamped = try StampedTIFFs.stamp(original).bytes
    let (before, after) = (try StampedTIFFs.photo(original), try StampedTIFFs.photo(stamped))
    var (old, new) = (try before.structure.firstDirectory(), try after.structure.firstDirectory())
    for page in pages.indices {
      let parts = [(before, old), (after, new)].map { photo, directory -> [ArraySlice<UInt8>] in
        guard let page = try? TIFFPage(directory, of: photo) else { return [] }
        return (0..<page.grid.count).compactMap {
          (try? page.range(of: $0)).map { photo.bytes[$0] }
        }
      }
      #expect((parts[0] == parts[1]) == (page % 2 == 1))
      guard page < 3 else { break }
      old = try before.structure.directory(at: #require(old.nextOffset))
      new = try after.structure.directory(at: #require(new.nextOffset))
    }
    #expect(try Unstamper().unstamp(Stamped.source(stamped)).bytes == original)
    let verification = try StampedTIFFs.verify(stamped, original)
    #expect(verification.problems.isEmpty)
    let half = (240 * 180 + 300 * 200) / 2
    let compared = try #require(verification.comparedPixels)
    #expect(compared > half)
  }

  @Test("replaces blocks where strips are JPEGs")
  func jpeg() throws {
    let strip = try MadePhoto.image(width: 240, height: 176)
      .encoded(as: .jpeg(quality: 95, progressive: false))
    let original = try MadeTIFF {
      ($0.height, $0.rowsPerStrip, $0.compression, $0.colour) = (176, 176, 7, 6)
      $0.strips = [strip]
    }.file()
    let stamped = try StampedTIFFs.stamp(original)
    #expect(stamped.fidelity == .lossless(restores: .bytes))
    #expect(try StampedTIFFs.verify(stamped.bytes, original).problems.isEmpty)
    #expect(try Unstamper().unstamp(Stamped.source(stamped.bytes)).bytes == original)
  }

  @Test("again gives the same file, and another time takes the old label off first")
  func again() throws {
    let original = try MadeTIFF { $0.compression = 8 }.file()
    let once = try StampedTIFFs.stamp(original).bytes
    #expect(try StampedTIFFs.stamp(once).bytes == once)
    let other = try StamperTests.stamper(time: "2023-01-01 10:00:00")
    let second = try other.stamp(Stamped.source(once), as: .tiff).bytes
    #expect(second == (try other.stamp(Stamped.source(original), as: .tiff).bytes))
    let source = Stamped.source(once)
    #expect(try StamperTests.stamper().hasMade(source, of: Stamped.source(original)))
    #expect(Unstamper().hasMade(Stamped.source(original), of: source))
  }

  @Test("without a way back holds nothing of what the label covers", arguments: [1, 5])
  func noUndo(compression: Int) throws {
    let original = try MadeTIFF { $0.compression = compression }.file()
    let stamped = try StampedTIFFs.stamp(original, keepsUndo: false).bytes
    #expect(try StampedTIFFs.verify(stamped, original).problems.isEmpty)
    #expect {
      try Unstamper().unstamp(Stamped.source(stamped))
    } throws: { if case .stampedForGood = $0 as? StampError { true } else { false } }
    let (before, after) = (try StampedTIFFs.photo(original), try StampedTIFFs.photo(stamped))
    let (old, new) = (
      try TIFFPage(before.directory, of: before), try TIFFPage(after.directory, of: after)
    )
    for part in 0..<old.grid.count where compression != 1 {
      let range = try old.range(of: part)
      let isMoved = try new.range(of: part) != range
      #expect(stamped[range].allSatisfy { $0 == 0 } == isMoved)
    }
  }
}
