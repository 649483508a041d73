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

extension Overlay {
  /// Calls the body for every pixel of an image under a pixel of the overlay that is not wholly
  /// transparent, with that pixel's index in the overlay and the image's coordinates.
  @inline(__always)
  func forEachPixel(
    onWidth width: Int, height: Int, through placement: Placement,
    _ body: (_ index: Int, _ x: Int, _ y: Int) -> Void
  ) {
    let (right, down) = (placement.right, placement.down)
    for row in 0..<self.height {
      var x = placement.originX + row * down.dx
      var y = placement.originY + row * down.dy
      for index in row * self.width..<(row + 1) * self.width {
        // One comparison against both ends: negative numbers turn into huge ones.
        if pixels[index].alpha > 0, UInt(bitPattern: x) < UInt(width),
          UInt(bitPattern: y) < UInt(height)
        {
          body(index, x, y)
        }
        x += right.dx
        y += right.dy
      }
    }
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

/// A colour with straight (not premultiplied) alpha, 255 = opaque.
package struct RGBA: Hashable, Sendable, BitwiseCopyable {
  package var red: UInt8
  package var green: UInt8
  package var blue: UInt8
  package var alpha: UInt8

  package init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  package static let clear = RGBA(red: 0, green: 0, blue: 0, alpha: 0)
}

/// libgd's true-colour pixel: blue, green and red in the low three bytes, above them seven bits of
/// transparency, 0 = opaque and 127 = fully transparent (gd.h, `gdTrueColorAlpha`).
struct TrueColour: Hashable {
  static let transparent: Int32 = 127
  /// The bits of red, green and blue: with these alone a pixel is opaque.
  static let colours: Int32 = 0xff_ffff

  var raw: Int32

  init(raw: Int32) { self.raw = raw }

  init(red: Int32, green: Int32, blue: Int32, transparency: Int32) {
    raw = transparency << 24 | red << 16 | green << 8 | blue
  }

  /// Rounds alpha to seven bits; 255 stays opaque and 0 transparent.
  init(_ colour: RGBA) {
    self.init(
      red: Int32(colour.red), green: Int32(colour.green), blue: Int32(colour.blue),
      transparency: Self.transparent - Int32(colour.alpha >> 1))
  }

  var red: Int32 { raw >> 16 & 0xff }
  var green: Int32 { raw >> 8 & 0xff }
  var blue: Int32 { raw & 0xff }
  var transparency: Int32 { raw >> 24 & 0x7f }

  /// The colour with alpha widened to eight bits, as libgd's encoders widen it.
  var rgba: RGBA {
    RGBA(
      red: UInt8(red), green: UInt8(green), blue: UInt8(blue),
      alpha: UInt8(255 - ((transparency << 1) + (transparency >> 6))))
  }
}
