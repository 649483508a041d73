package import ArgumentParser
import Foundation
import Journal
package import Store
package import SystemPackage

/// Which journal.
package struct JournalFolderOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The journal's folder. Default: $DAYSTAMP_JOURNAL, or daystamp in $XDG_DATA_HOME.",
      valueName: "folder"),
    completion: .directory, transform: RawArguments.path)
  package var journal: FilePath?

  package init() {}

  /// Opens the journals of all owners in the folder.
  ///
  /// - Throws: ``JournalError``.
  package func open() throws -> Journal {
    try Journal(opening: folder(), keys: Keyring(sessions(), now: Clock.now))
  }

  /// Where this login's open sessions are kept.
  package func sessions() throws -> SessionFiles {
    let runtime = ProcessInfo.processInfo.environment["XDG_RUNTIME_DIR"]
    return SessionFiles(journal: try folder(), runtimeFolder: runtime.map { FilePath($0) })
  }

  /// The absolute path of the folder that is asked for, or of the usual one.
  package func folder() throws -> FilePath { try chosen().fromRoot }

  private func chosen() throws -> FilePath {
    if let journal {
      // Taken as a path it would be the folder at hand.
      guard !journal.isEmpty else { throw ValidationError("--journal names no folder.") }
      return journal
    }
    let environment = ProcessInfo.processInfo.environment
    guard let folder = JournalFolder.usual(environment: environment, home: Login.home) else {
      throw ValidationError("There is no home folder to keep the journal in; give --journal.")
    }
    return folder
  }
}
