/// The pixels of a bitmap as colours, and, of one that may be changed, their new values.
///
/// A colour is, from the lowest byte on, blue, green, red and straight alpha.
package struct BMPPixels: Sendable {
  let structure: BMPStructure
  /// The file; its pixels are changed if they are not compressed.
  private(set) var bytes: [UInt8]
  /// Of a bitmap that is compressed.
  private(set) var runs: BMPRunLength?
  /// Nil where pixels are colours themselves.
  private(set) var palette: BMPPalette?
  /// Whether any pixel has alpha, without which all are opaque: 0 is what writers leave there that know
  /// of none.
  private let hasAlpha: Bool

  /// Takes a byte a pixel where the bitmap is compressed; whoever calls knows that there is memory.
  ///
  /// - Returns: nil where the file ends before the pixels do.
  package init?(_ structure: BMPStructure) {
    guard structure.isComplete else { return nil }
    self.structure = structure
    bytes = structure.bytes
    if structure.isCompressed {
      guard let runs = BMPRunLength(structure) else { return nil }
      self.runs = runs
    }
    if let masks = structure.masks {
      hasAlpha = masks.hasAlpha && Self.hasAlpha(structure, masks)
    } else {
      palette = BMPPalette(structure)
      hasAlpha = false
    }
  }

  /// Whether some pixel is not wholly transparent.
  private static func hasAlpha(_ structure: BMPStructure, _ masks: BMPMasks) -> Bool {
    structure.bytes.withUnsafeBytes { bytes in
      (0..<structure.height).contains { y in
        let row = UnsafeRawBufferPointer(
          rebasing: bytes[structure.place(row: y, columns: 0..<structure.width)])
        return (0..<structure.width).contains {
          pixel(row, $0, structure.bitsPerPixel) & masks.alpha.mask != 0
        }
      }
    }
  }

  /// A pixel of 16, 24 or 32 bits of a row.
  @inline(__always)
  private static func pixel(_ row: UnsafeRawBufferPointer, _ x: Int, _ bits: Int) -> UInt32 {
    switch bits {
    case 16: UInt32(UInt16(littleEndian: row.loadUnaligned(fromByteOffset: 2 * x, as: UInt16.self)))
    case 24: UInt32(row[3 * x]) | UInt32(row[3 * x + 1]) << 8 | UInt32(row[3 * x + 2]) << 16
    default: UInt32(littleEndian: row.loadUnaligned(fromByteOffset: 4 * x, as: UInt32.self))
    }
  }

  /// Gives the colours of some pixels of a row.
  ///
  /// - Parameters:
  ///   - y: from the top.
  ///   - columns: inside the picture.
  ///   - colours: as many as there are columns.
  package func read(
    row y: Int, columns: Range<Int>, into colours: UnsafeMutableBufferPointer<UInt32>
  ) {
    precondition((0..<structure.height).contains(y) && colours.count == columns.count)
    precondition(columns.lowerBound >= 0 && columns.upperBound <= structure.width)
    if let palette {
      numbers(row: y, columns) { colours[$0 - columns.lowerBound] = palette[$1] }
    } else if let masks = structure.masks {
      bytes.withUnsafeBytes { bytes in
        let row = UnsafeRawBufferPointer(
          rebasing: bytes[structure.place(row: y, columns: 0..<structure.width)])
        for x in columns {
          colours[x - columns.lowerBound] = masks.colour(
            of: Self.pixel(row, x, structure.bitsPerPixel), hasAlpha: hasAlpha)
        }
      }
    }
  }

  /// Calls the body with columns of a row and their numbers in the palette.
  private func numbers(row y: Int, _ columns: Range<Int>, _ body: (Int, UInt8) -> Void) {
    if let runs {
      let start = structure.fileRow(y) * structure.width
      for x in columns { body(x, runs.numbers[start + x]) }
      return
    }
    let (start, bits) = (structure.rowStart(y), structure.bitsPerPixel)
    let most = UInt8(truncatingIfNeeded: 1 << bits - 1)
    bytes.withUnsafeBufferPointer { bytes in
      for x in columns {
        let place = x * bits
        body(x, bytes[start + place / 8] >> UInt8(8 - bits - place % 8) & most)
      }
    }
  }
}

/// Changing pixels.
extension BMPPixels {
  package var width: Int { structure.width }
  package var height: Int { structure.height }

  /// Whether the palette lacked a colour and had no room for it.
  package var hasApproximated: Bool { palette?.hasApproximated ?? false }

  /// Gives the colours of some pixels of a row to be changed. Those that become others are put as near as
  /// the bitmap's own form can say them; all others keep every bit.
  ///
  /// - Parameters:
  ///   - y: from the top.
  ///   - columns: inside the picture.
  ///   - body: changes the colours.
  package mutating func change(
    row y: Int, columns: Range<Int>, _ body: (UnsafeMutableBufferPointer<UInt32>) -> Void
  ) {
    if palette?.isCounted == false { countColours() }
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 2 * columns.count) { buffer in
      let new = UnsafeMutableBufferPointer(rebasing: buffer[..<columns.count])
      let old = UnsafeMutableBufferPointer(rebasing: buffer[columns.count...])
      read(row: y, columns: columns, into: old)
      read(row: y, columns: columns, into: new)
      body(new)
      for (index, x) in columns.enumerated() where new[index] != old[index] {
        put(new[index], x, y)
      }
    }
  }

  private mutating func put(_ colour: UInt32, _ x: Int, _ y: Int) {
    let bits = structure.bitsPerPixel
    if let masks = structure.masks {
      let place = structure.place(row: y, columns: x..<x + 1)
      let old = bytes[place].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      let new = masks.pixel(old, with: colour, hasAlpha: hasAlpha)
      for (index, place) in place.enumerated() {
        bytes[place] = UInt8(truncatingIfNeeded: new >> UInt32(8 * index))
      }
    } else if let number = palette?.number(for: colour) {
      if runs != nil {
        runs?.numbers[structure.fileRow(y) * structure.width + x] = number
      } else {
        let place = structure.rowStart(y) + x * bits / 8
        let shift = UInt8(8 - bits - x * bits % 8)
        let mask = UInt8(truncatingIfNeeded: 1 << bits - 1) << shift
        bytes[place] = bytes[place] & ~mask | number << shift
      }
    }
  }

  /// Finds which colours of the palette pixels have.
  private mutating func countColours() {
    var isUsed = [Bool](repeating: false, count: 256)
    for y in 0..<height { numbers(row: y, 0..<width) { isUsed[Int($1)] = true } }
    palette?.isUsed = isUsed
  }
}

/// Checking a bitmap that was changed.
extension BMPPixels {
  /// The file that they were read of.
  package var original: [UInt8] { structure.bytes }

  /// Whether the changed bitmap's pixels have other places or numbers in the file.
  package var hasPlacesOfItsOwn: Bool {
    runs != nil || palette.map { $0.entries.count != structure.palette.count } ?? false
  }

  /// Whether all colours are another bitmap's, which has the same size.
  package func hasColours(of other: BMPPixels) -> Bool {
    guard (width, height) == (other.width, other.height) else { return false }
    return withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 2 * width) { buffer in
      let own = UnsafeMutableBufferPointer(rebasing: buffer[..<width])
      let others = UnsafeMutableBufferPointer(rebasing: buffer[width...])
      return (0..<height).allSatisfy { y in
        read(row: y, columns: 0..<width, into: own)
        other.read(row: y, columns: 0..<width, into: others)
        return own.elementsEqual(others)
      }
    }
  }
}
