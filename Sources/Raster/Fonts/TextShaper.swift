import CRaqm

/// One line's way through raqm: FriBidi orders it, HarfBuzz chooses and places its glyphs.
///
/// Used only while the lock of the faces is held, for it counts references to them.
final class TextShaper {
  private let handle: OpaquePointer

  /// A glyph in its place, from left to right, in the units of its face's size.
  struct Glyph {
    let id: UInt32
    let face: FT_Face
    let advance: Double
    let offset: (x: Double, y: Double)
    /// Of the scalar that it stands for: of several, the first.
    let index: Int
  }

  /// Nil where there is no memory left.
  init?() {
    guard let handle = raqm_create() else { return nil }
    self.handle = handle
  }

  deinit { raqm_destroy(handle) }

  /// Shapes a line; to be called once.
  ///
  /// The direction of the line is that of its first letter (UAX #9, rules P2 and P3). Digits keep
  /// their widths: pairs are not kerned, for then a label would move when the time changes.
  ///
  /// - Parameters:
  ///   - text: Unicode scalars, at least one.
  ///   - runs: the face of each part of it, in order and without gaps.
  /// - Returns: the glyphs from left to right; nil where there is no memory left.
  func glyphs(of text: [UInt32], in runs: [(face: FontFace, range: Range<Int>)]) -> [Glyph]? {
    guard raqm_set_text(handle, text, text.count),
      raqm_set_par_direction(handle, RAQM_DIRECTION_DEFAULT),
      raqm_set_freetype_load_flags(handle, Int32(FT_LOAD_NO_HINTING)),
      raqm_add_font_feature(handle, "-kern", -1)
    else { return nil }
    for (face, range) in runs {
      let isSet = raqm_set_freetype_face_range(
        handle, face.handle, range.lowerBound, range.count)
      if !isSet { return nil }
    }
    var count = 0
    guard raqm_layout(handle), let glyphs = raqm_get_glyphs(handle, &count) else { return nil }
    return (0..<count).map { index in
      let glyph = glyphs[index]
      return Glyph(
        id: glyph.index, face: glyph.ftface, advance: Double(glyph.x_advance),
        offset: (Double(glyph.x_offset), Double(glyph.y_offset)), index: Int(glyph.cluster))
    }
  }
}
