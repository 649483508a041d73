import CaptureTime
import Files
import Fonts
import Formats
import Foundation
import Raster
import TestSupport
import Testing

@testable import Stamping

@Suite("The stamper")
struct StamperTests {
  /// A stamper with the usual label and a time of its own.
  static func stamper(
    _ style: LabelStyle = LabelStyle(.plain), time: String? = "2024-01-31 23:59:58",
    shift: String? = nil, quality: Int? = nil, allowsLoss: Bool = false, keepsUndo: Bool = true,
    edit: String = "", keepsMetadata: Bool = false, maxPixels: Int = 400_000_000,
    decoder: any PictureDecoder = InProcessDecoder()
  ) throws -> Stamper {
    let reader = CaptureTimeReader(zone: .utc, now: 1_800_000_000)
    let searchPath = FontSearchPath(override: Checkout.faces, executableFolder: nil)
    var settings = Stamper.Settings(
      labels: [
        try LabelDesign(
          LabelLook(style: style), fonts: LabelFonts(face: style.face, searchPath: searchPath))
      ],
      time: TimeSettings(
        reader: reader, given: try time.map { try GivenTime.parse($0) },
        adjustment: CaptureTimeAdjustment(shift: try shift.map { try TimeShift.parse($0) }),
        requiresCaptureTime: false),
      quality: quality, allowsLoss: allowsLoss, keepsUndo: keepsUndo, maxPixels: maxPixels,
      decoder: decoder)
    settings.edit = try PhotoEdit(parsing: edit)
    settings.keepsMetadata = keepsMetadata
    return Stamper(settings)
  }

  static func stamp(_ bytes: [UInt8], as format: PhotoFormat) throws -> StampedPhoto {
    try stamper().stamp(PhotoSource(bytes: bytes, attributes: nil), as: format)
  }

  /// The displayed pixels in which two images of one orientation differ by more than a tolerance.
  private func differences(
    _ first: Image, _ second: Image, orientation: Orientation = .topLeft, tolerance: Int = 0
  ) throws -> (left: Int, top: Int, right: Int, bottom: Int)? {
    #expect(first.width == second.width && first.height == second.height)
    var bounds: (left: Int, top: Int, right: Int, bottom: Int)?
    let swaps = orientation.swapsAxes
    let (width, height) =
      swaps ? (first.height, first.width) : (first.width, first.height)
    let placement = Placement(
      x: 0, y: 0, orientation: orientation, codedWidth: first.width, codedHeight: first.height)
    let (a, b) = (
      try first.turned(width: width, height: height, through: placement),
      try second.turned(width: width, height: height, through: placement)
    )
    for y in 0..<height {
      for x in 0..<width {
        let (p, q) = (a[x, y], b[x, y])
        let difference = max(
          abs(Int(p.red) - Int(q.red)), abs(Int(p.green) - Int(q.green)),
          abs(Int(p.blue) - Int(q.blue)), abs(Int(p.alpha) - Int(q.alpha)))
        guard difference > tolerance else { continue }
        let old = bounds ?? (x, y, x, y)
        bounds = (min(old.left, x), min(old.top, y), max(old.right, x), max(old.bottom, y))
      }
    }
    return bounds
  }

  /// Expects a label's ink to fill its line box, up to a third of an em.
  private func expectInk(
    _ ink: (left: Int, top: Int, right: Int, bottom: Int), in box: LabelGeometry.Box
  ) {
    let slack = box.height / 3
    #expect(abs(Double(ink.left) - box.x) < slack)
    #expect(abs(Double(ink.right) - box.x - box.width) < slack)
    #expect(Double(ink.top) >= box.y - 1 && Double(ink.bottom) <= box.y + box.height + 1)
  }

