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
  private(set) var geometry: LabelGeometry
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
    let lines = try rethrowing(design.set(words, on: frame), as: StampError.label)
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

  fileprivate var position: LabelPosition { style.position }

  fileprivate mutating func move(down: Double) { geometry = geometry.moved(down: down) }

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
  /// The logo's box; nil without a logo, or without room for it.
  private let logoBox: LabelGeometry.Box?
  let frame: Frame

  /// Sets the labels. Stacks those of one place from the photo's edge inwards, in their order and then the logo:
  /// the first stands as if it were alone. Leaves out a label without any text left, unless it is all there is.
  ///
  /// - Parameters:
  ///   - designs: as they are asked for, the lowest first.
  ///   - logo: nil for none.
  ///   - values: known facts about the photo.
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
      var label = try PhotoLabel(words, lacking: lacking, design, frame: frame)
      let others = labels.filter { $0.position == label.position }.map(\.geometry.outer)
      label.move(
        down: frame.shift(of: label.geometry.outer, at: label.position, past: others))
      labels.append(label)
    }
    if labels.isEmpty, logo == nil, let empty { throw .label(empty) }
    logoBox = logo.flatMap { logo in
      guard var box = try? logo.place(on: frame) else { return nil }
      let others = labels.filter { $0.position == logo.position }.map(\.geometry.outer)
      box.y += frame.shift(of: box, at: logo.position, past: others).rounded()
      return box
    }
    (self.labels, self.logo, self.frame) = (labels, logo, frame)
  }

  /// The lines of the labels, one after another.
  var text: String { labels.map(\.text).joined(separator: "\n") }

  /// The boxes of the labels with their plates and of the logo, the lowest first.
  private var boxes: [LabelGeometry.Box] {
    labels.map(\.geometry.outer) + [logoBox].compactMap(\.self)
  }

  /// The line boxes of the first label, or else the logo's box.
  var box: LabelGeometry.Box { labels.first?.geometry.box ?? logoBox ?? .none }

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
      drawings.append(
        try rethrowing(logo.drawing(on: frame, in: logoBox), as: StampError.label))
    }
    return drawings
  }
}

extension Frame {
  /// Between labels that are stacked at one place, in points.
  private static let gap = 4.0

  /// How far down to move a box, so that it stands past the others at its place: up at the bottom, down
  /// elsewhere. A box that would leave the photo stays.
  ///
  /// - Parameters:
  ///   - box: where it would be alone, in pixels.
  ///   - position: the place of all.
  ///   - others: their boxes.
  /// - Returns: in pixels, less than 0 for up.
  fileprivate func shift(
    of box: LabelGeometry.Box, at position: LabelPosition, past others: [LabelGeometry.Box]
  ) -> Double {
    let gap = Self.gap * scale
    switch position.vertical {
    case .start, .middle:
      guard let end = others.map({ $0.y + $0.height }).max() else { return 0 }
      let shift = end + gap - box.y
      return box.y + box.height + shift <= Double(pixelHeight) ? shift : 0
    case .end:
      guard let start = others.map(\.y).min() else { return 0 }
      let shift = start - gap - box.height - box.y
      return box.y + shift >= 0 ? shift : 0
    }
  }
}
