import Files
package import Wording

extension TrackError: Worded {
  /// What is wrong, to follow the file's name.
  package var wording: ErrorMessage {
    switch self {
    case .file(let error): error.reason
    case .unknownFormat: ErrorMessage("track.format")
    case .otherXML(let root): ErrorMessage("track.root", ["root": .text(root)])
    case .documentType(let line): ErrorMessage("track.document-type", ["line": .number(line)])
    case .xml(let line, let detail):
      ErrorMessage("track.xml", ["line": .number(line), "detail": .text(detail)])
    case .depth(let line, let limit):
      ErrorMessage("track.depth", ["line": .number(line), "limit": .number(limit)])
    case .markup(let line, let limit):
      ErrorMessage("track.markup", ["line": .number(line), "limit": .number(limit >> 20)])
    case .json(let line): ErrorMessage("track.json", ["line": .number(line)])
    case .element(let line, let limit):
      ErrorMessage("track.element", ["line": .number(line), "limit": .number(limit >> 20)])
    case .cut(let line): ErrorMessage("track.cut", ["line": .number(line)])
    case .tooManyPoints(let line, let limit):
      ErrorMessage("track.count", ["line": .number(line), "limit": .number(limit)])
    case .noPoints(let losses):
      losses.count == 0
        ? ErrorMessage("track.none")
        : ErrorMessage("track.left-out", ["counts": .messages(losses.messages)])
    }
  }
}

extension TrackLosses {
  /// Why points are left out, with how many.
  package var messages: [ErrorMessage] {
    [
      ("track.without-time", withoutTime), ("track.nowhere", nowhere), ("track.damaged", damaged),
    ].filter { $0.1 > 0 }.map { ErrorMessage($0.0, ["count": .number($0.1)]) }
  }
}
