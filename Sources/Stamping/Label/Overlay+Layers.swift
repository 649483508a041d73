import Raster

extension Overlay {
  /// Lays masks in one colour each over one another, the first at the bottom.
  ///
  /// Source-over in straight alpha (Porter and Duff 1984); every mask has the given size.
  init(layers: [(colour: RGBA, mask: Coverage)], width: Int, height: Int) {
    self.init(width: width, height: height)
    var ground = RGBA.clear
    for (colour, mask) in layers {
      paint(colour, through: mask, on: ground)
      ground = colour.over(ground)
    }
  }

  /// Lays a colour over the pixels that a mask of the overlay's size covers.
  ///
  /// A loop that takes time, on bare memory. It takes eight pixels at once where the mask is bare or
  /// full, as it is nearly everywhere.
  ///
  /// - Parameters:
  ///   - colour: the new layer's.
  ///   - mask: how much of each pixel it covers.
  ///   - ground: what the layers below make where each covers all; clear where there are none. Most
  ///     covered pixels have it: it is mixed with the new colour beforehand, once for each opacity.
  private mutating func paint(_ colour: RGBA, through mask: Coverage, on ground: RGBA) {
    precondition(mask.values.count == pixels.count)
    let shades = (0...255).map { colour.with(alpha: UInt8((Int(colour.alpha) * $0 + 127) / 255)) }
    let mixed = shades.map { $0.over(ground).word }
    let groundWord = ground.word
    let solid = SIMD8(repeating: colour.word)
    let hidesGround = colour.alpha == 255 || ground.alpha == 0

    pixels.withUnsafeMutableBytes { pixels in
      mask.values.withUnsafeBytes { mask in
        func paintOne(_ index: Int) {
          let opacity = Int(mask[index])
          if opacity == 0 { return }
          let offset = index * MemoryLayout<RGBA>.stride
          let below = pixels.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
          let word =
            below == groundWord ? mixed[opacity] : shades[opacity].over(RGBA(word: below)).word
          pixels.storeBytes(of: word, toByteOffset: offset, as: UInt32.self)
        }

        let tail = mask.count & ~7
        for start in stride(from: 0, to: tail, by: 8) {
          let opacities = mask.loadUnaligned(fromByteOffset: start, as: UInt64.self)
          if opacities == 0 { continue }
          if opacities == .max, hidesGround {
            pixels.storeBytes(
              of: solid, toByteOffset: start * MemoryLayout<RGBA>.stride, as: SIMD8<UInt32>.self)
          } else {
            for index in start..<start + 8 { paintOne(index) }
          }
        }
        for index in tail..<mask.count { paintOne(index) }
      }
    }
  }
}

extension RGBA {
  /// The four bytes as they lie in memory.
  fileprivate var word: UInt32 { unsafeBitCast(self, to: UInt32.self) }

  fileprivate init(word: UInt32) { self = unsafeBitCast(word, to: RGBA.self) }

  fileprivate func with(alpha: UInt8) -> RGBA {
    RGBA(red: red, green: green, blue: blue, alpha: alpha)
  }

  /// This colour laid over another one.
  fileprivate func over(_ below: RGBA) -> RGBA {
    if alpha == 255 || below.alpha == 0 { return self }
    // Both weights are in units of 1/255²; their sum is the alpha of the result.
    let (above, rest) = (Int(alpha) * 255, Int(below.alpha) * (255 - Int(alpha)))
    let sum = above + rest
    if sum == 0 { return self }
    func mix(_ a: UInt8, _ b: UInt8) -> UInt8 {
      UInt8((Int(a) * above + Int(b) * rest + sum / 2) / sum)
    }
    return RGBA(
      red: mix(red, below.red), green: mix(green, below.green), blue: mix(blue, below.blue),
      alpha: UInt8((sum + 127) / 255))
  }
}
