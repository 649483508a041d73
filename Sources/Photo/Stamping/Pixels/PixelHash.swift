import Formats
import Hashing
import JPEGSplice
import Raster

/// The colours of a decoded picture, whatever way it is coded in.
struct PixelColours {
  /// What of a colour counts.
  enum Precision: Hashable {
    /// What is seen of it as libgd has it: eight bits of red, green and blue, seven of alpha, and where it
    /// is wholly transparent, nothing else.
    case seen
    /// All bits of all channels.
    case exact
  }

  private let pixels: PhotoPixels
  private let precision: Precision

  init(of pixels: PhotoPixels, _ precision: Precision) {
    (self.pixels, self.precision) = (pixels, precision)
  }

  /// SHA-256 of the picture: its width and height, and the depth of its channels where it is exact, four
  /// bytes each, the highest first; and each pixel's colour row by row, the lowest byte first: blue, green,
  /// red, and transparency from 0 to 127; or, where it is exact, red, green, blue and alpha, each of one byte
  /// or two by the depth.
  var hash: [UInt8] {
    var hash = SHA256()
    let depth = precision == .exact ? [pixels.depth.rawValue] : []
    for number in [pixels.width, pixels.height] + depth {
      hash.update(ByteOrder.bigEndian.bytes(of: UInt32(truncatingIfNeeded: number)).span)
    }
    var row = [WideColour](repeating: .zero, count: pixels.width)
    for y in 0..<pixels.height {
      pixels.read(row: y, into: &row)
      switch (precision, pixels.depth) {
      case (.seen, _): row.map { $0.seen.littleEndian }.update(&hash)
      case (.exact, .eight): row.map { $0.upperBytes }.update(&hash)
      case (.exact, .sixteen): row.map { $0.littleEndian }.update(&hash)
      }
    }
    return hash.finish()
  }

  /// How many pixels outside some areas have the same colour as another picture's, and how many have
  /// not; nil where the pictures are not of the same size.
  func comparison(
    with other: PixelColours, outside areas: [PixelArea]
  ) -> (compared: Int, different: Int)? {
    let (width, height) = (pixels.width, pixels.height)
    guard (width, height) == (other.pixels.width, other.pixels.height) else { return nil }
    var (compared, different) = (0, 0)
    var own = [WideColour](repeating: .zero, count: width)
    var others = own
    for y in 0..<height {
      pixels.read(row: y, into: &own)
      other.pixels.read(row: y, into: &others)
      let covered = areas.filter { $0.rows.contains(y) }.map(\.columns)
      for x in 0..<width where !covered.contains(where: { $0.contains(x) }) {
        compared += 1
        let isSame =
          precision == .exact ? own[x] == others[x] : own[x].seen == others[x].seen
        if !isSame { different += 1 }
      }
    }
    return (compared, different)
  }
}

extension WideColour {
  fileprivate var upperBytes: SIMD4<UInt8> {
    let upper = self &>> WideColour(repeating: 8)
    return SIMD4<UInt8>(truncatingIfNeeded: upper)
  }

  fileprivate var littleEndian: WideColour {
    WideColour(x.littleEndian, y.littleEndian, z.littleEndian, w.littleEndian)
  }

  /// As libgd has it: blue, green and red in the low three bytes, above them seven bits of transparency.
  fileprivate var seen: UInt32 {
    let (red, green, blue) = (UInt32(x >> 8), UInt32(y >> 8), UInt32(z >> 8))
    let transparency = 127 - UInt32(w >> 9)
    // Wholly transparent: the colour under it is invisible, and some formats do not keep it.
    return transparency == 127 ? 127 << 24 : transparency << 24 | red << 16 | green << 8 | blue
  }
}

extension Array where Element: BitwiseCopyable {
  /// Adds all elements to a hash, as they are in memory.
  fileprivate func update(_ hash: inout SHA256) {
    hash.update(span.bytes)
  }
}
