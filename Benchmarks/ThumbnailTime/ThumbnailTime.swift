import Glibc
import Raster
import Stamping
import SystemPackage

/// Times the making of a thumbnail: `ThumbnailTime SIZE TIMES FILE`, with SIZE 256 or 1024.
///
/// The photo is read once, untimed. Prints a line for each time: seconds of one core.
@main
struct ThumbnailTime {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    let numbers = arguments.prefix(2).compactMap(Int.init)
    guard arguments.count == 3, numbers.count == 2, let file = arguments.last,
      let size = ThumbnailSize(rawValue: numbers[0])
    else {
      print("ThumbnailTime SIZE TIMES FILE")
      exit(64)
    }
    let photo = try PhotoReader(InputPhoto(named: FilePath(file))).whole()
    for _ in 0..<numbers[1] {
      let start = secondsOfThisProcess()
      let thumbnail = try Thumbnail(
        of: photo.bytes, size, maxPixels: 100_000_000, decoder: InProcessDecoder())
      let seconds = secondsOfThisProcess() - start
      print("\(seconds)\t\(thumbnail.bytes.count)")
    }
  }

  private static func secondsOfThisProcess() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
