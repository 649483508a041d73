import Formats

/// A photo as it is displayed, measured in points.
///
/// The short edge is always 360 points, so what is laid out in points takes the same share of
/// every photo and stands at the same place.
package struct Frame: Sendable, Hashable {
  /// The length of the short edge, in points.
  package static let shortEdge = 360.0

  /// The size in displayed pixels; both at least 1.
  package let pixelWidth: Int
  package let pixelHeight: Int

  package init(pixelWidth: Int, pixelHeight: Int) {
    self.pixelWidth = pixelWidth
    self.pixelHeight = pixelHeight
  }

  /// The frame of a photo as its header says it is displayed.
  init(_ header: PhotoHeader) {
    self.init(pixelWidth: header.displayedWidth, pixelHeight: header.displayedHeight)
  }

  /// Pixels to a point.
  package var scale: Double { Double(min(pixelWidth, pixelHeight)) / Self.shortEdge }

  /// The width and height in points.
  package var width: Double { Double(pixelWidth) / scale }
  package var height: Double { Double(pixelHeight) / scale }

  /// A length of the label, in pixels of this photo.
  package func pixels(_ length: Length) -> Double {
    switch length {
    case .points(let value): value * scale
    case .pixels(let value): value
    }
  }
}
