import Formats
import Raster
import TestSupport
import Testing

@testable import Stamping

/// Compares labels with pictures that somebody has looked at.
///
/// `DAYSTAMP_RECORD=1 swift test --filter Golden` writes the pictures anew; look at them then.
@Suite("Golden images")
struct GoldenTests {
  struct Picture: Sendable, CustomTestStringConvertible {
    let name: String
    let preset: LabelStyle.Preset
    let text: String
    let orientation: Orientation
    let position: LabelPosition?
    /// The gray that the photo is measured to have; nil where it is not measured.
    let ground: UInt8?
    var testDescription: String { name }

    init(
      _ name: String, _ preset: LabelStyle.Preset, _ text: String,
      orientation: Orientation = .topLeft, position: LabelPosition? = nil,
      ground: UInt8? = nil
    ) {
      self.name = name
      self.preset = preset
      self.text = text
      self.orientation = orientation
      self.position = position
      self.ground = ground
    }
  }

  static let pictures = [
    Picture("plain", .plain, "2024-01-31 23:59"),
    Picture("plain-dark", .plain, "2024-01-31 23:59", ground: 40),
    Picture("film-dark", .film, "'24    01    31    23:59", ground: 40),
    Picture("diary-dark", .diary, "2024년 01월 31일 (수) 23:59", ground: 40),
    Picture("film", .film, "'24    01    31    23:59"),
    Picture("diary", .diary, "2024년 01월 31일 (수) 23:59"),
    Picture("box", .box, "Site 4 · 2024-01-31 23:59"),
    Picture("orientation6", .plain, "2024-01-31 23:59", orientation: .rightTop),
    Picture("orientation7", .plain, "2024-01-31 23:59", orientation: .rightBottom),
    Picture("top-right", .box, "31.01.2024", position: .topRight),
    Picture("long", .plain, String(repeating: "2024-01-31 23:59 · ", count: 4)),
  ]

  @Test("look as they did", arguments: pictures)
  func lookAsTheyDid(picture: Picture) throws {
    let image = try draw(picture)
    let golden = try GoldenImage(picture.name, comparedWith: image)
    #expect(golden.isAlike, "\(golden)")
  }

  /// The label on a smooth slope, coded in the picture's orientation.
  private func draw(_ picture: Picture) throws -> Image {
    var style = LabelStyle(picture.preset)
    if let position = picture.position { style.position = position }
    let (width, height) = picture.orientation.swapsAxes ? (360, 480) : (480, 360)
    var label = try LabelDrawingTests.draw(picture.text, style: style, width: 480, height: 360)
    if let ground = picture.ground {
      let (width, height) = (label.overlay.width, label.overlay.height)
      label =
        label.fitted { _ in Backdrop(width: width, height: height) { _, _ in ground } } ?? label
    }
    let image = try MadePhoto.image(width: width, height: height)
    image.blend(
      label.overlay,
      through: Placement(
        x: label.x, y: label.y, orientation: picture.orientation, codedWidth: width,
        codedHeight: height))
    return image
  }
}
