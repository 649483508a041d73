import Testing

@testable import Formats

@Suite("GIF")
struct GIFStructureTests {
  @Test("More images than one are an animation", arguments: [1, 2, 30])
  func images(count: Int) throws {
    let photo = try PhotoFile(Sample.gif(images: count))
    #expect([photo.header.width, photo.header.height] == [4, 2])
    #expect(photo.header.frameCount == count)
    #expect(photo.header.isAnimated == (count > 1))
    #expect(photo.header.isComplete)
    #expect(photo.metadata.others == [.comment])
  }

  @Test("Without a trailer the file is incomplete")
  func cut() throws {
    #expect(try !PhotoFile(Sample.gif(images: 1, hasEnd: false)).header.isComplete)
  }

  @Test("Bytes after the trailer are named")
  func trailer() throws {
    let photo = try PhotoFile(Sample.gif(images: 1) + [1, 2, 3])
    #expect(photo.metadata.others == [.comment, .trailer])
    #expect(photo.header.isComplete)
  }

  @Test("XMP is read without its magic trailer")
  func xmp() throws {
    let trailer = [UInt8(1)] + (0...255).reversed().map { UInt8($0) } + [0]
    let application =
      [0x21, 0xFF, 11] + Array("XMP DataXMP".utf8) + Array(Sample.xmp.utf8) + trailer
    let gif = Array(Sample.gif(images: 1).dropLast()) + application + [0x3B]
    let photo = try PhotoFile(gif)
    #expect(photo.metadata.xmp.map(Array.init) == [Array(Sample.xmp.utf8)])
    #expect(photo.header.isComplete)
  }

  @Test("An image that reaches outside the screen is refused")
  func outside() {
    var gif = Sample.gif(images: 1)
    // Left, of the descriptor after the screen's 13 bytes, its colours and the comment.
    gif[13 + 6 + 6 + 1] = 1
    #expect(
      throws: PhotoFileError.invalid(
        .gif, field: "image left and width", at: 26, observed: 5,
        expected: "at most the screen's 4")
    ) { try PhotoFile(gif) }
  }
}
