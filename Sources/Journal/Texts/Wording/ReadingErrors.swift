import Store
package import Wording

extension ReadingError: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .unknownSection(let key): ErrorMessage("no-section.key", ["key": .text(key)])
    case .severalSections(let key, let collections):
      ErrorMessage(
        "no-section.several",
        ["key": .text(key), "collections": .names(collections.map(\.text))])
    case .noPlace(nil): ErrorMessage("no-place")
    case .noPlace(let name?): ErrorMessage("no-place.collection", ["name": .text(name.text)])
    case .noNext(let section): ErrorMessage("no-place.next", ["title": .text(section.title)])
    case .noPrevious(let section):
      ErrorMessage("no-place.previous", ["title": .text(section.title)])
    case .notRead(let section): ErrorMessage("not-read.section", ["title": .text(section.title)])
    case .noSections(let name): ErrorMessage("sections.none", ["name": .text(name.text)])
    case .tooManySections(let name, let observed, let limit):
      ErrorMessage(
        "sections.limit",
        ["name": .text(name.text), "observed": .number(observed), "limit": .number(limit)])
    case .noRound(let number, let rounds):
      ErrorMessage("no-round.number", ["number": .number(number), "rounds": .number(rounds)])
    case .roundIsEmpty(let name): ErrorMessage("no-round.empty", ["name": .text(name.text)])
    }
  }
}
