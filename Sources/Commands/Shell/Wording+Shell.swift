import ArgumentParser
import Glibc
import SystemPackage
package import Wording

/// What any command says beside errors.
extension Wording {
  static func lostOutput(_ error: Errno, to descriptor: CInt) -> String {
    let place = descriptor == STDOUT_FILENO ? "standard output" : "file descriptor \(descriptor)"
    return "Daystamp cannot write to \(place): \(error). Some output is missing."
  }

  static func usedDefaults(_ path: FilePath, _ keys: [String], isProfile: Bool) -> String {
    "Note: \(escaped(keys.joined(separator: ", "))) came from \(name(path))"
      + (isProfile ? "." : "; --no-config ignores it.")
  }

  /// Where the file of defaults is, or would be.
  package static func defaultsFile(isThere: Bool) -> String {
    isThere ? "The file exists." : "The file does not exist; create it to set your own defaults."
  }

  package static let noDefaultsFile =
    "There is no defaults file: $DAYSTAMP_CONFIG is empty, or you have no home folder."

  package static func unnamedZone(_ variable: String) -> String {
    "TZ is “\(escaped(variable))”, but a journal needs the name of a time zone; "
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
      ? message : "\(message) The commands are: \(names.joined(separator: ", "))."
  }

  static func fileForCommand(_ file: String, _ command: [String]) -> String {
    "'\(escaped(file))' is not a command. Did you mean this?\n"
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
  /// one of several lines, the problem comes first, and then its beginning.
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

  /// The most characters of a value to repeat before its problem.
  private static let shownLength = 40
  /// The characters of a longer value that let a person recognize it.
  private static let shownBeginning = 20
}

extension RawArguments.NotUTF8: Worded {
  package var wording: ErrorMessage { ErrorMessage("text.not-utf8") }
}
