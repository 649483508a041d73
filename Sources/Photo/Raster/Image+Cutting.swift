extension Image {
  /// A new image that shows a part of this one's pixels in other places, as ``turned(width:height:through:)``
  /// does; a palette stays one.
  ///
  /// - Parameters:
  ///   - width: the new image's, in pixels.
  ///   - height: likewise.
  ///   - placement: where the new image's pixels lie on this one; all of them inside.
  /// - Returns: the new image.
  /// - Throws: `RasterError.cannotAllocate`.
  package func cut(
    width: Int, height: Int, through placement: Placement
  ) throws(RasterError) -> Image {
    guard isPalette else { return try turned(width: width, height: height, through: placement) }
    var layout = layout
    (layout.width, layout.height) = (width, height)
    let part = try Image(layout)
    for y in 0..<height {
      let row = part.indexRow(y)
      for x in 0..<width {
        let (sourceX, sourceY) = placement.place(x: x, y: y)
        row[x] = indexRow(sourceY)[sourceX]
      }
    }
    return part
  }

  /// The image in true colour; its pixels no longer share a palette.
  ///
  /// - Throws: `RasterError.cannotAllocate`.
  package func inTrueColour() throws(RasterError) -> Image {
    guard isPalette else { return self }
    return try turned(width: width, height: height, through: Placement(originX: 0, originY: 0))
  }
}
