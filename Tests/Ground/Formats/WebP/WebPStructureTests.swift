import Testing

@testable import Formats

@Suite("WebP")
struct WebPStructureTests {
  @Test("Lossy and lossless heads give size, alpha and coding")
  func simpleForms() throws {
    let lossy = try PhotoFile(Sample.webp([Sample.vp8])).header
    let lossless = try PhotoFile(Sample.webp([Sample.vp8l])).header
    #expect([lossy.width, lossy.height, lossless.width, lossless.height] == [300, 200, 300, 200])
    #expect(!lossy.isLossless && !lossy.hasAlpha)
    #expect(lossless.isLossless && lossless.hasAlpha)
  }

  @Test("The extended form gives canvas, alpha, animation and metadata")
  func extendedForm() throws {
    let extended = Sample.riffChunk("VP8X", [0x1E, 0, 0, 0, 0x8F, 0x01, 0, 0x2B, 0x01, 0])
    let animation = Sample.riffChunk("ANIM", [0, 0, 0, 0, 0, 0])
    let frame = Sample.riffChunk("ANMF", [1, 2, 3])
    let photo = try PhotoFile(
      Sample.webp([
        extended, animation, frame, frame,
        Sample.riffChunk("EXIF", Array("Exif\0\0".utf8) + Sample.exif()),
        Sample.riffChunk("XMP ", Array(Sample.xmp.utf8)),
      ]))
    #expect([photo.header.width, photo.header.height] == [400, 300])
    #expect(photo.header.hasAlpha)
    #expect(photo.header.frameCount == 2)
    #expect(photo.header.orientation == .rightTop)
    #expect(photo.metadata.exif.map(Array.init) == Sample.exif())
    #expect(photo.metadata.xmp.map(Array.init) == [Array(Sample.xmp.utf8)])
  }

  private static let control = Sample.riffChunk("ANIM", [0, 0, 0, 0, 0, 0])
  private static let frame = Sample.riffChunk("ANMF", [1, 2, 3])

  private static func extended(_ flags: UInt8) -> [UInt8] {
    Sample.riffChunk("VP8X", [flags, 0, 0, 0, 0x2B, 0x01, 0, 0xC7, 0, 0])
  }

  @Test(
    "An animation that libwebp does not open is refused",
    arguments: [
      ([extended(2), Sample.riffChunk("ANIM", [0, 0, 0, 0]), frame], "ANIM size"),
      ([extended(2), Sample.riffChunk("ANIM", []), frame], "ANIM size"),
      ([extended(2), frame], "ANIM"), ([extended(2), frame, control], "ANIM"),
      ([extended(0), control, frame], "VP8X animation flag"),
      ([control, frame], "VP8X animation flag"),
      ([extended(2), control, Sample.vp8], "pictures outside the frames"),
      ([extended(2), Sample.vp8, control, frame], "pictures outside the frames"),
      ([extended(0), control, Sample.vp8l, frame], "pictures outside the frames"),
    ])
  func animation(chunks: [[UInt8]], part: String) throws {
    #expect(
      try PhotoFile(Sample.webp([Self.extended(2), Self.control, Self.frame])).header.isAnimated)
    #expect {
      try PhotoFile(Sample.webp(chunks))
    } throws: {
      switch $0 as? PhotoFileError {
      case .missing(.webp, let missing, _): missing == part
      case .invalid(.webp, let field, _, _, _): field.hasSuffix(part)
      default: false
      }
    }
  }

  @Test("A file shorter than its header says is incomplete")
  func cut() throws {
    #expect(
      try !PhotoFile(Array(Sample.webp([Sample.vp8, Sample.vp8]).dropLast(3))).header.isComplete)
  }

  @Test("Without a picture, or with a wrong start code, the error says so")
  func errors() {
    #expect(throws: PhotoFileError.missing(.webp, part: "VP8, VP8L or VP8X", at: 12)) {
      try PhotoFile(Sample.webp([]))
    }
    #expect(throws: PhotoFileError.self) {
      try PhotoFile(Sample.webp([Sample.riffChunk("VP8 ", [UInt8](repeating: 1, count: 10))]))
    }
  }

  @Test("A height of 0 is refused with its place")
  func flat() {
    var file = Sample.webp([Sample.vp8])
    // After RIFF's twelve bytes and the chunk's head of eight: frame tag, start code, width.
    file.replaceSubrange(12 + 8 + 8..<12 + 8 + 10, with: [0, 0])
    #expect(
      throws: PhotoFileError.invalid(
        .webp, field: "VP8 height", at: 28, observed: 0, expected: "1 to 16,383")
    ) { try PhotoFile(file) }
  }

  @Test("Bytes after the RIFF chunk are named, its padding is not")
  func trailer() throws {
    let whole = Sample.webp([Sample.vp8])
    #expect(try PhotoFile(whole).metadata.others == [])
    #expect(try PhotoFile(whole + [1, 2, 3]).metadata.others == [.trailer])
  }

  @Test("A canvas of another size than its still picture is refused")
  func canvas() throws {
    func webp(_ width: UInt8, _ height: UInt8) -> [UInt8] {
      Sample.webp([
        Sample.riffChunk("VP8X", [0, 0, 0, 0, width, 0x01, 0, height, 0, 0]), Sample.vp8,
      ])
    }
    #expect(try PhotoFile(webp(0x2B, 0xC7)).header.width == 300)
    #expect(
      throws: PhotoFileError.invalid(
        .webp, field: "VP8X width", at: 24, observed: 257, expected: "the picture's 300")
    ) { try PhotoFile(webp(0, 0xC7)) }
    #expect(
      throws: PhotoFileError.invalid(
        .webp, field: "VP8X height", at: 27, observed: 8, expected: "the picture's 200")
    ) { try PhotoFile(webp(0x2B, 7)) }
  }
}
