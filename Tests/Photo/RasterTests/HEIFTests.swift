import Formats
import Raster
import TestSupport
import Testing

@Suite struct HEIFTests {
  /// Widths that are no multiple of four: rows are longer than their pixels.
  @Test(
    "an image comes back as it was, at odd sizes too",
    arguments: [Encoding(.heic, quality: 95), Encoding(.avif, quality: 95)],
    [(101, 77), (64, 48), (3, 5), (1, 1)])
  func roundTrip(encoding: Encoding, size: (width: Int, height: Int)) throws {
    let image = try MadePhoto.image(width: size.width, height: size.height)
    let again = try Image(decoding: image.encoded(as: encoding), as: encoding.format)
    let difference = try #require(Picture.difference(image, again))
    #expect(difference < 2)
  }

  @Test(
    "alpha comes back", arguments: [Encoding(.heic, quality: 95), Encoding(.avif, quality: 95)])
  func alpha(encoding: Encoding) throws {
    let image = try MadePhoto.image(width: 40, height: 40) { x, y in
      RGBA(red: 80, green: 90, blue: 100, alpha: x < 20 ? 255 : 129)
    }
    let again = try Image(decoding: image.encoded(as: encoding), as: encoding.format)
    #expect(again.transparency == .partial)
    let difference = try #require(Picture.difference(image, again))
    #expect(difference < 2)
  }

  /// Sizes and mean colours as heif-convert 1.15 gives them.
  private static let photos: [(name: String, codec: PhotoFormat, size: [Int], mean: [Double])] = [
    ("avif/paris_icc_exif_xmp.avif", .avif, [403, 302], [119.6, 130.2, 138.0]),
    ("heic/arrow.heic", .heic, [3024, 4032], [163.2, 159.1, 155.0]),
    ("heic/aux_YCbCr.heic", .heic, [4000, 1848], [132.8, 130.6, 118.8]),
  ]

  @Test(
    "phones' files come out upright and in the right colours",
    .enabled(if: SharedPhotos.areThere, Comment(rawValue: SharedPhotos.note)), arguments: photos)
  func phones(name: String, codec: PhotoFormat, size: [Int], mean: [Double]) throws {
    let path = try #require(SharedPhotos.path(name))
    let image = try Image(decoding: bytes(ofFile: path), as: codec)
    #expect([image.width, image.height] == size)
    var sums = [0.0, 0, 0]
    var count = 0.0
    // Every seventh pixel each way: enough for the mean, and quick without optimisation.
    for y in stride(from: 0, to: image.height, by: 7) {
      for x in stride(from: 0, to: image.width, by: 7) {
        let colour = image[x, y]
        sums[0] += Double(colour.red)
        sums[1] += Double(colour.green)
        sums[2] += Double(colour.blue)
        count += 1
      }
    }
    for (sum, expected) in zip(sums, mean) { #expect(abs(sum / count - expected) < 0.7) }
  }

  @Test(
    "a size that the coded data do not have is refused before they are decoded",
    arguments: [Encoding(.heic, quality: 50), Encoding(.avif, quality: 50)])
  func hiddenSize(encoding: Encoding) throws {
    var file = try MadePhoto.image(width: 640, height: 480).encoded(as: encoding)
    let box = Array("ispe".utf8)
    for place in file.indices.dropLast(16) where file[place..<place + 4].elementsEqual(box) {
      file.replaceSubrange(place + 8..<place + 16, with: [0, 0, 0, 36, 0, 0, 0, 36])
    }
    let error = #expect(throws: PhotoFileError.self) { try PhotoFile(file) }
    guard case .invalid(encoding.format, field: "ispe width", _, observed: 36, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }
}
