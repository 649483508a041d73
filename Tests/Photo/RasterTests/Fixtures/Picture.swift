import Formats
import Raster
import TestSupport

/// Helpers to make images and to look at them.
enum Picture {
  /// Something like a photo: no flat parts, no large steps.
  static func photo(width: Int, height: Int) throws -> Image {
    try MadePhoto.image(width: width, height: height) { x, y in
      RGBA(
        red: UInt8(60 + (x * 5 + y) % 140), green: UInt8(40 + (y * 4 + x * 2) % 160),
        blue: UInt8(30 + (x + y * 3) % 180))
    }
  }

  /// Row by row.
  static func pixels(of image: Image) -> [RGBA] {
    (0..<image.height).flatMap { y in (0..<image.width).map { x in image[x, y] } }
  }

  /// The mean difference of the channels, 0…255; nil where the sizes differ.
  static func difference(_ first: Image, _ second: Image) -> Double? {
    guard first.width == second.width, first.height == second.height else { return nil }
    var sum = 0
    for (a, b) in zip(pixels(of: first), pixels(of: second)) {
      sum += abs(Int(a.red) - Int(b.red)) + abs(Int(a.green) - Int(b.green))
      sum += abs(Int(a.blue) - Int(b.blue)) + abs(Int(a.alpha) - Int(b.alpha))
    }
    return Double(sum) / Double(4 * first.width * first.height)
  }
}

extension Image {
  /// Decodes a file that is said to be of a format; one whose header cannot be read, or is of another
  /// format, cannot be decoded.
  convenience init(decoding bytes: [UInt8], as format: PhotoFormat) throws(RasterError) {
    let photo: PhotoFile
    do throws(PhotoFileError) {
      photo = try PhotoFile(bytes)
    } catch {
      throw .cannotDecode(format, detail: "\(error)")
    }
    guard photo.header.format == format else {
      throw .cannotDecode(format, detail: "is \(photo.header.format)")
    }
    try self.init(decoding: photo)
  }
}
