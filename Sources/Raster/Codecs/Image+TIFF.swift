import CGD

extension Image {
  /// Brings the true-colour pixels that libgd decoded from a TIFF file to what the file says: laid
  /// out as coded, with straight alpha, black as black.
  func setRight(_ traits: TIFFTraits) {
    let mirroring = traits.mirroring
    if mirroring.horizontal { gdImageFlipHorizontal(gd) }
    if mirroring.vertical { gdImageFlipVertical(gd) }
    if traits.isInverted {
      forEachPixel { $0 ^= 0xff_ffff }
    } else {
      // libtiff has multiplied the colours by their alpha, whatever they were in the file.
      forEachPixel { $0 = TrueColour(raw: $0).unmultiplied.raw }
    }
  }

  /// A copy with each colour multiplied by its alpha, as libgd says of every TIFF file with alpha
  /// that it writes.
  func premultipliedCopy() throws(RasterError) -> Image {
    guard let copy = gdImageClone(gd) else {
      throw .cannotAllocate(width: width, height: height)
    }
    let image = Image(owning: copy)
    image.forEachPixel { $0 = TrueColour(raw: $0).multiplied.raw }
    return image
  }

  private func forEachPixel(_ body: (inout Int32) -> Void) {
    for y in 0..<height {
      let row = row(y)
      for x in 0..<width { body(&row[x]) }
    }
  }
}

extension TrueColour {
  private var opacity: Int32 { Self.transparent - transparency }

  fileprivate var multiplied: TrueColour {
    scaled { ($0 * opacity + Self.transparent / 2) / Self.transparent }
  }

  fileprivate var unmultiplied: TrueColour {
    if transparency == 0 || opacity == 0 { return self }
    return scaled { min(($0 * Self.transparent + opacity / 2) / opacity, 255) }
  }

  private func scaled(_ scale: (Int32) -> Int32) -> TrueColour {
    TrueColour(
      red: scale(red), green: scale(green), blue: scale(blue), transparency: transparency)
  }
}
