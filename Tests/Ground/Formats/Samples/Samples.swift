@testable import Formats

/// Small metadata blocks and files that several suites use.
enum Sample {
  static let xmp = "<x:xmpmeta xmlns:x='adobe:ns:meta/'/>"
  /// IIM: DateCreated, 2:55.
  static let iptc: [UInt8] = [0x1C, 2, 55, 0, 8] + Array("20240131".utf8)

  /// A profile's head with the data colour space at byte 16.
  static func profile(_ space: String = "RGB ", size: Int = 132) -> [UInt8] {
    var profile = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    profile.replaceSubrange(16..<20, with: Array(space.utf8))
    return profile
  }

  /// An EXIF block with a date and, unless nil, an orientation.
  static func exif(
    orientation: UInt16? = 6, byteOrder: ByteOrder = .bigEndian
  ) -> [UInt8] {
    var sample = TIFFSample(byteOrder: byteOrder)
    if let orientation { sample.fields.append(sample.short(.orientation, orientation)) }
    sample.fields.append(sample.text(.dateTime, "2024:01:31 23:59:58"))
    return sample.bytes
  }

  /// A PNG of 5 × 3 pixels whose data are no pixels.
  static func png(
    colourType: UInt8 = 2, beforeData: [[UInt8]] = [], afterData: [[UInt8]] = [],
    data: [UInt8] = [1, 2, 3]
  ) -> [UInt8] {
    let header: [UInt8] = [0, 0, 0, 5, 0, 0, 0, 3, 8, colourType, 0, 0, 0]
    return PNGStructure.signature + PNGChunk.serialized("IHDR", header) + beforeData.joined()
      + PNGChunk.serialized("IDAT", data) + afterData.joined() + PNGChunk.serialized("IEND", [])
  }

  static func riffChunk(_ type: FourCC, _ data: [UInt8]) -> [UInt8] {
    type.bytes + ByteOrder.littleEndian.bytes(of: UInt32(data.count)) + data
      + (data.count % 2 == 0 ? [] : [0])
  }

  static func webp(_ chunks: [[UInt8]]) -> [UInt8] {
    let body = Array("WEBP".utf8) + chunks.joined()
    return Array("RIFF".utf8) + ByteOrder.littleEndian.bytes(of: UInt32(body.count)) + body
  }

  /// A key frame's head: 300 × 200 pixels.
  static let vp8 = riffChunk("VP8 ", [0, 0, 0, 0x9D, 0x01, 0x2A, 0x2C, 0x01, 0xC8, 0x00, 7])
  /// 300 × 200 pixels with alpha.
  static let vp8l = riffChunk(
    "VP8L", [0x2F] + ByteOrder.littleEndian.bytes(of: UInt32(299 | 199 << 14 | 1 << 28)))

  /// A GIF of 4 × 2 pixels with as many images.
  static func gif(images: Int, hasEnd: Bool = true) -> [UInt8] {
    let comment: [UInt8] = [0x21, 0xFE, 2, 0x68, 0x69, 0]
    let image: [UInt8] = [0x2C, 0, 0, 0, 0, 4, 0, 2, 0, 0, 2, 2, 0x4C, 0x01, 0]
    return Array("GIF89a".utf8) + [4, 0, 2, 0, 0x80, 0, 0, 1, 1, 1, 2, 2, 2] + comment
      + (0..<images).flatMap { _ in image } + (hasEnd ? [0x3B] : [])
  }

  /// A 24-bit BMP of 2 columns; a negative height is top-down.
  static func bmp(height: Int32 = 2) -> [UInt8] {
    let order = ByteOrder.littleEndian
    var bytes = Array("BM".utf8) + order.bytes(of: UInt32(70)) + [0, 0, 0, 0]
    bytes += order.bytes(of: UInt32(54)) + order.bytes(of: UInt32(40))
    bytes += order.bytes(of: UInt32(2)) + order.bytes(of: UInt32(bitPattern: height))
    bytes += [1, 0, 24, 0] + [UInt8](repeating: 0, count: 24)
    return bytes + [UInt8](repeating: 9, count: 8 * Int(height.magnitude))
  }

  /// A TIFF file with one strip, 3 × 2 pixels of RGB, and `more` fields.
  static func tiff(more: (TIFFSample) -> [TIFFSample.Field] = { _ in [] }) -> [UInt8] {
    var sample = TIFFSample(byteOrder: .littleEndian)
    sample.fields = [
      sample.short(.imageWidth, 3), sample.short(.imageLength, 2),
      sample.short(.bitsPerSample, 8), sample.short(.photometricInterpretation, 2),
      sample.short(TIFFTag(rawValue: 273), 8), sample.short(.samplesPerPixel, 3),
      sample.short(TIFFTag(rawValue: 279), 18),
    ]
    sample.fields += more(sample)
    return sample.bytes
  }
}
