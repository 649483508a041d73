import JournalShell
import PhotoCommands
import ArgumentParser
import Journal
import Shell
import Stamping
import Store
import SystemPackage
import Wording

/// `daystamp config`: the settings of an owner's journal.
struct ConfigCommand: AsyncParsableCommand {
  static let keys = """
    KEYS
      time-zone         Zone that says when it is today: Asia/Seoul, +09:00.
                        With photo instead of a zone, sets post-zone.
      post-zone         Zone of a photo's day: photo, where it was taken, if
                        that is known; or journal, as time-zone says.
      day-start         When a day begins; with 04:00, late nights count to
                        the day before.
      week-start        Weekday on which weeks begin: monday.
      lock-after        Lock a journal with a PIN after this many minutes
                        without use: 0, 1, 5, 15 or 30.
      export-to         Folder of your own that gets a copy of every stamped
                        photo, when it is posted and when it is restamped.
      leap-birthday     When to celebrate 29 February in other years:
                        28-feb or 1-mar.
      keyword-length    Longest keyword of a contact, 5 to 12 characters; a
                        Korean one has at most 5.
      web-address       How browsers reach daystamp-server, for the links of
                        reminders: https://photos.example.org.
      reminder-language Language of reminders and calendar feeds: en or ko.
      video-size        Largest video, in megabytes, 1 to 2000.
      text-pool         Where the text of the day comes from: all, hearts, unused,
                        'collection NAME' or 'section NAME/KEY'.
      question-collection
                        The collection of the day's question, or none.
      label-style       A look: plain, film, diary or box.
      label-text        Text with fields: 'Site 4 · {time}', '{caption}'.
      label-format, label-locale, label-size, label-margin, label-position,
      label-color, label-outline, label-glow, label-background, label-tone,
      label-font
                        As the options of daystamp stamp. They override the
                        style, whichever of the two was set later.
    """

  static let configuration = CommandConfiguration(
    commandName: "config",
    abstract: "Show or change the journal's settings; name the file of defaults.",
    discussion: """
      A journal's settings decide how its posts look and when its days begin. Each owner has \
      settings of their own. Options of daystamp post override them for one photo. Existing posts \
      keep their days and labels.

      Your defaults for command options are in a file instead. daystamp config path prints its \
      path, and daystamp config path --help describes it.

      \(keys)

      EXAMPLES
        daystamp config
        daystamp config set day-start 04:00
        daystamp config set label-style film
        daystamp config reset label-color label-size
      """,
    subcommands: [ConfigGet.self, ConfigSet.self, ConfigReset.self, ConfigPath<Daystamp>.self],
    defaultSubcommand: ConfigGet.self)
}

struct ConfigGet: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "get",
    abstract: "Show all settings, or the value of one.",
    discussion: """
      \(ConfigCommand.keys)

      EXAMPLES
        daystamp config get
        daystamp config get time-zone
        daystamp config get --json
      """)

  @Argument(help: "The setting. Default: all settings.")
  var key: SettingKey?

  @Flag(help: "One JSON object for each setting.")
  var json = false

  @OptionGroup(title: "Journal") var place: JournalOptions

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    let settings = try journal.settings.current()
    let keys = key.map { [$0] } ?? SettingKey.allCases
    if !json, let key {
      Console.print(Wording.escaped(settings.text(key) ?? ""))
      return .success
    }
    keys.printLines(asJSON: json, { SettingDescription($0, in: settings) }) {
      [
        $0.rawValue, settings.text($0).map(Wording.escaped) ?? Wording.missing($0),
        settings.texts[$0] == nil ? Wording.isDefault : "",
      ]
    }
    return .success
  }
}

struct ConfigReset: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "reset",
    abstract: "Reset settings to their defaults.",
    discussion: """
      The time zone has no default; set another.

      EXAMPLES
        daystamp config reset day-start
        daystamp config reset label-color label-size
      """)

  @Argument(help: "The settings.")
  var keys: [SettingKey]

  @OptionGroup(title: "Journal") var place: JournalOptions

  func validate() throws {
    guard !keys.contains(.timeZone) else { throw ValidationError(Wording.zoneStays) }
  }

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    for key in keys { try journal.settings.reset(key) }
    if keys.contains(.postZone) { Console.say(Wording.zones(try journal.settings.current())) }
    if keys.contains(.dayStart) { Console.say(Wording.daysStay) }
    return .success
  }
}

extension SettingKey: ExpressibleByArgument {}

/// `daystamp config set`: a setting gets a value.
struct ConfigSet: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "set",
    abstract: "Change a setting.",
    discussion: """
      \(ConfigCommand.keys)

      EXAMPLES
        daystamp config set time-zone Asia/Seoul
        daystamp config set time-zone photo
        daystamp config set export-to ~/Pictures/Diary
        daystamp config set text-pool 'collection sayings'
        daystamp config set label-color '#ff8c1a'
        daystamp config set label-text 'Site 4 · {time}'
      """)

  @Argument(help: "The setting.")
  var key: SettingKey

  // An array, because only that takes a value which begins with a minus, such as a zone's offset.
  @Argument(
    parsing: .allUnrecognized, help: ArgumentHelp("Its value.", valueName: "value"))
  var values: [String]

  @OptionGroup(title: "Journal") var place: JournalOptions

  func validate() throws {
    guard values.count == 1 else { throw ValidationError(Wording.severalValues(values)) }
    let text = try text()
    do {
      try JournalSettings.check(key, text)
    } catch {
      throw ValidationError(Wording.sentence(for: error))
    }
  }

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    let text = try text()
    try checkFile(text)
    try journal.settings.set(key, to: text)
    switch key.meant(by: text) {
    case .timeZone, .postZone: Console.say(Wording.zones(try journal.settings.current()))
    case .dayStart: Console.say(Wording.daysStay)
    case .labelStyle:
      let settings = try journal.settings.current()
      let overriding = SettingKey.allCases.filter { $0.overridesStyle && settings.texts[$0] != nil }
      if !overriding.isEmpty { Console.say(Wording.overridden(overriding)) }
    default: break
    }
    return .success
  }

  /// The value to set; a relative path becomes absolute, from the current folder on.
  private func text() throws -> String {
    let text = try Wording.checking(key.rawValue, values[0]) { try RawArguments.text($0) }
    switch key {
    case .exportFolder where !text.isEmpty, .labelFont where text.contains("/"):
      return String(decoding: FilePath(text).absolute.lexicallyNormalized())
    default: return text
    }
  }

  /// Checks that the path is one of a font, or of a folder, which may be missing.
  private func checkFile(_ text: String) throws {
    switch key {
    case .labelFont: _ = try LabelFonts(ofThisProgram: LabelStyle.Face(parsing: text))
    case .exportFolder:
      let path = FilePath(text)
      if let type = try? path.stat().type, type != .directory {
        throw ValidationError(Wording.notAFolder(path))
      }
      if !text.isEmpty { try place.checkIsOutside(path) }
    default: break
    }
  }
}
