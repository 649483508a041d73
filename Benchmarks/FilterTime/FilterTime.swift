import Filters
import Foundation
import Glibc

/// Times filters on one photo: `FilterTime PPM TIMES FILTER…`, with the photo as a PPM of eight bits.
///
/// Prints a line for each filter: its name, and the median of the seconds of one core that a pass over all
/// rows takes.
@main
struct FilterTime {
  static func main() throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.count > 2, let times = Int(arguments[1]), times > 0 else {
      print("FilterTime PPM TIMES FILTER…")
      exit(64)
    }
    let file = try Data(contentsOf: URL(filePath: arguments[0]))
    let header = String(decoding: file.prefix(32), as: UTF8.self)
    guard let match = header.firstMatch(of: /^P6\s+(\d+)\s+(\d+)\s+255\s/),
      let width = Int(match.1), let height = Int(match.2),
      file.count == match.0.utf8.count + 3 * width * height
    else {
      print("\(arguments[0]) is not a PPM of eight bits")
      exit(65)
    }
    let photo = file.withUnsafeBytes { pixels(of: $0[match.0.utf8.count...]) }
    for name in arguments.dropFirst(2) {
      guard let filter = Filter(rawValue: name) else {
        print("There is no filter \(name)")
        exit(64)
      }
      let pass = FilterPass(filter, width: width, height: height)
      let seconds = (0..<times).map { _ in
        var rows = photo
        // The rows' memory is their own from here on.
        return rows.withUnsafeMutableBytes { bytes in
          let start = secondsOfThisProcess()
          for y in 0..<height {
            let row = bytes[4 * width * y..<4 * width * (y + 1)]
            pass.apply(to: UnsafeMutableRawBufferPointer(rebasing: row), y: y)
          }
          return secondsOfThisProcess() - start
        }
      }
      print("\(name)\t\(seconds.sorted()[times / 2])")
    }
  }

  private static func pixels(of bytes: Slice<UnsafeRawBufferPointer>) -> [UInt32] {
    stride(from: bytes.startIndex, to: bytes.endIndex, by: 3).map {
      UInt32(bytes[$0]) << 16 | UInt32(bytes[$0 + 1]) << 8 | UInt32(bytes[$0 + 2])
    }
  }

  private static func secondsOfThisProcess() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
