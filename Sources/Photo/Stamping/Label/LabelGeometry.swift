import Formats

/// Where a label lies on the displayed photo, in pixels from its top left corner.
///
/// The one pure function of frame, style and text extents that everything else asks: drawing,
/// reports and tests.
package struct LabelGeometry: Sendable, Hashable {
  /// The size of the text's em.
  package let emSize: Double
  /// Where each line begins, from the top.
  package private(set) var lines: [Line]
  /// The line boxes together: as wide as the widest line's advance, and for each line the font's ascent
  /// and descent high.
  package private(set) var box: Box
  /// The line boxes with the plate behind them, which stand at a margin from the photo's edge.
  package private(set) var outer: Box
  /// How much smaller than asked the text is, so that it fits: 1 where it fitted at once.
  package let shrink: Double

  /// A rectangle in displayed pixels; the edges lie where the layout puts them, between pixels too.
  package struct Box: Sendable, Hashable {
    package var x: Double
    package var y: Double
    package var width: Double
    package var height: Double

    static let none = Box(x: 0, y: 0, width: 0, height: 0)

    /// Whether another covers some of it.
    func overlaps(_ other: Box) -> Bool {
      x < other.x + other.width && other.x < x + width && y < other.y + other.height
        && other.y < y + height
    }
  }

  /// The left end of a line's baseline: where its first glyph's pen starts.
  package struct Line: Sendable, Hashable {
    package let x: Double
    package let baseline: Double
  }

  /// The extents of lines of text, in em.
  package struct TextExtents: Sendable, Hashable {
    /// The sum of the glyphs' advances of each line; at least one line.
    package var widths: [Double]
    /// From the baseline up to the line box's top and down to its bottom; both positive.
    package var ascent: Double
    package var descent: Double

    package init(widths: [Double], ascent: Double, descent: Double) {
      self.widths = widths
      self.ascent = ascent
      self.descent = descent
    }

    /// Of the widest line.
    var width: Double { widths.max() ?? 0 }
    /// Of one line box.
    var lineHeight: Double { ascent + descent }
    /// From one baseline to the next: line boxes stand on one another, with room for outlines where a
    /// face has none above its capitals.
    var lineStep: Double { max(lineHeight, 1.25) }
    /// Of all lines.
    var height: Double { lineHeight + Double(widths.count - 1) * lineStep }
  }

  /// The smallest em that is drawn, in pixels: below it no digit can be told from another.
  static let smallestEm = 2.0

  /// Lays lines of text out on a photo.
  ///
  /// At the left and right the line boxes' edge stands a margin from the photo's edge, or the plate's; at the
  /// bottom the last baseline does, so that nothing moves with the ink of one particular text; at the
  /// top the first line box's top. In the middle the line boxes are centred. Lines are set flush with
  /// the side at which the label stands, and centred in the middle. A margin smaller than the
  /// descent leaves room for the descent. A plate stands a margin from the photo's edge on all sides. A text
  /// that is larger than the frame less its margins is shrunk until it fits.
  ///
  /// - Throws: ``LabelError/marginTooLarge(margin:frameWidth:frameHeight:)``,
  ///   ``LabelError/tooSmallToDraw(emPixels:smallest:width:height:)``.
  package init(
    frame: Frame, style: LabelStyle, text: TextExtents
  ) throws(LabelError) {
    let room = try style.room(on: frame)
    let margin = frame.pixels(style.margin)
    let wanted = style.emSize(on: frame)
    let padding = style.padding
    let fit = min(
      room.width / ((text.width + 2 * padding.x) * wanted),
      room.height / ((text.height + 2 * padding.y) * wanted))
    shrink = min(1, fit)
    let em = wanted * shrink
    emSize = em
    guard em >= Self.smallestEm else {
      throw .tooSmallToDraw(
        emPixels: em, smallest: Self.smallestEm, width: frame.pixelWidth,
        height: frame.pixelHeight)
    }

    let (photoWidth, photoHeight) = (Double(frame.pixelWidth), Double(frame.pixelHeight))
    func start(ofWidth width: Double) -> Double {
      style.position.horizontal.start(
        of: width, in: photoWidth, margin: margin + padding.x * em)
    }
    let below = Double(text.widths.count - 1) * text.lineStep * em
    let first =
      switch style.position.vertical {
      case .start: margin + (padding.y + text.ascent) * em
      case .middle: (photoHeight + (text.ascent - text.descent) * em - below) / 2
      case .end where style.background != nil:
        photoHeight - margin - (padding.y + text.descent) * em - below
      case .end: photoHeight - max(margin, text.descent * em) - below
      }
    lines = text.widths.enumerated().map { index, width in
      Line(
        x: start(ofWidth: width * em), baseline: first + Double(index) * text.lineStep * em)
    }
    box = Box(
      x: start(ofWidth: text.width * em), y: first - text.ascent * em, width: text.width * em,
      height: text.height * em)
    outer = Box(
      x: box.x - padding.x * em, y: box.y - padding.y * em,
      width: box.width + 2 * padding.x * em, height: box.height + 2 * padding.y * em)
  }

  /// The same layout, this many pixels further down.
  func moved(down: Double) -> LabelGeometry {
    var moved = self
    moved.box.y += down
    moved.outer.y += down
    moved.lines = lines.map { Line(x: $0.x, baseline: $0.baseline + down) }
    return moved
  }
}

