package import ArgumentParser
import Files
import Glibc
package import SystemPackage

/// Whether a command does without the defaults of the user's file; the commands that have this option
/// are those that take defaults from it.
package struct DefaultsOption: ParsableArguments {
  package static let name = "no-config"

  package static let help: ArgumentHelp =
    "Ignore your defaults file (see daystamp config path)."

  @Flag(help: DefaultsOption.help)
  var noConfig = false

  package init() {}
}

/// The file in which a user keeps defaults for options.
///
/// `DAYSTAMP_CONFIG` names it, and where that is empty there is none; else it is
/// `daystamp/config.toml` in `XDG_CONFIG_HOME` or `~/.config` (XDG Base Directory Specification).
package struct DefaultsFile: Sendable {
  static let variable = "DAYSTAMP_CONFIG"
  /// In bytes; more than a file of defaults has any use for.
  static let limit = 64 << 10

  package let path: FilePath
  /// Whether the environment names this very file, so that it has to be there.
  let isNamed: Bool

  /// Nil where there is none, and no place for one.
  ///
  /// - Parameters:
  ///   - environment: the value of a variable; nil where it is not set.
  ///   - home: the home folder by the machine's list of users.
  init?(environment: (String) -> FilePath?, home: () -> FilePath?) {
    if let named = environment(Self.variable) {
      if named.isEmpty { return nil }
      self.init(path: named, isNamed: true)
      return
    }
    self.init("config.toml", environment: environment, home: home)
  }

  /// A file of the user's settings of programs; nil where there is no place for one.
  ///
  /// - Parameters:
  ///   - name: the file's.
  ///   - environment: the value of a variable; nil where it is not set.
  ///   - home: the home folder by the machine's list of users.
  init?(_ name: String, environment: (String) -> FilePath?, home: () -> FilePath?) {
    // A relative path is to be ignored, says the specification.
    let folder: FilePath
    if let settings = environment("XDG_CONFIG_HOME"), settings.isAbsolute {
      folder = settings
    } else if let home = environment("HOME") ?? home(), !home.isEmpty {
      folder = home.appending(".config")
    } else {
      return nil
    }
    self.init(path: folder.appending("daystamp").appending(name), isNamed: false)
  }

  private init(path: FilePath, isNamed: Bool) { (self.path, self.isNamed) = (path, isNamed) }

  /// That of the user who runs the program.
  package static var ofThisUser: DefaultsFile? {
    DefaultsFile(environment: pathInEnvironment) { Login.home.map { FilePath($0) } }
  }

  /// Another file of the user's, beside the usual place of that one.
  package static func ofThisUser(_ name: String) -> DefaultsFile? {
    DefaultsFile(name, environment: pathInEnvironment) { Login.home.map { FilePath($0) } }
  }

  /// A file that a program keeps of what it did: `daystamp/NAME` in `XDG_STATE_HOME` or `~/.local/state`; nil
  /// where there is no place for one.
  package static func state(_ name: FilePath) -> FilePath? {
    let folder: FilePath
    if let state = pathInEnvironment("XDG_STATE_HOME"), state.isAbsolute {
      folder = state
    } else if let home = pathInEnvironment("HOME") ?? Login.home.map({ FilePath($0) }),
      !home.isEmpty
    {
      folder = home.appending(".local").appending("state")
    } else {
      return nil
    }
    return folder.appending("daystamp").appending(name.components)
  }

  private static func pathInEnvironment(_ name: String) -> FilePath? {
    getenv(name).map { FilePath(platformString: $0) }
  }

  /// That of the user, nil where it is not there and need not be: one call of stat(2), and nothing else
  /// of files of defaults is run.
  static var toRead: DefaultsFile? {
    guard let file = ofThisUser else { return nil }
    return file.isNamed || (try? file.isThere()) != false ? file : nil
  }

  /// Whether something has the file's name.
  ///
  /// - Throws: ``DefaultsError`` where that cannot be told.
  package func isThere() throws(DefaultsError) -> Bool {
    do throws(Errno) {
      _ = try path.stat()
      return true
    } catch {
      if [.noSuchFileOrDirectory, .notDirectory].contains(error) { return false }
      throw DefaultsError(path, .file(.system(.open, path, error)))
    }
  }
}
