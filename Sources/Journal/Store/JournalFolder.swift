package import SystemPackage

/// Where a journal is when nobody says where.
package enum JournalFolder {
  /// The folder that the environment names, else the usual one of the XDG Base Directory
  /// Specification 0.8.
  ///
  /// - Parameters:
  ///   - environment: the process's.
  ///   - home: the home folder by the machine's list of users.
  /// - Returns: nil where there is no home folder to keep it in.
  package static func usual(environment: [String: String], home: String?) -> FilePath? {
    if let path = environment["DAYSTAMP_JOURNAL"], !path.isEmpty { return FilePath(path) }
    // A relative path is to be ignored, says the specification.
    if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") {
      return FilePath(data).appending("daystamp")
    }
    guard let home = environment["HOME"] ?? home, !home.isEmpty else { return nil }
    return FilePath(home).appending(".local/share/daystamp")
  }
}
