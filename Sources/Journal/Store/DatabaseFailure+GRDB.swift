import GRDB

extension DatabaseFailure {
  init(_ error: DatabaseError) {
    let kind: Kind =
      switch error.resultCode {
      // The memory that processes share lies in a file, for which there was no room.
      case .SQLITE_IOERR where error.extendedResultCode == .SQLITE_IOERR_SHMSIZE: .diskFull
      case .SQLITE_BUSY, .SQLITE_LOCKED: .locked
      case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH: .readOnly
      case .SQLITE_FULL: .diskFull
      case .SQLITE_CORRUPT: .corrupt
      case .SQLITE_CANTOPEN: .cannotOpen
      default: .other
      }
    self.init(
      kind: kind, code: Int(error.extendedResultCode.rawValue),
      message: error.message ?? "\(error.resultCode)")
  }
}

extension JournalError {
  /// Does work on the database and makes SQLite's errors the journal's: a file that is no database is
  /// ``notAJournal``.
  static func wrapping<Success>(_ work: () throws -> Success) throws -> Success {
    do {
      return try work()
    } catch let error as DatabaseError {
      if error.resultCode == .SQLITE_NOTADB { throw JournalError.notAJournal }
      throw JournalError.database(DatabaseFailure(error))
    }
  }
}
