import CRaqm
import Synchronization

/// Faces that set a line together: each character in the first that has it.
///
/// All that FreeType and HarfBuzz do with them is done by one thread at a time, under one mutex;
/// nothing of theirs leaves it. What was drawn is kept beside it (``GlyphCache``).
package final class FontStack: Sendable {
  /// The files, in the order in which they are tried.
  package let paths: [String]
  /// The line box of the first face, whichever faces are used, so that it does not depend on the
  /// text: from the baseline up to its top and down to its bottom, in em.
  package let ascent: Double
  package let descent: Double

  /// Different from that of every other stack of the process.
  let id: Int
  private let faces: Mutex<OpenFaces>

  private static let lastID = Atomic(0)

  /// Opens the first file; the others are opened when a character is asked of them.
  ///
  /// - Parameter paths: TrueType or OpenType files, or collections, of which the first face is
  ///   taken; at least one.
  /// - Throws: `FontError` for the first file.
  package convenience init(_ paths: [String]) throws(FontError) {
    try self.init(OpenFaces(FontFile(reading: paths[0]), paths: paths))
  }

  /// A stack of one font that is in memory; the path is for errors only.
  convenience init(_ contents: [UInt8], path: String) throws(FontError) {
    try self.init(OpenFaces(FontFile(contents, path: path), paths: [path]))
  }

  private init(_ faces: consuming sending OpenFaces) throws(FontError) {
    (paths, ascent, descent) = (faces.paths, faces.first.ascent, faces.first.descent)
    id = Self.lastID.add(1, ordering: .relaxed).newValue
    self.faces = Mutex(faces)
  }

  /// Lays a line of text out: shaped and ordered for display, without a size.
  ///
  /// - Parameters:
  ///   - text: normalised where the faces shall have composed characters, without control
  ///     characters.
  ///   - setting: its direction, language and kerning.
  /// - Returns: the line; empty where the text has nothing that is drawn.
  /// - Throws: ``TextLineError``.
  package func line(
    _ text: String, _ setting: TextSetting = .label
  ) throws(TextLineError) -> TextLine {
    let (glyphs, width) = try faces.withLock { faces throws(TextLineError) in
      try faces.layout(text, setting)
    }
    return TextLine(fonts: self, glyphs: glyphs, width: width)
  }

  /// The characters of a text that no face has, each once, in their order.
  ///
  /// - Parameter text: as for ``line(_:_:)``.
  /// - Returns: the characters.
  /// - Throws: ``TextLineError/font(_:)`` where a face after the first cannot be used.
  package func lacking(in text: String) throws(TextLineError) -> [Character] {
    try faces.withLock { faces throws(TextLineError) in try faces.lacking(in: text) }
  }

  /// The mask of one of a line's glyphs, or that of its outline, in pixels; see ``GlyphCache``.
  func mask(
    of glyph: TextLine.Glyph, emSize: Double, outline: Double?
  ) throws(RasterError) -> GlyphMask {
    let key = GlyphCache.Key(
      stack: id, face: glyph.face, glyph: glyph.id, emSize: emSize, outline: outline)
    return try GlyphCache.mask(key) { () throws(RasterError) in
      try faces.withLock { faces throws(RasterError) in
        try faces.mask(ofGlyph: glyph.id, face: glyph.face, emSize: emSize)
      }
    }
  }
}

/// How a line is set, besides its text and its faces.
package struct TextSetting: Hashable, Sendable {
  /// That of the paragraph that the line is of; nil for that of the line's first letter (UAX #9, rules
  /// P2 and P3).
  package var direction: TextDirection?
  /// As in BCP 47, for faces that write languages differently; empty where it is not known.
  package var language: String
  /// Whether the space between two letters is the one that the face has for the pair.
  package var isKerned: Bool

  package init(direction: TextDirection? = nil, language: String = "", isKerned: Bool = true) {
    (self.direction, self.language, self.isKerned) = (direction, language, isKerned)
  }

  /// Digits keep their widths: were pairs kerned, a label would move when the time changes.
  package static let label = TextSetting(isKerned: false)
}

