import CaptureTime
import Files
import Formats
import Foundation
import PhotoFacts
import Places
import Raster
import SystemPackage
import TestSupport
import Testing
import Wording

@testable import Stamping

@Suite("A raw photo")
struct RawPhotoTests {
  static let formats: [RawFormat] = [
    .cr2, .cr3, .nef, .arw, .dng, .pef, .orf, .rw2, .raf,
  ]

  /// One whose largest JPEG is as large as its sensor's picture, turned a quarter.
  static func made(
    _ format: RawFormat, width: Int = 640, height: Int = 480,
    _ change: (inout MadeRaw) -> Void = { _ in }
  ) throws -> MadeRaw {
    // A Fujifilm's JPEG says all that there is.
    let exif =
      format == .raf ? ExifBlock(dateTimeOriginal: "2024:01:31 23:59:59", orientation: 6) : nil
    let large = try MadePhoto.jpeg(width: width, height: height, exif: exif)
    let small = try MadePhoto.jpeg(width: 160, height: 120, exif: nil)
    return MadeRaw(format) {
      $0.orientation = 6
      $0.jpegs = [large, small]
      change(&$0)
    }
  }

  private static func info(_ bytes: [UInt8], _ companion: [UInt8]? = nil) throws -> RawInfo? {
    let folder = try TemporaryFolder()
    let path = try folder.write(bytes, to: "IMG_1.raw")
    if let companion { try folder.write(companion, to: "IMG_1.xmp") }
    return try RawInfo(
      InputPhoto(named: FilePath(path)),
      reader: CaptureTimeReader(zone: .utc, now: 1_800_000_000), companions: CompanionFolders())
  }

  @Test("says its time, camera, place and size", arguments: formats)
  func described(format: RawFormat) throws {
    let info = try #require(try Self.info(Self.made(format).bytes()))
    #expect(info.file.format == format)
    #expect(info.file.orientation == .rightTop)
    #expect(info.file.size == PixelSize(width: 640, height: 480))
    #expect(info.file.pictures.first?.size == PixelSize(width: 640, height: 480))
    if format == .raf {
      #expect(info.times.chosen?.description == "2024-01-31T23:59:59")
    } else {
      #expect(info.times.chosen?.description == "2024-01-31T23:59:59.25+09:00")
      #expect(info.facts.camera?.hasSuffix("Model One") == true)
      #expect(info.facts.lens == "Lens 50mm")
      #expect(info.facts.position?.decimalText.hasPrefix("37") == true)
    }
    #expect(info.times.chosen?.source == .exifDateTimeOriginal)
  }

  @Test("says it in big-endian order too", arguments: [RawFormat.nef, .orf, .pef])
  func bigEndian(format: RawFormat) throws {
    let bytes = try Self.made(format) { $0.byteOrder = .bigEndian }.bytes()
    let info = try #require(try Self.info(bytes))
    #expect(info.file.format == format && info.file.pictures.count == 2)
    #expect(info.times.chosen?.description == "2024-01-31T23:59:59.25+09:00")
  }

