/// All that a ``SampleImage`` is besides its rows, so that another process can make the same one.
package struct SampleLayout: Hashable, Sendable {
  package var width: Int
  package var height: Int
  package var channels: Channels
  package var depth: Depth
  /// The colours that the numbers of a palette stand for, at most 256; empty for other channels.
  package var palette: [RGBA]
  package var coding: SampleCoding

  /// What the samples of a pixel are, in this order; alpha is straight.
  package enum Channels: UInt8, Sendable, CaseIterable {
    case gray = 1
    case grayAlpha, rgb, rgba
    /// One number of a colour.
    case palette

    package var count: Int {
      switch self {
      case .gray, .palette: 1
      case .grayAlpha: 2
      case .rgb: 3
      case .rgba: 4
      }
    }

    package var hasAlpha: Bool { self == .grayAlpha || self == .rgba }
    package var isGray: Bool { self == .gray || self == .grayAlpha }

    /// The same with colours.
    package var withColour: Channels { hasAlpha ? .rgba : .rgb }
  }

  /// The bits of a sample in memory; numbers of a palette have eight.
  package enum Depth: Int, Sendable, CaseIterable {
    case eight = 8
    case sixteen = 16
  }

  package static let mostColours = 256

  package init(
    width: Int, height: Int, _ channels: Channels, _ depth: Depth = .eight, palette: [RGBA] = [],
    coding: SampleCoding? = nil
  ) {
    (self.width, self.height, self.channels, self.depth) = (width, height, channels, depth)
    self.palette = palette
    self.coding = coding ?? SampleCoding(bitDepth: depth.rawValue)
  }

  /// In bytes.
  package var pixelSize: Int { channels.count * depth.rawValue / 8 }
  /// In bytes; rows follow one another without a gap.
  package var rowLength: Int { width * pixelSize }

  /// The length of all rows; nil where no number says it, or a picture cannot be so.
  package var byteCount: Int? {
    guard width > 0, height > 0, width <= Int32.max, height <= Int32.max,
      palette.count <= Self.mostColours, channels != .palette || depth == .eight
    else { return nil }
    let (count, overflows) = rowLength.multipliedReportingOverflow(by: height)
    return overflows ? nil : count
  }
}

/// How a file codes samples, as far as they could be coded in other ways.
package struct SampleCoding: Hashable, Sendable {
  /// Of a sample in the file: less than in memory where there are few greys, each a step of 0…255, or few
  /// colours in a palette.
  package var bitDepth: Int
  /// The colour that stands for transparency in a file without alpha channel, as its samples are in memory;
  /// all three numbers are the same of gray.
  package var key: SIMD3<UInt16>?
  package var isInterlaced: Bool

  package init(bitDepth: Int, key: SIMD3<UInt16>? = nil, isInterlaced: Bool = false) {
    (self.bitDepth, self.key, self.isInterlaced) = (bitDepth, key, isInterlaced)
  }
}
