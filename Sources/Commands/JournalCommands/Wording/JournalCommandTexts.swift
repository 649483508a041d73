import Journal
import Shell
import Wording

extension ErrorTexts {
  static let journalCommands = ErrorTexts(
    [
      "pin.none": .init("you gave no PIN; nothing was done"),
      "pin.too-long": .init("that is far too long for a PIN; give {pinLeast} to {pinMost} digits"),
      "pin.entries-differ": .init("the two entries differ; nothing was done"),
      "input.read": .init("standard input cannot be read: {errno}"),
      "input.too-long": .init(
        "standard input has more than {limit} bytes, too many for the {what}; nothing was done"),
      "input.not-utf8": .init("standard input for the {what} is not UTF-8"),
      "input.empty": .init("standard input has no text for the {what}; nothing was done"),
      "draft.no-editor": .init("there is no editor for the {what}; name yours, as in EDITOR=nano"),
      "draft.unknown-editor": .init("there is no editor “{editor}”; set VISUAL or EDITOR to yours"),
      "draft.not-started": .init("the editor “{editor}” cannot be started: {errno}"),
      "draft.failed": .init("the editor “{editor}” ended with {status}; nothing was done"),
      "draft.empty": .init("you wrote nothing, so nothing was done"),
      "draft.too-long": .init(
        "your text has more than {limit} bytes, too many for the {what}; nothing was done"),
      "draft.not-utf8": .init("the editor did not save UTF-8; nothing was done"),
      "draft.replaced": .init(
        "{path} is no longer your file, but a link or something else; it was neither read "
          + "nor removed, and nothing was done"),
      "viewer.missing": .init(
        "cannot show {path}: xdg-open is missing; install xdg-utils, or open the file yourself"),
      "viewer.not-started": .init("cannot show {path}: xdg-open does not start: {errno}"),
      "viewer.failed": .init(
        "cannot show {path}: xdg-open found no viewer for it (it ended with {status}); open "
          + "the file yourself"),
      "voice.missing": .init(
        "cannot read aloud: spd-say and espeak-ng are missing; install espeak-ng"),
      "voice.not-started": .init("cannot read aloud: {program} does not start: {errno}"),
      "voice.failed": .init("cannot read aloud: {program} ended with {status}"),
    ],
    below: [.journal, .shell])
}

extension ErrorMessage {
  /// A message with a text of this target, or of one below it.
  init(_ key: String, _ values: [String: Value] = [:]) {
    self.init(key, values, in: .journalCommands)
  }
}