/// Why a line could not be laid out.
package enum TextLineError: Error, Hashable, Sendable {
  /// None of the faces has the character.
  case missingGlyph(Character)
  /// A face after the first, not opened before, cannot be used, or there is no memory left.
  case font(FontError)
}

/// A line of text, shaped: every glyph in its place, in em.
package struct TextLine: Sendable {
  struct Glyph: Sendable, Hashable {
    /// The face's place in the stack.
    let face: Int
    /// The glyph's number in the face.
    let id: UInt32
    /// From the line's left end, and up from its baseline.
    let x: Double
    let y: Double
  }

  package let fonts: FontStack
  /// From left to right.
  let glyphs: [Glyph]
  /// The sum of the glyphs' advances.
  package let width: Double

  /// True where nothing is to be drawn.
  package var isEmpty: Bool { glyphs.isEmpty }

  /// How much of each pixel the glyphs cover together, or a line around them; see
  /// ``draw(onto:outline:x:baseline:emSize:)``.
  ///
  /// - Returns: a mask of `width` × `height`, both in pixels and at least 1.
  package func coverage(
    outline: Double? = nil, x: Double, baseline: Double, emSize: Double, width: Int, height: Int
  ) throws(RasterError) -> Coverage {
    var mask = Coverage(width: width, height: height)
    try draw(onto: &mask, outline: outline, x: x, baseline: baseline, emSize: emSize)
    return mask
  }

  /// Covers what the glyphs cover together, or a line around them.
  ///
  /// Each glyph is put where its pen is, to the nearest pixel. Text so small that half a pixel matters
  /// is drawn larger, and averaged by the caller.
  ///
  /// What is near one of several glyphs is near them all together, so a line's outline is put
  /// together from those of its glyphs, each measured once (see ``Coverage/dilated(by:)``).
  ///
  /// - Parameters:
  ///   - mask: takes the glyphs; what reaches beyond it is cut off.
  ///   - outline: how far what is covered reaches around the glyphs, in pixels; nil for the glyphs alone.
  ///   - x: where the line starts, in pixels from the mask's left edge.
  ///   - baseline: in pixels from the mask's top edge.
  ///   - emSize: in pixels, more than 0.
  /// - Throws: `RasterError.cannotDraw` where a font is broken, `cannotAllocate`.
  package func draw(
    onto mask: inout Coverage, outline: Double? = nil, x: Double, baseline: Double, emSize: Double
  ) throws(RasterError) {
    for glyph in glyphs {
      let drawn = try fonts.mask(of: glyph, emSize: emSize, outline: outline)
      let left = wholePixel(x + glyph.x * emSize) + drawn.left
      let top = wholePixel(baseline - glyph.y * emSize) + drawn.top
      if outline == nil {
        mask.add(drawn.ink, x: left, y: top)
      } else {
        mask.unite(drawn.ink, x: left, y: top)
      }
    }
  }
}

/// The nearest whole pixel, kept where sums of coordinates do not overflow.
private func wholePixel(_ position: Double) -> Int {
  Int(min(max(position.rounded(), -1e9), 1e9))
}

/// The faces of a stack, of which those after the first are opened as they are needed.
private struct OpenFaces {
  let paths: [String]
  let first: FontFace
  private let library: FreeTypeLibrary
  private var others: [Int: FontFace] = [:]

  /// - Parameters:
  ///   - first: the file of the first path.
  ///   - paths: of all faces.
  /// - Throws: `FontError` for the first file.
  init(_ first: FontFile, paths: [String]) throws(FontError) {
    library = try FreeTypeLibrary(for: first.path)
    self.first = try FontFace(first, library: library)
    self.paths = paths
  }

  func mask(ofGlyph glyph: UInt32, face: Int, emSize: Double) throws(RasterError) -> GlyphMask {
    // A line has glyphs of open faces only.
    try (others[face] ?? first).mask(ofGlyph: glyph, emSize: emSize)
  }

