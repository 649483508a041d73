import Formats
import Foundation
import Raster
import TestSupport
import Testing

@testable import Stamping

@Suite("A thumbnail")
struct ThumbnailTests {
  private static func thumbnail(
    of bytes: [UInt8], _ size: ThumbnailSize = .small, maxPixels: Int = 100_000_000
  ) throws -> Image {
    try Image(
      decoding: PhotoFile(
        Thumbnail(of: bytes, size, maxPixels: maxPixels, decoder: InProcessDecoder()).bytes))
  }

  /// Another colour in each quarter.
  private static func quarters(x: Int, y: Int, width: Int, height: Int) -> RGBA {
    switch (2 * x < width, 2 * y < height) {
    case (true, true): RGBA(red: 220, green: 30, blue: 30)
    case (false, true): RGBA(red: 30, green: 200, blue: 30)
    case (true, false): RGBA(red: 30, green: 30, blue: 220)
    case (false, false): RGBA(red: 230, green: 230, blue: 230)
    }
  }

  private static func image(width: Int, height: Int) throws -> Image {
    try MadePhoto.image(width: width, height: height) {
      quarters(x: $0, y: $1, width: width, height: height)
    }
  }

  /// The quarters' colours, read in the middle of each, in reading order.
  private static func corners(_ image: Image) -> [String] {
    [(1, 1), (3, 1), (1, 3), (3, 3)].map { x, y in
      let colour = image[x * image.width / 4, y * image.height / 4]
      switch (colour.red > 128, colour.green > 128, colour.blue > 128) {
      case (true, false, false): return "red"
      case (false, true, false): return "green"
      case (false, false, true): return "blue"
      default: return "white"
      }
    }
  }

  @Test(
    "of a photo is upright, however that is turned",
    arguments: [
      (UInt16(1), "red green blue white"), (2, "green red white blue"),
      (3, "white blue green red"), (4, "blue white red green"), (5, "red blue green white"),
      (6, "blue red white green"), (7, "white green blue red"), (8, "green white red blue"),
    ], ThumbnailSize.allCases)
  func orientations(turned: (orientation: UInt16, corners: String), size: ThumbnailSize) throws {
    let jpeg = try Self.image(width: 1600, height: 1200)
      .encoded(as: .jpeg(quality: 90, progressive: false))
    let exif = ExifBlock(orientation: turned.orientation)
    let small = try Self.thumbnail(of: jpeg[..<2] + exif.segment + jpeg[2...], size)
    #expect(Self.corners(small).joined(separator: " ") == turned.corners)
    let (long, short) = (size.longEdge, size.isSquare ? size.longEdge : size.longEdge * 3 / 4)
    let isWide = turned.orientation < 5
    #expect(small.width == (isWide ? long : short))
    #expect(small.height == (isWide ? short : long))
  }

  @Test(
    "fits its long edge, and is never larger than the photo",
    arguments: [
      (4032, 3024, 256, 192), (3024, 4032, 192, 256), (2041, 2040, 256, 256),
      (2040, 2041, 256, 256), (2040, 3, 256, 1),
      (256, 256, 256, 256), (255, 100, 255, 100), (1, 1, 1, 1), (257, 2, 256, 2),
      (5000, 1, 256, 1),
    ])
  func sizes(width: Int, height: Int, toWidth: Int, toHeight: Int) throws {
    let jpeg = try Image(width: width, height: height)
      .encoded(as: .jpeg(quality: 50, progressive: false))
    let small = try Self.thumbnail(of: jpeg)
    #expect(small.width == toWidth)
    #expect(small.height == toHeight)
  }

  @Test(
    "that is a square is the middle of the photo, as large as its shorter edge lets it be",
    arguments: [
      (1600, 900, 160), (900, 1600, 160), (200, 100, 100), (2040, 64, 64), (160, 160, 160),
    ])
  func squares(width: Int, height: Int, edge: Int) throws {
    // Red at both ends of the longer edge.
    let isWide = width > height
    let (long, short) = (max(width, height), min(width, height))
    let photo = try MadePhoto.image(width: width, height: height) { x, y in
      let fromMiddle = abs((isWide ? x : y) - long / 2)
      return 2 * fromMiddle > short + short / 8
        ? RGBA(red: 230, green: 20, blue: 20) : RGBA(red: 20, green: 20, blue: 230)
    }.encoded(as: .jpeg(quality: 95, progressive: false))
    let small = try Self.thumbnail(of: photo, .square)
    #expect(small.width == edge && small.height == edge)
    for place in [(0, 0), (edge - 1, 0), (0, edge - 1), (edge - 1, edge - 1)] {
      #expect(small[place.0, place.1].red < 128, "\(place)")
    }
  }

