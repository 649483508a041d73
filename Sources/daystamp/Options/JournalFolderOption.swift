import ArgumentParser
import Foundation
import Journal
import SystemPackage

/// Which journal.
struct JournalFolderOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The journal's folder. Default: $DAYSTAMP_JOURNAL, or daystamp in $XDG_DATA_HOME.",
      valueName: "folder"),
    completion: .directory, transform: RawArguments.path)
  var journal: FilePath?

  /// Opens the journals of all owners in the folder.
  ///
  /// - Throws: ``JournalError``.
  func open() throws -> Journal {
    try Journal(opening: folder(), keys: Keyring(sessions(), now: Clock.now))
  }

  /// Where this login's open sessions are kept.
  func sessions() throws -> SessionFiles {
    let runtime = ProcessInfo.processInfo.environment["XDG_RUNTIME_DIR"]
    return SessionFiles(journal: try folder(), runtimeFolder: runtime.map { FilePath($0) })
  }

  /// The absolute path of the folder that is asked for, or of the usual one.
  func folder() throws -> FilePath { try chosen().fromRoot }

  /// The folder as it was named; the usual one is that of the XDG Base Directory Specification 0.8.
  private func chosen() throws -> FilePath {
    if let journal { return journal }
    let environment = ProcessInfo.processInfo.environment
    if let path = environment["DAYSTAMP_JOURNAL"], !path.isEmpty { return FilePath(path) }
    // A relative path is to be ignored, says the specification.
    if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") {
      return FilePath(data).appending("daystamp")
    }
    guard let home = environment["HOME"] ?? Login.home, !home.isEmpty else {
      throw ValidationError("There is no home folder to keep the journal in; give --journal.")
    }
    return FilePath(home).appending(".local/share/daystamp")
  }
}
