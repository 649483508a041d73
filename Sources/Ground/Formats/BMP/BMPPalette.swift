/// The colours of a bitmap's palette, into which new ones are put.
struct BMPPalette: Sendable {
  /// As in the file: blue, green, red, and what stands after them.
  private(set) var entries: [UInt8]
  private let entrySize: Int
  /// How many colours it can have: as many as pixels have numbers for, where the header says how many
  /// there are.
  private let capacity: Int
  /// Which numbers pixels have; empty before they are counted.
  var isUsed: [Bool] = []
  /// Whether a colour was asked for that the full palette does not have.
  private(set) var hasApproximated = false
  /// The number of each colour asked for so far.
  private var numbers: [UInt32: UInt8] = [:]

  init(_ structure: BMPStructure) {
    entries = Array(structure.bytes[structure.palette])
    entrySize = structure.paletteEntrySize
    capacity =
      structure.headerSize >= 40
      ? 1 << structure.bitsPerPixel : structure.palette.count / entrySize
  }

  var isCounted: Bool { !isUsed.isEmpty }
  var count: Int { entries.count / entrySize }

  /// Opaque; black where the palette is too short.
  subscript(number: UInt8) -> UInt32 {
    let place = Int(number) * entrySize
    guard place < entries.count else { return 0xFF00_0000 }
    return 0xFF00_0000 | UInt32(entries[place + 2]) << 16 | UInt32(entries[place + 1]) << 8
      | UInt32(entries[place])
  }

  /// The number for an opaque colour: its own, else one that no pixel has, else a new one, else that of
  /// the nearest colour.
  mutating func number(for colour: UInt32) -> UInt8? {
    if let number = numbers[colour] { return number }
    let present = 0..<count
    let number: Int
    if let same = present.first(where: { self[UInt8($0)] == colour }) {
      number = same
    } else if let free = present.first(where: { !isUsed[$0] }) {
      number = free
      for index in 0..<3 {
        entries[free * entrySize + index] = UInt8(truncatingIfNeeded: colour >> UInt32(8 * index))
      }
    } else if count < capacity, !isUsed[count] {
      number = count
      for index in 0..<entrySize {
        entries.append(index < 3 ? UInt8(truncatingIfNeeded: colour >> UInt32(8 * index)) : 0)
      }
    } else {
      guard let nearest = present.min(by: { distance($0, colour) < distance($1, colour) }) else {
        return nil
      }
      number = nearest
      hasApproximated = true
    }
    isUsed[number] = true
    numbers[colour] = UInt8(number)
    return UInt8(number)
  }

  /// Weights of the three channels near those of luminance (ITU-R BT.601).
  private func distance(_ number: Int, _ colour: UInt32) -> Int {
    let own = self[UInt8(number)]
    func difference(_ shift: UInt32) -> Int {
      Int(own >> shift & 0xFF) - Int(colour >> shift & 0xFF)
    }
    let (red, green, blue) = (difference(16), difference(8), difference(0))
    return 3 * red * red + 6 * green * green + blue * blue
  }
}