  @Test("is made of every format", arguments: PhotoFormat.allCases)
  func formats(format: PhotoFormat) throws {
    let encodings: [PhotoFormat: Encoding] = [
      .jpeg: .jpeg(quality: 90, progressive: true), .png: Encoding(.png),
      .webp: Encoding(.webp, quality: 80),
      .gif: Encoding(.gif), .bmp: Encoding(.bmp), .tiff: Encoding(.tiff),
      .heic: Encoding(.heic, quality: 60), .avif: Encoding(.avif, quality: 60),
    ]
    let photo = try Self.image(width: 400, height: 600).encoded(as: #require(encodings[format]))
    let small = try Self.thumbnail(of: photo)
    #expect(small.width == 171)
    #expect(small.height == 256)
    #expect(Self.corners(small) == ["red", "green", "blue", "white"])
  }

  @Test("is white where the photo is transparent")
  func transparent() throws {
    let photo = try MadePhoto.image(width: 300, height: 300) { x, _ in
      x < 150 ? .clear : RGBA(red: 0, green: 0, blue: 0)
    }.encoded(as: Encoding(.png))
    let small = try Self.thumbnail(of: photo)
    #expect(small[20, 100].green >= 254)
    #expect(small[236, 100].green <= 1)
  }

  @Test("shows what the photo shows", arguments: ["birthday-dog.jpg", "three-puppies.jpg"])
  func looks(name: String) throws {
    let bytes = try Stamped.bytes(name)
    let small = try Self.thumbnail(of: bytes)
    let averaged = try Canvas(decoding: PhotoFile(bytes), by: InProcessDecoder()).upright().image
      .shrunk(width: small.width, height: small.height)
    var sum = 0
    for y in 0..<small.height {
      for x in 0..<small.width {
        sum += abs(Int(small[x, y].green) - Int(averaged[x, y].green))
      }
    }
    #expect(Double(sum) / Double(small.width * small.height) < 6)
  }

  @Test("of more pixels than allowed is refused before any is decoded")
  func tooManyPixels() throws {
    let photo = try MadePhoto.png()
    #expect {
      try Thumbnail(of: photo, .small, maxPixels: 76_799, decoder: InProcessDecoder())
    } throws: { error in
      guard case StampError.tooManyPixels(320, 240, limit: 76_799) = error else { return false }
      return true
    }
    #expect(try Self.thumbnail(of: photo, maxPixels: 76_800).width == 256)
  }
}

@Suite("A thumbnail says nothing")
struct ThumbnailMetadataTests {
  private static func thumbnail(of bytes: [UInt8]) throws -> PhotoFile {
    try PhotoFile(
      Thumbnail(of: bytes, .small, maxPixels: 100_000_000, decoder: InProcessDecoder()).bytes)
  }

  /// A JPEG with a colour profile of so many bytes for a colour space.
  private static func photo(profile count: Int, space: String = "RGB ") throws -> [UInt8] {
    let jpeg = try MadePhoto.jpeg()
    var profile = [UInt8](repeating: 7, count: count)
    profile.replaceSubrange(16..<20, with: Array(space.utf8))
    let payload = Array("ICC_PROFILE\0".utf8) + [1, 1] + profile
    let length = payload.count + 2
    let segment = [0xff, 0xe2, UInt8(length >> 8), UInt8(length & 0xff)] + payload
    return jpeg[..<2] + segment + jpeg[2...]
  }

  @Test("but its colour profile, where that is short and fits its pixels")
  func profile() throws {
    let kept = try Self.thumbnail(of: Self.photo(profile: 3000)).metadata
    #expect(kept.icc?.count == 3000)
    #expect(kept.kinds == [.icc])
    for photo in [
      try Self.photo(profile: 20_000), try Self.photo(profile: 3000, space: "GRAY"),
    ] {
      #expect(try Self.thumbnail(of: photo).metadata.kinds == [])
    }
  }

