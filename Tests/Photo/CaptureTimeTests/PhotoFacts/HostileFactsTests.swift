import Formats
import Places
import TestSupport
import Testing

@testable import PhotoFacts

/// Whatever the bytes, what is read is fit to be shown: short lines and numbers in range.
@Suite("Hostile metadata")
struct HostileFactsTests {
  private static let metadata = {
    var metadata = EmbeddedMetadata()
    metadata.exif = ExifBlock.full.bytes[...]
    metadata.add(
      xmp: "<dc:description><rdf:Alt><rdf:li xml:lang='x-default'>river</rdf:li></rdf:Alt>"
        + "</dc:description><exif:GPSLatitude>33,51,24.4S</exif:GPSLatitude>"
        + "<exif:GPSLongitude>151,12.918E</exif:GPSLongitude>")
    metadata.add(iptcCaption: Array("At the river".utf8))
    return metadata
  }()

  @Test("Blocks cut at any length")
  func cut() throws {
    let whole = Self.metadata
    let exif = try #require(whole.exif)
    for length in 0...exif.count {
      var metadata = EmbeddedMetadata()
      metadata.exif = exif.prefix(length)
      check(PhotoFacts(metadata))
    }
    for length in 0...whole.xmp[0].count {
      var metadata = EmbeddedMetadata()
      metadata.xmp = [whole.xmp[0].prefix(length)]
      metadata.iptc = [whole.iptc[0].prefix(length)]
      check(PhotoFacts(metadata))
    }
  }

  @Test("Bits and bytes changed at random, by a fixed seed")
  func changed() {
    var random = SplitMix64(seed: 20_240_131)
    for round in 0..<20_000 {
      var metadata = Self.metadata
      metadata.exif = metadata.exif.map { damaged($0, round, &random) }
      // The blocks are independent, and EXIF has most ways to be wrong.
      if round % 8 == 0 {
        metadata.xmp = metadata.xmp.map { damaged($0, round, &random) }
        metadata.iptc = metadata.iptc.map { damaged($0, round, &random) }
      }
      check(PhotoFacts(metadata))
    }
  }

  @Test("Directories with as many entries as there can be, and values that claim all of the block")
  func large() {
    var block = ExifBlock()
    block.main = (0..<65_535).map { index in
      (TIFFTag(rawValue: UInt16(index % 60_000)), .bytes(.ascii, [0x41, 0x42, 0x43, 0]))
    }
    check(block.facts)
    block.main = [(.make, .text(String(repeating: "x", count: 1 << 20)))]
    block.exif = [(.photographicSensitivity, .short([UInt16](repeating: 0, count: 1 << 20)))]
    #expect(block.facts.camera?.count == FactLine.limit)
    #expect(block.facts.exposure == nil)
  }

  private func damaged(
    _ bytes: ArraySlice<UInt8>, _ round: Int, _ random: inout SplitMix64
  ) -> ArraySlice<UInt8> {
    var bytes = bytes
    for _ in 0...Int.random(in: 0..<6, using: &random) {
      let place = Int.random(in: bytes.indices, using: &random)
      bytes[place] =
        round % 2 == 0
        ? bytes[place] ^ 1 << UInt8.random(in: 0..<8, using: &random)
        : [0, 1, 0x7F, 0x80, 0xFF, UInt8.random(in: 0...255, using: &random)]
          .randomElement(using: &random) ?? 0
    }
    return bytes
  }

  /// Marks, embeddings, overrides and isolates (Unicode Standard Annex #9, section 2).
  private static let directing: Set<UInt32> = [
    0x061C, 0x200E, 0x200F, 0x202A, 0x202B, 0x202C, 0x202D, 0x202E, 0x2066, 0x2067, 0x2068, 0x2069,
  ]

  /// What every photo's facts keep to.
  private func check(_ facts: PhotoFacts) {
    let lines = [
      facts.camera, facts.lens, facts.caption, facts.exposure?.text, facts.position?.decimalText,
      facts.position?.sexagesimalText, facts.altitude?.text, facts.direction?.text,
    ].compactMap(\.self)
    for line in lines {
      let isFit =
        !line.isEmpty && line.count <= FactLine.limit
        && line.unicodeScalars.allSatisfy { scalar in
          scalar.properties.generalCategory != .control
            && !Self.directing.contains(scalar.value)
        }
      if !isFit { Issue.record("\(line.debugDescription)") }
    }
    let isInRange =
      facts.position.map { -90...90 ~= $0.latitude && -180...180 ~= $0.longitude } ?? true
      && facts.altitude.map { -11_000...100_000 ~= $0.metres } ?? true
      && facts.direction.map { 0..<360 ~= $0.degrees } ?? true
      && facts.exposure?.time.map { 0.000_001...86_400 ~= $0 } ?? true
    if !isInRange { Issue.record("\(facts)") }
  }
}
