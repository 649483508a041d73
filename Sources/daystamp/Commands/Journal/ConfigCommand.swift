import ArgumentParser
import Journal
import Shell
import Store

/// `daystamp config`: what an owner has set of their journal.
struct ConfigCommand: AsyncParsableCommand {
  static let keys = """
    KEYS
      time-zone         Zone in which days are told: Asia/Seoul, +09:00.
      day-start         When a day begins; with 04:00, late nights count to
                        the day before.
      week-start        Weekday with which weeks begin: monday.
      lock-after        Minutes without use after which the journal is locked
                        again, where it has a PIN: 0, 1, 5, 15 or 30.
      export-to         Folder of your own that gets a copy of every stamped
                        photo.
      label-style       A look: plain, film, diary or box.
      label-text        Fixed text around the time: 'Site 4 · {time}'.
      label-format, label-locale, label-size, label-margin, label-position,
      label-color, label-outline, label-background, label-font
                        As the options of daystamp stamp. They override the
                        style, whichever of the two was set later.
    """

  static let configuration = CommandConfiguration(
    commandName: "config",
    abstract: "Show or change the settings of the journal.",
    discussion: """
      Settings are those of one owner. Options of daystamp post override them for a photo. Posts \
      that are there already keep their days and labels.

      \(keys)

      EXAMPLES
        daystamp config
        daystamp config set day-start 04:00
        daystamp config set label-style film
        daystamp config reset label-color label-size
      """,
    subcommands: [ConfigGet.self, ConfigSet.self, ConfigReset.self],
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

  @Argument(help: "The setting; all of them where it is left away.")
  var key: SettingKey?

  @Flag(help: "One JSON object for each setting.")
  var json = false

  @OptionGroup(title: "Journal") var place: JournalOptions

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    let settings = try journal.settings.current()
    let keys = key.map { [$0] } ?? SettingKey.allCases
    if json {
      keys.forEach { Console.print(SettingDescription($0, in: settings).jsonLine()) }
    } else if let key {
      Console.print(Wording.escaped(settings.text(key) ?? ""))
    } else {
      let rows = keys.map { key in
        [
          key.rawValue, settings.text(key).map(Wording.escaped) ?? Wording.missing(key),
          settings.texts[key] == nil ? Wording.isDefault : "",
        ]
      }
      let table = TextTable(fitting: rows, alignments: [.left, .left, .left])
      rows.forEach { Console.print(table.line($0)) }
    }
    return .success
  }
}

struct ConfigReset: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "reset",
    abstract: "Give settings their defaults again.",
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
    if keys.contains(.dayStart) { Console.say(Wording.daysStay) }
    return .success
  }
}

extension SettingKey: ExpressibleByArgument {}
