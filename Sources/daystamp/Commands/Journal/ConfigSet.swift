import ArgumentParser
import Journal
import Shell
import Stamping
import Store
import SystemPackage

/// `daystamp config set`: a setting gets a value.
struct ConfigSet: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "set",
    abstract: "Change a setting.",
    discussion: """
      \(ConfigCommand.keys)

      EXAMPLES
        daystamp config set time-zone Asia/Seoul
        daystamp config set export-to ~/Pictures/Diary
        daystamp config set label-color '#ff8c1a'
        daystamp config set label-text 'Site 4 · {time}'
      """)

  @Argument(help: "The setting.")
  var key: SettingKey

  // An array, because only that takes a value which begins with a minus, such as a zone's offset.
  @Argument(
    parsing: .allUnrecognized, help: ArgumentHelp("Its value, only one.", valueName: "value"))
  var values: [String]

  @OptionGroup(title: "Journal") var place: JournalOptions

  func validate() throws {
    guard values.count == 1 else { throw ValidationError(Wording.severalValues(values)) }
    let text = try text()
    do {
      try JournalSettings.check(key, text)
    } catch {
      throw ValidationError("\(Wording.message(for: error)).")
    }
  }

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    let text = try text()
    try checkFile(text)
    try journal.settings.set(key, to: text)
    switch key {
    case .timeZone, .dayStart: Console.say(Wording.daysStay)
    case .labelStyle:
      let settings = try journal.settings.current()
      let overriding = SettingKey.allCases.filter { $0.overridesStyle && settings.texts[$0] != nil }
      if !overriding.isEmpty { Console.say(Wording.overridden(overriding)) }
    default: break
    }
    return .success
  }

  /// What is to be set: a path from the root on, where the folder at hand is meant.
  private func text() throws -> String {
    let text = try Wording.checking(key.rawValue, values[0]) { try RawArguments.text($0) }
    switch key {
    case .exportFolder where !text.isEmpty, .labelFont where text.contains("/"):
      return String(decoding: FilePath(text).fromRoot.lexicallyNormalized())
    default: return text
    }
  }

  /// Looks whether the file or folder that is named is of its kind; a folder may be missing.
  private func checkFile(_ text: String) throws {
    switch key {
    case .labelFont: _ = try LabelFonts(ofThisProgram: LabelStyle.Face(parsing: text))
    case .exportFolder:
      let path = FilePath(text)
      if let type = try? path.stat().type, type != .directory {
        throw ValidationError(Wording.notAFolder(path))
      }
    default: break
    }
  }
}
