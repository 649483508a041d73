import Files
import Formats
import SystemPackage
package import Wording

extension ErrorTexts {
  package static let places = ErrorTexts(
    [
      "zones.missing": .init(
        "the position gives no time zone, because {file} is missing; Daystamp looked for{places}\n"
          + "Set DAYSTAMP_PLACES to the folder with that file"),
      "zones.file": .init(
        "the position gives no time zone, because {path} cannot be read: {reason}"),
      "zones.damaged": .init(
        "the position gives no time zone, because {path} is damaged: {reason}"),
      "zones.not-a-table": .init("it is not a table of time zones"),
      "zones.cut": .init("it has {observed|byte|bytes}, but its header says {expected}"),
      "zones.leads-out": .init("the entry at byte {offset} points outside the file"),
    ],
    below: [.files, .formats])
}

extension ErrorMessage {
  /// A message with a text of this target, or of one below it.
  init(_ key: String, _ values: [String: Value] = [:]) { self.init(key, values, in: .places) }
}

extension PlacesError: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .missing(let paths):
      ErrorMessage(
        "zones.missing",
        ["file": .text(ZoneTable.fileName), "places": .lines(paths.map(\.string))])
    case .file(let error):
      ErrorMessage(
        "zones.file", ["path": .text(error.path.string), "reason": .message(error.reason)])
    case .table(let path, let error):
      ErrorMessage(
        "zones.damaged", ["path": .text(path.string), "reason": .message(error.wording)])
    }
  }
}

extension ZoneTableError: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .notATable: ErrorMessage("zones.not-a-table")
    case .cut(let observed, let expected):
      ErrorMessage(
        "zones.cut", ["observed": .number(observed), "expected": .number(expected)])
    case .damaged(let offset): ErrorMessage("zones.leads-out", ["offset": .number(offset)])
    }
  }
}
