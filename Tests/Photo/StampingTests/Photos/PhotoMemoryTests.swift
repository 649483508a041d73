import Files
import Formats
import Raster
import SystemPackage
import Testing
import TestSupport

@testable import JPEGSplice
@testable import Stamping

@Suite("The memory that a photo needs")
struct PhotoMemoryTests {
  private static let bombs: [(name: String, bytes: [UInt8])] = [
    ("VP8L", HostilePhoto.webp(width: 16_384, height: 16_384)),
    ("strip", HostilePhoto.tiff(width: 15_000, height: 15_000)),
    ("PNG", HostilePhoto.png(width: 19_999, height: 19_999)),
    ("16 bits", HostilePhoto.png(width: 19_999, height: 19_999, colourType: 6, bits: 16)),
    ("BMP", HostilePhoto.bmp(width: 19_999, height: 19_999)),
  ]

  @Test("is known from a few bytes, and more than is allowed is refused with both numbers")
  func refused() throws {
    for (name, bytes) in Self.bombs {
      let photo = try PhotoFile(bytes)
      for work in [PhotoMemory.Work.recoding(Encoding(.png)), .shrinking(.small)] {
        let memory = PhotoMemory(of: work, on: photo)
        #expect(memory.bytes > 800 << 20, "\(name)")
        do throws(StampError) {
          try memory.check(allowed: 512 << 20)
          Issue.record("\(name) is let through")
        } catch .tooMuchMemory(let needed, let allowed) {
          #expect((needed, allowed) == (memory.bytes, 512 << 20))
        } catch {
          Issue.record("\(error)")
        }
        try memory.check(allowed: memory.bytes)
      }
    }
  }

  @Test("of a side that the output cannot have is never asked for")
  func longSide() throws {
    let photo = try PhotoFile(HostilePhoto.tiff(width: 20, height: 1_000_001))
    let recoding = try PhotoRecoding(
      photo, as: .png, quality: nil, reasons: [], allowsLoss: true, maxPixels: 1 << 30)
    do throws(StampError) {
      _ = try recoding.needed(on: photo)
      Issue.record("It is let through.")
    } catch .raster(.sideTooLong(let format, let observed, let limit)) {
      #expect((format, observed, limit) == (.png, 1_000_001, 1_000_000))
    } catch {
      Issue.record("\(error)")
    }
  }

  @Test("of a spliced JPEG grows with its file, not with its picture")
  func spliced() throws {
    let small = try PhotoFile(MadePhoto.jpeg(width: 64, height: 48))
    let large = try PhotoFile(MadePhoto.jpeg(width: 2048, height: 1536))
    func beyond(_ photo: PhotoFile) -> Int {
      PhotoMemory(of: .splicing, on: photo).bytes - PhotoMemory.ofProgram
    }
    #expect(beyond(small) < 8 * small.bytes.count + 1024)
    #expect(beyond(large) < 8 * large.bytes.count + 1024)
  }

  @Test("of a progressive JPEG's thumbnail holds two bytes for each coefficient")
  func progressive() throws {
    func memory(_ isProgressive: Bool) throws -> Int {
      let image = try MadePhoto.image(width: 800, height: 608)
      let photo = try PhotoFile(
        image.encoded(as: .jpeg(quality: 95, progressive: isProgressive)))
      return PhotoMemory(of: .shrinking(.small), on: photo).bytes - 2 * photo.bytes.count
    }
    // 4:4:4, so three samples a pixel.
    #expect(try memory(true) - memory(false) == 2 * 3 * 800 * 608)
  }

  @Test("of a PNG is by its samples: twice as much for sixteen bits, and for alpha a third more")
  func samples() throws {
    func memory(colourType: UInt8, bits: UInt8) throws -> Int {
      let photo = try PhotoFile(
        HostilePhoto.png(width: 3000, height: 2000, colourType: colourType, bits: bits))
      let work = PhotoMemory.Work.recoding(Encoding(.png))
      return PhotoMemory(of: work, on: photo).bytes - PhotoMemory.ofProgram - photo.bytes.count
    }
    let usual = try memory(colourType: 2, bits: 8)
    #expect(usual == 4 * 3 * 3000 * 2000)
    #expect(try memory(colourType: 2, bits: 16) == 2 * usual)
    #expect(try memory(colourType: 6, bits: 8) == usual / 3 * 4)
    // It may become RGB for its label.
    #expect(try memory(colourType: 0, bits: 8) == usual)
  }

