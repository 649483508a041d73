/// Writing a bitmap of true colour.
package enum BMPWriting {
  /// A bitmap of 24 bits a pixel, or of 32 with alpha, which needs a header of version 4.
  ///
  /// - Parameters:
  ///   - width: in pixels.
  ///   - height: likewise.
  ///   - hasAlpha: whether alpha is written.
  ///   - dotsPerInch: across and down.
  ///   - row: gives a row's colours, as ``BMPPixels`` has them, from the top.
  /// - Returns: nil where the file would be longer than its header can say.
  package static func file(
    width: Int, height: Int, hasAlpha: Bool, dotsPerInch: (across: UInt32, down: UInt32),
    row: (Int, UnsafeMutableBufferPointer<UInt32>) -> Void
  ) -> [UInt8]? {
    let bits = hasAlpha ? 32 : 24
    let headerSize = hasAlpha ? 108 : 40
    let start = BMPStructure.fileHeaderSize + headerSize
    let rowSize = (width * bits + 31) / 32 * 4
    let (size, overflows) = rowSize.multipliedReportingOverflow(by: height)
    guard !overflows, let total = UInt32(exactly: size + start) else { return nil }

    var file = Array("BM".utf8)
    file.reserveCapacity(size + start)
    func append(_ numbers: [UInt32]) {
      for number in numbers { file += ByteOrder.littleEndian.bytes(of: number) }
    }
    append([total, 0, UInt32(start), UInt32(headerSize), UInt32(width), UInt32(height)])
    append([UInt32(bits) << 16 | 1, hasAlpha ? 3 : 0, UInt32(size)])
    append([perMetre(dotsPerInch.across), perMetre(dotsPerInch.down), 0, 0])
    if hasAlpha {
      append([0xFF_0000, 0xFF00, 0xFF, 0xFF00_0000, 0x7352_4742])  // "sRGB"
      append([UInt32](repeating: 0, count: 12))
    }
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: width) { colours in
      for y in (0..<height).reversed() {
        row(y, colours)
        let start = file.count
        for colour in colours {
          file.append(UInt8(truncatingIfNeeded: colour))
          file.append(UInt8(truncatingIfNeeded: colour >> 8))
          file.append(UInt8(truncatingIfNeeded: colour >> 16))
          if hasAlpha { file.append(UInt8(truncatingIfNeeded: colour >> 24)) }
        }
        file += [UInt8](repeating: 0, count: start + rowSize - file.count)
      }
    }
    return file
  }

  private static func perMetre(_ dotsPerInch: UInt32) -> UInt32 {
    UInt32(min((Double(dotsPerInch) / 0.0254).rounded(), Double(Int32.max)))
  }

  /// A bitmap with a colour profile, which needs a header of version 5: `PROFILE_EMBEDDED`.
  ///
  /// - Parameters:
  ///   - profile: nil for none.
  ///   - picture: as ``file(width:height:hasAlpha:dotsPerInch:row:)`` writes it.
  /// - Returns: the file.
  /// - Throws: `PhotoFileError.tooLarge`.
  static func adding(
    _ profile: ArraySlice<UInt8>?, to picture: BMPStructure
  ) throws(PhotoFileError) -> [UInt8] {
    let version5 = 124
    guard let profile, picture.headerSize < version5 else { return picture.bytes }
    let pixels = picture.bytes[picture.pixelStart..<picture.end]
    let headers = picture.bytes[..<(BMPStructure.fileHeaderSize + picture.headerSize)]
    let start = BMPStructure.fileHeaderSize + version5
    let size = start + pixels.count + profile.count
    guard let total = UInt32(exactly: size) else {
      throw .tooLarge(.bmp, size: size, limit: Int(UInt32.max))
    }
    var file = Array(headers) + [UInt8](repeating: 0, count: start - headers.count)
    for (place, value) in [
      (2, total), (10, UInt32(start)), (14, UInt32(version5)), (70, 0x4D42_4544),
      (BMPStructure.profileField.offset, UInt32(version5 + pixels.count)),
      (BMPStructure.profileField.length, UInt32(profile.count)),
    ] {
      file.replaceSubrange(place..<place + 4, with: ByteOrder.littleEndian.bytes(of: value))
    }
    return file + pixels + profile
  }
}
