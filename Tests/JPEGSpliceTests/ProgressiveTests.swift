import Formats
import Foundation
import TestSupport
import Testing

@testable import JPEGSplice

/// Photos that `jpegtran` made progressive, which loses nothing.
@Suite(
  "Made progressive",
  .enabled(if: Djpeg.isThere && Jpegtran.isThere, "needs djpeg and jpegtran of libjpeg-turbo"))
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
    arguments: DjpegTests.sharedPhotos, Jpegtran.Script.allCases)
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

/// `jpegtran` of libjpeg or libjpeg-turbo, which codes coefficients in another way.
enum Jpegtran {
  /// The program, where it is installed.
  static let path = ["/usr/bin/jpegtran", "/usr/local/bin/jpegtran", "/opt/homebrew/bin/jpegtran"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }
  static var isThere: Bool { path != nil }

  struct Failure: Error {
    let message: String
  }

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
      let others = componentCount == 3 ? [1, 2] : []
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
    let output = folder.path("out.jpg")
    var options = ["-copy", "all", "-progressive"]
    if let scans = script.file(componentCount: componentCount) {
      options += ["-scans", try folder.write(Array(scans.utf8), to: "scans.txt")]
    }
    let program = try await Program.run(path ?? "", options + ["-outfile", output, input])
    // 2 where it warned of damage that it mended.
    guard program.status == 0 || program.status == 2 else {
      throw Failure(message: program.error)
    }
    return [UInt8](try Data(contentsOf: URL(filePath: output)))
  }
}
