import Foundation
import TestSupport

/// A JPEG decoded by `djpeg`, the decoder of libjpeg or libjpeg-turbo.
struct Djpeg {
  /// The program, where it is installed.
  static let path = ["/usr/bin/djpeg", "/usr/local/bin/djpeg", "/opt/homebrew/bin/djpeg"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }
  static let isThere = path != nil
  static let note = "needs djpeg of libjpeg-turbo-progs"

  struct Failure: Error {
    let status: Int32
  }

  let width: Int
  let height: Int
  /// Bytes of a pixel.
  let channels: Int
  let warnings: String
  private let data: Data
  private let start: Int

  /// Decodes each component at its own resolution, with pixels repeated to the picture's.
  init(_ bytes: [UInt8], _ options: String...) async throws {
    let folder = try TemporaryFolder()
    let input = try folder.write(bytes, to: "in.jpg")
    let output = folder.path("out.pnm")
    let program = try await Program.run(
      Self.path ?? "", ["-nosmooth"] + options + ["-outfile", output, input])
    guard program.status == 0 || program.status == 2 else {
      throw Failure(status: program.status)
    }
    warnings = program.error
    data = try Data(contentsOf: URL(filePath: output))
    // "P6 width height 255" and one space.
    var fields: [String] = []
    var next = 0
    while fields.count < 4 {
      let end = data[next...].firstIndex { $0 == 0x20 || $0 == 0x0A } ?? data.count
      fields.append(String(decoding: data[next..<end], as: UTF8.self))
      next = end + 1
    }
    (width, height) = (Int(fields[1]) ?? 0, Int(fields[2]) ?? 0)
    channels = fields[0] == "P5" ? 1 : 3
    start = next
  }

  /// Whether a part of a row is the same in another picture of the same size.
  func isEqual(_ other: Djpeg, row: Int, _ columns: Range<Int>) -> Bool {
    let first = start + (row * width + columns.lowerBound) * channels
    let shift = other.start - start
    return data.withUnsafeBytes { own in
      other.data.withUnsafeBytes { others in
        guard let own = own.baseAddress, let others = others.baseAddress else { return false }
        return memcmp(own + first, others + first + shift, columns.count * channels) == 0
      }
    }
  }
}
