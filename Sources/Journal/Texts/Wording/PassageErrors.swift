import Store
package import Wording

extension PassageError: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .empty: ErrorMessage("passage.empty")
    case .outside(let observed, let limit):
      ErrorMessage("passage.outside", ["observed": .number(observed), "limit": .number(limit)])
    case .insideCharacter(let offset):
      ErrorMessage("passage.inside", ["offset": .number(offset)])
    case .notThere(let quote): ErrorMessage("passage.not-there", ["quote": .text(quote)])
    case .splitsCharacter(let quote): ErrorMessage("passage.splits", ["quote": .text(quote)])
    case .several(let count): ErrorMessage("passage.several", ["count": .number(count)])
    case .noOccurrence(let number, let count):
      ErrorMessage("passage.occurrence", ["number": .number(number), "count": .number(count)])
    }
  }
}

extension HighlightError: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .unknown(let id): ErrorMessage("no-highlight.number", ["number": .number(Int(id))])
    case .none(let key): ErrorMessage("no-highlight.key", ["key": .text(key)])
    case .tooMany(let limit):
      ErrorMessage("too-many-highlights.limit", ["limit": .number(limit)])
    }
  }
}

extension NoteError: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .changed(nil, let key): ErrorMessage("note-changed.deleted", ["key": .text(key)])
    case .changed(.some, let key): ErrorMessage("note-changed.key", ["key": .text(key)])
    case .none(let key): ErrorMessage("no-note.key", ["key": .text(key)])
    case .unknownVersion(let version, let key):
      ErrorMessage("no-note.version", ["version": .number(version), "key": .text(key)])
    }
  }
}
