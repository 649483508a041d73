import CaptureTime
import Journal
import Shell
import Stamping
import Store
import Wording

/// What became of a post that was to be imported, or would become of it, as one line of JSON.
struct ImportRecordJSON: Encodable {
  /// Its place in the export's list, counted from 1.
  let place: Int
  /// The number that it has in the export; missing where that cannot be read.
  let exportedNumber: Int?
  let day: String?
  let caption: String?
  let status: String
  /// The number that it has in the journal.
  var number: Int?
  var reason: String?
  /// The post that is there already.
  var earlier: Int?
  /// Why its time may not be the photo's.
  let doubts: [String]
  /// The font's file that is not taken.
  let fontLeftOut: String?

  init(_ record: ImportRecord) {
    place = record.place
    exportedNumber = record.exportedNumber
    day = record.day?.description
    caption = record.caption
    doubts = record.doubts.map(\.wording.commandLine)
    fontLeftOut = record.fontLeftOut
    switch record.result {
    case .imported(let number):
      status = Tally.Deed.imported.rawValue
      self.number = number
    case .passedOver(let post):
      status = "skipped"
      reason = Wording.message(for: post)
      earlier = post.number
    case .failed(let error):
      status = "failed"
      reason = Wording.message(for: error)
    }
  }
}

extension RecordLines {
  /// The report of a post that was to be imported.
  init(_ record: ImportRecord, isJSON: Bool, isQuiet: Bool, isDryRun: Bool) {
    switch record.result {
    case .imported:
      result = .done
      if let font = record.fontLeftOut {
        people = ["\(Wording.name(of: record)): \(Wording.fontNotTaken(font))"]
      }
    case .passedOver: result = .there
    case .failed(let error):
      result = .failed
      people = [Wording.notImported(record, error)]
      common = RecordLines.Common(error)
    }
    if isJSON {
      output = ImportRecordJSON(record).jsonLine()
    } else if !isQuiet {
      output = Wording.line(record, isDryRun: isDryRun)
    }
  }
}

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
