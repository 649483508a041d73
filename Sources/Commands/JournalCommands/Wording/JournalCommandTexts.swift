import Journal
import Shell
import Wording

extension ErrorTexts {
  static let journalCommands = ErrorTexts(
    [
      "pin.none": .init("no PIN was given; nothing was done"),
      "pin.too-long": .init(
        "what was given is far longer than a PIN, which has {pinLeast} to {pinMost} digits"),
      "pin.entries-differ": .init("the two entries differ; nothing was done"),
      "input.read": .init("standard input cannot be read: {errno}"),
      "input.too-long": .init(
        "standard input has more than {limit} bytes, far more than there may be for the {what}; "
          + "nothing was done"),
      "input.not-utf8": .init("what standard input gives for the {what} is not UTF-8"),
      "input.empty": .init("standard input has no text for the {what}; nothing was done"),
      "draft.no-editor": .init(
        "no editor is named to write the {what} in; name yours, as in EDITOR=nano"),
      "draft.unknown-editor": .init(
        "there is no editor “{editor}”; VISUAL, or EDITOR where that is not set, names yours"),
      "draft.not-started": .init("the editor “{editor}” cannot be started: {errno}"),
      "draft.failed": .init("the editor “{editor}” ended with {status}; nothing was done"),
      "draft.empty": .init("nothing was written, so nothing was done"),
      "draft.too-long": .init(
        "what was written has more than {limit} bytes, far more than there may be for the {what}; "
          + "nothing was done"),
      "draft.not-utf8": .init("what was written was not saved as UTF-8; nothing was done"),
      "draft.replaced": .init(
        "{path} is no longer a file of yours, but a link or something else; it was not read, nothing was "
          + "done, and what lies there stays"),
      "viewer.missing": .init(
        "{path} is not shown: there is no xdg-open, which finds the desktop's viewer; install xdg-utils, "
          + "or open the file yourself"),
      "viewer.not-started": .init("{path} is not shown: xdg-open cannot be started: {errno}"),
      "viewer.failed": .init(
        "{path} is not shown: xdg-open found no viewer for it (it ended with {status}); open the file "
          + "yourself"),
      "voice.missing": .init(
        "nothing can be read aloud: there is neither spd-say nor espeak-ng; install espeak-ng"),
      "voice.not-started": .init("nothing is read aloud: {program} cannot be started: {errno}"),
      "voice.failed": .init("{program} did not read it aloud (it ended with {status})"),
    ],
    below: [.journal, .shell])
}

extension ErrorMessage {
  /// A message with a text of this target, or of one below it.
  init(_ key: String, _ values: [String: Value] = [:]) {
    self.init(key, values, in: .journalCommands)
  }
}
