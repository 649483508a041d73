import CaptureTime
import Files
import Filters
import Fonts
import Formats
import Raster
import TestSupport
import Testing

@testable import Stamping

@Suite("A photo that is edited and stamped")
struct EditedPhotoTests {
  private func stamper(
    quality: Int? = nil, _ change: (inout PhotoEdit) throws -> Void
  ) throws -> Stamper {
    let searchPath = FontSearchPath(override: Checkout.faces, executableFolder: nil)
    let style = LabelStyle(.plain)
    var settings = Stamper.Settings(
      labels: [
        try LabelDesign(
          LabelLook(style: style), fonts: LabelFonts(face: style.face, searchPath: searchPath))
      ],
      time: TimeSettings(
        reader: CaptureTimeReader(zone: .utc, now: 1_800_000_000),
        given: try GivenTime.parse("2024-01-31 23:59:58"), adjustment: CaptureTimeAdjustment(),
        requiresCaptureTime: false),
      quality: quality, allowsLoss: false, maxPixels: 400_000_000, decoder: InProcessDecoder())
    try change(&settings.edit)
    return Stamper(settings)
  }

  private func source(_ bytes: [UInt8]) -> PhotoSource {
    PhotoSource(bytes: bytes, attributes: nil)
  }

  /// The picture as it is displayed.
  private func displayed(_ bytes: [UInt8]) throws -> Image {
    try Canvas(decoding: PhotoFile(bytes), by: InProcessDecoder()).upright().image
  }

  /// 96×64 as displayed with an orientation: no two parts are alike.
  private func photo(_ orientation: Orientation, format: PhotoFormat = .jpeg) throws -> [UInt8] {
    let swaps = orientation.swapsAxes
    let (width, height) = swaps ? (128, 192) : (192, 128)
    let placement = Placement(
      x: 0, y: 0, orientation: orientation, codedWidth: width, codedHeight: height)
    let image = try Image(width: width, height: height)
    for y in 0..<128 {
      for x in 0..<192 {
        let (column, row) = placement.place(x: x, y: y)
        image[column, row] = RGBA(red: UInt8(x), green: UInt8(2 * y), blue: 128)
      }
    }
    let bytes = try image.encoded(
      as: format == .jpeg ? .jpeg(quality: 98, progressive: false) : Encoding(format))
    guard format == .jpeg else { return bytes }
    var edit = JPEGSegmentEdit()
    edit.orientation = orientation
    return edit.rewritten(try JPEGStructure(bytes))
  }

  @Test(
    "shows the same part, turned, in all orientations, with loss and without",
    arguments: Orientation.allCases,
    ["", " exact"].flatMap { ["crop=1:2 gravity=top\($0)", "crop=0.125,0,0.75,1\($0)"] })
  func orientations(orientation: Orientation, text: String) throws {
    let edit = try PhotoEdit(parsing: "rotate=90 " + text)
    let stamper = try stamper { $0 = edit }
    let photo = try photo(orientation)
    let stamped = try stamper.stamp(source(photo), as: .jpeg)
    let edited = try Unstamper().unstamp(source(stamped.bytes)).bytes
    let image = try displayed(edited)
    // Turned, it is 128×192; half as wide as high is 96 of 128 columns, whose middle is cut out.
    #expect((image.width, image.height) == (96, 192))
    let shift =
      stamped.warnings.compactMap { warning -> Int? in
        if case .cropMoved(_, _, let right, let down) = warning {
          down == 0 ? right : 99
        } else {
          nil
        }
      }.first ?? 0
    #expect(!edit.isExact || shift == 0)
    #expect(stamped.fidelity.isReversible)
    for (x, y) in [(0, 0), (95, 0), (0, 191), (50, 100)] {
      // A quarter turn clockwise brings the left edge to the top.
      let colour = image[x, y]
      #expect(abs(Int(colour.red) - y) < 8, "\(x), \(y): \(colour)")
      #expect(abs(Int(colour.green) - 2 * (127 - (x + 16 + shift))) < 10, "\(x), \(y): \(colour)")
    }
  }