extension LabelStyle {
  /// The size of the text's em before it shrinks to fit, in pixels.
  func emSize(on frame: Frame) -> Double {
    max(frame.pixels(size), minSize.map(frame.pixels) ?? 0)
  }

  /// The most that lines and their plate take up, in pixels.
  ///
  /// - Throws: as ``Frame/room(within:)``.
  func room(on frame: Frame) throws(LabelError) -> (width: Double, height: Double) {
    let (width, height) = try frame.room(within: margin)
    return (min(width, maxWidth.map(frame.pixels) ?? .infinity), height)
  }

  /// How far the plate reaches beyond the line boxes, in em.
  var padding: (x: Double, y: Double) {
    background == nil ? (0, 0) : (Plate.paddingX, Plate.paddingY)
  }
}

/// A photo as it is displayed, measured in points.
///
/// The short edge is always 360 points, so a layout in points takes the same share of
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

  /// What is left within margins, in pixels.
  ///
  /// - Throws: ``LabelError/marginTooLarge(margin:frameWidth:frameHeight:)`` where that is nothing.
  func room(within margin: Length) throws(LabelError) -> (width: Double, height: Double) {
    let pixels = self.pixels(margin)
    let (width, height) = (Double(pixelWidth) - 2 * pixels, Double(pixelHeight) - 2 * pixels)
    guard width > 0, height > 0 else {
      throw .marginTooLarge(
        margin: pixels / scale, frameWidth: self.width, frameHeight: self.height)
    }
    return (width, height)
  }

  /// A length of the label, in pixels of this photo.
  package func pixels(_ length: Length) -> Double {
    switch length {
    case .points(let value): value * scale
    case .pixels(let value): value
    }
  }
}

/// A length on the photo: in points of the frame, which look the same on every photo, or in pixels. A share of
/// the short edge is as many points.
package enum Length: Hashable, Sendable {
  /// Points of the frame; the photo's short edge is always ``Frame/shortEdge`` points long.
  case points(Double)
  /// Pixels of the photo as it is displayed.
  case pixels(Double)

  /// Reads `16`, `16pt`, `5%` of the short edge, or `48px`.
  ///
  /// - Parameter text: a decimal number from 0 to 100,000, optionally followed by its unit.
  /// - Throws: ``LabelError/length(_:)`` with the text when it is none of these.
  package init(parsing text: String) throws(LabelError) {
    let unit: (Double) -> Length
    let digits: Substring
    if text.hasSuffix("px") {
      (unit, digits) = (Length.pixels, text.dropLast(2))
    } else if text.hasSuffix("%") {
      unit = { .points($0 * Frame.shortEdge / 100) }
      digits = text.dropLast()
    } else {
      (unit, digits) = (Length.points, text.hasSuffix("pt") ? text.dropLast(2) : text[...])
    }
    guard digits.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }),
      let value = Double(digits), (0...100_000).contains(value)
    else { throw .length(text) }
    self = unit(value)
  }

  /// True for a length of nothing, in either unit.
  package var isZero: Bool { self == .points(0) || self == .pixels(0) }
}

extension Length: CustomStringConvertible {
  /// The length as ``init(parsing:)`` reads it, and of the same value: `16`, `48px`.
  package var description: String {
    switch self {
    case .points(let value): Self.decimal(value)
    case .pixels(let value): Self.decimal(value) + "px"
    }
  }

  /// The shortest decimal number, without an exponent, that is read as a value from 0 to 100,000.
  private static func decimal(_ value: Double) -> String {
    if value == value.rounded(), let integer = Int(exactly: value) { return String(integer) }
    // Swift writes what is below 0.0001 as "1.25e-07".
    let parts = value.description.split(separator: "e-")
    guard parts.count == 2, let exponent = Int(parts[1]) else { return value.description }
    let digits = parts[0].filter { $0 != "." }
    let end = digits.hasSuffix("0") && parts[0].hasSuffix(".0") ? digits.dropLast() : digits[...]
    return "0." + String(repeating: "0", count: exponent - 1) + end
  }
}