  @Test(
    "says what exiftool reads",
    .enabled(if: InstalledProgram.isThere("exiftool"), "needs exiftool"),
    arguments: formats)
  func exiftool(format: RawFormat) async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Self.made(format).bytes(), to: "a.\(format)")
    let picture = try await InstalledProgram.run(
      "exiftool",
      [
        "-n", "-s3", "-Make", "-Model", "-DateTimeOriginal", "-Orientation", "-GPSLatitude", path,
      ])
    let reader = try PhotoReader(InputPhoto(named: FilePath(path)))
    let raw = try #require(try reader.raw())
    let jpeg = try reader.picture(of: raw, by: nil)
    let copy = try folder.write(jpeg.bytes, to: "b.jpg")
    let taken = try await InstalledProgram.run(
      "exiftool",
      [
        "-n", "-s3", "-Make", "-Model", "-DateTimeOriginal", "-Orientation", "-GPSLatitude", copy,
      ])
    #expect(!picture.output.isEmpty && taken.output == picture.output)
  }

  private static func stamp(
    _ names: [String], in folder: TemporaryFolder, to format: PhotoFormat? = .jpeg,
    decoder: any PictureDecoder = InProcessDecoder()
  ) async throws -> [PhotoRecord] {
    let batch = Batch(
      walk: PhotoWalk(names.map { FilePath(folder.path($0)) }, raw: .paired),
      plan: OutputPlan(destination: .besideInput, format: format, replacesExisting: false),
      work: try StamperTests.stamper(time: nil, decoder: decoder), jobs: 1, isDryRun: false)
    var records: [PhotoRecord] = []
    await batch.run { records.append($0) }
    return records
  }

  @Test("has its largest JPEG stamped, upright, with what it says itself", arguments: formats)
  func stamped(format: RawFormat) async throws {
    let folder = try TemporaryFolder()
    let packet = Array("<x:xmpmeta xmlns:x='adobe:ns:meta/'/>".utf8)
    let bytes = try Self.made(format) { $0.xmp = packet }.bytes()
    let name = "IMG_1.\(format)"
    try folder.write(bytes, to: name)
    let records = try await Self.stamp([name], in: folder)
    guard case .stamped(let photo)? = records.first?.result else {
      Issue.record("\(records)")
      return
    }
    #expect(photo.label.hasPrefix("2024-01-31"), "\(photo.label)")
    #expect(records[0].warnings.isEmpty)
    #expect(try folder.read(name) == bytes)
    let stamped = try PhotoFile(folder.read("IMG_1.stamped.jpg"))
    #expect(stamped.header.format == .jpeg)
    #expect(stamped.header.displayedSize == PixelSize(width: 480, height: 640))
    if format != .raf {
      #expect(PhotoFacts(stamped.metadata).camera?.hasSuffix("Model One") == true)
      #expect(stamped.metadata.xmp == [packet[...]])
    }
    // Its stamp comes off again.
    let original = try Unstamper().unstamp(Stamped.source(stamped.bytes))
    #expect(try PhotoFile(original.bytes).header.displayedSize.height == 640)
  }

  @Test("is refused where nobody asked for a JPEG, and says how to", arguments: formats)
  func refused(format: RawFormat) async throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.made(format).bytes(), to: "a.\(format)")
    let records = try await Self.stamp(["a.\(format)"], in: folder, to: nil)
    guard case .failed(let error)? = records.first?.result else {
      Issue.record("\(records)")
      return
    }
    if case .photo(.raw(format)) = error {} else { Issue.record("\(error)") }
    #expect(folder.files == ["a.\(format)"])
  }

  @Test("that holds a smaller JPEG says so")
  func smaller() async throws {
    let folder = try TemporaryFolder()
    let raw = try Self.made(.nef, width: 400, height: 300)
    try folder.write(raw.bytes(), to: "a.nef")
    let records = try await Self.stamp(["a.nef"], in: folder)
    let expected = StampWarning.smallerThanRaw(
      .nef, picture: PixelSize(width: 400, height: 300), sensor: PixelSize(width: 640, height: 480))
    #expect(records.first?.warnings == [expected])
  }

  @Test("whose JPEG is upright already is not turned again")
  func upright() async throws {
    let raw = try Self.made(.dng, width: 480, height: 640)
    let folder = try TemporaryFolder()
    try folder.write(raw.bytes(), to: "a.dng")
    _ = try await Self.stamp(["a.dng"], in: folder)
    let stamped = try PhotoFile(folder.read("a.stamped.jpg"))
    #expect(stamped.header.displayedSize == PixelSize(width: 480, height: 640))
  }

  @Test(
    "without a large JPEG is developed", .enabled(if: RawDeveloper.isThere, "needs libraw20"),
    arguments: [false, true])
  func developed(isSandboxed: Bool) async throws {
    let folder = try TemporaryFolder()
    let raw = try Self.made(.dng, width: 160, height: 120)
    try folder.write(raw.bytes(), to: "a.dng")
    let decoder: any PictureDecoder =
      isSandboxed ? DecodersInBatchTests.decoder : InProcessDecoder()
    let records = try await Self.stamp(["a.dng"], in: folder, decoder: decoder)
    #expect(records.first?.warnings == [.developedRaw(.dng)], "\(records)")
    let photo = try PhotoFile(folder.read("a.stamped.jpg"))
    #expect(photo.header.displayedSize == PixelSize(width: 480, height: 640))
    #expect(photo.metadata.exif != nil)
    let image = try Image(decoding: photo)
    let (left, right) = (image[80, 40], image[560, 40])
    #expect(left.red > left.blue && right.blue > right.red)
  }

  @Test("that is cut anywhere is read as far as it goes, and nothing is written of a broken one")
  func cut() async throws {
    for format in Self.formats {
      let bytes = try Self.made(format).bytes()
      for count in stride(from: 12, to: bytes.count, by: max(1, bytes.count / 60)) {
        let folder = try TemporaryFolder()
        try folder.write(bytes.prefix(count), to: "a.\(format)")
        let records = try await Self.stamp(
          ["a.\(format)"], in: folder, decoder: NoDecoder())
        switch records.first?.result {
        case .stamped: #expect(folder.files.count == 2)
        case .failed: #expect(folder.files == ["a.\(format)"])
        case let other: Issue.record("\(format) of \(count) bytes: \(other as Any)")
        }
      }
    }
  }

  @Test(
    "that lies of a JPEG's place or length has the next one taken",
    arguments: [RawFormat.nef, .dng, .arw, .pef],
    [
      (offset: 1, count: 0), (offset: Int(UInt32.max) - 9_000_000, count: 0),
      (offset: 0, count: -2000), (offset: 0, count: 1 << 30),
    ])
  func lies(format: RawFormat, lie: (offset: Int, count: Int)) throws {
    var raw = try Self.made(format)
    raw.jpegs = [raw.jpegs[0]]
    raw.lie = lie
    let bytes = raw.bytes()
    let photo = try #require(
      try RawPhoto(byteCount: bytes.count) { Array(bytes.dropFirst($0).prefix($1)) })
    let jpeg = try photo.jpeg { Array(bytes.dropFirst($0).prefix($1)) }
    // One that says it is longer ends where it ends.
    #expect((jpeg != nil) == (lie.count > 0))
    if let jpeg { #expect(try PhotoFile(jpeg.bytes).header.isComplete) }
  }

  @Test("whose directories lead in a circle, or lie over each other, ends")
  func circles() throws {
    let bytes = try Self.made(.nef).bytes()
    let structure = try TIFFStructure(bytes[...])
    let main = try structure.firstDirectory()
    let links = try #require(main[.subIFDs])
    let order = structure.byteOrder
    for place in [main.offset, main.offset + 12, links.valueOffset] {
      var changed = bytes
      for index in 0..<links.count {
        let at = links.valueOffset + 4 * index
        changed.replaceSubrange(at..<at + 4, with: order.bytes(of: UInt32(place)))
      }
      let read: RawPhoto.Reading = { Array(changed.dropFirst($0).prefix($1)) }
      _ = try RawPhoto(byteCount: changed.count, read: read)
    }
  }

  @Test(
    "that says it has billions of pixels a side says no size",
    arguments: [RawFormat.cr3, .nef])
  func absurd(format: RawFormat) throws {
    let raw = try Self.made(format) { $0.sensor = (width: .max, height: .max) }
    #expect(try Self.info(raw.bytes())?.file.size == nil)
  }

  @Test(
    "of a gigabyte takes no more memory than what describes it", arguments: [RawFormat.nef, .raf])
  func large(format: RawFormat) throws {
    let bytes = try Self.made(format).bytes()
    var most = 0
    let raw = try RawPhoto(byteCount: 1 << 30) { offset, count in
      most = max(most, count)
      let there = Array(bytes.dropFirst(offset).prefix(count))
      return there + [UInt8](repeating: 0, count: min(count, 1 << 20) - min(there.count, 1 << 20))
    }
    #expect(raw?.format == format && most <= 64 << 20)
  }

  @Test("beside a photo of its name is passed over in a folder, and named is not")
  func pairs() throws {
    let folder = try TemporaryFolder()
    for name in ["a.CR2", "A.jpg", "b.nef", "c.dng", "c.xmp"] { try folder.write([1], to: name) }
    func names(_ walk: PhotoWalk) -> [String] {
      walk.compactMap { element in
        if case .photo(let photo) = element { photo.path.lastComponent?.string } else { nil }
      }.sorted()
    }
    let path = FilePath(folder.path)
    #expect(names(PhotoWalk([path], raw: .paired)) == ["A.jpg", "b.nef", "c.dng"])
    #expect(names(PhotoWalk([path], raw: .found)) == ["A.jpg", "a.CR2", "b.nef", "c.dng"])
    #expect(names(PhotoWalk([path])) == ["A.jpg"])
    #expect(names(PhotoWalk([path.appending("a.CR2")])) == ["a.CR2"])
  }

  @Test("has the time of the XMP beside it, into which its date is written")
  func companion() throws {
    let packet = try XMPEdit.set(
      [(XMPProperty(.exif, "DateTimeOriginal"), "2023-05-01T10:00:00+09:00")], in: XMPEdit.empty)
    let info = try #require(try Self.info(Self.made(.nef).bytes(), packet))
    #expect(info.times.chosen?.description == "2023-05-01T10:00:00+09:00")
    #expect(info.times.chosen?.source == .companion)
  }
}

/// Decodes nothing.
private struct NoDecoder: PictureDecoder {
  var developsRaw: Bool { false }

  func picture(of photo: PhotoFile) throws(RasterError) -> Image {
    throw .cannotDecode(.jpeg, detail: "none")
  }
  func samples(of photo: PhotoFile) throws(RasterError) -> SampleImage {
    throw .cannotDecode(.jpeg, detail: "none")
  }
  func scaledJPEG(
    _ bytes: [UInt8], of size: PixelSize, width: Int, height: Int, maxPixels: Int
  ) throws(RasterError) -> ScaledJPEG {
    throw .cannotDecode(.jpeg, detail: "none")
  }
  func samples(of strip: TIFFStrip) throws(RasterError) -> [UInt8] {
    throw .cannotDecode(.tiff, detail: "none")
  }
  func developed(
    _ bytes: [UInt8], of size: PixelSize?, maxPixels: Int
  ) throws(RasterError) -> Image {
    throw .cannotDecode(.tiff, detail: "none")
  }
}
