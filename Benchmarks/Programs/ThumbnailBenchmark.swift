import ArgumentParser
import Raster
import Stamping
import SystemPackage

/// Prints a line for each time: seconds of one core, and the thumbnail's bytes. The photo is read once,
/// untimed.
struct ThumbnailBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "thumbnail", abstract: "Times the making of a thumbnail.")

  @Argument(help: "Its longer edge in pixels, as thumbnails have it: 256 or 1024.") var size: Int
  @Argument(help: "How many are made.") var times: Int
  @Argument(help: "The photo.") var file: String

  func run() throws {
    guard let size = ThumbnailSize(rawValue: size) else {
      throw ValidationError("No thumbnail has \(size) pixels.")
    }
    let photo = try PhotoReader(InputPhoto(named: FilePath(file))).whole()
    for _ in 0..<times {
      let start = Clock.processor
      let thumbnail = try Thumbnail(
        of: photo.bytes, size, maxPixels: 100_000_000, decoder: InProcessDecoder())
      print("\(Clock.processor - start)\t\(thumbnail.bytes.count)")
    }
  }
}
