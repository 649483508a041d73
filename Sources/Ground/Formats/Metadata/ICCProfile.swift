/// What an ICC profile says of the pixels it is for (ICC.1:2022).
enum ICCProfile {
  /// Whether `profile` may be put on RGB pixels: its data colour space is "RGB " (section 7.2.8), or
  /// there is none, or it is too short to tell.
  static func describesRGB(_ profile: ArraySlice<UInt8>?) -> Bool {
    guard let profile, let space = ByteReader(profile, .bigEndian).fourCC(at: 16) else {
      return true
    }
    return space == "RGB "
  }

  /// The colorants of sRGB by its tags, X, Y and Z each, adapted to D50.
  private static let sRGB: [(tag: FourCC, xyz: [Double])] = [
    ("rXYZ", [0.4361, 0.2225, 0.0139]), ("gXYZ", [0.3851, 0.7169, 0.0971]),
    ("bXYZ", [0.1431, 0.0606, 0.7141]),
  ]
  private static let sRGBCurves: [FourCC] = ["rTRC", "gTRC", "bTRC"]
  /// How far a number may be off: profiles of sRGB differ by how they round, those of other spaces by
  /// ten times as much.
  private static let tolerance = 0.006

  /// Whether a profile is for the colours of sRGB, by its colorants and curves.
  static func isSRGB(_ profile: ArraySlice<UInt8>) -> Bool {
    let reader = ByteReader(profile, .bigEndian)
    // A table from device to PCS goes before colorants and curves (section 8.10.2).
    guard describesRGB(profile), reader.fourCC(at: 20) == "XYZ ",
      element("A2B0", of: reader) == nil
    else { return false }
    let hasColorants = sRGB.allSatisfy { tag, wanted in
      guard let start = element(tag, of: reader), reader.fourCC(at: start) == "XYZ " else {
        return false
      }
      return wanted.indices.allSatisfy { index in
        fixed(reader, at: start + 8 + 4 * index).map { abs($0 - wanted[index]) < tolerance }
          ?? false
      }
    }
    return hasColorants
      && sRGBCurves.allSatisfy { tag in
        element(tag, of: reader).map { isCurve(at: $0, reader) } ?? false
      }
  }

  /// The offset of a tag's element (section 7.3); nil where there is no such tag.
  private static func element(_ tag: FourCC, of reader: ByteReader) -> Int? {
    // As many as no profile of a camera has.
    let count = min(reader.value(at: 128, size: 4) ?? 0, 100)
    return (0..<count).lazy.map { 132 + 12 * $0 }.first { reader.fourCC(at: $0) == tag }
      .flatMap { reader.value(at: $0 + 4, size: 4) }
  }

  /// Whether a curve is that of sRGB (IEC 61966-2-1), or the power of 2.2 that comes near
  /// (sections 10.6 and 10.18).
  private static func isCurve(at start: Int, _ reader: ByteReader) -> Bool {
    switch reader.fourCC(at: start) {
    case "curv":
      guard let count = reader.value(at: start + 8, size: 4), count > 0 else { return false }
      if count == 1 {
        return reader.value(at: start + 12, size: 2).map { isGamma(Double($0) / 256) } ?? false
      }
      // Between two entries where their number is even.
      let entries = [(count - 1) / 2, count / 2].compactMap {
        reader.value(at: start + 12 + 2 * $0, size: 2)
      }
      return entries.count == 2
        && abs(Double(entries[0] + entries[1]) / 2 / 65_535 - 0.2140) < tolerance
    case "para":
      let numbers = (0..<3).compactMap { fixed(reader, at: start + 12 + 4 * $0) }
      switch reader.value(at: start + 8, size: 2) {
      case 0: return numbers.first.map(isGamma) ?? false
      case 3:
        return numbers.count == 3
          && zip(numbers, [2.4, 1 / 1.055, 0.055 / 1.055]).allSatisfy { abs($0 - $1) < tolerance }
      default: return false
      }
    default: return false
    }
  }

  private static func isGamma(_ power: Double) -> Bool { abs(power - 2.2) < 0.03 }

  /// An s15Fixed16Number (section 4.6).
  private static func fixed(_ reader: ByteReader, at offset: Int) -> Double? {
    reader.value(at: offset, size: 4).map { Double(Int32(truncatingIfNeeded: $0)) / 65_536 }
  }
}
