package import Wording

extension ArrivalError: Worded {
  /// What is wrong, to follow the source's name.
  package var wording: ErrorMessage {
    switch self {
    case .damaged(let place, let detail):
      place.isNamed
        ? ErrorMessage(
          "arrival.damaged", ["place": .message(place.wording), "detail": .text(detail)])
        : ErrorMessage("arrival.unreadable", ["detail": .text(detail)])
    case .tooMany(let limit): ErrorMessage("arrival.many", ["limit": .number(limit)])
    case .expandsTooMuch: ErrorMessage("arrival.expands")
    case .unknownFormat(let found, let known):
      ErrorMessage(
        found.isEmpty ? "arrival.empty" : "arrival.format",
        ["found": .names(found), "known": .names(known)])
    case .otherFormat(let asked, let other):
      ErrorMessage(
        other == nil ? "arrival.no-format" : "arrival.other-format",
        ["asked": .text(asked), "other": .text(other ?? "")])
    case .needsAuthor(let names):
      ErrorMessage("arrival.author", ["names": .text(names.prefix(10).joined(separator: ", "))])
    case .needsDateOrder(let example): ErrorMessage("arrival.order", ["date": .text(example)])
    }
  }
}

extension ArrivalFault: Worded {
  /// What is wrong with an entry, to follow its place.
  package var wording: ErrorMessage {
    switch self {
    case .syntax(let detail): ErrorMessage("arrival-entry.syntax", ["detail": .text(detail)])
    case .time(let text):
      text.isEmpty
        ? ErrorMessage("arrival-entry.no-time")
        : ErrorMessage("arrival-entry.time", ["text": .text(text)])
    case .mood(let name): ErrorMessage("arrival-entry.mood", ["name": .text(name)])
    case .missingFile(let name): ErrorMessage("arrival-entry.file", ["name": .text(name)])
    case .tooLarge(let limit): ErrorMessage("arrival-entry.large", ["limit": .number(limit >> 20)])
    case .expandsTooMuch: ErrorMessage("arrival.expands")
    case .sameID(let id): ErrorMessage("arrival-entry.same-id", ["id": .text(id)])
    }
  }
}

extension ArrivalFault {
  /// What is wrong, with the place of the entry.
  package func wording(at place: ArrivalPlace) -> ErrorMessage {
    guard place.isNamed else { return wording }
    return ErrorMessage(
      "arrival-entry.at", ["place": .message(place.wording), "reason": .message(wording)])
  }
}

extension ArrivalPlace {
  /// Whether there is anything to say of it.
  package var isNamed: Bool { !file.isEmpty || position != nil }

  /// The file, and the line or entry in it, as a part of a message.
  package var wording: ErrorMessage {
    let isInFile = !file.isEmpty
    let file = ErrorMessage.Value.text(self.file)
    return switch position {
    case .line(let line):
      ErrorMessage(
        isInFile ? "arrival-entry.file-line" : "arrival-entry.line",
        ["file": file, "line": .number(line)])
    case .entry(let entry):
      ErrorMessage(
        isInFile ? "arrival-entry.file-number" : "arrival-entry.number",
        ["file": file, "entry": .number(entry)])
    case nil: ErrorMessage("arrival-entry.in-file", ["file": file])
    }
  }
}
