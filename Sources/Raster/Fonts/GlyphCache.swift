import Synchronization

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
