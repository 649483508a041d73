/// A PNG file written out by hand, of the kinds that libgd does not write (PNG Third Edition).
struct PNGFile {
  enum Colour: UInt8 {
    case gray = 0
    case rgb = 2
    case palette = 3
    case grayAlpha = 4
    case rgba = 6
  }

  var width: Int
  var height: Int
  var colour: Colour
  var bitDepth: UInt8 = 8
  /// By Adam7.
  var isInterlaced = false
  /// Rows packed as in the file, without their filter bytes.
  var rows: [[UInt8]]
  /// Chunks between IHDR and IDAT: PLTE, tRNS and others.
  var chunks: [(type: String, data: [UInt8])] = []

  var bytes: [UInt8] {
    let header =
      Self.word(width) + Self.word(height) + [
        bitDepth, colour.rawValue, 0, 0, isInterlaced ? 1 : 0,
      ]
    var bytes: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
    bytes += Self.chunk("IHDR", header)
    for (type, data) in chunks { bytes += Self.chunk(type, data) }
    bytes += Self.chunk("IDAT", Self.stored(rows.flatMap { [0] + $0 }))
    return bytes + Self.chunk("IEND", [])
  }

  private static func word(_ value: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
  }

  private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(type.utf8) + data
    return word(data.count) + body + word(checksum(body))
  }

  /// CRC-32 (PNG, annex D).
  private static func checksum(_ bytes: [UInt8]) -> Int {
    var value: UInt32 = 0xffff_ffff
    for byte in bytes {
      value ^= UInt32(byte)
      for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xedb8_8320 : value >> 1 }
    }
    return Int(~value)
  }

  /// A zlib stream of one stored block (RFC 1950, RFC 1951 section 3.2.4).
  private static func stored(_ bytes: [UInt8]) -> [UInt8] {
    precondition(bytes.count <= 0xffff)
    let (low, high) = (UInt8(bytes.count & 0xff), UInt8(bytes.count >> 8))
    var (a, b) = (1, 0)
    for byte in bytes {
      a = (a + Int(byte)) % 65521
      b = (b + a) % 65521
    }
    return [0x78, 0x01, 0x01, low, high, ~low, ~high] + bytes + word(b << 16 | a)
  }
}
