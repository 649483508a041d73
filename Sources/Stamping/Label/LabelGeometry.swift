/// Where a label lies on the displayed photo, in pixels from its top left corner.
///
/// The one pure function of frame, style and text extents that everything else asks: drawing,
/// reports and tests.
package struct LabelGeometry: Sendable, Hashable {
  /// The size of the text's em.
  package let emSize: Double
  /// The left end of the baseline: where the first glyph's pen starts.
  package let originX: Double
  package let baseline: Double
  /// The line box: the text's advance wide, the font's ascent and descent high.
  package let box: Box
  /// How much smaller than asked the text is, so that it fits: 1 where it fitted at once.
  package let shrink: Double

  /// A rectangle in displayed pixels; the edges lie where the layout puts them, between pixels too.
  package struct Box: Sendable, Hashable {
    package var x: Double
    package var y: Double
    package var width: Double
    package var height: Double
  }

  /// The extents of a line of text, in em.
  package struct TextExtents: Sendable, Hashable {
    /// The sum of the glyphs' advances.
    package var width: Double
    /// From the baseline up to the line box's top and down to its bottom; both positive.
    package var ascent: Double
    package var descent: Double

    package init(width: Double, ascent: Double, descent: Double) {
      self.width = width
      self.ascent = ascent
      self.descent = descent
    }
  }

  /// The smallest em that is drawn, in pixels: below it no digit can be told from another.
  static let smallestEm = 2.0

  /// Lays one line of text out on a photo.
  ///
  /// At the left and right the line box's edge stands a margin from the photo's edge; at the
  /// bottom the baseline does, so that nothing moves with the ink of one particular text; at the
  /// top the line box's top. In the middle the line box is centred. A margin smaller than the
  /// descent leaves room for the descent. A text that is larger than the frame less its margins
  /// is shrunk until it fits.
  ///
  /// - Throws: ``LabelError/marginTooLarge(margin:frameWidth:frameHeight:)``,
  ///   ``LabelError/tooSmallToDraw(emPixels:smallest:width:height:)``.
  package init(
    frame: Frame, style: LabelStyle, text: TextExtents
  ) throws(LabelError) {
    let margin = frame.pixels(style.margin)
    let wanted = frame.pixels(style.size)
    let availableWidth = Double(frame.pixelWidth) - 2 * margin
    let availableHeight = Double(frame.pixelHeight) - 2 * margin
    guard availableWidth > 0, availableHeight > 0 else {
      throw .marginTooLarge(
        margin: margin / frame.scale, frameWidth: frame.width, frameHeight: frame.height)
    }
    let lineHeight = text.ascent + text.descent
    let fit = min(
      availableWidth / (text.width * wanted), availableHeight / (lineHeight * wanted))
    shrink = min(1, fit)
    emSize = wanted * shrink
    guard emSize >= Self.smallestEm else {
      throw .tooSmallToDraw(
        emPixels: emSize, smallest: Self.smallestEm, width: frame.pixelWidth,
        height: frame.pixelHeight)
    }

    let width = text.width * emSize
    originX =
      switch style.position.horizontal {
      case .start: margin
      case .middle: (Double(frame.pixelWidth) - width) / 2
      case .end: Double(frame.pixelWidth) - margin - width
      }
    baseline =
      switch style.position.vertical {
      case .start: margin + text.ascent * emSize
      case .middle: (Double(frame.pixelHeight) + (text.ascent - text.descent) * emSize) / 2
      case .end: Double(frame.pixelHeight) - max(margin, text.descent * emSize)
      }
    box = Box(
      x: originX, y: baseline - text.ascent * emSize, width: width, height: lineHeight * emSize)
  }
}
