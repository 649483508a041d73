import Formats
import JPEGSplice
import Testing

@testable import Stamping

@Suite("The segments of a stamp")
struct StampSegmentsTests {
  private func file(_ segments: [UInt8]) -> [UInt8] { [0xFF, 0xD8] + segments + [0xFF, 0xD9] }

  @Test("hold records of any length", arguments: [0, 1, 65_519, 65_520, 65_521, 200_000])
  func lengths(count: Int) throws {
    let record = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    let segments = try #require(StampSegments.bytes(for: record))
    let found = try #require(try StampSegments(in: JPEGStructure(file(segments))))
    #expect(found.record == record)
    #expect(found.range == 2..<2 + segments.count)
  }

  @Test("are refused where one is missing, twice or out of order")
  func order() throws {
    let record = [UInt8](repeating: 7, count: 150_000)
    let segments = try #require(StampSegments.bytes(for: record))
    let structure = try JPEGStructure(file(segments))
    let parts = structure.segments.map { Array(structure.bytes[$0.range]) }
    try #require(parts.count == 3)
    for wrong in [[0, 1], [0, 2, 1], [0, 1, 1, 2], [1, 2]] {
      let file = file(wrong.flatMap { parts[$0] })
      #expect(throws: StampError.self) { try StampSegments(in: JPEGStructure(file)) }
    }
  }

  @Test("are none of those that other programs write to APP15")
  func others() throws {
    let other: [UInt8] = [0xFF, 0xEF, 0, 8] + Array("Ducky\0".utf8)
    #expect(try StampSegments(in: JPEGStructure(file(other))) == nil)
  }
}
