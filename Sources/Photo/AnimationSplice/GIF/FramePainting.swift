import Formats
import JPEGSplice

/// The colour table of a GIF's frame.
enum GIFPalette {
  static let capacity = 256

  /// Opaque colours of all numbers that a pixel can have: black where the table has none.
  static func colours(of table: [UInt8]) -> [UInt32] {
    var colours = [UInt32](repeating: 0xFF00_0000, count: capacity)
    for entry in 0..<min(capacity, table.count / 3) {
      let parts = table[3 * entry..<3 * entry + 3].map(UInt32.init)
      colours[entry] |= parts[0] | parts[1] << 8 | parts[2] << 16
    }
    return colours
  }

  /// How far two colours are from each other, weighted about as in luminance (ITU-R BT.601).
  static func distance(_ first: UInt32, _ second: UInt32) -> Int {
    func square(_ shift: UInt32) -> Int {
      let difference = Int(first >> shift & 0xFF) - Int(second >> shift & 0xFF)
      return difference * difference
    }
    return 3 * square(0) + 6 * square(8) + square(16)
  }
}

/// Puts colours into a GIF's frame: those that its table has, then as many others as there is room for in
/// entries that no pixel of the frame uses, the most frequent first; else the nearest ones.
struct FramePainting {
  private var frame: GIFFrame
  private let original: GIFFrame
  private var pixels: [UInt8]
  private var colours: [UInt32]
  private var tableCount: Int
  /// Of entries that a pixel has which stays, or that stands for transparency.
  private var isTaken = [Bool](repeating: false, count: GIFPalette.capacity)
  private(set) var hasNewTable = false
  private(set) var isApproximated = false
  /// Whether an entry was freed for transparency, and its pixels have another colour now.
  private(set) var changesOthers = false

  /// - Parameters:
  ///   - frame: as it was.
  ///   - pixels: numbers of its colours.
  ///   - table: its own or the global one.
  init(_ frame: GIFFrame, _ pixels: [UInt8], table: [UInt8]) {
    (self.frame, original, self.pixels) = (frame, frame, pixels)
    colours = GIFPalette.colours(of: table)
    tableCount = table.count / 3
  }

  mutating func apply(_ change: LabelledCanvas.Change) {
    var isChanged = [Bool](repeating: false, count: pixels.count)
    for y in change.area.rows where frame.area.rows.contains(y) {
      for x in change.area.columns where frame.area.columns.contains(x) {
        if change.colours[change.area.index(x: x, y: y)] != nil {
          isChanged[frame.area.index(x: x, y: y)] = true
        }
      }
    }
    for (pixel, isChanged) in zip(pixels, isChanged) where !isChanged { isTaken[Int(pixel)] = true }
    if let transparent = frame.transparent { isTaken[Int(transparent)] = true }
    enlarge(to: frame.area.union(change.area))

    var counts: [UInt32: Int] = [:]
    for case let colour? in change.colours { counts[colour, default: 0] += 1 }
    let entries = entries(for: counts)
    for y in change.area.rows {
      for x in change.area.columns {
        guard let colour = change.colours[change.area.index(x: x, y: y)],
          let entry = entries[colour]
        else { continue }
        pixels[frame.area.index(x: x, y: y)] = entry
      }
    }
  }

  /// Makes the frame's rectangle larger, with pixels through which the ones below are seen.
  private mutating func enlarge(to area: PixelArea) {
    if area == frame.area { return }
    let clear = transparentEntry()
    var enlarged = [UInt8](repeating: clear, count: area.count)
    let width = frame.area.columns.count
    for (row, y) in frame.area.rows.enumerated() where width > 0 {
      let start = area.index(x: frame.area.columns.lowerBound, y: y)
      enlarged.replaceSubrange(
        start..<start + width, with: pixels[row * width..<(row + 1) * width])
    }
    frame.area = area
    pixels = enlarged
  }

  /// The entry that stands for transparency; where there is none, a free one, or the one whose pixels are
  /// nearest to others.
  private mutating func transparentEntry() -> UInt8 {
    if let entry = frame.transparent { return entry }
    let entry: Int
    if let free = freeEntry() {
      entry = free
    } else {
      entry = rarestEntry()
      let other = UInt8(nearestEntry(to: colours[entry], butNot: entry))
      for index in pixels.indices where pixels[index] == UInt8(entry) { pixels[index] = other }
      changesOthers = true
    }
    isTaken[entry] = true
    grow(toHold: entry)
    frame.transparent = UInt8(entry)
    return UInt8(entry)
  }

  private func rarestEntry() -> Int {
    var counts = [Int](repeating: 0, count: GIFPalette.capacity)
    for pixel in pixels { counts[Int(pixel)] += 1 }
    return counts.indices.min { counts[$0] < counts[$1] } ?? 0
  }

  private func freeEntry() -> Int? { isTaken.firstIndex(of: false) }

  private func nearestEntry(to colour: UInt32, butNot left: Int?) -> Int {
    var best = (entry: 0, distance: Int.max)
    for entry in 0..<tableCount where entry != left && entry != frame.transparent.map({ Int($0) }) {
      let distance = GIFPalette.distance(colours[entry], colour)
      if distance < best.distance { best = (entry, distance) }
    }
    return best.entry
  }

  /// Entries for opaque colours, by how often each is wanted.
  private mutating func entries(for counts: [UInt32: Int]) -> [UInt32: UInt8] {
    var entries: [UInt32: UInt8] = [:]
    let transparent = frame.transparent.map { Int($0) }
    var others: [(colour: UInt32, count: Int)] = []
    for (colour, count) in counts {
      let same = (0..<tableCount).first { colours[$0] == colour && $0 != transparent }
      if let entry = same {
        entries[colour] = UInt8(entry)
        isTaken[entry] = true
      } else {
        others.append((colour, count))
      }
    }
    others.sort { ($0.count, $1.colour) > ($1.count, $0.colour) }
    for (colour, _) in others {
      if let entry = freeEntry() {
        isTaken[entry] = true
        colours[entry] = colour
        hasNewTable = true
        grow(toHold: entry)
        entries[colour] = UInt8(entry)
      } else {
        entries[colour] = UInt8(nearestEntry(to: colour, butNot: nil))
        isApproximated = true
      }
    }
    return entries
  }

  private mutating func grow(toHold entry: Int) {
    if entry < tableCount { return }
    hasNewTable = true
    // Tables have two to the power of 1 to 8 entries.
    tableCount = max(2, tableCount)
    while tableCount <= entry { tableCount *= 2 }
  }

  /// The frame with its new pixels.
  func finished() -> GIFFrame {
    var frame = frame
    if hasNewTable {
      frame.setLocalTable(
        colours[..<tableCount].flatMap { colour in
          ByteOrder.littleEndian.bytes(of: colour).prefix(3)
        })
    }
    let bits = max(2, tableCount.trailingZeroBitCount)
    frame.minimumSize = max(frame.minimumSize, UInt8(bits))
    frame.setPixels(pixels)
    return frame
  }

  /// The original frame's pixels that have other numbers now, on its own rectangle.
  func changedPixels(of old: [UInt8]) -> PixelArea {
    var changed = PixelArea.none
    let (width, area) = (original.area.columns.count, original.area)
    for (row, y) in area.rows.enumerated() {
      for (column, x) in area.columns.enumerated()
      where old[row * width + column] != pixels[frame.area.index(x: x, y: y)] {
        changed = changed.union(
          PixelArea(columns: column..<column + 1, rows: row..<row + 1))
      }
    }
    return changed
  }
}