  @Test("keeps every coefficient where it is turned alone, and its bytes but for the tag")
  func turned() throws {
    let photo = try photo(.rightTop)
    let stamped = try stamper { $0.quarterTurns = 2 }.stamp(source(photo), as: .jpeg)
    let edited = try Unstamper().unstamp(source(stamped.bytes)).bytes
    #expect(edited.count == photo.count)
    #expect(zip(edited, photo).count { $0 != $1 } == 1)
    #expect(try PhotoFile(edited).header.orientation == .leftBottom)
    #expect(stamped.fidelity == .lossless(restores: .bytes))
  }

  @Test("is named as coded anew where that was asked for, and is still reversible")
  func named() throws {
    let photo = try photo(.topLeft)
    let cases: [((inout PhotoEdit) -> Void, ReencodingReason, Int?)] = [
      ({ $0.filter = .noir }, .filter, nil),
      ({ ($0.quarterTurns, $0.isExact) = (1, true) }, .exact, nil),
      ({ $0.quarterTurns = 1 }, .quality, 60),
    ]
    for (change, reason, quality) in cases {
      let stamped = try stamper(quality: quality, change).stamp(source(photo), as: .jpeg)
      #expect(
        stamped.fidelity
          == .reencoded(because: .losses([.reencoding(reason)]), restores: .bytes))
      #expect(stamped.warnings.contains(.lost(.reencoding(reason))))
      let edited = try Unstamper().unstamp(source(stamped.bytes)).bytes
      #expect(try PhotoFile(edited).header.jpeg?.quality == quality ?? 98)
    }
  }

  @Test("is told again as made of its photo, and not of another or by another edit")
  func made() throws {
    let (first, second) = (try photo(.topLeft), try photo(.rightTop))
    for filter in [Filter.normal, .sepia] {
      let work = try stamper {
        $0.crop = try PhotoCrop(parsing: "square")
        $0.filter = filter
      }
      let output = source(try work.stamp(source(first), as: .jpeg).bytes)
      #expect(work.hasMade(output, of: source(first)))
      #expect(!work.hasMade(output, of: source(second)))
      #expect(try !stamper { $0.quarterTurns = 1 }.hasMade(output, of: source(first)))
      #expect(try !stamper { _ in }.hasMade(output, of: source(first)))
    }
  }

  @Test(
    "has the filter's colours and the shape in every format that is written",
    arguments: PhotoFormat.targets.filter { $0 != .heic && $0 != .avif })
  func formats(format: PhotoFormat) throws {
    let photo = try photo(.topLeft, format: .png)
    let stamped = try stamper {
      $0.crop = try PhotoCrop(parsing: "square")
      $0.filter = .noir
    }.stamp(source(photo), as: format)
    let image = try displayed(stamped.bytes)
    #expect((image.width, image.height) == (128, 128))
    let colour = image[60, 20]
    #expect(abs(Int(colour.red) - Int(colour.blue)) < 4)
  }

  @Test("keeps a palette where the filter gives each colour one, and else says that it is reduced")
  func palette() throws {
    let image = try Image(Image.Layout(gif: 96, 96))
    let bytes = try image.encoded(as: Encoding(.gif))
    let plain = try stamper { $0.filter = .sepia }.stamp(source(bytes), as: .gif)
    #expect(!plain.warnings.contains(.approximatedColours))
    let shaded = try #require(Filter.allCases.first { $0.recipe.vignette != nil })
    let reduced = try stamper { $0.filter = shaded }.stamp(source(bytes), as: .gif)
    #expect(reduced.warnings.contains(.approximatedColours))
  }

  @Test("says that a GIF of true colour is not without loss", arguments: [Filter.noir, .mono])
  func gif(filter: Filter) throws {
    let stamped = try stamper { $0.filter = filter }
      .stamp(source(PixelStamped.original(.gif)), as: .gif)
    // A vignette takes more colours than a palette has.
    let isReduced = filter.recipe.vignette != nil
    #expect(
      stamped.fidelity
        == (isReduced
          ? .reencoded(because: .outputFormat(.gif)) : .lossless(restores: .pixels)))
    let verification = try PixelStamped.verify(stamped.bytes)
    #expect(verification.mark?.isReversible == !isReduced)
    #expect(verification.problems.isEmpty)
  }
}

extension Image.Layout {
  /// Of a picture of two colours.
  fileprivate init(gif width: Int, _ height: Int) {
    self.init(width: width, height: height)
    palette = [0x336699, 0xFFFFFF]
  }
}
