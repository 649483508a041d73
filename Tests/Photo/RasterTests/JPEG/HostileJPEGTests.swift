import Formats
import Foundation
import TestSupport
import Testing

@testable import Raster

@Suite("A hostile JPEG, decoded at a fraction of its size")
struct HostileJPEGTests {
  private static func photo(progressive: Bool) throws -> [UInt8] {
    try Picture.photo(width: 400, height: 300)
      .encoded(as: .jpeg(quality: 85, progressive: progressive))
  }

  private func decode(_ bytes: [UInt8], maxPixels: Int = 1_000_000) throws -> Image {
    try ScaledJPEG(decoding: bytes, width: 50, height: 1, maxPixels: maxPixels).image
  }

  /// The bytes with another size in their frame header.
  private func resized(_ bytes: [UInt8], width: UInt16, height: UInt16) throws -> [UInt8] {
    var bytes = bytes
    let frame = try #require(
      bytes.indices.dropLast(9).first { bytes[$0] == 0xff && [0xc0, 0xc2].contains(bytes[$0 + 1]) })
    bytes.replaceSubrange(
      frame + 5..<frame + 9,
      with: [height, width].flatMap { [UInt8($0 >> 8), UInt8($0 & 0xff)] })
    return bytes
  }

  @Test("is refused where it ends early, at every fiftieth of it", arguments: [false, true])
  func truncated(progressive: Bool) throws {
    let whole = try Self.photo(progressive: progressive)
    for part in 0..<50 {
      let cut = Array(whole[..<(whole.count * part / 50)])
      #expect(throws: RasterError.self, "\(part) fiftieths") { try decode(cut) }
    }
    let longer = try decode(whole + [1, 2, 3])
    #expect(Picture.pixels(of: longer) == Picture.pixels(of: try decode(whole)))
  }

  @Test(
    "is refused, or decoded at the size that its header says, however it is changed",
    arguments: 0..<8)
  func mutated(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let whole = try Self.photo(progressive: seed % 2 == 1)
    var (decoded, refused) = (0, 0)
    for _ in 0..<150 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        // Half of them in the header.
        let end = Bool.random(using: &random) ? 700 : bytes.count
        bytes[Int.random(in: 2..<end, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      do {
        let scaled = try ScaledJPEG(
          decoding: bytes, width: 50, height: 1, maxPixels: 1_000_000)
        let (width, height) = (scaled.fullWidth, scaled.fullHeight)
        let eighths = max(
          ScaledJPEG.eighths(of: width, for: 50), ScaledJPEG.eighths(of: height, for: 1))
        #expect(width * height <= 1_000_000)
        #expect(scaled.image.width == (width * eighths + 7) / 8)
        #expect(scaled.image.height == (height * eighths + 7) / 8)
        decoded += 1
      } catch {
        refused += 1
      }
    }
    #expect(refused > 0 && decoded > 0)
  }

  @Test("of more pixels than allowed is refused before it is decoded", arguments: [false, true])
  func bomb(progressive: Bool) throws {
    let bomb = try resized(
      Self.photo(progressive: progressive), width: 65_500, height: 65_500)
    // Nothing of the scan is decoded: it need not be there.
    let scan = try #require(bomb.indices.first { bomb[$0...].starts(with: [0xff, 0xda]) })
    let headers = bomb[..<(scan + 2 + (Int(bomb[scan + 2]) << 8 | Int(bomb[scan + 3])))]
    for bytes in [bomb, Array(headers)] {
      #expect(throws: RasterError.cannotAllocate(width: 65_500, height: 65_500)) {
        try decode(bytes, maxPixels: 400_000_000)
      }
    }
    // Longer than libjpeg lets a side be.
    let longer = try resized(Self.photo(progressive: false), width: 65_535, height: 65_535)
    #expect(throws: RasterError.self) { try decode(longer, maxPixels: .max) }
  }

  @Test("whose coefficients take more memory than allowed is refused")
  func memory() throws {
    let bomb = try resized(Self.photo(progressive: true), width: 8000, height: 8000)
    #expect(throws: RasterError.cannotAllocate(width: 8000, height: 8000)) {
      try bomb.withUnsafeBufferPointer { bytes in
        let decompressor = try JPEGDecompressor(bytes, maximumMemory: 16 << 20)
        #expect(try decompressor.size().width == 8000)
        _ = try decompressor.start(eighths: 1)
      }
    }
  }

  @Test("of hundreds of scans is refused")
  func scans() throws {
    let whole = try Self.photo(progressive: true)
    // The first scan of the DC coefficients, again and again.
    func marker(from start: Int, where isWanted: (UInt8) -> Bool) throws -> Int {
      try #require(
        (start..<whole.count - 1).first { whole[$0] == 0xff && isWanted(whole[$0 + 1]) })
    }
    let start = try marker(from: 2) { $0 == 0xda }
    let scan = try whole[start..<marker(from: start + 2) { $0 != 0 }]
    let many = whole[..<start] + (0..<300).flatMap { _ in scan } + whole[start...]
    #expect(throws: RasterError.cannotDecode(.jpeg, detail: "More than 100 scans")) {
      try decode(Array(many))
    }
  }

  @Test("that is empty, or not a JPEG, is refused", arguments: ["", "x", "This is no photo."])
  func noJPEG(text: String) {
    #expect(throws: RasterError.self) { try decode(Array(text.utf8)) }
  }
}
