import Files
import Formats
import SystemPackage
import TestSupport
import Testing

@testable import Stamping

/// A camera's raw file as far as programs look at one. Those that begin like a TIFF have a first picture
/// that can be decoded, so that what takes one for a TIFF can write it anew.
struct RawFile: Sendable, CustomTestStringConvertible {
  let format: RawFormat
  let testDescription: String
  let make: @Sendable () throws -> [UInt8]

  init(_ format: RawFormat, _ name: String, _ make: @escaping @Sendable () throws -> [UInt8]) {
    (self.format, testDescription, self.make) = (format, name, make)
  }

  /// A file that begins so.
  init(_ format: RawFormat, head: String) {
    self.init(format, head) { Array(head.utf8) + [UInt8](repeating: 0, count: 5000) }
  }

  static let all = [
    RawFile(.cr2, "CR2 of four directories") {
      var bytes = try MadeTIFF.file(Array(repeating: MadeTIFF(), count: 4))
      bytes.replaceSubrange(8..<12, with: Array("CR\u{2}\u{0}".utf8))
      return bytes
    },
    RawFile(.nef, "NEF") { try Self.file("NIKON CORPORATION", nested: (.photometric, 32803)) },
    RawFile(.nef, "compressed NRW, MM") {
      try Self.file("NIKON", nested: (.compression, 34713), .bigEndian)
    },
    RawFile(.arw, "ARW") {
      var bytes = try Self.file("SONY", nested: (.photometric, 32803))
      try Self.set(.imageWidth, tag: 0x0FFF, in: &bytes)
      return bytes
    },
    RawFile(.arw, "compressed ARW") { try Self.file("SONY", nested: (.compression, 32767)) },
    RawFile(.arw, "SR2") {
      var bytes = try Self.page("SONY") { $0.fields.append((0xC634, [1, 2, 3, 4])) }.file()
      try Self.set(.imageWidth, tag: 0x0FFF, in: &bytes)
      return bytes
    },
    RawFile(.pef, "PEF") {
      var bytes = try Self.page("PENTAX Corporation").file()
      try Self.set(.compression, 65535, in: &bytes)
      return bytes
    },
    RawFile(.pef, "PEF without compression") {
      var bytes = try Self.page("RICOH IMAGING COMPANY, LTD.").file()
      try Self.set(.photometric, 32803, in: &bytes)
      return bytes
    },
    RawFile(.tiff, "raw file of an unknown maker in a linked directory") {
      var bytes = try MadeTIFF.file([Self.page("Daylight"), MadeTIFF()])
      try Self.set(.photometric, 34892, page: 1, in: &bytes)
      return bytes
    },
    RawFile(.dng, "DNG") {
      // The version is put in last: what makes the file reads it, and would refuse it.
      var bytes = try Self.page("Leica") { $0.fields.append((0xC613, [1, 4, 0, 0])) }.file()
      try Self.set(TIFFTag(rawValue: 0xC613), tag: 0xC612, in: &bytes)
      return bytes
    },
    RawFile(.iiq, head: "II*\u{0}\u{10}\u{0}\u{0}\u{0}IIIITwaR"),
    RawFile(.orf, head: "IIRO\u{8}\u{0}\u{0}\u{0}"),
    RawFile(.orf, head: "MMOR\u{0}\u{0}\u{0}\u{8}"),
    RawFile(.rw2, head: "IIU\u{0}\u{18}\u{0}\u{0}\u{0}"),
    RawFile(.crw, head: "II\u{1A}\u{0}\u{0}\u{0}HEAPCCDR"), RawFile(.mrw, head: "\u{0}MRM"),
    RawFile(.raf, head: "FUJIFILMCCD-RAW 0201"), RawFile(.x3f, head: "FOVb"),
    RawFile(.cr3, head: "\u{0}\u{0}\u{0}\u{18}ftypcrx \u{0}\u{0}\u{0}\u{1}crx isom"),
  ]

  /// A page that says who made the camera.
  static func page(
    _ make: String, _ change: (inout MadeTIFF) -> Void = { _ in }
  ) -> MadeTIFF {
    MadeTIFF {
      $0.fields = [(TIFFTag.make.rawValue, Array(make.utf8) + [0])]
      change(&$0)
    }
  }

