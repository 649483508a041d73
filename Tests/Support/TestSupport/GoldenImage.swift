import Formats
import Foundation
package import Raster

/// A picture that somebody has looked at, `Tests/Fixtures/Golden/NAME.png`.
///
/// With `DAYSTAMP_RECORD=1` in the environment it is written anew; look at it then.
package struct GoldenImage {
  /// The size of a picture is another than the golden one's.
  package struct AnotherSize: Error { let width, height, goldenWidth, goldenHeight: Int }

  /// The largest difference of a channel.
  package let largest: Int
  /// The mean over all pixels of the largest difference of their channels.
  package let mean: Double

  /// Whether only single pixels differ, not the picture: another FreeType may smooth edges otherwise.
  package var isAlike: Bool { largest <= 64 && mean < 0.1 }

  /// Compares an image with the picture of this name.
  ///
  /// - Throws: ``AnotherSize``, or why the file cannot be read.
  package init(_ name: String, comparedWith image: Image) throws {
    let file = URL(filePath: Checkout.fixture("Golden/\(name).png"))
    if ProcessInfo.processInfo.environment["DAYSTAMP_RECORD"] == "1" {
      try Data(image.encoded(as: Encoding(.png))).write(to: file)
    }
    let golden = try Image(decoding: PhotoFile([UInt8](Data(contentsOf: file))))
    guard golden.width == image.width, golden.height == image.height else {
      throw AnotherSize(
        width: image.width, height: image.height, goldenWidth: golden.width,
        goldenHeight: golden.height)
    }
    var (sum, largest) = (0, 0)
    for y in 0..<image.height {
      for x in 0..<image.width {
        let (a, b) = (image[x, y], golden[x, y])
        let difference = max(
          abs(Int(a.red) - Int(b.red)), abs(Int(a.green) - Int(b.green)),
          abs(Int(a.blue) - Int(b.blue)))
        sum += difference
        largest = max(largest, difference)
      }
    }
    self.largest = largest
    mean = Double(sum) / Double(image.width * image.height)
  }
}
