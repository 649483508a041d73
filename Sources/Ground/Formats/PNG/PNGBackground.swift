/// The colour that a PNG is to be shown on (PNG third edition, 11.3.4.1), to be said again of a picture with
/// other samples.
struct PNGBackground {
  /// Samples and the most that one can be; three of them, also of gray.
  private let colour: [Int]
  private let most: Int
  /// Its entry, of a picture with a palette.
  private let entry: Int?

  /// Reads the data of bKGD; nil where that is not of a length that the picture's kind has, or no colour of
  /// it.
  ///
  /// - Parameters:
  ///   - data: of the chunk.
  ///   - header: of its picture.
  ///   - palette: the data of PLTE.
  init?(_ data: ArraySlice<UInt8>, _ header: PNGHeader, palette: ArraySlice<UInt8>?) {
    let reader = ByteReader(data, .bigEndian)
    switch header.colourType {
    case 3:
      guard data.count == 1, let entry = data.first.map(Int.init),
        let colour = palette.flatMap({ ByteReader($0, .bigEndian).slice(at: 3 * entry, count: 3) })
      else { return nil }
      (self.colour, most, self.entry) = (colour.map(Int.init), 255, entry)
    case 0, 4:
      guard data.count == 2, let gray = reader.value(at: 0, size: 2) else { return nil }
      (colour, most, entry) = ([gray, gray, gray], 1 << header.bitDepth - 1, nil)
    default:
      let colour = [0, 2, 4].compactMap { reader.value(at: $0, size: 2) }
      guard data.count == 6, colour.count == 3 else { return nil }
      (self.colour, most, entry) = (colour, 1 << header.bitDepth - 1, nil)
    }
    guard colour.allSatisfy({ $0 <= most }) else { return nil }
  }

  /// The chunk's data for another picture; nil where that cannot say the colour.
  func data(colourType: Int, bitDepth: Int, palette: ArraySlice<UInt8>?) -> [UInt8]? {
    switch colourType {
    case 3: return palette.flatMap(entry).map { [$0] }
    case 0, 4:
      guard Set(colour).count == 1 else { return nil }
      return Self.bytes(samples(of: bitDepth).prefix(1))
    default: return Self.bytes(samples(of: bitDepth)[...])
    }
  }

  /// Scaled as samples are (PNG third edition, 12.4), to the nearest.
  private func samples(of bitDepth: Int) -> [Int] {
    let largest = 1 << bitDepth - 1
    return colour.map { ($0 * largest * 2 + most) / (2 * most) }
  }

  /// The entry that it was, where that has the colour, or the first that has it.
  private func entry(in palette: ArraySlice<UInt8>) -> UInt8? {
    let wanted = samples(of: 8).map { UInt8(truncatingIfNeeded: $0) }
    let reader = ByteReader(palette, .bigEndian)
    let entries = [entry].compactMap(\.self) + Array(0..<palette.count / 3)
    return entries.first { reader.slice(at: 3 * $0, count: 3)?.elementsEqual(wanted) == true }
      .flatMap(UInt8.init(exactly:))
  }

  private static func bytes(_ samples: ArraySlice<Int>) -> [UInt8] {
    samples.flatMap { ByteOrder.bigEndian.bytes(of: UInt16(truncatingIfNeeded: $0)) }
  }
}

extension PNGStructure {
  /// What the picture is to be shown on; nil where it does not say so, or says no colour.
  var background: PNGBackground? {
    first("bKGD").flatMap {
      PNGBackground(data($0), header, palette: palette)
    }
  }

  /// The data of PLTE.
  var palette: ArraySlice<UInt8>? { first("PLTE").map(data) }
}
