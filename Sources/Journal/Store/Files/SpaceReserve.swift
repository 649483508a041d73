import Files
import Glibc
package import GRDB
import SystemPackage

/// Reserved room on the journal's disk: a file of zeros that is removed when the disk is full and
/// something has to be deleted, since the database needs room for that too; and made again later.
struct SpaceReserve: Sendable {
  /// Room for the log of some dozen deletions.
  static let size = 256 * 1_024

  static let file: ContainedPath = "journal.reserve"
  let folder: ContainingFolder

  init(in folder: ContainingFolder) { self.folder = folder }

  /// Makes the reserve where it is not there, or not whole. Where there is no room, nothing happens.
  func keep() {
    if let stat = try? folder.status(Self.file), isWhole(stat) { return }
    do {
      let file = try folder.open(
        Self.file, .readWrite, options: [.create, .nonBlocking], permissions: .ownerReadWrite)
      try file.closeAfter {
        let stat = try file.stat()
        // Nothing but this program's own file grows.
        guard stat.type == .regular, stat.linkCount == 1, stat.userID.rawValue == geteuid(),
          Int(stat.size) <= Self.size
        else { return }
        if posix_fallocate(file.rawValue, 0, off_t(Self.size)) != 0 {
          try? folder.remove(Self.file)
        }
      }
    } catch {
      // The journal is as good without.
    }
  }

  private func isWhole(_ stat: Stat) -> Bool {
    // A copy may be a file of holes.
    stat.type == .regular && Int(stat.size) == Self.size && Int(stat.sizeAllocated) >= Self.size
  }

  /// Frees the room.
  ///
  /// - Returns: whether there was any.
  func free() -> Bool {
    guard let stat = try? folder.status(Self.file), stat.type == .regular else { return false }
    try? folder.remove(Self.file)
    return true
  }
}

extension JournalStore {
  var reserve: SpaceReserve { SpaceReserve(in: files) }

  /// Does work that frees room, such as deleting. If the disk is full, it frees the reserve and
  /// does the work again.
  ///
  /// - Throws: what the work throws.
  package func makingRoom<Result>(_ work: () throws -> Result) throws -> Result {
    do {
      return try work()
    } catch  where error.isDiskFull {
      let isFreed = reserve.free()
      let isShorter = shortenLog()
      guard isFreed || isShorter else { throw error }
      defer { reserve.keep() }
      return try work()
    }
  }

  /// Changes the database in one transaction, as ``makingRoom(_:)``. Whether anybody may is up to the caller.
  ///
  /// - Throws: ``JournalError``, and what the work throws; then nothing is changed.
  package func writeMakingRoom<Result>(_ work: (Database) throws -> Result) throws -> Result {
    try makingRoom { try JournalError.wrapping { try write(work) } }
  }

  /// The bytes that are free on the journal's disk for this user; nil where the disk does not tell.
  package var freeBytes: Int? {
    var disk = statvfs()
    guard folder.withPlatformString({ statvfs($0, &disk) }) == 0, disk.f_blocks > 0 else {
      return nil
    }
    return Int(disk.f_bavail) * Int(disk.f_frsize)
  }

  /// Checks that the database can grow, as far as the disk tells.
  ///
  /// - Parameter bytes: by how much.
  /// - Throws: ``JournalError/database(_:)`` of a full disk.
  package func checkHasRoom(for bytes: Int) throws {
    guard let free = freeBytes else { return }
    try JournalError.wrapping {
      let own = try database.read { db in
        try Int.fetchOne(
          db, sql: "SELECT freelist_count * page_size FROM pragma_freelist_count, pragma_page_size")
      }
      if free + (own ?? 0) < bytes { throw DatabaseError(resultCode: .SQLITE_FULL) }
    }
  }

  /// Writes the log into the database's own file, and frees the log's room.
  ///
  /// - Returns: whether that was done.
  @discardableResult
  package func shortenLog() -> Bool {
    do {
      let log = FilePath(String(decoding: Self.databasePath(in: folder)) + "-wal")
      guard try log.stat().size > 0 else { return false }
      _ = try database.writeWithoutTransaction { db in try db.checkpoint(.truncate) }
      return true
    } catch {
      return false
    }
  }
}

extension Error {
  /// Whether the disk was full, or the user's share of it.
  package var isDiskFull: Bool {
    switch self as any Error {
    case JournalError.database(let failure): failure.kind == .diskFull
    case JournalError.file(let error): error.isDiskFull
    case let error as FileError: error.isDiskFull
    case let error as DatabaseError: DatabaseFailure(error).kind == .diskFull
    default: false
    }
  }
}
