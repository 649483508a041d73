import CGD

extension Image {
  /// A new image that shows this one's pixels in other places.
  ///
  /// - Parameters:
  ///   - width: the new image's, in pixels.
  ///   - height: likewise.
  ///   - placement: where the new image's pixels lie on this one; all of them inside.
  /// - Returns: an image in true colour.
  /// - Throws: `RasterError.cannotAllocate`.
  package func turned(
    width: Int, height: Int, through placement: Placement
  ) throws(RasterError) -> Image {
    let turned = try Image(width: width, height: height)
    for y in 0..<height {
      let row = turned.row(y)
      for x in 0..<width {
        let sourceX = placement.originX + x * placement.right.dx + y * placement.down.dx
        let sourceY = placement.originY + x * placement.right.dy + y * placement.down.dy
        row[x] = gdImageGetTrueColorPixel(gd, Int32(sourceX), Int32(sourceY))
      }
    }
    return turned
  }
}