  @Test(
    "changes no pixel outside the label where the format keeps pixels",
    arguments: [
      PhotoFormat.png, .bmp, .gif,
    ])
  func keepsPixels(format: PhotoFormat) throws {
    var original = try MadePhoto.image(width: 240, height: 180) { x, y in
      RGBA(red: UInt8(x / 16 * 16), green: UInt8(y / 16 * 16), blue: 128)
    }
    let bytes = try original.encoded(
      as: Encoding(
        for: PhotoFile(original.encoded(as: Encoding(.png))).header, as: format, quality: nil))
    original = try Image(decoding: PhotoFile(bytes))
    let photo = try Self.stamp(bytes, as: format)
    let stamped = try Image(decoding: PhotoFile(photo.bytes))
    let ink = try #require(try differences(original, stamped))
    expectInk(ink, in: photo.box)
    #expect(photo.fidelity == .lossless(restores: format.isStampedInPlace ? .bytes : .pixels))
  }

  @Test("puts the label upright at the displayed corner", arguments: Orientation.allCases)
  func orientations(orientation: Orientation) throws {
    let gray = try MadePhoto.image(width: 300, height: 200) { _, _ in
      RGBA(red: 120, green: 120, blue: 120)
    }
    let plain = try gray.encoded(as: .jpeg(quality: 92, progressive: false))
    let exif = ExifBlock(orientation: UInt16(orientation.rawValue))
    let photo = try Self.stamp(Array(plain[..<2]) + exif.segment + plain[2...], as: .jpeg)
    let file = try PhotoFile(photo.bytes)
    #expect(file.header.orientation == orientation)
    #expect(file.header.width == 300 && file.header.height == 200)
    let stamped = try Image(decoding: PhotoFile(photo.bytes))
    let ink = try #require(
      try differences(gray, stamped, orientation: orientation, tolerance: 40))
    expectInk(ink, in: photo.box)
  }

  @Test(
    "turns what changes its format upright, and its tag says so", arguments: Orientation.allCases,
    [PhotoFormat.png, .webp])
  func upright(orientation: Orientation, format: PhotoFormat) throws {
    let marked = try MadePhoto.image(width: 300, height: 200) { x, y in
      RGBA(red: x < 150 ? 200 : 40, green: y < 100 ? 200 : 40, blue: 60)
    }
    let plain = try marked.encoded(as: .jpeg(quality: 95, progressive: false))
    let exif = ExifBlock(orientation: UInt16(orientation.rawValue))
    let original = Array(plain[..<2]) + exif.segment + plain[2...]
    let stamped = try Self.stamp(original, as: format)
    let file = try PhotoFile(stamped.bytes)
    let swaps = orientation.swapsAxes
    #expect(file.header.orientation == .topLeft)
    #expect(file.header.width == (swaps ? 200 : 300))
    #expect(file.header.height == (swaps ? 300 : 200))
    let image = try Image(decoding: file)
    let placement = Placement(
      x: 0, y: 0, orientation: orientation, codedWidth: 300, codedHeight: 200)
    for (x, y) in [(40, 20), (image.width - 20, 20), (image.width - 20, image.height - 90)] {
      let coded = placement.place(x: x, y: y)
      #expect(abs(Int(image[x, y].red) - (coded.x < 150 ? 200 : 40)) < 30)
      #expect(abs(Int(image[x, y].green) - (coded.y < 100 ? 200 : 40)) < 30)
    }
    #expect(try PixelStamped.verify(stamped.bytes).problems.isEmpty)
  }

  @Test(
    "keeps a JPEG progressive, its quality, and its colour resolution",
    arguments: [
      (60, true), (85, false), (95, true),
    ])
  func keepsCoding(quality: Int, progressive: Bool) throws {
    let bytes = try MadePhoto.image(width: 200, height: 200)
      .encoded(as: .jpeg(quality: quality, progressive: progressive))
    let header = try PhotoFile(Self.stamp(bytes, as: .jpeg).bytes).header
    #expect(header.jpeg?.sampling == (try PhotoFile(bytes)).header.jpeg?.sampling)
    #expect(header.jpeg?.quality == quality)
    #expect((header.jpeg?.coding == .progressive) == progressive)
  }

  @Test(
    "says where a month has no such day as the shift leads to",
    arguments: [("+1mo", "2024-02-29 23:59", 1), ("+1y", "2025-01-31 23:59", 0)])
  func monthsEnd(shift: String, label: String, warnings: Int) throws {
    let photo = try Self.stamper(shift: shift).stamp(
      PhotoSource(bytes: MadePhoto.jpeg(), attributes: nil), as: .jpeg)
    #expect(photo.label == label)
    let ends = photo.warnings.filter { if case .monthsEnd = $0 { true } else { false } }
    #expect(ends.count == warnings && photo.warnings.count == warnings)
  }

  @Test("needs no time for a text without one")
  func fixedText() throws {
    let style = LabelStyle(.plain)
    let searchPath = FontSearchPath(override: Checkout.faces, executableFolder: nil)
    let stamper = Stamper(
      Stamper.Settings(
        labels: [
          try LabelDesign(
            LabelLook(style: style, template: "Site 4"),
            fonts: LabelFonts(face: style.face, searchPath: searchPath))
        ],
        time: TimeSettings(
          reader: CaptureTimeReader(zone: .utc, now: 0), given: nil,
          adjustment: CaptureTimeAdjustment(), requiresCaptureTime: false),
        quality: nil, allowsLoss: false, maxPixels: 1_000_000, decoder: InProcessDecoder()))
    let photo = try stamper.stamp(
      PhotoSource(bytes: MadePhoto.png(), attributes: nil), as: .png)
    #expect(photo.label == "Site 4")
    #expect(photo.time == nil)
  }

  @Test("says why a photo has no time")
  func noTime() throws {
    let stamper = try Self.stamper(time: nil)
    #expect {
      try stamper.stamp(
        PhotoSource(bytes: MadePhoto.png(), attributes: nil),
        PhotoContext(name: Array("a.png".utf8)), as: .png)
    } throws: { error in
      if case StampError.noCaptureTime = error { true } else { false }
    }
  }
}

