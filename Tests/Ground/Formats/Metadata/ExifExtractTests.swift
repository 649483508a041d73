import Testing

@testable import Formats

@Suite("EXIF extract")
struct ExifExtractTests {
  private static let makerNote = TIFFTag(rawValue: 0x927C)
  private static let stripOffsets = TIFFTag(rawValue: 273)

  /// A TIFF structure with descriptive and technical tags, an Exif and a GPS directory.
  private func structure(_ order: ByteOrder, makerNoteSize: Int = 6) throws -> TIFFStructure {
    let sample = TIFFSample(byteOrder: order)
    let exif = [
      sample.text(.dateTimeOriginal, "2024:01:31 23:59:58"),
      .init(
        tag: Self.makerNote, type: .undefined, count: makerNoteSize,
        value: [UInt8](repeating: 5, count: makerNoteSize)),
    ]
    let gps = [sample.rationals(.gpsTimeStamp, [(23, 1), (59, 1), (5850, 100)])]
    let main = [
      sample.short(.imageWidth, 3), sample.short(Self.stripOffsets, 8),
      sample.short(.orientation, 6), sample.text(.dateTime, "2024:02:01 00:00:00"),
    ]
    // Written with the same writer that the extract uses; its reader is the other program here.
    func fields(_ fields: [TIFFSample.Field]) throws -> [TIFFField] {
      let block = TIFFSample(byteOrder: order, fields: fields).bytes
      return try TIFFStructure(block[...]).firstDirectory().entries.map(TIFFField.init)
    }
    let head = TIFFStructure.headerSize
    let mainFields = try fields(main)
    let exifFields = try fields(exif)
    let exifOffset = head + TIFFField.directorySize(mainFields) + 24
    let gpsOffset = exifOffset + TIFFField.directorySize(exifFields)
    let linked =
      mainFields + [
        .long(.exifIFD, UInt32(exifOffset), order), .long(.gpsIFD, UInt32(gpsOffset), order),
      ]
    var bytes = Array(TIFFSample(byteOrder: order).bytes.prefix(head))
    bytes += TIFFField.directory(linked, at: head, byteOrder: order)
    bytes += TIFFField.directory(exifFields, at: exifOffset, byteOrder: order)
    bytes += TIFFField.directory(try fields(gps), at: gpsOffset, byteOrder: order)
    return try TIFFStructure(bytes[...])
  }

  @Test(
    "Descriptive, Exif and GPS fields are kept with their values, technical ones are not",
    arguments: [ByteOrder.littleEndian, .bigEndian])
  func fields(order: ByteOrder) throws {
    let extract = ExifExtract(of: try structure(order))
    let rebuilt = try TIFFStructure(extract.serialized(orientation: .topLeft)[...])
    let main = try rebuilt.firstDirectory()

    #expect(main.entries.map(\.tag) == [.orientation, .dateTime, .exifIFD, .gpsIFD])
    #expect(main[.orientation]?.unsigned(at: 0) == 1)
    #expect(main[.dateTime]?.text == "2024:02:01 00:00:00")
    let exifOffset = try #require(main[.exifIFD]?.unsigned(at: 0))
    let exif = try rebuilt.directory(at: Int(exifOffset))
    #expect(exif[.dateTimeOriginal]?.text == "2024:01:31 23:59:58")
    #expect(exif[Self.makerNote].map { Array($0.bytes) } == [5, 5, 5, 5, 5, 5])
    let gpsOffset = try #require(main[.gpsIFD]?.unsigned(at: 0))
    let seconds = try rebuilt.directory(at: Int(gpsOffset))[.gpsTimeStamp]?.rational(at: 2)
    #expect(try #require(seconds) == (5850, 100))
    #expect(!extract.isPartial)
  }

  @Test("A maker note that would not fit a JPEG segment is left out, and said so")
  func large() throws {
    let extract = ExifExtract(of: try structure(.bigEndian, makerNoteSize: 70_000))
    let block = extract.serialized(orientation: .rightTop)
    #expect(extract.isPartial)
    #expect(block.count < 200)
    #expect(Orientation(exif: block[...]) == .rightTop)
  }

  @Test("Technical tags alone are nothing to carry")
  func technicalOnly() throws {
    #expect(try !ExifExtract(of: TIFFStructure(Sample.tiff()[...])).hasEntries)
  }
}
