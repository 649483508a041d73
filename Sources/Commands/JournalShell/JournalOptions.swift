import Shell
package import ArgumentParser
import CaptureTime
import Files
import Foundation
package import Journal
package import Store
import Synchronization
package import SystemPackage
import Wording

/// The journal and its owner.
package struct JournalOptions: JournalPlace {
  @Option(help: .journalFolder, completion: .directory, transform: RawArguments.path)
  package var journal: FilePath?

  @Flag(help: DefaultsOption.help)
  package var noConfig = false

  @Option(help: ArgumentHelp("The journal's owner. Default: your login name.", valueName: "name"))
  package var owner: String?

  package init() {}

  package func validate() throws {
    _ = try owner.map(Self.checked)
  }

  /// Opens the owner's journal, which must be there.
  ///
  /// - Throws: ``JournalError``.
  package func open() throws -> OwnerJournal {
    try openAll().journal(of: ownerName())
  }

  /// Opens the owner's journal, nil where the folder has none.
  ///
  /// - Throws: ``JournalError``.
  package func openIfThere() throws -> OwnerJournal? {
    do {
      return try open()
    } catch JournalError.noJournal {
      return nil
    }
  }

  /// Opens the owner's journal. Where the folder has none it is made, with this owner and these
  /// settings, and that is said; a further owner is only made when asked for, so that a mistyped name
  /// makes nobody.
  ///
  /// - Throws: ``JournalError``.
  package func openOrMake(
    with usual: JournalSettings? = nil
  ) throws -> OwnerJournal {
    let owner = try ownerName()
    do {
      return try openAll().journal(of: owner)
    } catch JournalError.noJournal {
      return try make(with: usual).journal(of: owner)
    }
  }

  /// The folder for a new journal, if it holds other things; nil for one with a journal, or with nothing but
  /// hidden files.
  ///
  /// - Throws: `ValidationError` where no folder is known.
  package func folderOfOtherThings() throws -> FilePath? {
    let folder = try folder()
    // Why it cannot be read, the making of the journal reports.
    guard let entries = try? FolderListing.everything(in: folder) else { return nil }
    let names = entries.filter { !$0.isHidden }.map(\.name.string)
    guard !names.contains(String(decoding: JournalStore.databaseFile)) else { return nil }
    let own = names.filter { $0.hasPrefix("journal.") || ["photos", "lost+found"].contains($0) }
    return own.count < names.count ? folder : nil
  }

  /// Makes a journal, with this owner and these settings, where the folder has none, and says so.
  ///
  /// - Throws: ``JournalError``.
  package func make(with usual: JournalSettings? = nil) throws -> Journal {
    let (folder, owner) = (try folder(), try ownerName())
    let settings = try usual ?? JournalSettings(zone: .ofThisMachine())
    let journal = try Journal(making: folder, owner: owner, settings: settings)
    Console.say(Wording.madeJournal(folder, owner, settings))
    return journal
  }

  /// The owner's journal that words of a command line mean, with the user's defaults, for a shell that
  /// completes a word: nothing is said.
  ///
  /// - Parameters:
  ///   - words: those of the command line.
  ///   - root: the program.
  /// - Returns: the journal.
  /// - Throws: any error.
  package static func completing(
    _ words: [String], of root: any ParsableCommand.Type
  ) throws -> OwnerJournal {
    var given: [String] = []
    for (index, word) in words.enumerated() {
      for name in ["--journal", "--owner"] {
        if word == name, index + 1 < words.count { given += [word, words[index + 1]] }
        if word.hasPrefix("\(name)=") { given.append(word) }
      }
    }
    let usual = try DefaultsFile.journalArguments(for: ["list"] + given, of: root)
    let place = try JournalOptions.parse(usual + given)
    let keys = Keyring(try place.sessions(), now: Clock.now)
    return try Journal(opening: place.folder(), keys: keys).journal(of: place.ownerName())
  }

  /// Refuses a folder in the journal's own as a place to copy photos to.
  ///
  /// - Throws: `ValidationError`.
  package func checkIsOutside(_ folder: FilePath) throws {
    if folder.absolute.isWithin(try self.folder()) {
      throw ValidationError(Wording.insideJournal(folder))
    }
  }

  /// The options that lead another command line, given anywhere, to the same journal: that of a
  /// folder is among them where only the environment names it too.
  package func repeated() throws -> [String] {
    try repeatedFolder() + (owner.map { ["--owner", $0] } ?? [])
  }

  package func ownerName() throws -> OwnerName {
    guard let name = owner ?? Login.name else {
      throw ValidationError("This user has no login name; give --owner.")
    }
    return try Self.checked(name)
  }

  private static func checked(_ name: String) throws -> OwnerName {
    try Wording.checking("--owner", name) { try OwnerName(RawArguments.text($0)) }
  }
}

