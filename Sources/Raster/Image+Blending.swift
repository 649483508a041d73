import CGD

extension Image {
  /// Lays an overlay over the image: source-over in straight alpha (Porter and Duff 1984).
  ///
  /// What falls outside the image is cut off. Pixels under wholly transparent pixels of the overlay
  /// keep their value exactly, opaque pixels stay opaque. A palette image takes the new colours
  /// into free entries of its palette; once there are none, the nearest colours serve and
  /// `hasApproximatedColours` is set. Its transparent pixels become opaque where the overlay covers
  /// at least half of them, and stay as they are elsewhere.
  package func blend(_ overlay: Overlay, through placement: Placement) {
    if isPalette {
      blendIntoPalette(overlay, through: placement)
    } else {
      overlay.pixels.withUnsafeBufferPointer { pixels in
        forEachPixel(under: overlay, through: placement) { index, x, y in
          let pixel = row(y) + x
          pixel.pointee = TrueColour(raw: pixel.pointee).under(pixels[index]).raw
        }
      }
    }
  }

  private func blendIntoPalette(_ overlay: Overlay, through placement: Placement) {
    var palette = Palette(of: self)
    forEachPixel(under: overlay, through: placement) { index, x, y in
      let pixel = indexRow(y) + x
      let blended = TrueColour(palette[pixel.pointee]).under(overlay.pixels[index]).rgba
      if blended.alpha < 128 { return }
      pixel.pointee = palette.entry(
        for: RGBA(red: blended.red, green: blended.green, blue: blended.blue))
    }
    palette.store(in: self)
    if palette.hasApproximated { hasApproximatedColours = true }
  }

  /// Calls the body for every pixel of the image under a pixel of the overlay that is not wholly
  /// transparent, with that pixel's index in the overlay and the image's coordinates.
  @inline(__always)
  private func forEachPixel(
    under overlay: Overlay, through placement: Placement,
    _ body: (_ index: Int, _ x: Int, _ y: Int) -> Void
  ) {
    let (right, down) = (placement.right, placement.down)
    for row in 0..<overlay.height {
      var x = placement.originX + row * down.dx
      var y = placement.originY + row * down.dy
      for index in row * overlay.width..<(row + 1) * overlay.width {
        // One comparison against both ends: negative numbers turn into huge ones.
        if overlay.pixels[index].alpha > 0, UInt(bitPattern: x) < UInt(width),
          UInt(bitPattern: y) < UInt(height)
        {
          body(index, x, y)
        }
        x += right.dx
        y += right.dy
      }
    }
  }
}

extension TrueColour {
  /// This pixel with a colour laid over it.
  func under(_ above: RGBA) -> TrueColour {
    let alpha = Int32(above.alpha)
    // The two layers' shares of the result, in units of 1/(127 * 255).
    let overlay = alpha * Self.transparent
    let backdrop = (Self.transparent - transparency) * (255 - alpha)
    let sum = overlay + backdrop
    if sum == 0 { return self }
    func mix(_ above: UInt8, _ below: Int32) -> Int32 {
      (Int32(above) * overlay + below * backdrop + sum / 2) / sum
    }
    return TrueColour(
      red: mix(above.red, red), green: mix(above.green, green), blue: mix(above.blue, blue),
      transparency: Self.transparent - (sum + 127) / 255)
  }
}
