import Foundation
import TestSupport
import Testing

@testable import JournalServer

@Suite("Headers of an archive")
struct TarHeaderTests {
  /// What Python's tarfile reads of an archive of one member whose content is left out: its name,
  /// size, time, permissions and whether it is a file.
  private func read(_ header: TarHeader) async throws -> [Substring] {
    let script = """
      from sys import argv; from tarfile import TarFile
      with TarFile(argv[1]) as archive:
          member = archive.next()
          for value in member.name, member.size, member.mtime, oct(member.mode), member.isfile():
              print(value)
      """
    let folder = try TemporaryFolder()
    return try await Python.lines(
      of: script, [folder.write(header.bytes + TarHeader.end, to: "a.tar")])
  }

  @Test(
    "say what another program reads of them", .enabled("\(Python.note)") { await Python.isThere },
    arguments: [
      ("a.jpg", 0, 1), ("photos/2024/01/31/120000.jpg", 3_355_799, 1),
      (String(repeating: "n", count: 100), 7, 1), (String(repeating: "n", count: 101), 7, 3),
      ("\(String(repeating: "folder/", count: 40))a.jpg", 7, 3), ("일기/사진.jpg", 7, 3),
      (String(repeating: "긴이름", count: 60) + "/a.jpg", 7, 4),
      ("a.jpg", 8 << 30 - 1, 1), ("a.jpg", 8 << 30, 3), ("일기.jpg", 20 << 30, 3),
    ])
  func read(name: String, size: Int, blocks: Int) async throws {
    let header = TarHeader(name: name, kind: .file, size: size, modified: 1_700_000_000)
    #expect(header.bytes.count == blocks * TarHeader.blockSize)
    #expect(try await read(header) == ["\(name)", "\(size)", "1700000000", "0o600", "True"])
  }

  @Test(
    "have records of any length, which begin with it",
    .enabled("\(Python.note)") { await Python.isThere },
    arguments: 101...130)
  func lengths(count: Int) async throws {
    let name = String(repeating: "n", count: count)
    let header = TarHeader(name: name, kind: .file, size: 0, modified: 0)
    #expect(try await read(header).first == "\(name)")
  }

  @Test("tell times before 1970 as its beginning, for they have no sign")
  func early() {
    func header(_ time: Int) -> TarHeader {
      TarHeader(name: "a", kind: .file, size: 0, modified: time)
    }
    #expect(header(-5).bytes == header(0).bytes)
  }

  @Test(
    "are followed by whole blocks", arguments: [(0, 0), (1, 511), (511, 1), (512, 0), (513, 511)])
  func padding(size: Int, count: Int) {
    #expect(TarHeader.padding(after: size) == Array(repeating: 0, count: count))
  }
}
