import Formats
import Raster
import Testing

@testable import Stamping

@Suite("The placement of an upright overlay")
struct PlacementTests {
  /// Where the displayed pixel (x, y) is coded, by turning the coded picture step by step.
  private func codedPixel(
    displayed x: Int, _ y: Int, orientation: Orientation, width: Int, height: Int
  ) -> (Int, Int)? {
    for codedY in 0..<height {
      for codedX in 0..<width {
        // TIFF 6.0, page 36: what the first row and column of the coded picture are displayed as.
        let (row, column) =
          switch orientation {
          case .topLeft: (codedY, codedX)
          case .topRight: (codedY, width - 1 - codedX)
          case .bottomRight: (height - 1 - codedY, width - 1 - codedX)
          case .bottomLeft: (height - 1 - codedY, codedX)
          case .leftTop: (codedX, codedY)
          case .rightTop: (codedX, height - 1 - codedY)
          case .rightBottom: (width - 1 - codedX, height - 1 - codedY)
          case .leftBottom: (width - 1 - codedX, codedY)
          }
        if (column, row) == (x, y) { return (codedX, codedY) }
      }
    }
    return nil
  }

  @Test("finds every displayed pixel among the coded ones", arguments: Orientation.allCases)
  func findsPixels(orientation: Orientation) throws {
    let (width, height) = (5, 3)
    let image = try Image(width: width, height: height)
    var overlay = Overlay(width: 2, height: 2)
    overlay[0, 0] = RGBA(red: 10, green: 0, blue: 0)
    overlay[1, 0] = RGBA(red: 20, green: 0, blue: 0)
    overlay[0, 1] = RGBA(red: 30, green: 0, blue: 0)
    image.blend(
      overlay,
      through: Placement(
        x: 1, y: 1, orientation: orientation, codedWidth: width, codedHeight: height))
    for (x, y, red) in [(1, 1, 10), (2, 1, 20), (1, 2, 30)] {
      let place = codedPixel(
        displayed: x, y, orientation: orientation, width: width, height: height)
      let pixel = try #require(place)
      #expect(image[pixel.0, pixel.1].red == UInt8(red))
    }
  }
}
