import ArgumentParser
import Filters
import Foundation

/// Prints a line for each filter: its name, and the median of the seconds of one core that a pass over all
/// rows takes.
struct FilterBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "filter", abstract: "Times filters on one photo.")

  @Argument(help: "The photo as a PPM of eight bits.") var photo: String
  @Argument(help: "How many times each filter is measured: 1 or more.") var times: Int
  @Argument(help: "The names of the filters.") var filters: [String]

  func run() throws {
    guard times > 0 else { throw ValidationError("Each filter is measured at least once.") }
    let file = try Data(contentsOf: URL(filePath: photo))
    let header = String(decoding: file.prefix(32), as: UTF8.self)
    guard let match = header.firstMatch(of: /^P6\s+(\d+)\s+(\d+)\s+255\s/),
      let width = Int(match.1), let height = Int(match.2),
      file.count == match.0.utf8.count + 3 * width * height
    else {
      throw ValidationError("\(photo) is not a PPM of eight bits.")
    }
    let pixels = file.withUnsafeBytes { Self.pixels(of: $0[match.0.utf8.count...]) }
    for name in filters {
      guard let filter = Filter(rawValue: name) else {
        throw ValidationError("There is no filter \(name).")
      }
      let pass = FilterPass(filter, width: width, height: height)
      let seconds = (0..<times).map { _ in
        var rows = pixels
        // The rows' memory is their own from here on.
        return rows.withUnsafeMutableBytes { bytes in
          let start = Clock.processor
          for y in 0..<height {
            let row = bytes[4 * width * y..<4 * width * (y + 1)]
            pass.apply(to: UnsafeMutableRawBufferPointer(rebasing: row), y: y)
          }
          return Clock.processor - start
        }
      }
      print("\(name)\t\(seconds.sorted()[times / 2])")
    }
  }

  private static func pixels(of bytes: Slice<UnsafeRawBufferPointer>) -> [UInt32] {
    stride(from: bytes.startIndex, to: bytes.endIndex, by: 3).map { (start: Int) -> UInt32 in
      bytes[start..<start + 3].reduce(0) { pixel, byte in pixel << 8 | UInt32(byte) }
    }
  }
}
