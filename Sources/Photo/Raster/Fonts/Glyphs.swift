import CRaqm
import Synchronization

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
  /// - Parameters:
  ///   - text: Unicode scalars, at least one.
  ///   - runs: the face of each part of it, in order and without gaps.
  ///   - setting: its direction, language and kerning.
  /// - Returns: the glyphs from left to right; nil where there is no memory left.
  func glyphs(
    of text: [UInt32], in runs: [(face: FontFace, range: Range<Int>)], _ setting: TextSetting
  ) -> [Glyph]? {
    let direction =
      switch setting.direction {
      case nil: RAQM_DIRECTION_DEFAULT
      case .leftToRight: RAQM_DIRECTION_LTR
      case .rightToLeft: RAQM_DIRECTION_RTL
      }
    guard raqm_set_text(handle, text, text.count),
      raqm_set_par_direction(handle, direction),
      raqm_set_freetype_load_flags(handle, Int32(FT_LOAD_NO_HINTING | FT_LOAD_COLOR)),
      setting.isKerned || raqm_add_font_feature(handle, "-kern", -1),
      setting.language.isEmpty || raqm_set_language(handle, setting.language, 0, text.count)
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

/// One glyph at one size: the pixels that it covers, and where they lie from its pen.
struct GlyphMask: Sendable {
  let ink: Coverage
  /// From the pen to the ink's left and top edge, in pixels; up is negative.
  let left: Int
  let top: Int

  static let blank = GlyphMask(ink: Coverage(width: 0, height: 0), left: 0, top: 0)

  /// The glyph with a line around it, `radius` pixels wide; see ``Coverage/dilated(by:)``.
  func grown(by radius: Double) -> GlyphMask {
    if ink.values.isEmpty { return self }
    let margin = Int(radius.rounded(.up))
    return GlyphMask(
      ink: ink.padded(by: margin).dilated(by: radius), left: left - margin, top: top - margin)
  }
}

/// The glyphs drawn so far, for the whole process, and their outlines.
///
/// Photos of a batch have few sizes and few characters, and a face is drawn with by one thread at a
/// time: drawing every glyph again would keep all threads but one waiting.
enum GlyphCache {
  /// The most bytes that are kept; more than a batch needs, unless its photos are huge.
  private static let capacity = 16 << 20
  /// What an entry takes besides its mask: key, array header, its place in the table; roughly.
  private static let overhead = 256

  struct Key: Hashable {
    /// That of ``FontStack/id``: two stacks may have opened other files of the same path.
    let stack: Int
    /// The face's place in the stack, and the glyph's number in the face.
    let face: Int
    let glyph: UInt32
    /// In pixels.
    let emSize: Double
    /// How far the mask reaches around the glyph, in pixels; nil for the glyph itself.
    var outline: Double?
  }

  private struct Store {
    var masks: [Key: GlyphMask] = [:]
    var size = 0
  }

  private static let store = Mutex(Store())

  /// The glyph's mask, or that of its outline, made where it was not yet.
  ///
  /// - Parameters:
  ///   - key: what is asked for.
  ///   - draw: draws the glyph itself.
  /// - Returns: the mask; without pixels for a glyph without ink.
  /// - Throws: what `draw` throws.
  static func mask(
    _ key: Key, draw: () throws(RasterError) -> GlyphMask
  ) throws(RasterError) -> GlyphMask {
    if let mask = store.withLock({ $0.masks[key] }) { return mask }
    // Made outside the lock: two threads may make the same mask once each, which does no harm.
    let mask: GlyphMask
    if let outline = key.outline {
      var inner = key
      inner.outline = nil
      mask = try Self.mask(inner, draw: draw).grown(by: outline)
    } else {
      mask = try draw()
    }
    store.withLock { store in
      if store.size > capacity { store = Store() }
      if store.masks.updateValue(mask, forKey: key) == nil {
        store.size += mask.ink.values.count + overhead
      }
    }
    return mask
  }
}
