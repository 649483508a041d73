import CCodecs.GD
import Formats

/// Reads bitmaps into pixels.
enum BMPDecoder {
  /// - Returns: an image that the caller owns, in true colour.
  /// - Throws: `damaged` where the file ends early, `cannotAllocate`.
  static func decode(_ structure: BMPStructure) throws(RasterError) -> gdImagePtr {
    // First what asks for memory.
    let gd = try Image.allocate(width: structure.width, height: structure.height)
    guard let pixels = BMPPixels(structure) else {
      libgd.gdImageDestroy(gd)
      throw .damaged(.bmp, detail: "premature end of file")
    }
    if let resolution = structure.dotsPerInch {
      (gd.pointee.res_x, gd.pointee.res_y) = (resolution.across, resolution.down)
    }
    for y in 0..<structure.height {
      guard let row = gd.pointee.tpixels[y] else { continue }
      row.withMemoryRebound(to: UInt32.self, capacity: structure.width) { row in
        let row = UnsafeMutableBufferPointer(start: row, count: structure.width)
        pixels.read(row: y, columns: 0..<structure.width, into: row)
        for x in row.indices { row[x] = TrueColour.raw(argb: row[x]) }
      }
    }
    return gd
  }
}

extension Image {
  /// The image as a bitmap.
  func encodedAsBMP() throws(RasterError) -> [UInt8] {
    let layout = layout
    let hasAlpha = transparency != .none
    let file = BMPWriting.file(
      width: width, height: height, hasAlpha: hasAlpha,
      dotsPerInch: (layout.resolutionX, layout.resolutionY)
    ) { y, row in
      for x in row.indices {
        let colour = self[x, y]
        row[x] =
          UInt32(colour.alpha) << 24 | UInt32(colour.red) << 16 | UInt32(colour.green) << 8
          | UInt32(colour.blue)
      }
    }
    guard let file else { throw .cannotEncode(.bmp, detail: "longer than 4 GB") }
    return file
  }
}

extension TrueColour {
  /// A pixel of libgd's for a colour with eight bits of alpha in the highest byte, which are rounded to
  /// seven as ``init(_:)`` does it.
  static func raw(argb colour: UInt32) -> UInt32 {
    (UInt32(transparent) - colour >> 25) << 24 | colour & 0xFF_FFFF
  }
}
