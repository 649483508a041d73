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
    var testDescription: String { name }

    init(
      _ name: String, _ preset: LabelStyle.Preset, _ text: String,
      orientation: Orientation = .topLeft, position: LabelPosition? = nil
    ) {
      self.name = name
      self.preset = preset
      self.text = text
      self.orientation = orientation
      self.position = position
    }
  }

  static let pictures = [
    Picture("plain", .plain, "2024-01-31 23:59"),
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
    let label = try LabelDrawingTests.draw(picture.text, style: style, width: 480, height: 360)
    let image = try MadePhoto.image(width: width, height: height)
    image.blend(
      label.overlay,
      through: Placement(
        x: label.x, y: label.y, orientation: picture.orientation, codedWidth: width,
        codedHeight: height))
    return image
  }
}
