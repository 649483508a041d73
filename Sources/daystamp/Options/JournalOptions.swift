import ArgumentParser
import CaptureTime
import Foundation
import Journal
import SystemPackage

/// Which journal, and whose.
struct JournalOptions: ParsableArguments {
  @OptionGroup var location: JournalFolderOption

  @Option(help: ArgumentHelp("Whose journal. Default: your login name.", valueName: "name"))
  var owner: String?

  func validate() throws {
    _ = try owner.map(Self.checked)
  }

  /// Opens the owner's journal, which must be there.
  ///
  /// - Throws: ``JournalError``.
  func open() throws -> OwnerJournal {
    try location.open().journal(of: ownerName())
  }

  /// Opens the owner's journal, nil where the folder has none.
  ///
  /// - Throws: ``JournalError``.
  func openIfThere() throws -> OwnerJournal? {
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
  func openOrMake(
    with usual: JournalSettings? = nil
  ) throws -> OwnerJournal {
    let (folder, owner) = (try folder(), try ownerName())
    do {
      return try location.open().journal(of: owner)
    } catch JournalError.noJournal {
      let settings = try usual ?? JournalSettings(zone: .ofThisMachine())
      let journal = try Journal(making: folder, owner: owner, settings: settings)
      Console.say(Wording.madeJournal(folder, owner, settings))
      return try journal.journal(of: owner)
    }
  }

  /// Refuses a folder in the journal's own as a place to copy photos to.
  ///
  /// - Throws: `ValidationError`.
  func checkIsOutside(_ folder: FilePath) throws {
    if folder.fromRoot.lexicallyNormalized().starts(with: try self.folder().lexicallyNormalized()) {
      throw ValidationError(Wording.insideJournal(folder))
    }
  }

  /// The absolute path of the journal's folder.
  func folder() throws -> FilePath { try location.folder() }

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
