import Crypto
import Formats
import JPEGSplice
import Raster

/// The colours of a decoded picture, whatever way it is coded in.
struct PixelColours {
  private let image: Image
  /// Of a palette's entries.
  private let palette: [UInt32]?

  /// Wholly transparent: what is under it is not seen, and some formats do not keep it.
  private static let clear: UInt32 = 0x7F00_0000

  init(of image: Image) {
    self.image = image
    let layout = image.layout
    palette = layout.palette.map { colours in
      var colours = colours.map(Self.seen)
      if let entry = layout.transparent, colours.indices.contains(entry) {
        colours[entry] = Self.clear
      }
      return colours
    }
  }

  private static func seen(_ colour: UInt32) -> UInt32 {
    let colour = colour & 0x7FFF_FFFF
    return colour & clear == clear ? clear : colour
  }

  /// Of a row's pixels, from the lowest byte on: blue, green, red, and transparency from 0 to 127.
  func row(_ y: Int) -> [UInt32] {
    var colours: [UInt32] = []
    image.withRow(y) { row in
      if let palette {
        colours = row.map { Int($0) < palette.count ? palette[Int($0)] : 0 }
      } else {
        colours = row.bindMemory(to: UInt32.self).map(Self.seen)
      }
    }
    return colours
  }

  /// SHA-256 of the picture: its width and height, four bytes each, the highest first, and each pixel's
  /// colour row by row, the lowest byte first.
  var hash: [UInt8] {
    var hash = SHA256()
    for side in [image.width, image.height] {
      hash.update(data: ByteOrder.bigEndian.bytes(of: UInt32(truncatingIfNeeded: side)))
    }
    for y in 0..<image.height {
      row(y).map(\.littleEndian).withUnsafeBytes { hash.update(bufferPointer: $0) }
    }
    return Array(hash.finalize())
  }

  /// How many pixels outside some areas have the same colour as another picture's, and how many have
  /// not; nil where the pictures are not of the same size.
  func comparison(
    with other: PixelColours, outside areas: [PixelArea]
  ) -> (compared: Int, different: Int)? {
    guard (image.width, image.height) == (other.image.width, other.image.height) else { return nil }
    var (compared, different) = (0, 0)
    for y in 0..<image.height {
      let (own, others) = (row(y), other.row(y))
      let covered = areas.filter { $0.rows.contains(y) }.map(\.columns)
      for x in 0..<image.width where !covered.contains(where: { $0.contains(x) }) {
        compared += 1
        if own[x] != others[x] { different += 1 }
      }
    }
    return (compared, different)
  }
}
