import Files
import Glibc
import SystemPackage

/// Checks the files that SQLite opens for a journal before it does. In a folder from elsewhere,
/// SQLite might wait for them for ever, or remove other files because of them.
enum DatabaseFiles {
  /// What a database begins with (Database File Format, section 1.3.1).
  static let header = Array("SQLite format 3\0".utf8)

  private static let rollbackJournal: ContainedPath = "journal.sqlite-journal"
  private static let all: [ContainedPath] = [
    JournalStore.databaseFile, rollbackJournal, DatabaseLog.file, "journal.sqlite-shm",
  ]

  /// Checks that those that are there are regular files, and that a rollback journal names no
  /// super-journal, a file that SQLite would remove wherever it is: transactions of ours are of one
  /// database.
  ///
  /// The database and its shared memory are not opened: closing them would let go of the locks that
  /// SQLite has on them.
  ///
  /// - Throws: ``JournalError/foreignRollback(_:)``, ``JournalError/file(_:)``.
  static func check(_ files: ContainingFolder) throws {
    do {
      for name in all { try checkIsFile(name, files) }
      if try namesSuperJournal(files) {
        throw JournalError.foreignRollback(files.path.pushing(rollbackJournal))
      }
    } catch let error as FileError {
      throw JournalError.file(error)
    }
  }

  private static func checkIsFile(
    _ name: ContainedPath, _ files: ContainingFolder
  ) throws(FileError) {
    let type: FileType
    do throws(FileError) {
      type = try files.status(name).type
    } catch .system(_, _, .noSuchFileOrDirectory) {
      return
    } catch {
      throw error
    }
    let path = files.path.pushing(name)
    if type == .symbolicLink { throw .symbolicLink(path) }
    guard type == .regular else { throw .notAFile(path, .init(type)) }
  }

  /// What ends a rollback journal that has the name of a super-journal before it (SQLite's pager.c).
  private static let superJournalEnd: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]

  private static func namesSuperJournal(_ files: ContainingFolder) throws(FileError) -> Bool {
    let file: FileDescriptor
    do throws(FileError) {
      file = try files.openFile(rollbackJournal)
    } catch .system(_, _, .noSuchFileOrDirectory) {
      // Another process may have ended its transaction.
      return false
    } catch {
      throw error
    }
    defer { try? file.close() }
    let end = lseek(file.rawValue, -off_t(superJournalEnd.count), SEEK_END)
    guard end >= 0 else { return false }
    var bytes = [UInt8](repeating: 0, count: superJournalEnd.count)
    let count = read(file.rawValue, &bytes, bytes.count)
    guard count >= 0 else {
      throw .system(.read, files.path.pushing(rollbackJournal), Errno(rawValue: errno))
    }
    return bytes == superJournalEnd
  }
}