  /// A file whose first picture has a further directory, with a number in a field.
  private static func file(
    _ make: String, nested: (tag: TIFFTag, value: UInt16), _ byteOrder: ByteOrder = .littleEndian
  ) throws -> [UInt8] {
    let first = page(make) { $0.fields.append((TIFFTag.subIFDs.rawValue, [0, 0, 0, 0])) }
    var bytes = try MadeTIFF.file([first, MadeTIFF()], byteOrder: byteOrder)
    try set(nested.tag, nested.value, page: 1, in: &bytes)
    let directory = try directory(0, of: bytes)
    let links = try #require(directory[.subIFDs]).entryOffset
    let next = try #require(directory.nextOffset)
    // One LONG.
    let value =
      byteOrder.bytes(of: UInt16(4)) + byteOrder.bytes(of: UInt32(1))
      + byteOrder.bytes(of: UInt32(next))
    bytes.replaceSubrange(links + 2..<links + 12, with: value)
    let end = try #require(directory.table).upperBound
    bytes.replaceSubrange(end..<end + 4, with: [0, 0, 0, 0])
    return bytes
  }

  /// Gives a field of 16 bits another number, or another tag.
  private static func set(
    _ field: TIFFTag, _ value: UInt16? = nil, tag: UInt16? = nil, page: Int = 0,
    in bytes: inout [UInt8]
  ) throws {
    let entry = try #require(try directory(page, of: bytes)[field])
    let order = entry.byteOrder
    if let value {
      bytes.replaceSubrange(entry.valueOffset..<entry.valueOffset + 2, with: order.bytes(of: value))
    }
    if let tag {
      bytes.replaceSubrange(entry.entryOffset..<entry.entryOffset + 2, with: order.bytes(of: tag))
    }
  }

  private static func directory(_ index: Int, of bytes: [UInt8]) throws -> TIFFDirectory {
    let structure = try TIFFStructure(bytes[...])
    var directory = try structure.firstDirectory()
    for _ in 0..<index {
      directory = try structure.directory(at: try #require(directory.nextOffset))
    }
    return directory
  }
}

extension TIFFTag {
  fileprivate static let photometric = TIFFTag.photometricInterpretation
}

@Suite("A camera's raw file")
struct RawFileTests {
  @Test("is known by its own marks, whatever is to be done with it", arguments: RawFile.all)
  func known(raw: RawFile) throws {
    let bytes = try raw.make()
    #expect(throws: PhotoFileError.raw(raw.format)) { try PhotoFile(bytes) }
    let source = Stamped.source(bytes)
    let stamper = try StamperTests.stamper(allowsLoss: true)
    for format in [PhotoFormat.tiff, .jpeg, .png] {
      #expect(throws: StampError.self) { try stamper.stamp(source, as: format) }
    }
    #expect(throws: StampError.self) { try Unstamper().unstamp(source) }
  }

  @Test("stays as it is in place, with all losses allowed", arguments: RawFile.all)
  func inPlace(raw: RawFile) async throws {
    let folder = try TemporaryFolder()
    let bytes = try raw.make()
    // Under a name, too, that says that it is a TIFF.
    let paths = try ["a.\(raw.format)", "b.tif"].map { try folder.write(bytes, to: $0) }
    let batch = Batch(
      walk: PhotoWalk(paths.map { FilePath($0) }),
      plan: OutputPlan(destination: .inPlace, format: nil, replacesExisting: true),
      work: try StamperTests.stamper(allowsLoss: true), jobs: 1, isDryRun: false)
    var failures: [PhotoFileError] = []
    await batch.run { record in
      if case .failed(.photo(let error)) = record.result { failures.append(error) }
    }
    #expect(failures == [.raw(raw.format), .raw(raw.format)])
    #expect(folder.files == ["a.\(raw.format)", "b.tif"])
    for path in folder.files { #expect(try folder.read(path) == bytes) }
  }

  @Test(
    "is no picture that a camera or an editor writes as TIFF",
    arguments: ["NIKON CORPORATION", "SONY", "PENTAX", "Canon"])
  func pictures(make: String) throws {
    let further = try MadeTIFF.file([
      RawFile.page(make), RawFile.page(make) { ($0.width, $0.height) = (120, 90) },
    ])
    for original in [try RawFile.page(make).file(), further] {
      let stamped = try StampedTIFFs.stamp(original)
      #expect(try Unstamper().unstamp(Stamped.source(stamped.bytes)).bytes == original)
      // Stamped, a picture has the field that says whose program's data it holds.
      #expect(try StampedTIFFs.stamp(stamped.bytes).bytes == stamped.bytes)
    }
  }
}
