/// A small picture to be laid over an image, upright, row by row from the top.
package struct Overlay: Hashable, Sendable {
  package let width: Int
  package let height: Int
  /// `width * height` colours.
  package var pixels: [RGBA]

  /// A wholly transparent overlay.
  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
    pixels = [RGBA](repeating: .clear, count: width * height)
  }

  package subscript(x: Int, y: Int) -> RGBA {
    get { pixels[y * width + x] }
    set { pixels[y * width + x] = newValue }
  }
}

/// Where an overlay's pixels come to lie on an image, turned or mirrored.
///
/// The overlay's pixel (x, y) goes to `origin + x * right + y * down`. With `right` and `down` at
/// right angles these are the eight orientations of EXIF.
package struct Placement: Hashable, Sendable {
  /// A way along the image's rows or columns.
  package enum Direction: Hashable, Sendable {
    case right, left, down, up

    /// One step of it, in columns.
    package var dx: Int {
      switch self {
      case .right: 1
      case .left: -1
      case .down, .up: 0
      }
    }

    /// One step of it, in rows.
    package var dy: Int {
      switch self {
      case .down: 1
      case .up: -1
      case .right, .left: 0
      }
    }
  }

  /// The image's pixel under the overlay's top left one; may lie outside the image.
  package var originX: Int
  package var originY: Int
  /// The way on the image that goes right in the overlay.
  package var right: Direction
  /// The way on the image that goes down in the overlay.
  package var down: Direction

  package init(originX: Int, originY: Int, right: Direction = .right, down: Direction = .down) {
    self.originX = originX
    self.originY = originY
    self.right = right
    self.down = down
  }

  /// The image's pixel under a pixel of the overlay.
  package func place(x: Int, y: Int) -> (x: Int, y: Int) {
    (originX + x * right.dx + y * down.dx, originY + x * right.dy + y * down.dy)
  }
}
