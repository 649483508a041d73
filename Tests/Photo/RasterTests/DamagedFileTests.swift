import Formats
import Raster
import TestSupport
import Testing

@Suite struct DamagedFileTests {
  private static let encodings: [Encoding] = [
    .jpeg(quality: 85, progressive: false), .jpeg(quality: 85, progressive: true), Encoding(.png),
    Encoding(.webp, quality: 80), Encoding(.webp), Encoding(.gif), Encoding(.bmp), Encoding(.tiff),
    Encoding(.heic, quality: 60), Encoding(.avif, quality: 60),
  ]

  @Test("a file that ends early is refused", arguments: encodings)
  func truncated(encoding: Encoding) throws {
    let whole = try Picture.photo(width: 120, height: 90).encoded(as: encoding)
    for share in [0, 10, 30, 60, 90] {
      let part = Array(whole[..<(whole.count * share / 100)])
      #expect(throws: RasterError.self) { try Image(decoding: part, as: encoding.format) }
    }
  }

  @Test("bytes after the end of the image do no harm", arguments: encodings)
  func trailer(encoding: Encoding) throws {
    let whole = try Picture.photo(width: 50, height: 40).encoded(as: encoding)
    let image = try Image(decoding: whole + Array("trailer".utf8), as: encoding.format)
    let expected = try Image(decoding: whole, as: encoding.format)
    #expect(image.width == 50 && image.height == 40)
    #expect(Picture.pixels(of: image) == Picture.pixels(of: expected))
  }

  @Test("nothing, a text and another format are refused", arguments: PhotoFormat.allCases)
  func others(codec: PhotoFormat) throws {
    let text = Array("This is not a photo, whatever its name says.".utf8)
    #expect(throws: RasterError.self) { try Image(decoding: [], as: codec) }
    #expect(throws: RasterError.self) { try Image(decoding: text, as: codec) }
    let other = try Picture.photo(width: 9, height: 9).encoded(
      as: Encoding(codec == .png ? .bmp : .png))
    #expect(throws: RasterError.self) { try Image(decoding: other, as: codec) }
  }

  @Test("a JPEG whose coded data libjpeg finds wrong is refused with libjpeg's words")
  func corruptJPEG() throws {
    var bytes = try Picture.photo(width: 200, height: 200)
      .encoded(as: .jpeg(quality: 90, progressive: false))
    let middle = bytes.count / 2
    bytes.removeSubrange(middle..<middle + 500)
    let error = #expect(throws: RasterError.self) { try Image(decoding: bytes, as: .jpeg) }
    guard case .damaged(.jpeg, let detail) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(detail.hasPrefix("Corrupt JPEG data: "))
  }

  @Test("padding before the end of a JPEG is harmless, other leftovers are not")
  func padding() throws {
    let whole = try Picture.photo(width: 64, height: 64)
      .encoded(as: .jpeg(quality: 90, progressive: false))
    let end = whole.count - 2
    func padded(_ bytes: [UInt8]) -> [UInt8] { whole[..<end] + bytes + whole[end...] }
    let expected = Picture.pixels(of: try Image(decoding: whole, as: .jpeg))
    for padding in [[0], [UInt8](repeating: 0, count: 100), [0xff, 0xff, 0xff]] as [[UInt8]] {
      let image = try Image(decoding: padded(padding), as: .jpeg)
      #expect(Picture.pixels(of: image) == expected)
    }
    #expect(throws: RasterError.self) {
      try Image(decoding: padded((1...100).map { UInt8($0) }), as: .jpeg)
    }
  }

  @Test("bytes between the segments of a JPEG's header are harmless")
  func junkInHeader() throws {
    let whole = try Picture.photo(width: 64, height: 64)
      .encoded(as: .jpeg(quality: 90, progressive: false))
    // After the JFIF segment of 18 bytes.
    let image = try Image(decoding: whole[..<20] + [1, 2, 3] + whole[20...], as: .jpeg)
    let expected = try Image(decoding: whole, as: .jpeg)
    #expect(Picture.pixels(of: image) == Picture.pixels(of: expected))
    #expect(throws: RasterError.damaged(.jpeg, detail: "Premature end of JPEG file")) {
      try Image(decoding: whole[..<20] + [1, 2, 3] + whole[20..<whole.count - 300], as: .jpeg)
    }
  }

  @Test(
    "a camera's file cut at 60 kB is refused",
    .enabled(if: SharedPhotos.areThere, Comment(rawValue: SharedPhotos.note)))
  func cutCameraFile() throws {
    let path = try #require(SharedPhotos.path("corrupt/singlerowtrunc.jpg"))
    #expect(throws: RasterError.damaged(.jpeg, detail: "Premature end of JPEG file")) {
      try Image(decoding: bytes(ofFile: path), as: .jpeg)
    }
  }
}
