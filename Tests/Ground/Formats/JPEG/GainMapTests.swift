import Testing

@testable import Formats

@Suite("A gain map")
struct GainMapTests {
  @Test(
    "is neutral where the logarithm of its gain is 0",
    arguments: [
      (0, 2.2, 1, 0), (-1, 1, 1, 128), (-1, 3, 1, 64), (-1, 1, 2, 64), (0.5, 2, 1, 0),
      (-2, -1, 1, 255),
      (1, 1, 1, 0),
    ] as [(Double, Double, Double, UInt8)])
  func neutral(least: Double, most: Double, gamma: Double, sample: UInt8) {
    #expect(GainMap.neutral(least: least, most: most, gamma: gamma) == sample)
  }

  @Test("is not understood with numbers that mean nothing")
  func nonsense() {
    #expect(GainMap.neutral(least: .nan, most: 1, gamma: 1) == nil)
    #expect(GainMap.neutral(least: 0, most: .infinity, gamma: 1) == nil)
    #expect(GainMap.neutral(least: 0, most: 1, gamma: 0) == nil)
  }

  @Test("is not said any more in XMP of the same length")
  func xmp() {
    let packet = Array(
      """
      <a hdrgm:Version="1.0"><rdf:li><b Item:Semantic="Primary"/></rdf:li> \
      <rdf:li><b Item:Semantic="GainMap" Item:Length="9"/></rdf:li></a>
      """.utf8)
    let changed = JPEGSegmentEdit.withoutGainMap(packet[...])
    let text = String(decoding: changed, as: UTF8.self)
    #expect(changed.count == packet.count)
    #expect(text.contains("Primary") && !text.contains("GainMap") && !text.contains("hdrgm"))
    #expect(text.hasSuffix("</a>"))
  }
}
