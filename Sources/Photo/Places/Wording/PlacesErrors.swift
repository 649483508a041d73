import Files
import Formats
import SystemPackage
package import Wording

extension ErrorTexts {
  package static let places = ErrorTexts(
    [
      "zones.missing": .init(
        "the position tells no time zone, for {file} was not found; looked for{places}\n"
          + "Set DAYSTAMP_PLACES to the folder that has it"),
      "zones.file": .init(
        "the position tells no time zone, for {path} cannot be read: {reason}"),
      "zones.damaged": .init(
        "the position tells no time zone, for {path} is damaged: {reason}"),
      "zones.not-a-table": .init("it is no table of time zones"),
      "zones.cut": .init(
        "it has {observed|byte|bytes}, and its beginning says {expected}"),
      "zones.leads-out": .init("what it says at byte {offset} leads out of it"),
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