/// Which journal.
package struct JournalFolderOption: JournalPlace {
  @Option(help: .journalFolder, completion: .directory, transform: RawArguments.path)
  package var journal: FilePath?

  @Flag(help: DefaultsOption.help)
  package var noConfig = false

  package init() {}
}

extension ArgumentHelp {
  fileprivate static let journalFolder = ArgumentHelp(
    "The journal's folder. Default: $DAYSTAMP_JOURNAL, or daystamp in $XDG_DATA_HOME.",
    valueName: "folder")
}

/// Options that say which journal. They stand in each group that has them and are no group within it: a
/// debug build of ArgumentParser checks every group three times for each check of what it is in.
package protocol JournalPlace: ParsableArguments {
  /// The folder that is given.
  var journal: FilePath? { get }
  /// Whether the user's defaults are left aside.
  var noConfig: Bool { get }
}

extension JournalPlace {
  /// Opens the journals of all owners in the folder.
  ///
  /// - Throws: ``JournalError``.
  package func openAll() throws -> Journal {
    FolderLock.waitNotice.withLock { $0 = { Console.say(Wording.waits(for: $0)) } }
    let journal = try Journal(opening: folder(), keys: Keyring(sessions(), now: Clock.now))
    if let exposure = FolderExposure(of: journal.folder) { Console.say(Wording.warning(exposure)) }
    Self.alikeOwners(of: journal).forEach { Console.say(Wording.warning($0)) }
    return journal
  }

  private static func alikeOwners(of journal: Journal) -> [AlikeOwners] {
    do {
      return try journal.alikeOwners()
    } catch {
      // What cannot be read, the work that needs it reports.
      return []
    }
  }

  /// Where this login's open sessions are kept.
  package func sessions() throws -> SessionFiles {
    let runtime = ProcessInfo.processInfo.environment["XDG_RUNTIME_DIR"]
    return SessionFiles(journal: try folder(), runtimeFolder: runtime.map { FilePath($0) })
  }

  /// As ``JournalOptions/repeated()``, but for the owner.
  fileprivate func repeatedFolder() throws -> [String] {
    let isNamed =
      ProcessInfo.processInfo.environment["DAYSTAMP_JOURNAL"]?.isEmpty == false
    return (journal != nil || isNamed ? ["--journal", String(decoding: try folder())] : [])
      + (noConfig ? ["--\(DefaultsOption.name)"] : [])
  }

  /// The absolute path of the folder that is given, or of the default one.
  package func folder() throws -> FilePath { try chosen().absolute }

  private func chosen() throws -> FilePath {
    if let journal {
      // An empty path would mean the current folder.
      guard !journal.isEmpty else { throw ValidationError("--journal is empty; give a folder.") }
      return journal
    }
    let environment = ProcessInfo.processInfo.environment
    guard let folder = JournalFolder.usual(environment: environment, home: Login.home) else {
      throw ValidationError("There is no home folder to keep the journal in; give --journal.")
    }
    return folder
  }
}
