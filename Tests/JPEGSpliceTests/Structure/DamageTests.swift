import Formats
import Testing

@testable import JPEGSplice

@Suite("Damaged pictures")
struct DamageTests {
  private func splice(_ bytes: [UInt8]) throws {
    let picture = try JPEGPicture(bytes)
    _ = try Splice(Label.whole(picture.frame), over: picture, colour: picture.colour)
  }

  @Test("Data that end early are told", arguments: SmallJPEG.all)
  func endsEarly(sample: SmallJPEG) throws {
    var file = JPEGParts(sample.bytes)
    let data = try #require(file.firstData)
    let left = file.parts[data].count / 2
    file.parts[data] = Array(file.parts[data].prefix(left))
    let error = try #require(throws: JPEGError.self) { try splice(file.bytes) }
    guard case .damaged = error else {
      Issue.record("\(error)")
      return
    }
  }

  @Test("Bits that begin no code are told", arguments: [SmallJPEG.halved, .progressive, .gray])
  func unknownCode(sample: SmallJPEG) throws {
    var file = JPEGParts(sample.bytes)
    let data = try #require(file.firstData)
    file.parts[data].replaceSubrange(0..<4, with: [0xFF, 0, 0xFF, 0, 0xFF, 0, 0xFF, 0])
    let place = file.parts[..<data].joined().count
    #expect(throws: JPEGError.damaged(.unknownCode, at: place)) { try splice(file.bytes) }
  }

  /// What decoders show of such a picture is their own affair.
  @Test("A progressive picture that lacks a scan is not spliced", arguments: 0..<11)
  func missingScan(scan: Int) throws {
    var file = JPEGParts(SmallJPEG.refined.bytes)
    file.parts.remove(at: file.places(.startOfScan)[scan])
    #expect(throws: JPEGError.self) { try splice(file.bytes) }
  }

  @Test("A scan that says again what another said is told")
  func repeatedScan() throws {
    var file = JPEGParts(SmallJPEG.separate.bytes)
    let first = file.places(.startOfScan)[0]
    let at = file.bytes.count - 2
    file.parts.insert(contentsOf: file.parts[first...first + 1], at: file.parts.count - 1)
    #expect(throws: JPEGError.damaged(.wrongProgression, at: at)) { try splice(file.bytes) }
  }

  /// Differences to it would have no code.
  @Test("First coefficients that no picture has are refused")
  func runaway() throws {
    var file = JPEGParts(SmallJPEG.gray.bytes)
    let tables = file.places(.huffmanTables)
    let scan = try #require(file.places(.startOfScan).first)
    for place in tables.reversed() { file.parts.remove(at: place) }
    // The one code of the first table is of a difference of 15 bits, of the other of the block's end.
    let counts: [UInt8] = [1] + .init(repeating: 0, count: 15)
    let segment = JPEGParts.segment(0xC4, [0] + counts + [15] + [0x10] + counts + [0])
    file.parts.insert(segment, at: scan - tables.count)
    let data = scan - tables.count + 2
    // 0, fifteen ones, 0: the largest difference, again and again.
    let blocks = StuffedBits(
      (0..<20).flatMap { _ in [false] + .init(repeating: true, count: 15) + [false] })
    file.parts[data] = blocks.bytes
    #expect(throws: JPEGError.self) { try splice(file.bytes) }
  }
}
