import Raster

/// The plate behind a label's text: the line box, a little larger, with round corners.
struct Plate {
  /// In em: how far the plate reaches beyond the line box, and the radius of its corners.
  private static let paddingX = 0.35
  private static let paddingY = 0.08
  private static let cornerRadius = 0.25

  private let box: LabelGeometry.Box
  private let radius: Double

  /// - Parameters:
  ///   - box: the line box, in pixels.
  ///   - emSize: in pixels.
  init(behind box: LabelGeometry.Box, emSize: Double) {
    self.box = LabelGeometry.Box(
      x: box.x - Self.paddingX * emSize, y: box.y - Self.paddingY * emSize,
      width: box.width + 2 * Self.paddingX * emSize,
      height: box.height + 2 * Self.paddingY * emSize)
    radius = Self.cornerRadius * emSize
  }

  /// The plate drawn into a mask, edges smoothed over a pixel by the distance to the edge.
  func coverage(width: Int, height: Int) -> Coverage {
    var mask = Coverage(width: width, height: height)
    let (halfWidth, halfHeight) = (box.width / 2 - radius, box.height / 2 - radius)
    for y in 0..<height {
      let dy = max(abs(Double(y) + 0.5 - box.y - box.height / 2) - halfHeight, 0)
      for x in 0..<width {
        let dx = max(abs(Double(x) + 0.5 - box.x - box.width / 2) - halfWidth, 0)
        let outside = (dx * dx + dy * dy).squareRoot() - radius
        mask.values[y * width + x] = UInt8((min(max(0.5 - outside, 0), 1) * 255).rounded())
      }
    }
    return mask
  }
}
