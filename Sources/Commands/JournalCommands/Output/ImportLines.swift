import Files
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
    if !fate.kept.isEmpty { people.append(Wording.settingsKept(values(fate.kept))) }
    self.people = people
    let all = [("taken", fate.taken), ("leftOut", fate.leftOut), ("kept", fate.kept)]
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
  }

  /// The names of collections, how many came of the rest, those of marks and days always, and the names of
  /// plans that have other ones here.
  private struct Gain: Encodable {
    let gain: TextRestore.Gain

    func encode(to encoder: any Encoder) throws {
      var fields = encoder.container(keyedBy: AnyKey.self)
      func key(_ name: String) -> AnyKey { AnyKey(stringValue: name) }
      try fields.encode(gain.collections, forKey: key("collections"))
      for count in TextCount.allCases where count != .collections {
        let isAlwaysThere = count == .textMarks || count == .textDays
        guard let number = gain.counts[count] ?? (isAlwaysThere ? 0 : nil) else { continue }
        try fields.encode(number, forKey: key(count.shortName))
      }
      if !gain.renamed.isEmpty {
        let names = gain.renamed.map { [$0.name, $0.here] }
        try fields.encode(names, forKey: key("renamed"))
      }
    }
  }

  init(_ gain: TextRestore.Gain, isDryRun: Bool) {
    let isNothing = gain == TextRestore.Gain()
    people = isNothing ? [] : [Wording.gained(gain, isDryRun: isDryRun)]
    json = isNothing ? nil : JSON(texts: Gain(gain: gain)).jsonLine()
  }
}

extension TextCount {
  /// Its name without what it is of: `marks` of `textMarks`.
  fileprivate var shortName: String {
    guard rawValue.hasPrefix("text") else { return rawValue }
    let rest = rawValue.dropFirst(4)
    return rest.prefix(1).lowercased() + rest.dropFirst()
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
