import Formats
import JPEGSplice

/// Layers as labels are: opaque strokes with half-transparent edges, and nothing between them.
enum Label {
  /// Where a label of some size begins that lies at one of nine positions of a picture, row by row.
  static func place(_ position: Int, of size: Int, in picture: (width: Int, height: Int)) -> (
    x: Int, y: Int
  ) {
    let (column, row) = (position % 3, position / 3)
    let margin = 1
    func start(_ step: Int, _ whole: Int, _ part: Int) -> Int {
      [margin, (whole - part) / 2, whole - part - margin][step]
    }
    return (start(column, picture.width, size), start(row, picture.height, size / 2))
  }

  static func layer(x: Int, y: Int, width: Int, height: Int) -> Layer {
    let pixels = (0..<height).flatMap { row in (0..<width).map { pixel($0, row, width) } }
    return Layer(x: x, y: y, width: width, height: height, pixels: pixels)
  }

  /// A layer of one colour that covers all.
  static func whole(_ frame: JPEGFrameHeader, alpha: UInt8 = 255, light: UInt8 = 250) -> Layer {
    Layer(
      x: 0, y: 0, width: frame.width, height: frame.height,
      pixels: .init(
        repeating: .init(red: light, green: light, blue: 20, alpha: alpha),
        count: frame.width * frame.height))
  }

  private static func pixel(_ x: Int, _ y: Int, _ width: Int) -> Layer.Pixel {
    let stroke = max(2, width / 10)
    let place = (x + y / 3) % (3 * stroke)
    let alpha: UInt8 = place == 0 || place == stroke ? 128 : place < stroke ? 255 : 0
    let light: UInt8 = place <= 1 ? 16 : 255
    return .init(red: light, green: light / 2 + 20, blue: 255 - light, alpha: alpha)
  }
}
