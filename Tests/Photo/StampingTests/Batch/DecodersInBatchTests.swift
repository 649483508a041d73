import Decoding
import Files
import Formats
import Raster
import SystemPackage
import TestSupport
import Testing

@testable import Stamping

@Suite("A batch whose photos are decoded by other processes")
struct DecodersInBatchTests {
  static let decoder = DecoderProcesses(
    DecoderCommand(path: Program.misbehavingDecoder),
    limits: DecoderLimits(memory: 1 << 28, memoryUse: .kept))

  @Test("goes on after photos at which the decoder crashes or is ended", arguments: [1, 2])
  func goesOn(jobs: Int) async throws {
    let folder = try TemporaryFolder()
    let photo = try MadePhoto.png()
    for number in 0..<6 {
      let misdeed = ["", "crash", "", "write", "allocate", ""][number]
      try folder.write(
        photo + (misdeed.isEmpty ? [] : Array("misbehave:\(misdeed)".utf8)),
        to: "in/\(number).png")
    }
    let batch = Batch(
      walk: PhotoWalk([FilePath(folder.path("in"))]),
      plan: OutputPlan(
        destination: .folder(FilePath(folder.path("out"))), format: nil, replacesExisting: false,
        naming: .stamped),
      work: try StamperTests.stamper(allowsLoss: true, decoder: Self.decoder), jobs: jobs,
      isDryRun: false)
    var failures: [String: RasterError] = [:]
    await batch.run { record in
      guard case .failed(let error) = record.result else { return }
      guard case .raster(let error) = error else {
        Issue.record(error)
        return
      }
      failures[record.input.lastComponent?.string ?? ""] = error
    }
    #expect(
      failures == [
        "1.png": .decoder(.png, .crashed(signal: 11)), "3.png": .decoder(.png, .forbidden),
        "4.png": .decoder(.png, .outOfMemory(limit: 1 << 28)),
      ])
    #expect(
      folder.files.filter { $0.hasPrefix("out/") } == ["out/0.png", "out/2.png", "out/5.png"])
  }

  @Test(
    "writes the same files as one whose photos this process decodes",
    arguments: PhotoFormat.allCases)
  func same(format: PhotoFormat) throws {
    let photo = PhotoSource(
      bytes: try MadePhoto.image(width: 400, height: 300).encoded(
        as: Encoding(format, quality: 90)),
      attributes: nil)
    let output = format == .jpeg ? .png : format.stampedFormat
    let there = try StamperTests.stamper(allowsLoss: true, decoder: Self.decoder)
      .stamp(photo, as: output)
    let here = try StamperTests.stamper(allowsLoss: true).stamp(photo, as: output)
    #expect(there.bytes == here.bytes)
  }
}
