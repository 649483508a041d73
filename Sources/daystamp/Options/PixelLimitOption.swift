import ArgumentParser

/// How large a photo may be that is decoded.
struct PixelLimitOption: ParsableArguments {
  @Option(help: "Refuse photos with more pixels than this, in megapixels.")
  var maxPixels = 400

  func validate() throws {
    guard (1...100_000).contains(maxPixels) else {
      throw ValidationError("--max-pixels goes from 1 to 100000 megapixels, not \(maxPixels).")
    }
  }
}
