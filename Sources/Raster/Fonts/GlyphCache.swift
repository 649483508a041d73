import Synchronization

/// The glyphs drawn so far, for the whole process, and their outlines.
///
/// Photos of a batch have few sizes and few characters. libgd draws under one global mutex, so
/// drawing every glyph again would keep all threads but one waiting.
enum GlyphCache {
  /// The most bytes that are kept; more than a batch needs, unless its photos are huge.
  private static let capacity = 16 << 20
  /// What an entry takes besides its mask: key, array header, its place in the table; roughly.
  private static let overhead = 256

  private struct Key: Hashable {
    let font: String
    let scalar: Unicode.Scalar
    let emSize: Double
    let outline: Double?
  }

  private struct Store {
    var masks: [Key: GlyphMask] = [:]
    var size = 0
  }

  private static let store = Mutex(Store())

  /// The glyph's mask, or that of its outline, made where it was not yet.
  ///
  /// - Parameters:
  ///   - scalar: the character.
  ///   - font: the font that draws it.
  ///   - emSize: in pixels.
  ///   - outline: how far the mask reaches around the glyph, in pixels; nil for the glyph itself.
  /// - Returns: the mask; without pixels for a character without ink.
  /// - Throws: what ``GlyphMask/init(_:font:emSize:)`` throws.
  static func mask(
    of scalar: Unicode.Scalar, font: Font, emSize: Double, outline: Double?
  ) throws(RasterError) -> GlyphMask {
    let key = Key(font: font.path, scalar: scalar, emSize: emSize, outline: outline)
    if let mask = store.withLock({ $0.masks[key] }) { return mask }
    // Made outside the lock: two threads may make the same mask once each, which does no harm.
    let mask =
      if let outline {
        try Self.mask(of: scalar, font: font, emSize: emSize, outline: nil).grown(by: outline)
      } else {
        try GlyphMask(scalar, font: font, emSize: emSize)
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
