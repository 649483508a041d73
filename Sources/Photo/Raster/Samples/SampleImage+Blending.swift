extension SampleImage {
  /// Lays an overlay over the picture, as ``Image/blend(_:through:)`` does: source-over in straight alpha.
  ///
  /// Gray stays gray under an overlay of greys, and becomes RGB under another. A palette stays one where it
  /// has or takes all new colours, and becomes RGB otherwise; numbers that no pixel has are free for them.
  ///
  /// - Throws: `RasterError.cannotAllocate`.
  package func blend(_ overlay: Overlay, through placement: Placement) throws(RasterError) {
    if layout.channels == .palette {
      if blendIntoPalette(overlay, through: placement) { return }
      try takeColour()
    } else if layout.channels.isGray, !isGray(overlay, through: placement) {
      try takeColour()
    }
    switch layout.depth {
    case .eight: blend(overlay, through: placement, in: UInt8.self)
    case .sixteen: blend(overlay, through: placement, in: UInt16.self)
    }
  }

  /// The caller guarantees samples of this kind, and no palette.
  private func blend<Sample: FixedWidthInteger & UnsignedInteger>(
    _ overlay: Overlay, through placement: Placement, in kind: Sample.Type
  ) {
    let channels = layout.channels
    let (count, width) = (channels.count, width)
    let most = Int(Sample.max)
    let scale = most / 255
    withRows { rows in
      let samples = rows.bindMemory(to: Sample.self)
      overlay.forEachPixel(onWidth: width, height: height, through: placement) { index, x, y in
        let above = overlay.pixels[index]
        let place = (y * width + x) * count
        let alphaPlace = place + count - 1
        let shares = LayerShares(
          alpha: Int(above.alpha) * scale, of: most,
          over: channels.hasAlpha ? Int(samples[alphaPlace]) : most, of: most)
        if shares.sum == 0 { return }
        func mix(_ above: UInt8, at place: Int) {
          let value = shares.mix(Int(above) * scale, Int(samples[place]))
          samples[place] = Sample(truncatingIfNeeded: value)
        }
        mix(above.red, at: place)
        if !channels.isGray {
          mix(above.green, at: place + 1)
          mix(above.blue, at: place + 2)
        }
        if channels.hasAlpha { samples[alphaPlace] = Sample(truncatingIfNeeded: shares.alpha) }
      }
    }
  }

  /// Whether all that an overlay shows on the picture is gray.
  private func isGray(_ overlay: Overlay, through placement: Placement) -> Bool {
    var isGray = true
    overlay.forEachPixel(onWidth: width, height: height, through: placement) { index, _, _ in
      let colour = overlay.pixels[index]
      if colour.red != colour.green || colour.green != colour.blue { isGray = false }
    }
    return isGray
  }

  /// - Returns: false where the palette has no room for all colours; nothing is changed then.
  private func blendIntoPalette(_ overlay: Overlay, through placement: Placement) -> Bool {
    var palette = Palette(of: self)
    var numbers: [(place: Int, number: UInt8)] = []
    var fits = true
    withRows { rows in
      overlay.forEachPixel(onWidth: width, height: height, through: placement) { index, x, y in
        guard fits else { return }
        let place = y * width + x
        let blended = palette[rows[place]].under(overlay.pixels[index])
        guard let number = palette.exactEntry(for: blended) else {
          fits = false
          return
        }
        if number != rows[place] { numbers.append((place, number)) }
      }
      guard fits else { return }
      for (place, number) in numbers { rows[place] = number }
    }
    if fits { self.palette = palette.shown(atLeast: self.palette.count) }
    return fits
  }
}

extension RGBA {
  /// This colour with another one laid over it.
  fileprivate func under(_ above: RGBA) -> RGBA {
    let shares = LayerShares(alpha: Int(above.alpha), of: 255, over: Int(alpha), of: 255)
    if shares.sum == 0 { return self }
    func mix(_ above: UInt8, _ below: UInt8) -> UInt8 {
      UInt8(truncatingIfNeeded: shares.mix(Int(above), Int(below)))
    }
    return RGBA(
      red: mix(above.red, red), green: mix(above.green, green), blue: mix(above.blue, blue),
      alpha: UInt8(truncatingIfNeeded: shares.alpha))
  }
}

/// What two layers have of the colour that they show, in straight alpha (Porter and Duff 1984).
struct LayerShares {
  /// In units of one over the product of both greatest alphas.
  private let above, below: Int
  private let mostAbove: Int
  var sum: Int { above + below }

  /// - Parameters:
  ///   - alpha: of the upper layer.
  ///   - mostAbove: its greatest alpha.
  ///   - alphaBelow: of the lower one.
  ///   - mostBelow: its greatest alpha.
  @inline(__always)
  init(alpha: Int, of mostAbove: Int, over alphaBelow: Int, of mostBelow: Int) {
    above = alpha &* mostBelow
    below = alphaBelow &* (mostAbove &- alpha)
    self.mostAbove = mostAbove
  }

  /// The layers' values of a channel as one; the sum must not be 0.
  @inline(__always)
  func mix(_ valueAbove: Int, _ valueBelow: Int) -> Int {
    (valueAbove &* above &+ valueBelow &* below &+ sum / 2) / sum
  }

  /// That of both layers, of the lower one's greatest.
  @inline(__always)
  var alpha: Int { (sum &+ mostAbove / 2) / mostAbove }
}
