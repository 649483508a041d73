import Formats
package import Raster

/// Small photos made by a test, pixel by pixel.
package enum MadePhoto {
  /// An image whose every pixel a function of its place gives.
  package static func image(
    width: Int, height: Int, _ colour: (_ x: Int, _ y: Int) -> RGBA = slope
  ) throws -> Image {
    let image = try Image(width: width, height: height)
    for y in 0..<height {
      for x in 0..<width { image[x, y] = colour(x, y) }
    }
    return image
  }

  /// Smooth and different everywhere.
  package static func slope(x: Int, y: Int) -> RGBA {
    RGBA(red: UInt8(x / 4 & 255), green: UInt8(y / 4 & 255), blue: UInt8((x + y) / 8 & 255))
  }

  /// A JPEG of the usual slope, with EXIF.
  package static func jpeg(
    width: Int = 320, height: Int = 240, exif: ExifBlock? = ExifBlock()
  ) throws -> [UInt8] {
    let bytes = try image(width: width, height: height)
      .encoded(as: .jpeg(quality: 85, progressive: false))
    guard let exif else { return bytes }
    return Array(bytes[..<2]) + exif.segment + bytes[2...]
  }

  /// A PNG of the usual slope, without any metadata.
  package static func png(width: Int = 320, height: Int = 240) throws -> [UInt8] {
    try image(width: width, height: height).encoded(as: Encoding(.png))
  }
}

/// An EXIF block with a time and an orientation, written out by hand (Exif 3.0, section 4.6).
package struct ExifBlock: Sendable {
  package var dateTimeOriginal: String?
  package var offsetTimeOriginal: String?
  package var orientation: UInt16

  package init(
    dateTimeOriginal: String? = "2024:01:31 23:59:58", offsetTimeOriginal: String? = nil,
    orientation: UInt16 = 1
  ) {
    self.dateTimeOriginal = dateTimeOriginal
    self.offsetTimeOriginal = offsetTimeOriginal
    self.orientation = orientation
  }

  /// The TIFF structure, little-endian.
  package var bytes: [UInt8] {
    let texts = [(0x9003, dateTimeOriginal), (0x9011, offsetTimeOriginal)].compactMap { tag, text in
      text.map { (UInt16(tag), Array($0.utf8) + [0]) }
    }
    let exifOffset = 8 + 2 + 2 * 12 + 4
    var valueOffset = exifOffset + 2 + texts.count * 12 + 4
    var bytes = Array("II".utf8) + Self.short(42) + Self.long(8)
    bytes += Self.short(2)
    bytes += Self.entry(0x0112, type: 3, count: 1, Self.short(orientation) + [0, 0])
    bytes += Self.entry(0x8769, type: 4, count: 1, Self.long(exifOffset)) + Self.long(0)
    bytes += Self.short(UInt16(texts.count))
    for (tag, text) in texts {
      bytes += Self.entry(tag, type: 2, count: text.count, Self.long(valueOffset))
      valueOffset += text.count
    }
    return bytes + Self.long(0) + texts.flatMap(\.1)
  }

  /// The APP1 segment of a JPEG.
  package var segment: [UInt8] {
    let payload = Array("Exif".utf8) + [0, 0] + bytes
    let length = payload.count + 2
    return [0xff, 0xe1, UInt8(length >> 8), UInt8(length & 255)] + payload
  }

  private static func entry(
    _ tag: UInt16, type: UInt16, count: Int, _ value: [UInt8]
  ) -> [UInt8] {
    short(tag) + short(type) + long(count) + value
  }

  private static func short(_ value: UInt16) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8)] }

  private static func long(_ value: Int) -> [UInt8] {
    (0..<4).map { UInt8(value >> ($0 * 8) & 255) }
  }
}
