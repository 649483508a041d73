extension PhotoFormat {
  /// The format that the first bytes of a file announce, or `nil` when they announce none of ours.
  ///
  /// BigTIFF is recognised as `tiff`; reading it is then refused with its name.
  package static func detect(_ bytes: [UInt8]) -> PhotoFormat? {
    let reader = ByteReader(bytes, .littleEndian)
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return .jpeg }
    if bytes.starts(with: PNGStructure.signature) { return .png }
    if reader.matches("RIFF", at: 0), reader.matches("WEBP", at: 8) { return .webp }
    if reader.matches("GIF87a", at: 0) || reader.matches("GIF89a", at: 0) { return .gif }
    if isTIFF(reader) { return .tiff }
    if reader.matches("ftyp", at: 4) { return HEIFBrands(bytes)?.format }
    if isBMP(reader) { return .bmp }
    return nil
  }

  private static func isTIFF(_ reader: ByteReader) -> Bool {
    for start: [UInt8] in [
      [0x49, 0x49, 42, 0], [0x49, 0x49, 43, 0], [0x4D, 0x4D, 0, 42], [0x4D, 0x4D, 0, 43],
    ] where reader.bytes.starts(with: start) {
      return true
    }
    return false
  }

  /// "BM" alone is too little to go by, so the header's size has to be one that exists.
  private static func isBMP(_ reader: ByteReader) -> Bool {
    guard reader.matches("BM", at: 0), let size = reader.value(at: 14, size: 4) else {
      return false
    }
    return BMPStructure.headerSizes.contains(size)
  }
}
