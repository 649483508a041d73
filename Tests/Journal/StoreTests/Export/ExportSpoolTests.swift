import Files
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import Store

@Suite("Lines of an export, until they are asked for")
struct ExportSpoolTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func content(_ spool: ExportSpool, by size: Int) throws -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      let piece = try spool.piece(at: bytes.count, upTo: size)
      bytes += piece
      // Whoever reads them goes on by pieces of this size.
      if piece.count < size { return bytes }
    }
  }

  @Test(
    "are the same however many they are, and leave nothing in the folder",
    arguments: [0, 3, 40_000])
  func same(count: Int) async throws {
    let spool = ExportSpool(in: [FilePath(folder.path)])
    var expected: [UInt8] = []
    for number in 0..<count {
      let line = Array("{\"number\":\(number),\"caption\":\"점심 \(number &* 7_919)\"}\n".utf8)
      expected += line
      try spool.append(line)
    }
    #expect(spool.size == expected.count)
    #expect(try content(spool, by: 100_003) == expected)
    #expect(try content(spool, by: 1 << 24) == expected)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    let hash = spool.finish()
    let path = try folder.write(expected, to: "lines")
    let other = try await InstalledProgram.run("sha256sum", [path])
    #expect(other.output.hasPrefix(hash + " "))
  }

  @Test("go where there is room, and say so where there is none")
  func noRoom() throws {
    let line = [UInt8](repeating: 97, count: 3 << 20)
    let spool = ExportSpool(in: ["/proc", "/nowhere", FilePath(folder.path)])
    try spool.append(line)
    #expect(try content(spool, by: 1 << 20) == line)
    #expect(throws: JournalError.self) {
      try ExportSpool(in: ["/proc", "/nowhere"]).append(line)
    }
  }
}
