import Raster
import Testing

/// A small PNG of one colour type and depth, and the colours that it has by the specification.
struct PNGKind: CustomTestStringConvertible, Sendable {
  let colour: PNGFile.Colour
  let depth: UInt8
  let hasTransparency: Bool
  let isInterlaced: Bool
  /// Odd, so that passes and packed rows are not whole.
  let width = 13
  let height = 11

  /// The key of RGB, in samples of eight bits the lower byte of each.
  static let key = RGBA(red: 30, green: 60, blue: 90)

  init(
    _ colour: PNGFile.Colour, _ depth: UInt8, hasTransparency: Bool = false,
    isInterlaced: Bool = false
  ) {
    (self.colour, self.depth) = (colour, depth)
    (self.hasTransparency, self.isInterlaced) = (hasTransparency, isInterlaced)
  }

  var testDescription: String {
    "\(colour) \(depth)\(hasTransparency ? " tRNS" : "")\(isInterlaced ? " Adam7" : "")"
  }

  private var most: Int { 1 << Int(depth) - 1 }
  private var channels: Int {
    switch colour {
    case .gray, .palette: 1
    case .grayAlpha: 2
    case .rgb: 3
    case .rgba: 4
    }
  }

  /// The samples of a pixel; some have the key's.
  private func samples(_ x: Int, _ y: Int) -> [Int] {
    if hasTransparency, (x + y) % 5 == 0 { return keySamples }
    return (0..<channels).map { (x * 2_311 + y * 7_919 + $0 * 12_007) % (most + 1) }
  }

  private var keySamples: [Int] {
    switch colour {
    case .rgb where depth == 16:
      [Self.key.red, Self.key.green, Self.key.blue].map { Int($0) * 257 }
    case .rgb: [Int(Self.key.red), Int(Self.key.green), Int(Self.key.blue)]
    default: [1]
    }
  }

  private static func entry(_ number: Int) -> RGBA {
    RGBA(
      red: UInt8(truncatingIfNeeded: number * 71), green: UInt8(truncatingIfNeeded: 255 - number),
      blue: UInt8(truncatingIfNeeded: number * 3))
  }

  private static let alphas: [UInt8] = [0, 128]

  var colours: [WideColour] {
    (0..<height).flatMap { y in (0..<width).map { x in wide(samples(x, y)) } }
  }

  private func wide(_ samples: [Int]) -> WideColour {
    if colour == .palette {
      var entry = Self.entry(samples[0])
      if hasTransparency, samples[0] < Self.alphas.count { entry.alpha = Self.alphas[samples[0]] }
      return entry.wide
    }
    let values = samples.map { UInt16($0 * 65535 / most) }
    let isKey = hasTransparency && samples == keySamples
    switch colour {
    case .gray: return WideColour(values[0], values[0], values[0], isKey ? 0 : .max)
    case .grayAlpha: return WideColour(values[0], values[0], values[0], values[1])
    case .rgb: return WideColour(values[0], values[1], values[2], isKey ? 0 : .max)
    default: return WideColour(values[0], values[1], values[2], values[3])
    }
  }

  var file: PNGFile {
    var file = PNGFile(width: width, height: height, colour: colour, bitDepth: depth, rows: [])
    file.isInterlaced = isInterlaced
    if colour == .palette {
      file.chunks = [
        ("PLTE", (0...most).map(Self.entry).flatMap { [$0.red, $0.green, $0.blue] })
      ]
    }
    if hasTransparency {
      let key = keySamples.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
      file.chunks.append(("tRNS", colour == .palette ? Self.alphas : key))
    }
    // Adam7 (PNG third edition, 8.2): first column and row of each pass, and their steps.
    let passes =
      isInterlaced
      ? [
        (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
        (0, 1, 1, 2),
      ] : [(0, 0, 1, 1)]
    for (left, top, across, down) in passes {
      let columns = stride(from: left, to: width, by: across)
      for y in stride(from: top, to: height, by: down) {
        file.rows.append(packed(columns.flatMap { samples($0, y) }))
      }
    }
    return file
  }

  var bytes: [UInt8] { file.bytes }

  /// Samples from the highest bit of each byte on.
  private func packed(_ samples: [Int]) -> [UInt8] {
    if depth == 16 { return samples.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] } }
    var bytes = [UInt8](repeating: 0, count: (samples.count * Int(depth) + 7) / 8)
    for (index, sample) in samples.enumerated() {
      let bit = index * Int(depth)
      bytes[bit / 8] |= UInt8(sample << (8 - Int(depth) - bit % 8))
    }
    return bytes
  }
}
