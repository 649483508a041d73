import Synchronization

/// The glyphs drawn so far, for the whole process.
///
/// Photos of a batch have few sizes and few characters. libgd draws under one global mutex, so
/// drawing every glyph again would keep all threads but one waiting.
enum GlyphCache {
  /// The most bytes of ink that are kept; more than a batch needs, unless its photos are huge.
  private static let capacity = 16 << 20

  private struct Key: Hashable {
    let font: String
    let scalar: Unicode.Scalar
    let emSize: Double
  }

  private struct Store {
    var masks: [Key: GlyphMask] = [:]
    var size = 0
  }

  private static let store = Mutex(Store())

  /// The glyph's mask, drawn where it was not yet.
  ///
  /// - Throws: what ``GlyphMask/init(_:font:emSize:)`` throws.
  static func mask(
    of scalar: Unicode.Scalar, font: Font, emSize: Double
  ) throws(RasterError) -> GlyphMask {
    let key = Key(font: font.path, scalar: scalar, emSize: emSize)
    if let mask = store.withLock({ $0.masks[key] }) { return mask }
    // Drawn outside the lock: two threads may draw the same glyph once each, which does no harm.
    let mask = try GlyphMask(scalar, font: font, emSize: emSize)
    store.withLock { store in
      if store.size > capacity { store = Store() }
      if store.masks.updateValue(mask, forKey: key) == nil {
        store.size += mask.ink.values.count
      }
    }
    return mask
  }
}