  @Test("of when it was taken, nor what wrote it")
  func exif() throws {
    var photo = try MadePhoto.jpeg(exif: ExifBlock(orientation: 6))
    photo += Array("a video".utf8)
    let thumbnail = try Self.thumbnail(of: photo)
    #expect(thumbnail.metadata.kinds == [])
    #expect(thumbnail.header.orientation == .topLeft)
    #expect(!String(decoding: thumbnail.bytes, as: UTF8.self).contains("CREATOR"))
  }

  private static let exiftool = InstalledProgram.isThere("exiftool")

  @Test(
    "of where, as exiftool reads it",
    .enabled(if: exiftool && SharedPhotos.areThere, "needs exiftool and photos"),
    arguments: [
      "phone/iphone.jpg", "phone/dog_exif_extended_xmp_icc.jpg", "heic/aux_YCbCr.heic",
      "png/paris_icc_exif_xmp.png", "avif/paris_icc_exif_xmp.avif", "trailer/androidtrail.jpg",
    ])
  func place(name: String) async throws {
    let folder = try TemporaryFolder()
    let photo = try [UInt8](Data(contentsOf: URL(filePath: #require(SharedPhotos.path(name)))))
    let path = try folder.write(Self.thumbnail(of: photo).bytes, to: "thumbnail.jpg")
    let run = try await InstalledProgram.run(
      "exiftool",
      ["-a", "-G1", "-s", "-j", "-x", "ExifTool:All", "-x", "Composite:All", path])
    let tags = try #require(run.jsonArray.first)
    let groups = Set(tags.keys.compactMap { $0.split(separator: ":").first.map(String.init) })
      .filter { !$0.hasPrefix("ICC") }
    #expect(groups == ["SourceFile", "System", "File", "JFIF"])
  }
}

extension Program {
  /// Standard output as a JSON array of objects.
  fileprivate var jsonArray: [[String: Any]] {
    get throws {
      let array = try JSONSerialization.jsonObject(with: Data(output.utf8))
      return array as? [[String: Any]] ?? []
    }
  }
}

@Suite("A thumbnail of a damaged photo")
struct ThumbnailDamageTests {
  private static let encodings: [Encoding] = [
    .jpeg(quality: 85, progressive: false), .jpeg(quality: 85, progressive: true), Encoding(.png),
    Encoding(.webp, quality: 80), Encoding(.gif), Encoding(.bmp), Encoding(.tiff),
    Encoding(.heic, quality: 60), Encoding(.avif, quality: 60),
  ]

  private func thumbnail(of bytes: [UInt8]) throws -> Thumbnail {
    try Thumbnail(of: bytes, .small, maxPixels: 1_000_000, decoder: InProcessDecoder())
  }

  @Test("is refused where it ends early, at every fiftieth of it", arguments: encodings)
  func truncated(encoding: Encoding) throws {
    let whole = try MadePhoto.image(width: 300, height: 200).encoded(as: encoding)
    #expect(try thumbnail(of: whole).bytes.count > 0)
    for part in 0..<50 {
      let cut = Array(whole[..<(whole.count * part / 50)])
      #expect(throws: StampError.self, "\(part) fiftieths") { try thumbnail(of: cut) }
    }
  }

  @Test(
    "is refused, or a picture of the size that the photo's header says, however that is changed",
    arguments: encodings)
  func mutated(encoding: Encoding) throws {
    let whole = try MadePhoto.image(width: 300, height: 200).encoded(as: encoding)
    var random = SplitMix64(seed: 6)
    for _ in 0..<60 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] = .random(in: 0...255, using: &random)
      }
      do {
        let picture = try Image(decoding: PhotoFile(thumbnail(of: bytes).bytes))
        let header = try PhotoFile(bytes).header
        let size = ThumbnailSize.small.fitting(
          width: header.displayedWidth, height: header.displayedHeight)
        #expect(picture.width == size.width && picture.height == size.height)
      } catch is StampError {}
    }
  }

  /// What is refused for what it is; every other photo has a thumbnail.
  private static let refused: Set<String> = [
    "corrupt/singlerowtrunc.jpg", "exotic/testimgl.jpg", "exotic/testorig12.jpg",
  ]

