import Store
package import Wording

extension PeopleFileError: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .utf16: ErrorMessage("people-file.utf16")
    case .noCards: ErrorMessage("people-file.no-cards")
    case .tooManyCards(let limit):
      ErrorMessage("people-file.too-many", ["limit": .number(limit)])
    case .tooLarge(let limit):
      ErrorMessage("people-file.notes", ["limit": .number(limit >> 20)])
    case .json: ErrorMessage("people-file.json")
    case .jsonTooLarge(let limit):
      ErrorMessage("people-file.large", ["limit": .number(limit >> 20)])
    case .notMonica: ErrorMessage("people-file.not-monica")
    }
  }
}

extension CardProblem: Worded {
  package var wording: ErrorMessage {
    guard let line else { return reason.wording }
    return ErrorMessage(
      "person-card.line", ["line": .number(line), "reason": .message(reason.wording)])
  }
}

extension CardProblem.Reason: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .nested(let line): ErrorMessage("person-card.nested", ["line": .number(line)])
    case .noEnd: ErrorMessage("person-card.no-end")
    case .noBegin: ErrorMessage("person-card.no-begin")
    case .outside: ErrorMessage("person-card.outside")
    case .tooLarge(let limit):
      ErrorMessage("person-card.large", ["limit": .number(limit >> 20)])
    case .noName: ErrorMessage("person-card.no-name")
    case .name(let error):
      ErrorMessage("person-card.name", ["reason": .message(error.wording)])
    case .unreadableName(let reason):
      ErrorMessage("person-card.name", ["reason": .message(reason.wording)])
    case .notAPerson(let kind): ErrorMessage("person-card.kind", ["kind": .text(kind)])
    }
  }
}

extension LeftOut: Worded {
  package var wording: ErrorMessage {
    let values: [String: ErrorMessage.Value] = [
      "what": .text(what), "count": .number(count), "reason": .message(reason.wording),
      "line": .number(line ?? 0),
    ]
    if what.isEmpty { return ErrorMessage("left-out.line", values) }
    return ErrorMessage(line == nil ? "left-out.what" : "left-out.what-in-line", values)
  }
}

extension LeftOut.Reason: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .noPlace: ErrorMessage("left-out.no-place")
    case .oneOnly: ErrorMessage("left-out.one-only")
    case .tooMany(let limit): ErrorMessage("left-out.too-many", ["limit": .number(limit)])
    case .noDay: ErrorMessage("left-out.no-day")
    case .future: ErrorMessage("left-out.future")
    case .shortened(let limit): ErrorMessage("left-out.shortened", ["limit": .number(limit)])
    case .nearest(let observed, let taken):
      ErrorMessage("left-out.nearest", ["observed": .number(observed), "taken": .number(taken)])
    case .encoding: ErrorMessage("left-out.encoding")
    case .charset(let name): ErrorMessage("left-out.charset", ["name": .text(name)])
    case .calendar(let name): ErrorMessage("left-out.calendar", ["name": .text(name)])
    case .noLine: ErrorMessage("left-out.no-line")
    case .name(let error): error.wording
    case .words(let error): error.wording
    case .date(let error): error.wording
    case .cadence(let error): error.wording
    case .syntax(let text): ErrorMessage("left-out.syntax", ["text": .text(text)])
    }
  }
}
