import Files
import Glibc
import SystemPackage
import Testing
import TestSupport

@testable import Store

@Suite("Reading from a disk that fails")
struct FailingDiskTests {
  private let folder: TemporaryFolder
  private let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 / 7 | 1) }

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(bytes, to: "file")
  }

  /// A disk on which some blocks of 4,096 bytes cannot be read.
  private func disk(failing blocks: Set<Int>) throws -> FailingDisk {
    try FailingDisk(FilePath(folder.path)) { descriptor, buffer, offset in
      if (offset / 4_096...(offset + buffer.count - 1) / 4_096).contains(where: blocks.contains) {
        errno = EIO
        return -1
      }
      return pread(descriptor, buffer.baseAddress, buffer.count, offset)
    }
  }

  @Test("gives zeros for the blocks that are lost, and all others")
  func holes() throws {
    let content = try #require(try disk(failing: [0, 300, 301]).content(of: "file"))
    var expected = bytes
    for block in [0, 300, 301] {
      for index in block * 4_096..<(block + 1) * 4_096 { expected[index] = 0 }
    }
    #expect(content.bytes == expected)
    #expect(content.lost == 3 * 4_096)
    #expect(try disk(failing: []).content(of: "file")?.lost == 0)
  }

  @Test("follows no link, leaves no folder, and knows what is not there")
  func paths() throws {
    symlink("file", folder.path("link"))
    let disk = try disk(failing: [])
    #expect(try disk.content(of: "nothing") == nil)
    for path in ["link", "../file", "/etc/passwd", "."] {
      #expect(throws: (any Error).self) { try disk.content(of: ContainedPath(path)) }
    }
    #expect(throws: (any Error).self) { try self.disk(failing: Set(0..<800)).content(of: "file") }
  }
}