  @Test(
    "is the only one refused, of photos of every kind",
    .enabled(if: SharedPhotos.areThere, "\(SharedPhotos.note)"), arguments: RealPhotoTests.shared)
  func everyKind(name: String) throws {
    let path = try #require(SharedPhotos.path(name))
    let photo = try [UInt8](Data(contentsOf: URL(filePath: path)))
    if Self.refused.contains(name) {
      #expect(throws: StampError.self) { try thumbnail(of: photo) }
    } else {
      #expect(
        try Thumbnail(of: photo, .small, maxPixels: 100_000_000, decoder: InProcessDecoder()).bytes
          .count > 200)
    }
  }
}

@Suite("A thumbnail for a page")
struct SmallThumbnailTests {
  private static func noise(_ count: Int) throws -> [UInt8] {
    var random = SplitMix64(seed: 4)
    return try MadePhoto.image(width: count, height: count) { _, _ in
      RGBA(
        red: .random(in: 0...255, using: &random), green: .random(in: 0...255, using: &random),
        blue: .random(in: 0...255, using: &random))
    }.encoded(as: Encoding(.png))
  }

  private static func thumbnail(_ photo: [UInt8], _ size: ThumbnailSize) throws -> [UInt8] {
    try Thumbnail(of: photo, size, maxPixels: 100_000_000, decoder: InProcessDecoder()).bytes
  }

  @Test(
    "has no more bytes than are wanted of it, in each photo of ours",
    arguments: ["birthday-dog.jpg", "canyon-wren.jpg", "lake-sherburne.jpg", "three-puppies.jpg"],
    ThumbnailSize.inPages)
  func bytes(name: String, size: ThumbnailSize) throws {
    let thumbnail = try Self.thumbnail(Stamped.bytes(name), size)
    #expect(thumbnail.count <= size.wantedBytes + 700, "with the profile of a phone")
    #expect(thumbnail.count > 700)
  }

  @Test("is there also where no quality makes it that short", arguments: ThumbnailSize.allCases)
  func noise(size: ThumbnailSize) throws {
    let thumbnail = try Self.thumbnail(Self.noise(300), size)
    #expect(try PhotoFile(thumbnail).header.width == min(300, size.longEdge))
    #expect(size != .cell || thumbnail.count > size.wantedBytes)
  }

  @Test(
    "has tables of its own and chroma at half of the resolution", arguments: ThumbnailSize.allCases)
  func coding(size: ThumbnailSize) throws {
    let photo = try Stamped.bytes("three-puppies.jpg")
    let thumbnail = try PhotoFile(Self.thumbnail(photo, size))
    let sampling = try #require(thumbnail.header.jpeg).sampling.map {
      [$0.horizontal, $0.vertical]
    }
    #expect(sampling == [[2, 2], [1, 1], [1, 1]])
    let image = try Image(decoding: thumbnail)
    let usual = try image.encoded(as: .jpeg(quality: 60, progressive: false))
    #expect(try image.smallJPEG(qualities: [60]).count < usual.count - 250)
  }

  @Test("is of the best quality that is short enough")
  func quality() throws {
    let image = try Image(decoding: PhotoFile(Stamped.bytes("three-puppies.jpg")))
    let (good, bad) = (
      try image.smallJPEG(qualities: [80]), try image.smallJPEG(qualities: [30])
    )
    #expect(bad.count < good.count)
    #expect(try image.smallJPEG(qualities: [80, 30], upTo: good.count) == good)
    #expect(try image.smallJPEG(qualities: [80, 30], upTo: good.count - 1) == bad)
    #expect(try image.smallJPEG(qualities: [80, 30], upTo: 10) == bad)
  }

  @Test(
    "keeps the profile of colours that are not those of sRGB, which say nothing",
    .enabled(if: SharedPhotos.areThere, "\(SharedPhotos.note)"),
    arguments: [
      ("colour/canyon-wren.jpg", true), ("phone/Ultra_HDR_Samples_Originals_05.jpg", true),
      ("camera/Issue 266.jpg", false), ("phone/dog_exif_extended_xmp_icc.jpg", false),
    ])
  func profile(name: String, isKept: Bool) throws {
    let path = try #require(SharedPhotos.path(name))
    let photo = try [UInt8](Data(contentsOf: URL(filePath: path)))
    #expect(try PhotoFile(photo).metadata.icc != nil)
    let thumbnail = try PhotoFile(Self.thumbnail(photo, .cell))
    #expect((thumbnail.metadata.icc != nil) == isKept)
  }
}
