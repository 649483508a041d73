import Foundation
import TestSupport
import Testing

@testable import JPEGSplice

/// Photos as other programs code them anew: with tables that are best for each alone, and so lack codes
/// that a layer needs, and with restart markers.
@Suite(
  "As jpegtran codes them", .enabled(if: Djpeg.isThere && Jpegtran.isThere, "\(Jpegtran.note)"))
struct TranscodedTests {
  static let ways = [["-optimize"], ["-restart", "1"], ["-optimize", "-restart", "1"]]

  @Test(
    "only the pixels under touched blocks change, of the samples",
    arguments: DjpegTests.samplePhotos, ways)
  func sample(name: String, way: [String]) async throws {
    try await splice("\(Checkout.samples)/\(name)", way)
  }

  @Test(
    "only the pixels under touched blocks change, of real photos",
    .enabled(if: SharedPhotos.areThere, "\(SharedPhotos.note)"),
    arguments: DjpegTests.smallerPhotos, [["-optimize"]])
  func shared(name: String, way: [String]) async throws {
    try await splice(try #require(SharedPhotos.path(name)), way)
  }

  private func splice(_ path: String, _ way: [String]) async throws {
    try await DjpegTests().splice(Jpegtran.transcoded(path, way))
  }
}

/// The program that codes a JPEG's coefficients anew, of libjpeg or libjpeg-turbo.
enum Jpegtran {
  static let path = ["/usr/bin/jpegtran", "/usr/local/bin/jpegtran", "/opt/homebrew/bin/jpegtran"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }
  static let isThere = path != nil
  static let note = "needs djpeg and jpegtran of libjpeg-turbo-progs"

  static func transcoded(_ input: String, _ options: [String]) async throws -> [UInt8] {
    let folder = try TemporaryFolder()
    let output = folder.path("out.jpg")
    let program = try await Program.run(
      path ?? "", options + ["-copy", "all", "-outfile", output, input])
    // 2 stands for a warning.
    guard program.status == 0 || program.status == 2 else {
      throw Djpeg.Failure(status: program.status)
    }
    return [UInt8](try Data(contentsOf: URL(filePath: output)))
  }
}
