import Formats
import Foundation
import TestSupport
import Testing

@testable import JPEGSplice

/// Photos that `jpegtran` made progressive, which loses nothing.
@Suite(
  "Made progressive",
  .enabled(if: Djpeg.isThere && Jpegtran.isThere, "\(Jpegtran.note)"))
struct ProgressiveTests {
  @Test(
    "samples are stamped, decoded alike outside the label and unstamped",
    arguments: DjpegTests.samplePhotos, Jpegtran.Script.allCases)
  func samples(name: String, script: Jpegtran.Script) async throws {
    try await splice("\(Checkout.samples)/\(name)", script)
  }

  @Test(
    "real photos are stamped, decoded alike outside the label and unstamped",
    .enabled(if: SharedPhotos.areThere, "\(SharedPhotos.note)"),
    arguments: DjpegTests.smallerPhotos, [Jpegtran.Script.usual, .fewRefinements])
  func shared(name: String, script: Jpegtran.Script) async throws {
    try await splice(try #require(SharedPhotos.path(name)), script)
  }

  private func splice(_ path: String, _ script: Jpegtran.Script) async throws {
    let original = try JPEGPicture([UInt8](Data(contentsOf: URL(filePath: path))))
    let bytes = try await Jpegtran.progressive(
      path, script, componentCount: original.frame.components.count)
    let picture = try JPEGPicture(bytes)
    #expect(picture.scans.contains { $0.coding.isRefinement })
    try await DjpegTests().splice(bytes)
  }
}

extension Jpegtran {
  /// Which bits of which coefficients the scans have.
  enum Script: CaseIterable {
    /// Libjpeg's ten scans, or six of one component.
    case usual
    /// In the manner of mozjpeg: colour differences at full precision, luminance in three steps.
    case fewRefinements
    /// Bands of single coefficients and refinements from the fourth bit on.
    case manyRefinements

    /// A file for the option `-scans`; nil for none.
    fileprivate func file(componentCount: Int) -> String? {
      let others = 1..<componentCount
      let all = (0..<componentCount).map(String.init).joined(separator: " ")
      var lines: [String]
      switch self {
      case .usual: return nil
      case .fewRefinements:
        lines = ["\(all): 0-0, 0, 0;", "0: 1-8, 0, 2;"]
        lines += others.map { "\($0): 1-8, 0, 0;" }
        lines += ["0: 9-63, 0, 2;", "0: 1-63, 2, 1;", "0: 1-63, 1, 0;"]
        lines += others.map { "\($0): 9-63, 0, 0;" }
      case .manyRefinements:
        lines = ["\(all): 0-0, 0, 2;", "\(all): 0-0, 2, 1;", "0: 1-1, 0, 3;", "0: 2-63, 0, 3;"]
        lines += others.map { "\($0): 1-63, 0, 2;" }
        lines += ["0: 1-20, 3, 2;", "0: 21-63, 3, 2;", "0: 1-63, 2, 1;", "0: 1-63, 1, 0;"]
        lines += others.flatMap { ["\($0): 1-63, 2, 1;", "\($0): 1-63, 1, 0;"] }
        lines.append("\(all): 0-0, 1, 0;")
      }
      return lines.joined(separator: "\n")
    }
  }

  /// A JPEG made progressive.
  static func progressive(
    _ input: String, _ script: Script, componentCount: Int
  ) async throws -> [UInt8] {
    let folder = try TemporaryFolder()
    var options = ["-progressive"]
    if let scans = script.file(componentCount: componentCount) {
      options += ["-scans", try folder.write(Array(scans.utf8), to: "scans.txt")]
    }
    return try await transcoded(input, options)
  }
}

@Suite("Hostile progressive pictures")
struct HostileProgressiveTests {
  /// A table with one code, of one bit.
  private func table(_ head: UInt8, _ symbol: UInt8) -> [UInt8] {
    let counts: [UInt8] = [1] + .init(repeating: 0, count: 15)
    return JPEGParts.segment(0xC4, [head] + counts + [symbol])
  }

  private func scan(_ band: ClosedRange<UInt8>, high: UInt8, low: UInt8, _ data: [UInt8]) -> [UInt8]
  {
    let header = [1, 1, 0, band.lowerBound, band.upperBound, high << 4 | low]
    return JPEGParts.segment(0xDA, header) + data
  }

  @Test("A million blocks in a hundred scans of next to nothing do not take long")
  func runs() throws {
    // 31 of the longest EOB runs, each a code of one bit and 14 ones.
    let (columns, rows) = (961, 1057)
    let runs = StuffedBits(
      (0..<31).flatMap { _ in [false] + [Bool](repeating: true, count: 14) }
    ).bytes
    let (width, height) = (8 * columns, 8 * rows)
    let size = [height >> 8, height & 0xFF, width >> 8, width & 0xFF].map { UInt8($0) }
    var file: [UInt8] =
      [0xFF, 0xD8] + JPEGParts.segment(0xDB, [0] + .init(repeating: 1, count: 64))
    file += JPEGParts.segment(0xC2, [8] + size + [1, 1, 0x11, 0])
    file += table(0x00, 0) + table(0x10, 0xE0)
    file += scan(0...0, high: 0, low: 0, .init(repeating: 0, count: (columns * rows + 7) / 8))
    for coefficient in UInt8(1)...3 {
      for low in (UInt8(0)...13).reversed() {
        file += scan(coefficient...coefficient, high: low == 13 ? 0 : low + 1, low: low, runs)
      }
    }
    for coefficient in UInt8(4)...59 {
      file += scan(coefficient...coefficient, high: 0, low: 0, runs)
    }
    file += scan(60...63, high: 0, low: 0, runs) + [0xFF, 0xD9]
    let picture = try JPEGPicture(file)
    #expect(picture.scans.count == 100)
    let layer = Label.layer(x: width - 60, y: height - 30, width: 40, height: 20)
    var splice: Splice?
    let time = try processorTime {
      splice = try Splice([layer], over: picture, colour: .gray)
      try splice?.check(JPEGStructure(splice?.bytes ?? []), against: picture)
    }
    #expect(time < .seconds(20))
    try #require(splice).expectOriginal(file)
  }
}
