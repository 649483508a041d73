package import Files

/// Something that a salvage could not bring into the new journal as it was; the wording is the
/// caller's.
package enum SalvageFinding: Sendable {
  /// There is no database, or nothing can be read of it.
  case noDatabase(FileError?)
  /// The write-ahead log is damaged, so that the latest changes may be lost.
  case damagedLog
  /// Pages of a table are damaged: what was on them, and is not told of otherwise, is lost.
  case damagedTable(String)
  /// A table is not there though the database says which version it is of: all that was in it is lost.
  case missingTable(String)
  /// So many rows of a table cannot be read.
  case lostRows(Int, table: String)
  /// So many rows of a table are lost, and were made anew for the rows that refer to them.
  case recovered(Int, table: String)
  /// So many rows of a table are not as an index has them: one of the two is older, or damaged.
  case contradicted(Int, table: String)
  /// So many documents differ from a search index: it is damaged, or they are. Nil where so much of it is
  /// damaged that nothing could be compared with it.
  case index(String, documents: Int?)

  /// An owner whose name is lost goes by this one.
  case renamedOwner(OwnerName)
  /// A setting of an owner cannot be what is stored, and has its default.
  case setting(OwnerName, SettingError)
  /// The settings of an owner are lost; the time zone is this one.
  case noSettings(OwnerName, zone: String)
  /// An owner's PIN is not in the new journal, which is open.
  case noPIN(OwnerName, LostPIN)
  /// There was a PIN, and nothing is left that says whose.
  case somebodysPIN

  /// A file or folder that cannot be read.
  case unreadable(FileError)
  /// A file that belongs to no post as far as is known; it was copied here, a path from the new
  /// journal's folder.
  case setAside(ContainedPath, to: ContainedPath)
  /// What an area found in its rows and files.
  case area(any AreaSalvageFinding)

  /// Why a PIN is not in the new journal.
  package enum LostPIN: Sendable, Hashable {
    /// What is stored of it is damaged.
    case damaged
    /// The file that PINs are compared with is missing or cannot be read.
    case noPepper
  }
}

/// A finding of one area, in ``SalvageFinding/area(_:)``.
package protocol AreaSalvageFinding: Sendable {}

/// An area's part of one ``JournalSalvage``.
package protocol AreaSalvage: AnyObject {
  /// Reads the area's rows and files and writes what can be used.
  ///
  /// - Returns: how many items the new journal has of it.
  /// - Throws: ``JournalError`` where the new journal cannot be written.
  func run(
    _ salvage: JournalSalvage, progress: JournalSalvage.Progress,
    report: @escaping JournalSalvage.Report
  ) throws -> Int
}
