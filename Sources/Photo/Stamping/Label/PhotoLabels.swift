import Files
import Raster

/// A label as it is asked for: what it says, how it looks, and the faces it is set in.
package struct LabelDesign: Sendable {
  package var style: LabelStyle
  package var text: LabelText
  package var fonts: LabelFonts

  package init(style: LabelStyle, text: LabelText, fonts: LabelFonts) {
    (self.style, self.text, self.fonts) = (style, text, fonts)
  }

  /// The lines for one photo, and the characters of what it says that no face has: those are left out,
  /// for nobody chose them for a label.
  ///
  /// - Throws: ``LabelError``.
  func words(
    _ values: LabelValues, requiresFields: Bool
  ) throws(LabelError) -> (lines: [String], lacking: [Character]) {
    var lacking: [Character] = []
    var known: [LabelField: String] = [:]
    for field in text.fields {
      guard let value = values[field] else { continue }
      let lost = fonts.lacking(in: value)
      lacking += lost.filter { !lacking.contains($0) }
      known[field] = value.filter { !lost.contains($0) }
    }
    let shown = LabelValues(time: values.time) { [known] in known[$0] }
    return (try text.lines(for: shown, requiresFields: requiresFields), lacking)
  }

  /// - Throws: as ``LabelLook/text()``.
  package init(_ look: LabelLook, fonts: LabelFonts) throws {
    self.init(style: look.style, text: try look.text(), fonts: fonts)
  }
}

/// The label of one photo: its words, and where they stand.
struct PhotoLabel {
  /// The lines, one after another.
  let text: String
  let geometry: LabelGeometry
  private let lines: [TextLine]
  private let style: LabelStyle
  private let lacking: [Character]

  /// Sets the words in the fonts, and lays them out on the frame.
  ///
  /// - Parameters:
  ///   - words: the lines.
  ///   - lacking: characters that were left out of them.
  ///   - design: the label as it is asked for.
  ///   - frame: the photo's.
  /// - Throws: ``StampError/label(_:)``.
  init(
    _ words: [String], lacking: [Character], _ design: LabelDesign, frame: Frame
  ) throws(StampError) {
    var lines: [TextLine] = []
    for line in words {
      lines.append(try rethrowing(design.fonts.line(line), as: StampError.label))
    }
    // Characters that are not drawn at all may be all that there is.
    guard let first = lines.first, lines.contains(where: { !$0.isEmpty }) else {
      throw .label(.emptyTemplate)
    }
    let extents = LabelGeometry.TextExtents(
      widths: lines.map(\.width), ascent: first.fonts.ascent, descent: first.fonts.descent)
    geometry = try rethrowing(
      LabelGeometry(frame: frame, style: design.style, text: extents), as: StampError.label)
    self.lacking = lacking
    (self.text, self.lines, style) = (words.joined(separator: "\n"), lines, design.style)
  }

  /// What a person should know about it.
  fileprivate var warnings: [StampWarning] {
    var warnings: [StampWarning] = []
    if !lacking.isEmpty { warnings.append(.lackingGlyphs(lacking)) }
    if geometry.shrink < 1 { warnings.append(.shrunk(factor: geometry.shrink)) }
    if geometry.emSize < Self.smallestLegible {
      warnings.append(.smallText(emPixels: geometry.emSize))
    }
    return warnings
  }

  /// The em in pixels below which digits are guessed rather than read.
  private static let smallestLegible = 7.0

  /// Draws the label; some megabytes on a large photo.
  fileprivate func drawing() throws(StampError) -> LabelDrawing {
    try rethrowing(
      LabelDrawing(lines, geometry: geometry, style: style), as: StampError.raster)
  }
}

/// All that is drawn on one photo: its labels, and the logo over them; at least one of them.
struct PhotoLabels {
  private let labels: [PhotoLabel]
  private let logo: LabelLogo?
  let frame: Frame

  /// Sets the labels; one of which nothing is left is left out where there are others, or a logo.
  ///
  /// - Parameters:
  ///   - designs: as they are asked for, the lowest first.
  ///   - logo: nil for none.
  ///   - values: what is known of the photo.
  ///   - requiresFields: whether every value must be known.
  ///   - frame: the photo's.
  /// - Throws: ``StampError/label(_:)``.
  init(
    _ designs: [LabelDesign], logo: LabelLogo?, values: LabelValues, requiresFields: Bool,
    on frame: Frame
  ) throws(StampError) {
    var labels: [PhotoLabel] = []
    var empty: LabelError?
    for design in designs {
      let (words, lacking): ([String], [Character])
      do throws(LabelError) {
        (words, lacking) = try design.words(values, requiresFields: requiresFields)
      } catch {
        guard error.isEmptiness, !requiresFields else { throw .label(error) }
        empty = empty ?? error
        continue
      }
      labels.append(try PhotoLabel(words, lacking: lacking, design, frame: frame))
    }
    if labels.isEmpty, logo == nil, let empty { throw .label(empty) }
    (self.labels, self.logo, self.frame) = (labels, logo, frame)
  }

  /// The lines of the labels, one after another.
  var text: String { labels.map(\.text).joined(separator: "\n") }

  /// Those of the labels' lines and of the logo, the lowest first.
  private var boxes: [LabelGeometry.Box] {
    labels.map(\.geometry.box) + [try? logo?.place(on: frame)].compactMap(\.self)
  }

  /// Where the first of them stands.
  var box: LabelGeometry.Box { boxes.first ?? .none }

  /// What a person should know about them, each thing once.
  var warnings: [StampWarning] {
    var warnings: [StampWarning] = []
    for warning in labels.flatMap(\.warnings) where !warnings.contains(warning) {
      warnings.append(warning)
    }
    let boxes = boxes
    if boxes.indices.contains(where: { boxes[..<$0].contains(where: boxes[$0].overlaps) }) {
      warnings.append(.overlappingLabels)
    }
    return warnings
  }

  /// Draws all, the lowest first; some megabytes each on a large photo.
  func drawings() throws(StampError) -> [LabelDrawing] {
    var drawings: [LabelDrawing] = []
    for label in labels { drawings.append(try label.drawing()) }
    if let logo {
      drawings.append(try rethrowing(logo.drawing(on: frame), as: StampError.label))
    }
    return drawings
  }
}
