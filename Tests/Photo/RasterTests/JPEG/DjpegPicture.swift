import Foundation
import TestSupport

@testable import Raster

/// What `djpeg` of libjpeg makes of a file at a fraction of its size.
struct DjpegPicture {
  static let isThere = InstalledProgram.isThere("djpeg")
  static let note = "needs djpeg of libjpeg-turbo-progs"

  let width: Int
  let height: Int
  /// Red, green and blue, row by row.
  let pixels: [UInt8]

  struct Failure: Error {
    let message: String
  }

  init(_ bytes: [UInt8], eighths: Int) async throws {
    let folder = try TemporaryFolder()
    let input = try folder.write(bytes, to: "in.jpg")
    let run = try await InstalledProgram.run(
      "djpeg", ["-scale", "\(eighths)/8", "-outfile", folder.path("out.ppm"), input])
    guard run.status == 0 || run.status == 2 else { throw Failure(message: run.error) }
    // "P6" or, of gray, "P5", width, height, 255, each followed by one byte of space.
    let file = try folder.read("out.ppm")
    let fields = file.split(maxSplits: 4, omittingEmptySubsequences: false) {
      $0 == 0x20 || $0 == 0x0a
    }
    let numbers = fields[1...2].compactMap { Int(String(decoding: $0, as: UTF8.self)) }
    guard numbers.count == 2 else { throw Failure(message: "no PPM") }
    (width, height) = (numbers[0], numbers[1])
    let isGray = fields[0] == Array("P5".utf8)[...]
    pixels =
      isGray
      ? file.suffix(width * height).flatMap { [$0, $0, $0] }
      : Array(file.suffix(3 * width * height))
  }

  /// The greatest difference of a channel; nil if the sizes differ.
  func difference(_ image: Image) -> Int? {
    guard (image.width, image.height) == (width, height), pixels.count == 3 * width * height
    else { return nil }
    var largest = 0
    for y in 0..<height {
      for x in 0..<width {
        let (ours, theirs) = (image[x, y], 3 * (y * width + x))
        largest = max(
          largest, abs(Int(ours.red) - Int(pixels[theirs])),
          abs(Int(ours.green) - Int(pixels[theirs + 1])),
          abs(Int(ours.blue) - Int(pixels[theirs + 2])))
      }
    }
    return largest
  }
}
