package import CaptureTime
package import Files
package import GRDB
package import SystemPackage

/// Why a journal could not be opened, read or changed; the wording is the caller's.
package enum JournalError: Error, Sendable {
  /// There is no journal in this folder, and the work would not make one.
  case noJournal(FilePath)
  /// The database is another program's, or none, or damaged in its first bytes.
  case notAJournal
  /// A newer version of Daystamp wrote the database; it was not touched.
  case newerVersion(observed: Int, known: Int)
  /// An older version of Daystamp wrote the database, which cannot be migrated where it can only be
  /// read.
  case olderVersion(observed: Int, known: Int)
  /// The database is missing or empty, though there are photos in this folder, which were its own.
  case databaseLost(photos: FilePath)
  /// A salvage into this folder has not finished.
  case unfinishedSalvage(FilePath)
  /// The database has a thing in its schema that no version of this program makes; it was not touched.
  case foreignSchema(SchemaThing)
  /// The database's rollback journal names a further file, which SQLite would remove; nothing was
  /// touched.
  case foreignRollback(FilePath)
  /// The database is missing or empty, and its log is not; nothing was touched.
  case logAlone(FilePath)
  /// The database is a backup beside the log of the one that it replaced; nothing was touched.
  case foreignLog(FilePath)
  /// The database's log is damaged before its end; nothing was touched.
  case damagedLog(FilePath)
  /// SQLite could not do its work.
  case database(DatabaseFailure)
  case file(FileError)
  /// So many files that were to be deleted could not be; what names them is gone. They are written
  /// down, and each opening of the journal tries again.
  case leftBehind(FileError, count: Int)

  /// There is no such owner; `known` are the owners there are.
  case unknownOwner(OwnerName, known: [OwnerName])
  /// Several owners are called so in other letters, and none in these.
  case severalOwners([OwnerName], called: OwnerName)
  /// The owner who has the name already, as they are called.
  case ownerExists(OwnerName)
  /// The owner has a PIN, and no open session is at hand.
  case locked(OwnerName)
  /// The device that asks was revoked while it was being answered.
  case revoked
  /// The owner has no post of this number.
  case unknownPost(number: Int)
  /// The post is in the trash, where it can only be restored.
  case postInTrash(number: Int)
  /// The post is not in the trash.
  case postNotInTrash(number: Int)
  /// The photo is that of an earlier post.
  case postedBefore(number: Int, isInTrash: Bool)
  /// The photo does not say when it was taken. A label may do without a time; a post needs one.
  case noTime
  /// In the zone of the journal the time is before the year 1 or after 9999.
  case yearOutOfRange(CaptureTime, day: CivilDate)
  /// It was not tried: there is no room on the disk for those before it.
  case noRoomLeft
  /// The disk became full during work that is done in parts. Parts that were done stay.
  case roomUsedUp
  /// The zone's clocks skipped this whole day.
  case dayNeverWas(CivilDate, zone: String)
  /// The zone's clocks skipped this time, from `start` to `end` on the wall clock.
  case timeInGap(CaptureTime, zone: String, start: CaptureTime, end: CaptureTime)
  /// The photo of a post is not there, or not as it was stored.
  case photoBroken(FilePath, because: (any Error)?)
  /// The post has no photo.
  case noPhoto(number: Int)
  /// A post would have neither photo nor words nor mood.
  case emptyPost
  /// A morning page would have no words or no mood.
  case incompleteMorning
  /// The day has a morning page, of this number.
  case morningExists(number: Int, day: CivilDate)
  /// A post would have more tags than one can have.
  case tooManyTags(observed: Int, limit: Int)
  case tooManyPhotos(observed: Int, limit: Int)
  /// A label or an edit is asked for of a video of the post.
  case videoHasNoLabel(number: Int)
  /// The photo is posted already, as the post of this number, and has another video than the one beside it.
  case otherVideo(number: Int)
  /// The video has more bytes than the owner takes.
  case videoTooLarge(size: Int, limit: Int)
  /// The post has no photo at this place, counted from 1.
  case unknownPhoto(Int, number: Int)
  /// Of the photos that are posted together, this one is the same as an earlier one; both by their places,
  /// counted from 1.
  case samePhoto(Int, as: Int)
  /// The post has several photos, and it was not said which is meant.
  case severalPhotos(number: Int)
  /// Nothing is written about a day that is still to come.
  case futureDay(CivilDate, today: CivilDate)
  /// A photo's day is after tomorrow, which may be meant.
  case futurePhoto(CivilDate, today: CivilDate)
  /// The post has no version of this number.
  case unknownVersion(Int, number: Int)
  /// Another process changed the post while this one worked on it.
  case changedMeanwhile(number: Int)
  case setting(SettingError)
}

