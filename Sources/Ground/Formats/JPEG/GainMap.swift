import Glibc

/// The HDR gain map of a JPEG: a further JPEG in its file that says how much brighter each place is on
/// an HDR screen (Adobe's Gain Map 1.0 and Android's Ultra HDR 1.1, ISO 21496-1, Apple's HDRGainMap).
package struct GainMap: Sendable, Hashable {
  /// Its bytes in the photo's file, from SOI on, as far as the index says.
  package let range: Range<Int>
  /// The 8-bit samples of red, green and blue that look the same on an HDR screen as on any other.
  package let neutral: [UInt8]
  /// Whether the index lists no other image after the first.
  package let isAlone: Bool

  /// The neutral sample of a channel: where the logarithm of the gain is 0.
  ///
  /// - Parameters:
  ///   - least: the logarithm to base 2 of the least gain.
  ///   - most: that of the greatest.
  ///   - gamma: the exponent with which samples are coded.
  /// - Returns: nil if the numbers are no gains.
  static func neutral(least: Double, most: Double, gamma: Double) -> UInt8? {
    guard least.isFinite, most.isFinite, gamma.isFinite, gamma > 0 else { return nil }
    guard most > least else { return 0 }
    let share = min(1, max(0, -least / (most - least)))
    return UInt8((255 * pow(share, gamma)).rounded())
  }
}

extension JPEGStructure {
  /// The file's gain map; nil without one that Daystamp can read.
  package var gainMap: GainMap? {
    guard let imageEnd, imageEnd < bytes.count else { return nil }
    var places = MultiPictureIndex.furtherImages(in: self)
    if places.isEmpty { places = [imageEnd..<bytes.count] }
    for place in places where place.lowerBound >= imageEnd {
      guard bytes[place].starts(with: [0xFF, JPEGMarker.startOfImage.rawValue]),
        place.count <= Self.largestGainMap, let map = try? JPEGStructure(Array(bytes[place])),
        let end = map.imageEnd, let neutral = map.neutralGain
      else { continue }
      // Without an index, other data may follow it.
      let range =
        places.count == 1 && multiPictureSegment == nil
        ? place.lowerBound..<place.lowerBound + end : place
      return GainMap(range: range, neutral: neutral, isAlone: places.count == 1)
    }
    return nil
  }

  /// Bytes; no camera's comes near.
  private static let largestGainMap = 64 << 20

  /// The neutral samples of a gain map's own file; nil of any other picture.
  private var neutralGain: [UInt8]? {
    for payload in payloads(of: .app2, startingWith: GainMapParameters.signature) {
      if let neutral = GainMapParameters(payload)?.neutral { return neutral }
    }
    for packet in payloads(of: .app1, startingWith: "http://ns.adobe.com/xap/1.0/\0") {
      if packet.contains(text: "urn:com:apple:photo:2020:aux:hdrgainmap") { return [0, 0, 0] }
      let properties = ["GainMapMin", "GainMapMax", "Gamma"].map { XMPProperty(.gainMap, $0) }
      let scanner = XMPScanner(packet, wanted: Set(properties))
      try? scanner.scan()
      // A map with a value for each channel has lists here, which the scanner does not find.
      guard let most = scanner.found[properties[1]].flatMap(Self.number) else { continue }
      let least = scanner.found[properties[0]].map(Self.number) ?? 0
      let gamma = scanner.found[properties[2]].map(Self.number) ?? 1
      guard let least, let gamma,
        let neutral = GainMap.neutral(least: least, most: most, gamma: gamma)
      else { continue }
      return [neutral, neutral, neutral]
    }
    return nil
  }

  private static func number(_ text: [UInt8]) -> Double? {
    Double(String(decoding: text, as: UTF8.self))
  }
}

/// The parameters of a gain map as ISO 21496-1 has them in a JPEG (annex C.2), after the identifier.
struct GainMapParameters {
  /// How their APP2 segment begins.
  static let signature: StaticString = "urn:iso:std:iso:ts:21496:-1\0"

  let neutral: [UInt8]

  init?(_ bytes: ArraySlice<UInt8>) {
    var reader = ByteReader(bytes, .bigEndian)
    // Two versions, flags: several channels, and, as libultrahdr writes it, one denominator for all.
    guard reader.next(size: 2) == 0, reader.next(size: 2) != nil, let flags = reader.next(size: 1)
    else { return nil }
    let channels = flags & 0x80 != 0 ? 3 : 1
    let hasOneDenominator = flags & 0x08 != 0
    guard let shared = hasOneDenominator ? reader.next(size: 4) : 1, shared > 0 else { return nil }
    func value(signed: Bool) -> Double? {
      guard let number = reader.next(size: 4) else { return nil }
      let numerator = signed ? Int(Int32(truncatingIfNeeded: number)) : number
      guard let denominator = hasOneDenominator ? shared : reader.next(size: 4), denominator > 0
      else { return nil }
      return Double(numerator) / Double(denominator)
    }
    // The headroom of both renditions.
    guard value(signed: false) != nil, value(signed: false) != nil else { return nil }
    var samples: [UInt8] = []
    for _ in 0..<channels {
      guard let least = value(signed: true), let most = value(signed: true),
        let gamma = value(signed: false), value(signed: true) != nil, value(signed: true) != nil,
        let sample = GainMap.neutral(least: least, most: most, gamma: gamma)
      else { return nil }
      samples.append(sample)
    }
    neutral = channels == 3 ? samples : [samples[0], samples[0], samples[0]]
  }
}

extension JPEGSegmentEdit {
  /// The packet without its mentions of a gain map, in the same length.
  static func withoutGainMap(_ packet: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var packet = packet
    func blank(_ place: Range<Int>) {
      packet.replaceSubrange(place, with: repeatElement(UInt8(ascii: " "), count: place.count))
    }
    if let start = packet.firstRange(of: Array("hdrgm:Version=\"".utf8)),
      let end = packet[start.upperBound...].firstIndex(of: UInt8(ascii: "\""))
    {
      blank(start.lowerBound..<end + 1)
    }
    // Its line in the directory of the file's parts.
    if let semantic = packet.firstRange(of: Array("Semantic=\"GainMap\"".utf8)),
      let start = packet[..<semantic.lowerBound].lastRange(of: Array("<rdf:li".utf8)),
      let end = packet[semantic.upperBound...].firstRange(of: Array("</rdf:li>".utf8))
    {
      blank(start.lowerBound..<end.upperBound)
    }
    return packet
  }
}

extension ArraySlice<UInt8> {
  fileprivate func contains(text: String) -> Bool { firstRange(of: Array(text.utf8)) != nil }

  fileprivate func lastRange(of text: [UInt8]) -> Range<Int>? {
    var found: Range<Int>?
    var start = startIndex
    while let next = self[start...].firstRange(of: text) {
      found = next
      start = next.upperBound
    }
    return found
  }
}
