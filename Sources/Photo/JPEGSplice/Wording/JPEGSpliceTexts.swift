package import Wording
import Formats

extension ErrorTexts {
  package static let jpegSplice = ErrorTexts(
    [
      "photo.jpeg-code": .init("the JPEG is damaged at byte {offset}: its bits match no code"),
      "photo.jpeg-run": .init("the JPEG is damaged at byte {offset}: a run is too long"),
      "photo.jpeg-coefficient": .init(
        "the JPEG is damaged at byte {offset}: a coefficient is too large"),
      "photo.jpeg-end": .init(
        "the JPEG is damaged at byte {offset}: the data ends before the picture does"),
      "photo.jpeg-restart": .init(
        "the JPEG is damaged at byte {offset}: a restart marker is missing or out of order"),
      "photo.jpeg-progression": .init(
        "the JPEG is damaged at byte {offset}: a scan does not match the earlier ones"),
      "photo.jpeg-arithmetic": .init("is arithmetic-coded"),
      "photo.jpeg-lossless": .init(
        "is a lossless JPEG (SOF3), which Daystamp cannot read; convert it with another program "
          + "first"),
      "photo.jpeg-hierarchical": .init(
        "is a hierarchical JPEG, which Daystamp cannot read; convert it with another program first"),
      "photo.jpeg-bits": .init(
        "has {bits|bit|bits} per sample, which Daystamp cannot read; convert it with another "
          + "program first"),
      "photo.jpeg-components": .init(
        "has {count|component|components}, which Daystamp cannot read; convert it with another "
          + "program first"),
      "photo.jpeg-identifiers": .init(
        "has {count} components, and several of them have the same identifier"),
      "photo.jpeg-structure": .init("has a structure that decoders read differently"),
    ],
    below: [.formats])
}

extension ErrorMessage {
  /// A message with a text of this target, or of one below it.
  init(_ key: String, _ values: [String: Value] = [:]) { self.init(key, values, in: .jpegSplice) }
}
