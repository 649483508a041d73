import TestSupport
import Testing

@testable import Formats

/// Whatever the bytes, reading ends with an error or with a photo that has a size, and what such a
/// photo carries into another leaves that one readable, of its own size, and whole.
@Suite("Hostile input")
struct HostileInputTests {
  private static let profileChunk = PNGChunk.serialized(
    "iCCP", Array("x\0\0".utf8) + Zlib.stored(Sample.profile()[...]))

  /// A file of each format with all the blocks that are read.
  static let files: [[UInt8]] = [
    JPEGSample(
      segments: [
        JPEGSample.jfif, JPEGSample.exif(Sample.exif()), JPEGSample.xmp(Sample.xmp),
        JPEGSample.profile(1, of: 1, Sample.profile()),
        JPEGSample.photoshop(PhotoshopResources.resource(iptc: Sample.iptc[...])),
        JPEGSample.segment(0xE2, Array("MPF\0".utf8) + Sample.exif()),
      ], trailer: [1, 2]
    ).bytes,
    Sample.png(beforeData: [
      profileChunk, PNGChunk.serialized("eXIf", Sample.exif()),
      PNGChunk.serialized("tEXt", Array("Raw profile type exif\0\nexif\n2\n4d4d\n".utf8)),
      PNGChunk.serialized("iTXt", Array("XML:com.adobe.xmp\0\0\0\0\0<x>".utf8)),
    ]),
    Sample.webp([
      Sample.riffChunk("VP8X", [0x2C, 0, 0, 0, 0x2B, 0x01, 0, 0xC7, 0, 0]),
      Sample.riffChunk("ICCP", Sample.profile()), Sample.vp8,
      Sample.riffChunk("EXIF", Sample.exif()),
    ]),
    Sample.webp([Sample.vp8l]), Sample.gif(images: 2), Sample.bmp(),
    BMPSample.all(width: 6, height: 2)[8].bytes,
    Sample.tiff { sample in
      [
        sample.short(.orientation, 8), sample.text(.dateTime, "2024:01:31 23:59:58"),
        .init(tag: .iptc, type: .undefined, count: 13, value: Sample.iptc),
        .init(tag: .exifIFD, type: .long, count: 1, value: [8, 0, 0, 0]),
      ]
    },
    HEIFSample(
      properties: [
        HEIFSample.ispe(40, 30), HEIFSample.box("irot", [1]),
        HEIFSample.box("colr", Array("prof".utf8) + Sample.profile()),
      ], auxiliary: "urn:mpeg:hevc:2015:auxid:1", exif: Sample.exif(), xmp: [0x3C]
    ).bytes,
  ]

  private static let targets = [
    JPEGSample.encoded.bytes, Sample.png(), Sample.webp([Sample.vp8]),
  ]

  /// Reads `bytes` and carries what is found into every format; neither is refused but by a
  /// `PhotoFileError`, which the compiler checks.
  private func exercise(_ bytes: [UInt8]) throws {
    guard let photo = try? PhotoFile(bytes) else { return }
    #expect(photo.header.width > 0 && photo.header.height > 0)
    for target in Self.targets {
      let whole = try PhotoFile(target).header
      for orientation in [photo.header.orientation, .bottomLeft] {
        let transfer = MetadataTransfer(from: photo, to: whole.format, orientation: orientation)
        guard let carried = try? transfer.embed(in: target) else { continue }
        let header = try PhotoFile(carried).header
        let isSame =
          header.format == whole.format && header.width == whole.width
          && header.height == whole.height && header.isComplete
        #expect(isSame, "\(bytes)")
      }
    }
  }

  @Test("The samples themselves are whole", arguments: files.indices)
  func whole(index: Int) throws {
    #expect(try PhotoFile(Self.files[index]).header.isComplete)
  }

  @Test("A file cut at any length", arguments: files.indices)
  func cut(index: Int) throws {
    let sample = Self.files[index]
    for length in 0..<sample.count { try exercise(Array(sample[..<length])) }
  }

  @Test("Bytes changed at random, by a fixed seed", arguments: files.indices)
  func changed(index: Int) throws {
    let sample = Self.files[index]
    var random = SplitMix64(seed: 20_240_131)
    for _ in 0..<600 {
      var bytes = sample
      for _ in 0...Int.random(in: 0..<4, using: &random) {
        let place = Int.random(in: bytes.indices, using: &random)
        bytes[place] =
          [0, 1, 0x7F, 0x80, 0xFF, UInt8.random(in: 0...255, using: &random)]
          .randomElement(using: &random) ?? 0
      }
      try exercise(bytes)
    }
  }

  @Test("A run of 0xFF in place of any field of four bytes", arguments: files.indices)
  func extremes(index: Int) throws {
    let sample = Self.files[index]
    for start in 0..<sample.count - 4 {
      var bytes = sample
      bytes.replaceSubrange(start..<start + 4, with: [0xFF, 0xFF, 0xFF, 0xFF])
      try exercise(bytes)
    }
  }
}
