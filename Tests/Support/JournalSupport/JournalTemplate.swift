import Foundation
package import Journal
package import Store
import Synchronization
package import SystemPackage

/// Makes each new journal's database once and copies it from then on: most tests begin with one, and making
/// it runs the statements of every version of the schema.
package enum JournalTemplate {
  private struct Key: Hashable {
    let owner: OwnerName
    let settings: [SettingKey: String]
  }

  private static let databases = Mutex<[Key: Data]>([:])

  /// Makes a journal with one owner, as `Journal(making:owner:settings:)` does.
  package static func make(
    _ folder: FilePath, owner: OwnerName, settings: JournalSettings
  ) throws {
    let key = Key(owner: owner, settings: settings.texts)
    let path = folder.appending("journal.sqlite").string
    if let database = databases.withLock({ $0[key] }) {
      let files = FileManager.default
      try files.createDirectory(
        atPath: folder.string, withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
      guard
        files.createFile(atPath: path, contents: database, attributes: [.posixPermissions: 0o600])
      else { throw CocoaError(.fileWriteUnknown) }
      return
    }
    try Journal(making: folder, owner: owner, settings: settings).store.close()
    let database = try Data(contentsOf: URL(filePath: path))
    databases.withLock { $0[key] = database }
  }
}