@Suite("Real photos")
struct RealPhotoTests {
  static let samples: [String] =
    (FileManager.default.enumerator(atPath: Checkout.samples)?.allObjects as? [String] ?? [])
    .filter { PhotoFormat(fileExtension: URL(filePath: $0).pathExtension) != nil }.sorted()

  /// The photos that are refused for what they are; every other one must be stamped.
  static let refused: Set<String> = [
    "corrupt/singlerowtrunc.jpg", "exotic/1x1_exif_xmp.jpg",
    "exotic/testimgari.jpg", "exotic/testimgl.jpg", "exotic/testorig12.jpg",
  ]

  /// Stamps a photo, and compares what is around its picture with what was.
  private func stamp(_ path: String) throws {
    let original = try PhotoFile([UInt8](Data(contentsOf: URL(filePath: path))))
    let plan = OutputPlan(destination: .besideInput, format: nil, replacesExisting: false)
    let format = plan.outputFormat(for: original.header.format)
    let photo = try StamperTests.stamp(original.bytes, as: format)
    let file = try PhotoFile(photo.bytes)
    #expect(file.header.format == format)
    #expect(file.header.displayedWidth == original.header.displayedWidth)
    #expect(file.header.displayedHeight == original.header.displayedHeight)
    if format == original.header.format, format.carriesMetadata {
      #expect(file.metadata.exif == original.metadata.exif)
      #expect(file.metadata.xmp == original.metadata.xmp)
      #expect(file.metadata.iptc == original.metadata.iptc)
    }
    if format.carriesMetadata, photo.warnings.isEmpty {
      #expect(file.metadata.icc.map(Array.init) == original.metadata.icc.map(Array.init))
    }

    let frame = Frame(
      pixelWidth: original.header.displayedWidth, pixelHeight: original.header.displayedHeight)
    #expect(abs(photo.box.x / frame.scale - 16) < 0.5)
    let baseline = photo.box.y + photo.box.height * 1.06885 / 1.36182
    #expect(abs((Double(frame.pixelHeight) - baseline) / frame.scale - 16) < 0.5)
    #expect(abs(photo.box.height / frame.scale - 16 * 1.36182) < 0.5)
  }

