import Journal
import Shell
import Store
import Texts
import Wording

/// The report of what became of an export's settings.
struct SettingsLines {
  /// Lines on standard error.
  let people: [String]
  /// A line on standard output; nil where there is nothing to say.
  let json: String?

  /// What became of the keys, each with the value that the export has for it.
  private struct JSON: Encodable {
    let settings: [String: [String: String?]]
  }

  init(_ fate: JournalImport.SettingsFate, of export: ExportFolder, for owner: OwnerName) {
    func values(_ keys: [SettingKey]) -> [(key: SettingKey, text: String?)] {
      keys.map { ($0, export.settings.texts[$0]) }
    }
    var people: [String] = []
    if !fate.taken.isEmpty { people.append(Wording.settingsTaken(values(fate.taken))) }
    if !fate.leftOut.isEmpty {
      people.append(Wording.settingsLeftOut(values(fate.leftOut), of: owner))
    }
    if !fate.paths.isEmpty { people.append(Wording.pathsNotTaken(values(fate.paths))) }
    self.people = people
    let all = [("taken", fate.taken), ("leftOut", fate.leftOut), ("paths", fate.paths)]
    json =
      people.isEmpty
      ? nil
      : JSON(
        settings: Dictionary(
          uniqueKeysWithValues: all.filter { !$1.isEmpty }.map { name, keys in
            (
              name,
              Dictionary(
                uniqueKeysWithValues: keys.map { ($0.rawValue, export.settings.texts[$0]) })
            )
          })
      ).jsonLine()
  }
}

/// What an import says of texts.
struct TextGainLines {
  /// Lines on standard error.
  let people: [String]
  /// A line on standard output; nil where nothing came.
  let json: String?

  private struct JSON: Encodable {
    let texts: Gain

    struct Gain: Encodable {
      let collections: [String]
      let marks: Int
      let days: Int
    }
  }

  init(_ gain: TextRestore.Gain, isDryRun: Bool) {
    let isNothing = gain == TextRestore.Gain()
    people = isNothing ? [] : [Wording.gained(gain, isDryRun: isDryRun)]
    json =
      isNothing
      ? nil
      : JSON(texts: .init(collections: gain.collections, marks: gain.marks, days: gain.days))
        .jsonLine()
  }
}

/// A reference that shows another photo here than in the export, as one line of JSON.
struct StrayReferenceJSON: Encodable {
  private struct Reference: Encodable {
    let post: Int
    /// Missing where it is in the words as they are now.
    let version: Int?
    let shows: Int
    let reason: String
  }

  private let reference: Reference

  init(_ reference: StrayReference) {
    self.reference = Reference(
      post: reference.post, version: reference.version, shows: reference.shown,
      reason: reference.wording.commandLine)
  }
}
