package import Formats
import Raster

/// Small files that say they are large, or lie about their size; made by hand, each by its format's
/// description.
package enum HostilePhoto {
  /// A WebP of one colour (WebP Lossless Bitstream, 3): every pixel's code has no bits.
  package static func webp(width: Int, height: Int) -> [UInt8] {
    let size = UInt32(width - 1) | UInt32(height - 1) << 14
    // No transform, no colour cache, no further codes, and five codes of one symbol, 0.
    var chunk: [UInt8] = [0x2F] + little(size)
    chunk += [0x88, 0x88, 0x08, 0x00, 0x00]
    return riff(fourCC("VP8L") + little(UInt32(chunk.count)) + chunk + pad(chunk))
  }

  private static func riff(_ chunks: [UInt8]) -> [UInt8] {
    fourCC("RIFF") + little(UInt32(4 + chunks.count)) + fourCC("WEBP") + chunks
  }

  /// A WebP whose canvas is of another size than its picture.
  package static func extendedWebP(canvas: PixelSize, picture: PixelSize) -> [UInt8] {
    let sides = [canvas.width, canvas.height].flatMap { little(UInt32($0 - 1)).prefix(3) }
    return riff(
      fourCC("VP8X") + little(10) + [0, 0, 0, 0] + sides
        + webp(width: picture.width, height: picture.height).dropFirst(12))
  }

  private static func pad(_ chunk: [UInt8]) -> [UInt8] { chunk.count % 2 == 0 ? [] : [0] }

  /// A TIFF of RGB pixels in one strip of no data (TIFF 6.0).
  ///
  /// - Parameters:
  ///   - width: as the usual fields say.
  ///   - height: likewise.
  ///   - rowsPerStrip: as many rows as the strip says it has.
  ///   - tile: the side of the one tile that is there instead of a strip.
  ///   - longSides: sides in fields of type LONG8 (16), which libtiff takes, before the usual ones.
  /// - Returns: the file.
  package static func tiff(
    width: Int, height: Int, rowsPerStrip: UInt32? = nil, tile: Int? = nil,
    longSides: PixelSize? = nil
  ) -> [UInt8] {
    let entries: [(tag: UInt16, type: UInt16, count: UInt32, value: UInt32)] =
      (longSides == nil ? [] : [(256, 16, 1, 1), (257, 16, 1, 2)]) + [
        (256, 4, 1, UInt32(width)), (257, 4, 1, UInt32(height)), (258, 3, 1, 8), (259, 3, 1, 8),
        (262, 3, 1, 1), (277, 3, 1, 1),
      ]
      + (tile.map {
        [(322, 4, 1, UInt32($0)), (323, 4, 1, UInt32($0)), (324, 4, 1, 8), (325, 4, 1, 8)]
      } ?? [(273, 4, 1, 8), (278, 4, 1, rowsPerStrip ?? UInt32(height)), (279, 4, 1, 8)])
    let longPlace = UInt32(8 + 2 + 12 * entries.count + 4)
    var bytes = Array("II*\0".utf8) + little(8) + short(UInt16(entries.count))
    for entry in entries {
      let value = entry.type == 16 ? longPlace + 8 * (entry.value - 1) : entry.value
      bytes += short(entry.tag) + short(entry.type) + little(entry.count) + little(value)
    }
    bytes += little(0)
    if let longSides {
      for side in [longSides.width, longSides.height] { bytes += little(UInt32(side)) + little(0) }
    }
    return bytes
  }

  /// A TIFF eight pixels wide whose rows are strips of their own, all of them the same bytes of the file.
  package static func tiff(strips: Int, sharing count: Int) -> [UInt8] {
    let entries: [(tag: UInt16, type: UInt16, count: Int, value: Int)] = [
      (256, 4, 1, 8), (257, 4, 1, strips), (258, 3, 1, 8), (259, 3, 1, 8), (262, 3, 1, 1),
      (273, 4, strips, 122), (277, 3, 1, 1), (278, 4, 1, 1), (279, 4, strips, 122 + 4 * strips),
    ]
    let data = 122 + 8 * strips
    var bytes = Array("II*\0".utf8) + little(8) + short(UInt16(entries.count))
    for entry in entries {
      bytes += short(entry.tag) + short(entry.type) + little(UInt32(entry.count))
      bytes += little(UInt32(entry.value))
    }
    bytes += little(0)
    for value in [data, count] {
      let number = little(UInt32(value))
      for _ in 0..<strips { bytes += number }
    }
    return bytes + [UInt8](repeating: 0, count: count)
  }

  /// A PNG whose header says a size, with valid checksums and no pixels.
  package static func png(width: Int, height: Int, colourType: UInt8 = 2, bits: UInt8 = 8)
    -> [UInt8]
  {
    let header = big(UInt32(width)) + big(UInt32(height)) + [bits, colourType, 0, 0, 0]
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header)
      + chunk("IDAT", [0x78, 0x9C, 0x03, 0x00, 0x00, 0x00, 0x00, 0x01]) + chunk("IEND", [])
  }

  package static func chunk(_ type: StaticString, _ data: [UInt8]) -> [UInt8] {
    let content = fourCC(type) + data
    return big(UInt32(data.count)) + content + big(checksum(content))
  }

  /// CRC-32 (PNG, annex D).
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~0) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in
        sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1
      }
    }
  }

  /// A bitmap (Windows GDI, "Bitmap Storage") whose header says a size; compressed, so that it need not
  /// be as long.
  package static func bmp(width: Int, height: Int) -> [UInt8] {
    let table = [UInt8](repeating: 0, count: 1024)
    let start = UInt32(54 + table.count)
    return Array("BM".utf8) + little(start) + little(0) + little(start) + little(40)
      + little(UInt32(width)) + little(UInt32(height)) + short(UInt16(1)) + short(UInt16(8))
      + little(1) + little(0) + little(0) + little(0) + little(0) + little(0) + table + [0, 1]
  }

  /// A GIF whose screen is of one size and whose picture is of another (GIF89a).
  package static func gif(screen: PixelSize, picture: PixelSize) -> [UInt8] {
    func sides(_ size: PixelSize) -> [UInt8] {
      short(UInt16(size.width)) + short(UInt16(size.height))
    }
    return Array("GIF89a".utf8) + sides(screen) + [0x80, 0, 0, 0, 0, 0, 255, 255, 255]
      + [0x2C, 0, 0, 0, 0] + sides(picture) + [0, 2, 2, 0x44, 0x01, 0, 0x3B]
  }

  /// An AVIF or HEIC file whose `ispe` says another size than its coded picture has (ISO/IEC 23008-12,
  /// 6.5.3).
  package static func heif(
    _ format: PhotoFormat, width: Int, height: Int, saying said: PixelSize
  ) throws -> [UInt8] {
    var bytes = try MadePhoto.image(width: width, height: height)
      .encoded(as: Encoding(format, quality: 50))
    let name = Array("ispe".utf8)
    let boxes = bytes.indices.filter { bytes[$0...].starts(with: name) }
    for place in boxes {
      bytes.replaceSubrange(
        place + 8..<place + 16, with: big(UInt32(said.width)) + big(UInt32(said.height)))
    }
    return bytes
  }

  private static func fourCC(_ text: StaticString) -> [UInt8] {
    text.withUTF8Buffer { Array($0) }
  }

  private static func short(_ number: UInt16) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian) { Array($0) }
  }

  private static func little(_ number: UInt32) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian) { Array($0) }
  }

  private static func big(_ number: UInt32) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian) { Array($0) }
  }
}
