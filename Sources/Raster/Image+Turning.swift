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
    let isPalette = isPalette
    for y in 0..<height {
      let row = turned.row(y)
      var sourceX = placement.originX + y * placement.down.dx
      var sourceY = placement.originY + y * placement.down.dy
      for x in 0..<width {
        row[x] =
          isPalette
          ? gdImageGetTrueColorPixel(gd, Int32(sourceX), Int32(sourceY))
          : self.row(sourceY)[sourceX]
        sourceX += placement.right.dx
        sourceY += placement.right.dy
      }
    }
    return turned
  }
}
