package import Formats
import Raster
package import Stamping

/// The tile for a video: plain, with a triangle that means play.
package enum VideoTile {
  private static let ground = RGBA(red: 52, green: 56, blue: 62)
  private static let sign = RGBA(red: 222, green: 226, blue: 230)
  /// Of a video of which no size is known.
  private static let usual = PixelSize(width: 1_600, height: 900)

  /// A tile at a video's shape.
  ///
  /// - Parameters:
  ///   - shape: the video's size; nil where it is not known.
  ///   - size: how large the tile is.
  /// - Returns: a JPEG.
  /// - Throws: `StampError.raster(_:)`.
  package static func jpeg(_ shape: PixelSize?, _ size: ThumbnailSize) throws(StampError) -> [UInt8]
  {
    let shape = shape ?? usual
    let fitting = size.fitting(width: shape.width, height: shape.height)
    do throws(RasterError) {
      let image = try Image(width: fitting.width, height: fitting.height)
      draw(on: image, fitting)
      return try image.encoded(as: .jpeg(quality: 80, progressive: false))
    } catch {
      throw .raster(error)
    }
  }

  private static func draw(on image: Image, _ size: PixelSize) {
    let edge = max(1, min(size.width, size.height) / 3)
    let (left, top) = ((size.width - edge) / 2, (size.height - edge) / 2)
    for y in 0..<size.height {
      // The sign is as wide in a row as that is far from its nearer corner.
      let row = y - top
      let width = 0..<edge ~= row ? 2 * min(row, edge - 1 - row) : 0
      for x in 0..<size.width {
        image[x, y] = x >= left && x < left + width ? sign : ground
      }
    }
  }
}