  @Test("of a TIFF holds the strip that is read at once")
  func strips() throws {
    func memory(rows: UInt32) throws -> Int {
      try PhotoMemory(
        of: .shrinking(.small),
        on: PhotoFile(HostilePhoto.tiff(width: 4000, height: 3000, rowsPerStrip: rows))
      ).bytes
    }
    #expect(try memory(rows: 3000) - memory(rows: 1) == 4000 * 2999)
    // No strip has more rows than the picture.
    #expect(try memory(rows: .max) == memory(rows: 3000))
  }

  @Test("of a file is its length at least, and a longer one is not read")
  func files() throws {
    let folder = try TemporaryFolder()
    try folder.write(MadePhoto.jpeg(), to: "a.jpg")
    let photo = InputPhoto(named: .init(folder.path("a.jpg")))
    let size = try PhotoReader(photo).whole().bytes.count
    #expect(try PhotoReader(photo).whole(allowed: size).bytes.count == size)
    #expect(throws: FileError.overMemory(photo.path, size: size, allowed: size - 1)) {
      try PhotoReader(photo).whole(allowed: size - 1)
    }
  }

  @Test("of a forged stamp's record is bounded by the picture")
  func forgedRecord() throws {
    let photo = try MadePhoto.jpeg(width: 64, height: 48)
    let structure = try JPEGStructure(photo)
    // A scan's restart intervals, a byte each, of which the picture has one.
    var encoder = ReversalEncoder()
    encoder.write(1)
    for number in [2, 0, 0, 0, 0, 3_000_000] { encoder.write(number) }
    let reversal = encoder.bytes + [UInt8](repeating: 0, count: 3_000_000)
    let area = PixelArea(columns: 0..<8, rows: 0..<8)
    let head = StampRecord(
      Inscription(label: "a", time: nil, options: nil), originalHash: StampMark.hash(photo),
      areas: [area],
      proof: .unknownHash
    ).bytes.dropLast(33)
    let segments = try #require(StampSegments.bytes(for: head + [1] + reversal))
    // It is a record that can be read where nothing bounds it.
    #expect(try Reversal(encoded: reversal[...]).edits.count == 1)
    #expect(throws: ReversalError.self) {
      try Reversal(
        encoded: reversal[...], maximumParts: PhotoMemory.maximumParts(of: structure))
    }
    let forged = Array(photo[..<2]) + segments + photo[2...]
    #expect(throws: StampError.self) { try Stamped.unstamp(forged) }
    do {
      _ = try OriginalPhoto(Stamped.source(forged))
      Issue.record("It is taken for a stamp")
    } catch {
      guard case .unreadableStamp = error else { throw error }
    }
  }

  @Test("allows what cameras call 64 megapixels where the limit is 64")
  func megapixels() throws {
    let limit = PhotoHeader.mostPixels(megapixels: 64)
    func header(_ width: Int, _ height: Int) throws -> PhotoHeader {
      try PhotoFile(HostilePhoto.png(width: width, height: height)).header
    }
    for (width, height) in [(9248, 6936), (9280, 6944), (9216, 6912)] {
      try header(width, height).checkSize(maxPixels: limit)
    }
    #expect(throws: StampError.self) { try header(9600, 7200).checkSize(maxPixels: limit) }
    try header(16_320, 12_240).checkSize(maxPixels: PhotoHeader.mostPixels(megapixels: 200))
    try header(4032, 3024).checkSize(maxPixels: PhotoHeader.mostPixels(megapixels: 12))
    try header(12_000, 9_000).checkSize(maxPixels: PhotoHeader.mostPixels(megapixels: 108))
  }
}
