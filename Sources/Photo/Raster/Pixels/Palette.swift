import CCodecs.GD

/// The colour table of a palette image, while new colours are put into the image.
///
/// Knows which entries the pixels use, so that the others can take a new colour without a change
/// to any pixel.
struct Palette {
  static let capacity = 256

  /// The table with libgd's transparent entry made clear; `capacity` colours.
  private var colours: [RGBA]
  private var isUsed: [Bool]
  /// The entry of each colour asked for so far.
  private var entries: [RGBA: UInt8] = [:]
  private var firstFree = 0
  /// Whether a colour was asked for that the full table does not have.
  private(set) var hasApproximated = false

  /// - Complexity: one pass over the pixels.
  init(of image: Image) {
    colours = (0..<Self.capacity).map { image.paletteColour(UInt8($0)) }
    isUsed = [Bool](repeating: false, count: Self.capacity)
    for y in 0..<image.height {
      let row = image.indexRow(y)
      for x in 0..<image.width { isUsed[Int(row[x])] = true }
    }
  }

  /// - Precondition: the picture has a palette.
  /// - Complexity: one pass over the pixels.
  init(of image: SampleImage) {
    let palette = image.palette
    colours =
      palette
      + [RGBA](
        repeating: RGBA(red: 0, green: 0, blue: 0), count: max(0, Self.capacity - palette.count))
    var isUsed = [Bool](repeating: false, count: Self.capacity)
    image.withRows { rows in for number in rows { isUsed[Int(number)] = true } }
    self.isUsed = isUsed
  }

  subscript(entry: UInt8) -> RGBA { colours[Int(entry)] }

  /// The colours that at least one pixel has.
  var usedColours: [RGBA] { zip(colours, isUsed).filter(\.1).map(\.0) }

  /// All colours up to the last that a pixel has, and at least this many.
  func shown(atLeast count: Int) -> [RGBA] {
    Array(colours.prefix(max(count, (isUsed.lastIndex(of: true) ?? 0) + 1)))
  }

  /// The entry for an opaque colour: what ``exactEntry(for:)`` gives, else the nearest colour.
  mutating func entry(for colour: RGBA) -> UInt8 {
    if let entry = exactEntry(for: colour) { return entry }
    let entry = UInt8(nearest(to: colour))
    hasApproximated = true
    entries[colour] = entry
    return entry
  }

  /// The entry for a colour: the same colour if a pixel has it already, else an entry that no pixel uses;
  /// nil where there is none.
  mutating func exactEntry(for colour: RGBA) -> UInt8? {
    if let entry = entries[colour] { return entry }
    let entry: Int
    if let same = colours.indices.first(where: { isUsed[$0] && colours[$0] == colour }) {
      entry = same
    } else if let free = isUsed[firstFree...].firstIndex(of: false) {
      entry = free
      firstFree = free
      colours[free] = colour
      isUsed[free] = true
    } else {
      firstFree = isUsed.count
      return nil
    }
    entries[colour] = UInt8(entry)
    return UInt8(entry)
  }

  private func nearest(to colour: RGBA) -> Int {
    func distance(_ other: RGBA) -> Int {
      guard other.alpha == 255 else { return Int.max }
      let red = Int(other.red) - Int(colour.red)
      let green = Int(other.green) - Int(colour.green)
      let blue = Int(other.blue) - Int(colour.blue)
      // Weights of the three channels near those of luminance (ITU-R BT.601).
      return 3 * red * red + 6 * green * green + blue * blue
    }
    return colours.indices.min { distance(colours[$0]) < distance(colours[$1]) } ?? 0
  }

  /// Writes the table back into the image that it was made from.
  func store(in image: Image) {
    let gd = image.gd
    for (index, colour) in colours.enumerated() where isUsed[index] {
      gd.pointee.colorsTotal = max(gd.pointee.colorsTotal, Int32(index) + 1)
      if gd.pointee.transparent == Int32(index) {
        if colour.alpha < 255 { continue }
        // The entry that stood for transparency, unused by any pixel, has a colour now.
        gd.pointee.transparent = -1
      }
      image.setPaletteColour(UInt8(index), colour)
    }
  }
}

extension Image {
  /// One row of a palette image, `width` long.
  func indexRow(_ y: Int) -> UnsafeMutablePointer<UInt8> {
    guard let row = gd.pointee.pixels[y] else {
      preconditionFailure("libgd allocates every row together with the image")
    }
    return row
  }

  /// The colour of a palette entry; clear for the entry that stands for transparency.
  func paletteColour(_ entry: UInt8) -> RGBA {
    let index = Int(entry)
    if gd.pointee.transparent == Int32(entry) { return .clear }
    return withUnsafeBytes(of: &gd.pointee.red) { red in
      withUnsafeBytes(of: &gd.pointee.green) { green in
        withUnsafeBytes(of: &gd.pointee.blue) { blue in
          withUnsafeBytes(of: &gd.pointee.alpha) { alpha in
            func value(_ table: UnsafeRawBufferPointer) -> Int32 {
              table.load(fromByteOffset: index * MemoryLayout<Int32>.stride, as: Int32.self)
            }
            return TrueColour(
              red: value(red), green: value(green), blue: value(blue), transparency: value(alpha)
            ).rgba
          }
        }
      }
    }
  }

  fileprivate func setPaletteColour(_ entry: UInt8, _ colour: RGBA) {
    let value = TrueColour(colour)
    let offset = Int(entry) * MemoryLayout<Int32>.stride
    func set(_ table: inout some Any, _ value: Int32) {
      withUnsafeMutableBytes(of: &table) {
        $0.storeBytes(of: value, toByteOffset: offset, as: Int32.self)
      }
    }
    set(&gd.pointee.red, value.red)
    set(&gd.pointee.green, value.green)
    set(&gd.pointee.blue, value.blue)
    set(&gd.pointee.alpha, value.transparency)
    set(&gd.pointee.open, 0)
  }

  /// What the colours that pixels use hold of transparency.
  var paletteTransparency: Transparency {
    Palette(of: self).usedColours.reduce(.none) { found, colour in
      switch colour.alpha {
      case 255: found
      case 0: max(found, .cutOut)
      default: .partial
      }
    }
  }
}
