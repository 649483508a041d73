import JPEGSplice
import Formats
import Raster
import TestSupport
import Testing

@testable import Stamping

@Suite("A label as a layer")
struct LayerTests {
  static let orientations: [Orientation] = [
    .topLeft, .topRight, .bottomRight, .bottomLeft, .leftTop, .rightTop, .rightBottom, .leftBottom,
  ]

  @Test("lies where libgd would draw it, in all orientations", arguments: orientations)
  func orientation(orientation: Orientation) throws {
    let (width, height) = orientation.swapsAxes ? (360, 480) : (480, 360)
    let label = try LabelDrawingTests.draw("2024-01-31 23:59", width: 480, height: 360)
    let layer = Layer(label, orientation: orientation, codedWidth: width, codedHeight: height)
    let black = RGBA(red: 0, green: 0, blue: 0)
    let drawn = try MadePhoto.image(width: width, height: height) { _, _ in black }
    drawn.blend(
      label.overlay,
      through: Placement(
        x: label.x, y: label.y, orientation: orientation, codedWidth: width, codedHeight: height))
    for y in 0..<height {
      for x in 0..<width {
        let (column, row) = (x - layer.x, y - layer.y)
        let isInside = 0..<layer.width ~= column && 0..<layer.height ~= row
        let pixel = isInside ? layer.pixels[row * layer.width + column] : nil
        let expected = pixel.map { Int($0.green) * Int($0.alpha) / 255 } ?? 0
        #expect(abs(Int(drawn[x, y].green) - expected) <= 2)
      }
    }
    #expect(layer.pixels.first { $0.alpha == 255 } != nil)
  }

  @Test("has no bare rows and columns around it")
  func cropped() throws {
    let label = try LabelDrawingTests.draw("2024", width: 480, height: 360)
    let layer = Layer(label, orientation: .topLeft, codedWidth: 480, codedHeight: 360)
    let rows = (0..<layer.height).map { row in
      layer.pixels[row * layer.width..<(row + 1) * layer.width].contains { $0.alpha > 0 }
    }
    #expect(rows.first == true && rows.last == true)
    #expect(layer.width < label.overlay.width && layer.height < label.overlay.height)
  }
}
