package import SystemPackage

/// Why a journal could not be exported, imported or backed up at all; the wording is the caller's.
package enum MovingError: Error, Sendable {
  /// The folder to export into has something in it.
  case notEmpty(FilePath)
  /// There is a file of the backup's name.
  case fileExists(FilePath)
  /// The backup would take the place of a file that the journal itself uses.
  case isOfTheJournal(FilePath)
  /// There is no `journal.json` in the folder.
  case noExport(FilePath)
  /// `journal.json` is not JSON, or a value of the journal itself is missing or of another type.
  case unreadable(FilePath, any Error)
  /// `journal.json` says that it is something else.
  case format(observed: String, expected: String)
  /// A newer version of Daystamp wrote the export.
  case version(observed: Int, known: Int)
  case owner(String, NameError)
  case lastNumber(observed: Int, expected: ClosedRange<Int>)
  case unknownSetting(String)
  case setting(SettingError)
}
