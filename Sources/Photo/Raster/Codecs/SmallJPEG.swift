import CCodecs.GD
import CCodecs.JPEG
import Formats

extension Image {
  /// What a picture of so many pixels takes at most as a JPEG of middling quality.
  private static func room(_ pixels: Int) -> Int { 4 * pixels + 4_096 }

  /// The image as a sequential JPEG with Huffman tables of its own and chroma at half of the resolution
  /// (4:2:0), which saves some 350 bytes and a twentieth of the rest against the usual tables.
  ///
  /// - Parameters:
  ///   - qualities: 0 to 90 on libjpeg's scale, from the best; the first one is taken at which the file
  ///     is not too long, else the last one.
  ///   - limit: the most bytes that are wanted.
  /// - Returns: the file.
  /// - Throws: `cannotAllocate`, `cannotEncode`.
  /// - Precondition: it is in true colour, and there is a quality.
  package func smallJPEG(
    qualities: [Int], upTo limit: Int = .max
  ) throws(RasterError) -> [UInt8] {
    precondition(!isPalette && !qualities.isEmpty)
    for quality in qualities.dropLast() {
      if let file = try smallJPEG(quality, room: min(limit, Self.room(width * height))) {
        return file
      }
    }
    let last = qualities[qualities.count - 1]
    guard let file = try smallJPEG(last, room: Self.room(width * height)) else {
      throw .cannotEncode(.jpeg, detail: "no room")
    }
    return file
  }

  /// Nil where it takes more bytes than `room`.
  private func smallJPEG(_ quality: Int, room: Int) throws(RasterError) -> [UInt8]? {
    var result = CJPEG_INVALID
    let size = cjpeg_size(width: UInt32(width), height: UInt32(height))
    // libjpeg asks for more as soon as the last byte is taken.
    let bytes = [UInt8](unsafeUninitializedCapacity: room + 1) { buffer, count in
      var used = buffer.count
      // libgd keeps a pointer for each row, as libjpeg takes them.
      result = cjpeg_encode(gd.pointee.tpixels, size, Int32(quality), buffer.baseAddress, &used)
      count = result == CJPEG_DONE ? used : 0
    }
    switch result {
    case CJPEG_DONE: return bytes
    case CJPEG_NO_ROOM: return nil
    case CJPEG_NO_MEMORY: throw .cannotAllocate(width: width, height: height)
    default: throw .cannotEncode(.jpeg, detail: "libjpeg failed")
    }
  }
}
