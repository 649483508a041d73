import ArgumentParser
import CaptureTime
import Glibc
package import Journal
package import Stamping
package import Store
package import SystemPackage
package import Wording

/// What both programs say beside errors.
extension Wording {
  static func lostOutput(_ error: Errno, to descriptor: CInt) -> String {
    let place = descriptor == STDOUT_FILENO ? "Standard output" : "File descriptor \(descriptor)"
    return "\(place) cannot be written: \(error). Some of what belongs there is missing."
  }

  package static func failure(_ path: FilePath, _ error: StampError) -> String {
    error.wording.about(path).commandLine
  }

  package static func warning(ofPost number: Int, _ warning: StampWarning) -> String {
    "post \(number): note: \(warning.wording.commandLine)"
  }

  package static func warning(_ path: FilePath, _ warning: StampWarning) -> String {
    "\(name(path)): note: \(warning.wording.commandLine)"
  }

  package static func warning(_ exposure: FolderExposure) -> String {
    "warning: \(exposure.wording.commandLine)."
  }

  package static func warning(_ owners: AlikeOwners) -> String {
    "warning: \(owners.wording.commandLine)."
  }

  package static func madeJournal(
    _ folder: FilePath, _ owner: OwnerName, _ settings: JournalSettings
  ) -> String {
    "Made a journal in \(name(folder)) for \(escaped(owner.text)), with the time zone "
      + "\(escaped(settings.zone.name)); daystamp config set time-zone changes that."
  }

  static func keptDraft(
    _ file: FilePath, _ again: KeptCommand, over conflict: KeptCommand.Conflict?
  ) -> String {
    let kept = "What you wrote is kept; \(again.command) < \(shellWord(String(decoding: file)))"
    switch conflict {
    case nil: return "\(kept) takes it from there."
    case .replacesWords(let versions):
      return "\(kept) puts your words in place of the others', which \(versions) keeps."
    case .replacesCaption:
      return "\(kept) puts your caption in place of the other, which is not kept."
    case .adds:
      return "Somebody wrote it meanwhile. \(kept) adds what that file has below theirs."
    }
  }

  /// Of a file, or of the folder where there is no telling which of its files it is.
  static func draftOfEarlierRun(_ path: FilePath) -> String {
    "What you wrote in an earlier run was not stored, and is still in \(name(path)); remove it once you "
      + "need it no more."
  }

  static func leftDraft(_ folder: FilePath) -> String {
    "\(name(folder)), in which you wrote, cannot be removed; it is no longer needed."
  }

  static func waits(for lock: FilePath) -> String {
    "Waiting for another program that is at work in the journal (it holds \(name(lock))); Ctrl-C ends "
      + "the wait."
  }

  static func usedDefaults(_ path: FilePath, _ keys: [String], isProfile: Bool) -> String {
    "Note: \(name(path)) gave \(escaped(keys.joined(separator: ", ")))"
      + (isProfile ? "." : "; --no-config leaves it out.")
  }

  /// Where the file of defaults is, or would be.
  package static func defaultsFile(isThere: Bool) -> String {
    isThere ? "The file is there." : "The file is not there; make it for defaults of your own."
  }

  package static let noDefaultsFile =
    "There is no file of defaults: $DAYSTAMP_CONFIG is empty, or there is no home folder."

  package static func insideJournal(_ folder: FilePath) -> String {
    "\(name(folder)) is in the journal's own folder; give one outside it."
  }

  package static func unnamedZone(_ variable: String) -> String {
    "TZ is “\(escaped(variable))”, which is not the name of a time zone that a journal can keep; "
      + "set it to one such as Asia/Seoul."
  }

  package static func didYouMean(_ name: String) -> String { "Did you mean '\(name)'?" }

  static func unknownOption(_ name: String, nearest: String?) -> String {
    ["Unknown option '\(escaped(name))'.", nearest.map(didYouMean)].compactMap(\.self)
      .joined(separator: " ")
  }

  /// What is said of a word that stands where a command should be, with the command that may be meant,
  /// else with the names of all, where they are few.
  static func unknownCommand(_ word: String, nearest: String?, names: [String]) -> String {
    let message = "There is no command '\(escaped(word))'."
    if let nearest { return "\(message) \(didYouMean(nearest))" }
    return names.isEmpty || names.count > 8
      ? message : "\(message) There are: \(names.joined(separator: ", "))."
  }

  static func fileForCommand(_ file: String, _ command: [String]) -> String {
    "'\(escaped(file))' is no command. Did you mean this?\n"
      + "  \(command.joined(separator: " ")) \(shellWord(file))"
  }

  static func earlyOption(_ name: String, _ command: [String]) -> String {
    "Options come after the command: \(command.joined(separator: " ")) \(escaped(name))"
  }

  static func lateCommand(_ command: [String]) -> String {
    "The command comes before its options: \(command.joined(separator: " "))"
  }

  /// A word as a shell takes it.
  package static func shellWord(_ word: String) -> String {
    let plain = word.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || "0123456789._-/+,:@%".unicodeScalars.contains($0)
    }
    return plain && !word.isEmpty
      ? word : "'\(escaped(word).replacing("'", with: "'\\''"))'"
  }

  /// Reads a value of the command line, which names the option where it is wrong.
  ///
  /// - Throws: `ValidationError`.
  package static func checking<Value>(_ read: () throws -> Value) throws -> Value {
    do {
      return try read()
    } catch {
      throw ValidationError(sentence(for: error))
    }
  }

  /// Reads a value that may be one of some names, and says which of them may be meant where it is wrong.
  ///
  /// - Throws: `ValidationError`.
  package static func checking<Value>(
    _ text: String, among names: @autoclosure () -> [String], _ read: (String) throws -> Value
  ) throws -> Value {
    do {
      return try read(text)
    } catch {
      let advice = NearestName.of(text, among: names()).map { " " + didYouMean($0) } ?? ""
      throw ValidationError("\(message(for: error)).\(advice)")
    }
  }

  /// Reads an option's value, and says which option and value where it is wrong: of a long one, or
  /// one of several lines, what is wrong comes first, and then how it begins.
  ///
  /// - Throws: `ValidationError`.
  package static func checking<Value>(
    _ option: String, _ text: String, _ read: (String) throws -> Value
  ) throws -> Value {
    do {
      return try read(text)
    } catch {
      let reason = sentence(for: error)
      guard text.count > shownLength || text.contains(where: \.isNewline) else {
        throw ValidationError("\(option) \(escaped(text)): \(reason)")
      }
      let beginning = text.prefix { !$0.isNewline }.prefix(shownBeginning)
      throw ValidationError("\(option): \(reason) It begins “\(escaped(String(beginning)))…”.")
    }
  }

  /// The most characters of a value that are repeated before what is wrong with it.
  private static let shownLength = 40
  /// The characters of a longer value by which a person knows it again.
  private static let shownBeginning = 20
}

/// Why no PIN was read.
package enum PINEntryError: Error, Worded {
  /// An empty line, or none.
  case nothing
  /// Far longer than any PIN.
  case tooLong
  case entriesDiffer

  package var wording: ErrorMessage {
    switch self {
    case .nothing: ErrorMessage("pin.none")
    case .tooLong: ErrorMessage("pin.too-long")
    case .entriesDiffer: ErrorMessage("pin.entries-differ")
    }
  }
}

extension RawArguments.NotUTF8: Worded {
  package var wording: ErrorMessage { ErrorMessage("text.not-utf8") }
}
