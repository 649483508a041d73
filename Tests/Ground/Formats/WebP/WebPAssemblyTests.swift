import Testing

@testable import Formats

@Suite("WebP assembly")
struct WebPAssemblyTests {
  @Test("The extended header has the encoded picture's size, and flags for what is there")
  func header() throws {
    let original = Sample.webp([
      Sample.vp8, Sample.riffChunk("EXIF", Sample.exif()), Sample.riffChunk("abcd", [1, 2, 3]),
    ])
    let photo = try PhotoFile(original)
    let transfer = MetadataTransfer(
      from: photo, to: .webp, orientation: photo.header.orientation)
    let result = try WebPStructure(transfer.embed(in: Sample.webp([Sample.vp8l])))

    #expect(result.isComplete)
    #expect(result.bytes.count % 2 == 0)
    #expect(result.chunks.map(\.type) == ["VP8X", "VP8L", "EXIF", "abcd"])
    let extended = try #require(result.first("VP8X").map(result.data))
    // EXIF and alpha; 300 × 200, each less one.
    #expect(Array(extended) == [0x18, 0, 0, 0, 0x2B, 0x01, 0, 0xC7, 0, 0])
    #expect(transfer.dropped.isEmpty)
  }

  @Test("What follows the original's end follows the result's")
  func trailer() throws {
    let photo = try PhotoFile(Sample.webp([Sample.vp8]) + Array("video".utf8))
    let transfer = MetadataTransfer(from: photo, to: .webp, orientation: .topLeft)
    let encoded = Sample.webp([Sample.vp8l])
    #expect(try transfer.embed(in: encoded) == encoded + Array("video".utf8))
    #expect(transfer.dropped.isEmpty)
    #expect(MetadataTransfer(from: photo, to: .png, orientation: .topLeft).dropped == [.trailer])
  }

  @Test("Without metadata the encoded file is the result")
  func plain() throws {
    let encoded = Sample.webp([Sample.vp8])
    let transfer = MetadataTransfer(
      from: try PhotoFile(encoded), to: .webp, orientation: .topLeft)
    #expect(try transfer.embed(in: encoded) == encoded)
  }
}
