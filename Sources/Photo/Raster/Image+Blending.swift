import CCodecs.GD

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
        overlay.forEachPixel(onWidth: width, height: height, through: placement) { index, x, y in
          let pixel = row(y) + x
          pixel.pointee = TrueColour(raw: pixel.pointee).under(pixels[index]).raw
        }
      }
    }
  }

  private func blendIntoPalette(_ overlay: Overlay, through placement: Placement) {
    var palette = Palette(of: self)
    overlay.forEachPixel(onWidth: width, height: height, through: placement) { index, x, y in
      let pixel = indexRow(y) + x
      let blended = TrueColour(palette[pixel.pointee]).under(overlay.pixels[index]).rgba
      if blended.alpha < 128 { return }
      pixel.pointee = palette.entry(
        for: RGBA(red: blended.red, green: blended.green, blue: blended.blue))
    }
    palette.store(in: self)
    if palette.hasApproximated { hasApproximatedColours = true }
  }
}

extension TrueColour {
  /// This pixel with a colour laid over it.
  func under(_ above: RGBA) -> TrueColour {
    let shares = LayerShares(
      alpha: Int(above.alpha), of: 255, over: Int(Self.transparent - transparency),
      of: Int(Self.transparent))
    if shares.sum == 0 { return self }
    func mix(_ above: UInt8, _ below: Int32) -> Int32 {
      Int32(truncatingIfNeeded: shares.mix(Int(above), Int(below)))
    }
    return TrueColour(
      red: mix(above.red, red), green: mix(above.green, green), blue: mix(above.blue, blue),
      transparency: Self.transparent - Int32(truncatingIfNeeded: shares.alpha))
  }
}
