import ArgumentParser
import CaptureTime
import Foundation
import Glibc
import Journal
import SystemPackage

/// Which journal, and whose.
struct JournalOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The journal's folder. Default: $DAYSTAMP_JOURNAL, or daystamp in $XDG_DATA_HOME.",
      valueName: "folder"),
    completion: .directory, transform: RawArguments.path)
  var journal: FilePath?

  @Option(help: ArgumentHelp("Whose journal. Default: your login name.", valueName: "name"))
  var owner: String?

  func validate() throws {
    _ = try owner.map(Self.checked)
  }

  /// Opens the owner's journal, which must be there.
  ///
  /// - Throws: ``JournalError``.
  func open() throws -> OwnerJournal {
    try Journal(opening: folder()).journal(of: ownerName())
  }

  /// Opens the owner's journal. Where the folder has none it is made, with this owner, and that is
  /// said; a further owner is only made when asked for, so that a mistyped name makes nobody.
  ///
  /// - Throws: ``JournalError``.
  func openOrMake() throws -> OwnerJournal {
    let (folder, owner) = (try folder(), try ownerName())
    do {
      return try Journal(opening: folder).journal(of: owner)
    } catch JournalError.noJournal {
      let settings = JournalSettings(zone: CaptureZone(TimeZone.current))
      let journal = try Journal(making: folder, owner: owner, settings: settings)
      Console.say(Wording.madeJournal(folder, owner, settings))
      return try journal.journal(of: owner)
    }
  }

  /// The folder that is asked for, or the usual one (XDG Base Directory Specification 0.8).
  func folder() throws -> FilePath {
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

  func ownerName() throws -> OwnerName {
    guard let name = owner ?? Login.name else {
      throw ValidationError("This user has no login name; give --owner.")
    }
    return try Self.checked(name)
  }

  private static func checked(_ name: String) throws -> OwnerName {
    try Wording.checking("--owner", name) { try OwnerName(RawArguments.text($0)) }
  }
}

/// Who runs the program, by the machine's list of users.
private enum Login {
  static var name: String? { entry.map { String(cString: $0.pw_name) } }
  static var home: String? { entry.map { String(cString: $0.pw_dir) } }

  private static var entry: passwd? { getpwuid(getuid())?.pointee }
}
