import Raster

extension LabelDesign {
  /// Sets words in the fonts. Breaks a line that is too wide where Unicode allows it. If the lines are too high
  /// together then, sets the text smaller and breaks it again.
  ///
  /// - Parameters:
  ///   - words: the lines, as they were written.
  ///   - frame: the photo's.
  /// - Returns: at least as many lines; one without a place to break may be too wide.
  /// - Throws: ``LabelError``.
  func set(_ words: [String], on frame: Frame) throws(LabelError) -> [TextLine] {
    var lines: [TextLine] = []
    for line in words { lines.append(try fonts.line(line)) }
    guard let first = lines.first else { return [] }
    let room = try style.room(on: frame)
    let em = style.emSize(on: frame)
    func limit(_ scale: Double) -> Double { room.width / (em * scale) - 2 * style.padding.x }
    guard lines.contains(where: { $0.width > limit(1) }) else { return lines }

    var broken: [WrappedLine] = []
    for line in words { broken.append(try WrappedLine(line, in: fonts)) }
    var texts: [String] = []
    for scale in stride(from: 1.0, through: Self.smallestScale, by: -Self.scaleStep) {
      texts = broken.flatMap { $0.lines(atMost: limit(scale)) }
      let extents = LabelGeometry.TextExtents(
        widths: [Double](repeating: 0, count: texts.count), ascent: first.fonts.ascent,
        descent: first.fonts.descent)
      if (extents.height + 2 * style.padding.y) * em * scale <= room.height { break }
    }
    lines = []
    for text in texts { lines.append(try fonts.line(text)) }
    return lines
  }

  /// The smallest scale that it tries; if the lines are still too high, the layout shrinks them further.
  private static let smallestScale = 0.2
  private static let scaleStep = 0.05
}

/// A line with the places where it may be broken.
private struct WrappedLine {
  /// Each with the spaces at its end, and its width with and without them, in em.
  private var parts: [(text: Substring, width: Double, inkWidth: Double)] = []

  init(_ text: String, in fonts: LabelFonts) throws(LabelError) {
    for part in LineBreaks.parts(of: text) {
      let ink = try fonts.line(part.trimmed).width
      let width = part.last?.isWhitespace == true ? try fonts.line(String(part)).width : ink
      parts.append((part, width, ink))
    }
  }

  /// Breaks it into lines, each as full as it can be; never inside a part.
  ///
  /// - Parameter limit: in em.
  /// - Returns: at least one, none with white space at its ends.
  func lines(atMost limit: Double) -> [String] {
    var lines: [String] = []
    var (line, width) = ("", 0.0)
    for part in parts {
      if !line.isEmpty, width + part.inkWidth > limit {
        lines.append(line.trimmed)
        (line, width) = ("", 0)
      }
      line += part.text
      width += part.width
    }
    return lines + [line.trimmed]
  }
}