/// An SQLite error; the codes are those of sqlite3.h.
package struct DatabaseFailure: Sendable, Hashable {
  package enum Kind: Sendable {
    /// Another program holds the database for longer than we wait.
    case locked
    case readOnly
    case diskFull
    /// What is stored contradicts itself.
    case corrupt
    case cannotOpen
    case other
  }

  /// SQLITE_CORRUPT_VTAB: the search index is damaged; there is no other table of that kind.
  package static let damagedVirtualTable = 267

  package let kind: Kind
  /// The extended result code.
  package let code: Int
  package let message: String

  package init(kind: Kind, code: Int, message: String) {
    (self.kind, self.code, self.message) = (kind, code, message)
  }
}

extension DatabaseFailure {
  init(_ error: DatabaseError) {
    let kind: Kind =
      switch error.resultCode {
      case _ where error.isOfBrokenIndex: .corrupt
      case _ where error.isOfSharedMemory: .diskFull
      case .SQLITE_BUSY, .SQLITE_LOCKED: .locked
      case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH: .readOnly
      case .SQLITE_FULL: .diskFull
      case .SQLITE_CORRUPT: .corrupt
      case .SQLITE_CANTOPEN: .cannotOpen
      default: .other
      }
    self.init(
      kind: kind,
      code: error.isOfBrokenIndex
        ? Self.damagedVirtualTable : Int(error.extendedResultCode.rawValue),
      message: error.message ?? "\(error.resultCode)")
  }
}

extension DatabaseError {
  /// Whether FTS5 cannot read its own data. Only search indexes are of this kind, and they can be
  /// built again.
  package var isOfBrokenIndex: Bool {
    extendedResultCode == .SQLITE_CORRUPT_VTAB
      || resultCode == .SQLITE_ERROR && message?.contains("fts5") == true
  }
}

extension JournalError {
  /// Opens a folder whose files are to stay beneath it.
  ///
  /// - Throws: ``file(_:)``.
  package static func opening(_ folder: FilePath) throws -> ContainingFolder {
    do throws(FileError) {
      return try ContainingFolder(folder)
    } catch {
      throw JournalError.file(error)
    }
  }

  /// Does work on the database and maps SQLite's errors to the journal's: a file that is not a
  /// database is ``notAJournal``.
  ///
  /// - Throws: ``JournalError`` for the errors of SQLite and of rows that cannot be decoded, and what
  ///   else the work throws.
  package static func wrapping<Success>(_ work: () throws -> Success) throws -> Success {
    do {
      return try work()
    } catch is RowDecodingError {
      throw JournalError.corruptValue(of: "?")
    } catch let error as DatabaseError {
      if error.resultCode == .SQLITE_NOTADB { throw JournalError.notAJournal }
      throw JournalError.database(DatabaseFailure(error))
    }
  }

  /// A value in the database is not one that this program writes.
  package static func corruptValue(of column: String) -> JournalError {
    .database(
      DatabaseFailure(kind: .corrupt, code: 0, message: "a value of “\(column)” is not possible"))
  }
}
