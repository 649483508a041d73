import CRaw
import Formats

/// Develops what a camera's sensor measured, through LibRaw: with the camera's white balance, in sRGB, not
/// turned.
package enum RawDeveloper {
  /// Whether LibRaw is installed.
  package static var isThere: Bool { craw_is_there() != 0 }

  /// What developing takes at most besides the file, in bytes a pixel: LibRaw's samples as measured and as
  /// four colours of 16 bits, a copy while it smooths them, and the picture twice.
  package static let bytesPerPixel = 28

  /// Loads LibRaw, while files can be opened; for a process that does nothing else.
  package static func load() -> Bool { craw_load() != 0 }

  /// - Parameters:
  ///   - bytes: the raw file.
  ///   - maxPixels: more are refused before any is developed.
  /// - Returns: the picture in true colour.
  /// - Throws: `cannotDecode` and `cannotAllocate`.
  package static func develop(_ bytes: [UInt8], maxPixels: Int) throws(RasterError) -> Image {
    var picture = craw_picture()
    var detail: UnsafePointer<CChar>?
    let result = bytes.withUnsafeBytes {
      craw_develop($0.baseAddress, $0.count, maxPixels, &picture, &detail)
    }
    let (width, height) = (Int(picture.width), Int(picture.height))
    switch result {
    case CRAW_DONE: break
    case CRAW_TOO_LARGE, CRAW_NO_MEMORY: throw .cannotAllocate(width: width, height: height)
    default:
      throw .cannotDecode(.tiff, detail: detail.map { String(cString: $0) } ?? "unknown error")
    }
    defer { craw_free(&picture) }
    guard let pixels = picture.pixels else { throw .cannotDecode(.tiff, detail: "no pixels") }
    let image = try Image(width: width, height: height)
    for y in 0..<height {
      let row = image.row(y)
      var pixel = pixels + 3 * width * y
      for x in 0..<width {
        row[x] = Int32(pixel[0]) << 16 | Int32(pixel[1]) << 8 | Int32(pixel[2])
        pixel += 3
      }
    }
    return image
  }
}
