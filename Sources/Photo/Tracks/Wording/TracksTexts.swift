import Files
package import Wording

extension ErrorTexts {
  package static let tracks = ErrorTexts(
    [
      "track.format": .init(
        "it is neither GPX, nor NMEA, nor Google's Timeline in JSON"),
      "track.root": .init("it is XML, but its root is “{root}”, not “gpx”"),
      "track.document-type": .init(
        "line {line} has a document type, which could declare entities; GPX has none"),
      "track.xml": .init("line {line} is not XML: {detail}"),
      "track.depth": .init("line {line}: more than {limit} elements are inside each other"),
      "track.markup": .init("line {line} has a tag of more than {limit} MiB"),
      "track.json": .init("line {line} is not JSON"),
      "track.element": .init("line {line} begins an element of more than {limit} MiB"),
      "track.cut": .init("it ends in the middle, in line {line}"),
      "track.count": .init("there are more than {limit} points, from line {line} on"),
      "track.none": .init("it has no point with a time and a place"),
      "track.left-out": .init("it has no point with a time and a place: {counts}"),
      "track.without-time": .init("{count|point has|points have} no time"),
      "track.nowhere": .init("{count|point has|points have} no place on Earth"),
      "track.damaged": .init("{count|point is|points are} damaged"),
    ],
    below: [.files])
}

extension ErrorMessage {
  /// A message with a text of this target, or of one below it.
  init(_ key: String, _ values: [String: Value] = [:]) { self.init(key, values, in: .tracks) }
}