  mutating func lacking(in text: String) throws(TextLineError) -> [Character] {
    var seen: Set<Character> = []
    var lacking: [Character] = []
    for character in text where seen.insert(character).inserted {
      let drawn = Array(character.unicodeScalars.filter(\.isDrawn))
      if !drawn.isEmpty, try firstFace(with: drawn) == nil { lacking.append(character) }
    }
    return lacking
  }

  mutating func layout(
    _ text: String, _ setting: TextSetting
  ) throws(TextLineError) -> (glyphs: [TextLine.Glyph], width: Double) {
    guard text.unicodeScalars.contains(where: \.isDrawn) else { return ([], 0) }
    var scalars: [UInt32] = []
    var runs: [(face: FontFace, range: Range<Int>)] = []
    var places: [FT_Face: Int] = [:]
    var characters: [Character] = []
    for character in text {
      let start = scalars.count
      scalars += character.unicodeScalars.filter { !$0.isHangulFiller }.map(\.value)
      characters += repeatElement(character, count: scalars.count - start)
      let drawn = Array(character.unicodeScalars.filter(\.isDrawn))
      // What is not drawn goes with what stands before it, as it may join that to what follows.
      if drawn.isEmpty, let last = runs.indices.last {
        runs[last].range = runs[last].range.lowerBound..<scalars.count
        continue
      }
      guard let (face, place) = try firstFace(with: drawn) else { throw .missingGlyph(character) }
      places[face.handle] = place
      if let last = runs.indices.last, runs[last].face === face {
        runs[last].range = runs[last].range.lowerBound..<scalars.count
      } else {
        runs.append((face, start..<scalars.count))
      }
    }
    guard let shaped = TextShaper()?.glyphs(of: scalars, in: runs, setting) else {
      throw .font(.refused(path: first.path, code: FT_Error(FT_Err_Out_Of_Memory)))
    }

    let units = Dictionary(
      runs.map { ($0.face.handle, $0.face.unitsPerEm * 64) },
      uniquingKeysWith: { first, _ in first })
    var glyphs: [TextLine.Glyph] = []
    var pen = 0.0
    for glyph in shaped {
      guard let em = units[glyph.face], let place = places[glyph.face] else { continue }
      // A character that is drawn as others, such as Thai's sara am, of which the face lacks one.
      if glyph.id == 0 { throw .missingGlyph(characters[glyph.index]) }
      let room = glyph.advance == 0 && characters[glyph.index] == "." ? Self.roomOfStop : 0
      pen += room
      glyphs.append(
        TextLine.Glyph(
          face: place, id: glyph.id, x: pen + glyph.offset.x / em, y: glyph.offset.y / em))
      pen += glyph.advance / em + room
    }
    return (glyphs, pen)
  }

  /// In em, on either side of a full stop without width: the seven-segment face draws it as a dot of the
  /// digit before it, where it would touch the digit after it.
  private static let roomOfStop = 0.1

  /// The first face that has all of a character, and its place; nil where none has.
  private mutating func firstFace(
    with scalars: [Unicode.Scalar]
  ) throws(TextLineError) -> (FontFace, Int)? {
    for place in paths.indices {
      let face = try face(at: place)
      if scalars.allSatisfy(face.has) { return (face, place) }
    }
    return nil
  }

  private mutating func face(at place: Int) throws(TextLineError) -> FontFace {
    if place == 0 { return first }
    if let open = others[place] { return open }
    do {
      let face = try FontFace(FontFile(reading: paths[place]), library: library)
      others[place] = face
      return face
    } catch {
      throw .font(error)
    }
  }
}

extension Unicode.Scalar {
  /// Default ignorable, but HarfBuzz, which hides all others of that kind, draws them.
  fileprivate var isHangulFiller: Bool { [0x115F, 0x1160, 0x3164, 0xFFA0].contains(value) }

  fileprivate var isDrawn: Bool { !properties.isDefaultIgnorableCodePoint }
}
