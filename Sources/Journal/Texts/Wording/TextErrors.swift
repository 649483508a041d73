import Store
package import Wording

extension CollectionError: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .exists(let name): ErrorMessage("collection-exists.name", ["name": .text(name.text)])
    case .unknown(let name, known: []):
      ErrorMessage("no-collection.first", ["name": .text(name.text)])
    case .unknown(let name, let known):
      ErrorMessage(
        "no-collection.known", ["name": .text(name.text), "known": .names(known.map(\.text))])
    case .notYours(let name, let owner):
      ErrorMessage(
        "not-your-collection.owner", ["name": .text(name.text), "owner": .text(owner.text)])
    case .everybodys(let name):
      ErrorMessage("not-your-collection.everybodys", ["name": .text(name.text)])
    case .tooMany(let limit):
      ErrorMessage("collection.too-many", ["limit": .number(limit)])
    case .tooLarge(let limit):
      ErrorMessage("collection.too-large", ["limit": .number(limit / 1_000_000)])
    case .tooManyTexts(let limit):
      ErrorMessage("collection.too-many-texts", ["limit": .number(limit)])
    case .noTexts(let count, let first?):
      ErrorMessage(
        "collection.problems",
        ["count": .number(count), "first": .message(first.wording)])
    case .noTexts(_, nil): ErrorMessage("collection.empty")
    case .licence(let observed, let limit):
      ErrorMessage("collection.licence", ["observed": .number(observed), "limit": .number(limit)])
    case .language(let tag): ErrorMessage("collection.language", ["language": .text(tag)])
    }
  }
}

extension ReadError: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .noColumn(let name): ErrorMessage("collection.no-column", ["name": .text(name)])
    case .wrongColumn(let name):
      ErrorMessage(
        "collection.wrong-column",
        ["name": .text(name), "known": .names(TextField.allCases.map(\.rawValue))])
    case .openQuote(let line): ErrorMessage("collection.open-quote", ["line": .number(line)])
    case .json(let line): ErrorMessage("collection.json", ["line": .number(line)])
    case .xml(let line, let detail):
      ErrorMessage("collection.xml", ["line": .number(line), "detail": .text(detail)])
    case .documentType(let line):
      ErrorMessage("collection.document-type", ["line": .number(line)])
    case .depth(let line, let limit):
      ErrorMessage("collection.depth", ["line": .number(line), "limit": .number(limit)])
    case .markup(let line, let limit):
      ErrorMessage("collection.markup", ["line": .number(line), "limit": .number(limit >> 20)])
    }
  }
}

extension ReadProblem: Worded {
  package var wording: ErrorMessage {
    ErrorMessage("record.line", ["line": .number(line), "reason": .message(reason.wording)])
  }
}

extension ReadProblem.Reason: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .encoding: ErrorMessage("record.encoding")
    case .nul: ErrorMessage("record.nul")
    case .empty: ErrorMessage("record.empty")
    case .recordTooLong(let limit): ErrorMessage("record.size", ["limit": .number(limit >> 20)])
    case .tooLong(let field, let observed, let limit):
      ErrorMessage(
        "record.too-long",
        ["field": field.word, "observed": .number(observed), "limit": .number(limit)])
    case .tooManyBytes(let field, let observed, let limit):
      ErrorMessage(
        "record.bytes",
        ["field": field.word, "observed": .number(observed), "limit": .number(limit)])
    case .columns(let observed, let expected):
      ErrorMessage(
        "record.columns", ["observed": .number(observed), "expected": .number(expected)])
    case .strayQuote: ErrorMessage("record.quote")
    case .json: ErrorMessage("record.json")
    case .unknownField(let name):
      ErrorMessage(
        "record.unknown",
        ["name": .text(name), "known": .names(TextField.allCases.map(\.rawValue))])
    case .notText(let field): ErrorMessage("record.not-text", ["field": field.word])
    case .day(let text): ErrorMessage("record.day", ["text": .text(text)])
    case .noVerse: ErrorMessage("record.verse")
    case .openVerse(let key): ErrorMessage("record.open-verse", ["key": .text(key)])
    case .openNote(let key): ErrorMessage("record.open-note", ["key": .text(key)])
    case .openMarker(let key): ErrorMessage("record.open-marker", ["key": .text(key)])
    case .unknownMarkers(let names, let count):
      ErrorMessage(
        "record.unknown-markers",
        ["names": .names(names.map { "\\\($0)" }), "count": .number(count)])
    case .sameKey(let key): ErrorMessage("record.same-key", ["key": .text(key)])
    }
  }
}

extension TextField {
  fileprivate var word: ErrorMessage.Value {
    switch self {
    case .key: .word(english: "key", korean: "키")
    case .text: .word(english: "text", korean: "글")
    case .translation: .word(english: "translation", korean: "번역")
    case .author: .word(english: "author", korean: "지은이")
    case .source: .word(english: "source", korean: "출처")
    case .added: .word(english: "day", korean: "날짜")
    case .section: .word(english: "section", korean: "부분")
    case .sectionTitle: .word(english: "title of the section", korean: "부분의 제목")
    }
  }
}

extension TextError: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .unknown(let key): ErrorMessage("no-text.key", ["key": .text(key)])
    case .several(let key, let collections):
      ErrorMessage(
        "no-text.several",
        ["key": .text(key), "collections": .names(collections.map(\.text))])
    case .notSearched(let text): ErrorMessage("no-text.search", ["text": .text(text)])
    case .noSection(let key, let name):
      ErrorMessage("no-text.section", ["key": .text(key), "name": .text(name.text)])
    case .none: ErrorMessage("no-text.none")
    case .nothingShown(let day): ErrorMessage("no-text.day", ["day": .text(day)])
    case .gone(let key, let collection):
      ErrorMessage("no-text.gone", ["key": .text(key), "collection": .text(collection)])
    }
  }
}

extension TextsProblem: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .count(let name, let observed, let expected):
      ErrorMessage(
        "found.collection",
        [
          "name": .text(name.text), "observed": .number(observed), "expected": .number(expected),
        ])
    case .search(nil): ErrorMessage("found.text-search-damaged")
    case .search(let count?): ErrorMessage("found.text-search", ["count": .number(count)])
    case .text(let name, let key):
      ErrorMessage("found.text-changed", ["name": .text(name.text), "key": .text(key)])
    case .otherWords(let name, let key): TextsSalvageFinding.otherWords(name, key: key).wording
    }
  }
}

extension TextsSalvageFinding: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .altered(let name, let key):
      ErrorMessage("salvage.text-altered", ["name": .text(name.text), "key": .text(key)])
    case .otherWords(let name, let key):
      ErrorMessage("salvage.text-words", ["name": .text(name.text), "key": .text(key)])
    }
  }
}