  @Test(
    "of the samples keep what is around the picture, and have the label in its place",
    arguments: samples)
  func sample(name: String) throws {
    try stamp("\(Checkout.samples)/\(name)")
  }

  static let shared: [String] =
    SharedPhotos.folder.flatMap { folder in
      (FileManager.default.enumerator(atPath: folder)?.allObjects as? [String])?
        .filter { PhotoFormat(fileExtension: URL(filePath: $0).pathExtension) != nil }.sorted()
    } ?? []

  @Test(
    "of every kind keep what is around the picture, and have the label in its place",
    .enabled(if: SharedPhotos.areThere, "needs the photos of $DAYSTAMP_TEST_PHOTOS"),
    arguments: shared)
  func everyKind(name: String) throws {
    let path = try #require(SharedPhotos.path(name))
    if Self.refused.contains(name) {
      #expect(throws: StampError.self) { try stamp(path) }
    } else {
      try stamp(path)
    }
  }
}

@Suite("The fidelity of a photo outside its label")
struct FidelityTests {
  @Test(
    "follows from the format and from what is lost",
    arguments: [
      (Encoding(.png), PhotoFormat.png, [], Fidelity.lossless(restores: nil)),
      (Encoding(.webp), .webp, [], .lossless(restores: nil)),
      (Encoding(.png), .png, [.extra(.depthMap)], .lossless(restores: nil)),
      (Encoding(.webp, quality: 90), .webp, [], .reencoded(because: .outputFormat(.webp))),
      (Encoding(.heic, quality: 90), .heic, [], .reencoded(because: .outputFormat(.heic))),
      (
        Encoding(.png), .png, [.extra(.depthMap), .bitsPerChannel(16)],
        .reencoded(because: .losses([.bitsPerChannel(16)]))
      ),
      (
        .jpeg(quality: 80, progressive: false), .jpeg, [.reencoding(.quality)],
        .reencoded(because: .losses([.reencoding(.quality)]))
      ),
    ] as [(Encoding, PhotoFormat, [StampLoss], Fidelity)])
  func recoded(
    encoding: Encoding, format: PhotoFormat, losses: [StampLoss], fidelity: Fidelity
  ) {
    #expect(Fidelity(recodingAs: encoding, format: format, losses: losses) == fidelity)
  }

  @Test(
    "of inks is none, but where their JPEG is coded anew",
    .enabled(if: SharedPhotos.areThere, "\(SharedPhotos.note)"),
    arguments: ["colour/Channel_digital_image_CMYK_color.jpg", "colour/cymk.jpg"])
  func inks(name: String) throws {
    let photo = try PhotoFile(Stamped.bytes(name))
    let method = try photo.stampMethod(
      as: .jpeg, quality: nil, allowsLoss: false, decodingBy: { InProcessDecoder() })
    #expect(method is JPEGStamping)
    for (format, quality) in [(PhotoFormat.jpeg, 80), (.png, nil)] as [(PhotoFormat, Int?)] {
      let error = #expect(throws: StampError.self) {
        try photo.stampMethod(
          as: format, quality: quality, allowsLoss: false, decodingBy: { InProcessDecoder() })
      }
      guard case .losses(let losses) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(losses.first == .cmyk)
    }
  }

  @Test("needs permission where a JPEG is re-encoded, unless its quality was given")
  func permission() {
    #expect(StampLoss.reencoding(.quality).isOnlyNamed)
    for reason in [ReencodingReason.arithmetic, .unusual] {
      #expect(!StampLoss.reencoding(reason).isOnlyNamed)
    }
  }
}
