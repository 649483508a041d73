import Files
import GRDBSQLite
import Glibc
import JournalSupport
import SystemPackage
import Testing
import TestSupport

@testable import Store

@Suite("The memory that processes share of a database")
struct SharedMemoryTests {
  /// What SQLite asks for memory that is in a file.
  private typealias Map =
    @convention(c) (UnsafeMutableRawPointer?, Int, CInt, CInt, CInt, off_t)
    -> UnsafeMutableRawPointer?

  private let map: Map
  private let folder: TemporaryFolder

  init() throws {
    // Once a journal was opened.
    folder = try TestJournal().folder
    let system = try #require(sqlite3_vfs_find(nil))
    let call = try #require(system.pointee.xGetSystemCall(system, "mmap"))
    map = unsafeBitCast(call, to: Map.self)
  }

  @Test("has its place on the disk before it is written to", arguments: [true, false])
  func allocated(isWritten: Bool) throws {
    let size = 32_768
    let file = try FileDescriptor.open(
      FilePath(folder.path("memory")), .readWrite, options: [.create, .truncate],
      permissions: .ownerReadWrite)
    defer { try? file.close() }
    try file.resize(to: Int64(2 * size))
    let memory = map(
      nil, size, isWritten ? PROT_READ | PROT_WRITE : PROT_READ, MAP_SHARED, file.rawValue,
      off_t(size))
    #expect(memory != MAP_FAILED)
    munmap(memory, size)
    var stat = stat()
    #expect(fstat(file.rawValue, &stat) == 0 && stat.st_size == 2 * size)
    #expect(Int(stat.st_blocks) * 512 == (isWritten ? size : 0))
  }
}
