/// What the samples of a page's pixels are (TIFF 6.0, sections 3 to 6, 16, 18 and 19).
package struct TIFFSamples: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    case unsigned
    /// IEEE 754.
    case float
  }

  package enum Colour: Sendable, Hashable {
    case whiteIsZero, blackIsZero, rgb, palette
    /// Of which 0 is none.
    case cmyk
    /// Of JPEGs alone.
    case ycc

    /// The samples that make the colour.
    package var sampleCount: Int {
      switch self {
      case .whiteIsZero, .blackIsZero, .palette: 1
      case .rgb, .ycc: 3
      case .cmyk: 4
      }
    }
  }

  package enum Alpha: Sendable, Hashable {
    case none
    /// The colour's samples are multiplied by it.
    case associated
    case unassociated
  }

  /// Of each sample.
  package let bits: Int
  package let kind: Kind
  package let colour: Colour
  /// Of a pixel, with alpha and others that are not drawn in.
  package let count: Int
  /// Of the sample after the colour's.
  package let alpha: Alpha
  /// Whether the samples of a pixel are in planes of their own.
  package let isPlanar: Bool
  /// A palette's reds, greens and blues, one list after another, of 16 bits each.
  package let palette: [UInt16]

  private static let maximumCount = 16

  init(_ directory: TIFFDirectory, compression: Int) throws(TIFFObstacle) {
    func number(_ tag: TIFFTag, _ usual: Int) -> Int { directory[tag]?.offset(at: 0) ?? usual }
    count = number(.samplesPerPixel, 1)
    let depths = Set(directory[.bitsPerSample]?.unsignedValues ?? [1])
    guard (1...Self.maximumCount).contains(count), depths.count == 1, let bits = depths.first
    else { throw .samples(bits: Int(depths.max() ?? 0)) }
    self.bits = Int(bits)
    let kinds = Set(directory[.sampleFormat]?.unsignedValues ?? [1])
    switch (kinds, self.bits) {
    // Of unknown meaning (4) is what nobody has said anything of.
    case ([1], 1...16), ([4], 1...16), ([1], 32): kind = .unsigned
    case ([3], 16), ([3], 32), ([3], 64): kind = .float
    default: throw .samples(bits: self.bits)
    }
    let photometric = number(.photometricInterpretation, 1)
    switch photometric {
    case 0: colour = .whiteIsZero
    case 1: colour = .blackIsZero
    case 2: colour = .rgb
    case 3 where self.bits <= 8 && kind == .unsigned: colour = .palette
    case 5 where number(.inkSet, 1) == 1: colour = .cmyk
    case 6: colour = .ycc
    default: throw .colour(photometric)
    }
    guard count >= colour.sampleCount else { throw .samples(bits: self.bits) }
    let extra = count > colour.sampleCount ? number(.extraSamples, 0) : 0
    // An entry of a palette is as opaque as another.
    alpha =
      colour == .palette ? .none : extra == 1 ? .associated : extra == 2 ? .unassociated : .none
    isPlanar = count > 1 && number(.planarConfiguration, 1) == 2
    palette = try Self.palette(directory, colour: colour, bits: self.bits)
  }

  private static func palette(
    _ directory: TIFFDirectory, colour: Colour, bits: Int
  ) throws(TIFFObstacle) -> [UInt16] {
    guard colour == .palette else { return [] }
    guard let map = directory[.colorMap], map.type == .short, map.count == 3 << bits else {
      throw .damaged(field: "ColorMap")
    }
    return map.unsignedValues.map { UInt16(truncatingIfNeeded: $0) }
  }

  /// Whether a JPEG of the page's has these samples and no others.
  var areJPEG: Bool {
    bits == 8 && kind == .unsigned && !isPlanar && count == colour.sampleCount
      && colour != .palette && colour != .whiteIsZero
  }

  /// Samples of a pixel that stand together.
  package var together: Int { isPlanar ? 1 : count }

  /// The bytes of a row of this many pixels, in one plane; rows begin at a byte.
  package func rowBytes(_ width: Int) -> Int { (width * together * bits + 7) / 8 }
}
