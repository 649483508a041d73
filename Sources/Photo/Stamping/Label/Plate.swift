import Raster

/// The plate behind a label's text: the line box, a little larger, with round corners.
struct Plate {
  /// In em: how far the plate reaches beyond the line box, and the radius of its corners.
  static let paddingX = 0.35
  static let paddingY = 0.08
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
  ///
  /// Only the corners are measured pixel by pixel: between them a row is the same throughout.
  func coverage(width: Int, height: Int) -> Coverage {
    var mask = Coverage(width: width, height: height)
    let columns = Self.distances(
      of: width, from: box.x + box.width / 2, beyond: box.width / 2 - radius)
    let rows = Self.distances(
      of: height, from: box.y + box.height / 2, beyond: box.height / 2 - radius)
    let near = columns.indices.filter { columns[$0] < radius + 0.5 }
    guard let first = near.first, let last = near.last else { return mask }
    let corners = near.filter { columns[$0] > 0 }
    for (y, dy) in rows.enumerated() where dy < radius + 0.5 {
      let start = y * width
      let middle = repeatElement(opacity(dx: 0, dy: dy), count: near.count)
      mask.values.replaceSubrange(start + first...start + last, with: middle)
      for x in corners { mask.values[start + x] = opacity(dx: columns[x], dy: dy) }
    }
    return mask
  }

  /// How far each of a row of pixels lies from a point, less a length; 0 within that length.
  private static func distances(
    of count: Int, from centre: Double, beyond length: Double
  ) -> [Double] {
    (0..<count).map { max(abs(Double($0) + 0.5 - centre) - length, 0) }
  }

  /// How much of a pixel is covered, 0…255, by the distance from the plate less its round corners.
  private func opacity(dx: Double, dy: Double) -> UInt8 {
    let outside = (dx * dx + dy * dy).squareRoot() - radius
    return UInt8((min(max(0.5 - outside, 0), 1) * 255).rounded())
  }
}
