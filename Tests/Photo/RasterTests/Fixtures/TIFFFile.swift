/// An uncompressed TIFF file of one strip written out by hand, little-endian (TIFF 6.0).
struct TIFFFile {
  enum Colour: Int {
    case whiteIsZero = 0
    case blackIsZero = 1
    case rgb = 2
  }

  var width: Int
  var height: Int
  var colour: Colour
  var bitsPerSample = 8
  var samplesPerPixel = 1
  var orientation = 1
  /// ExtraSamples: 1 = associated alpha, 2 = unassociated.
  var alphaKind: Int?
  /// What fields of 64 bits say of both sides, before the usual ones.
  var hiddenSide: Int?
  /// The strip as in the file.
  var strip: [UInt8]

  var bytes: [UInt8] {
    var fields = [
      (256, width), (257, height), (258, bitsPerSample), (259, 1), (262, colour.rawValue),
      (273, 8), (274, orientation), (277, samplesPerPixel), (278, height), (279, strip.count),
    ]
    if let alphaKind { fields.append((338, alphaKind)) }
    let directory = 8 + strip.count + strip.count % 2
    var bytes = Array("II".utf8) + Self.number(42, 2) + Self.number(directory, 4) + strip
    if strip.count % 2 == 1 { bytes.append(0) }
    let hidden = hiddenSide == nil ? [] : [256, 257]
    bytes += Self.number(hidden.count + fields.count, 2)
    // BitsPerSample of more than two samples stands after the directory.
    let samples = directory + 2 + 12 * (hidden.count + fields.count) + 4
    for tag in hidden {
      // LONG8, which TIFF 6.0 does not have; its value comes after the samples' depths.
      bytes += Self.number(tag, 2) + Self.number(16, 2) + Self.number(1, 4)
      bytes += Self.number(samples + 2 * samplesPerPixel, 4)
    }
    for (tag, value) in fields {
      let isList = tag == 258 && samplesPerPixel > 2
      bytes += Self.number(tag, 2) + Self.number(3, 2)
      bytes += Self.number(isList ? samplesPerPixel : 1, 4)
      bytes += Self.number(isList ? samples : value, 4)
    }
    bytes += Self.number(0, 4)
    for _ in 0..<samplesPerPixel { bytes += Self.number(bitsPerSample, 2) }
    return bytes + Self.number(hiddenSide ?? 0, hiddenSide == nil ? 0 : 8)
  }

  private static func number(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
