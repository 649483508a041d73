import CaptureTime
import Store
import Texts

/// How much of a collection was read, book by book.
struct ChecklistPage {
  let checklist: Checklist
  let rule: DayRule
  let words: Words

  /// Sections that a page has: all of the Bible's chapters.
  private static let size = 1_500

  /// For the template `checklist`, from the section on that so many others go before.
  func content(from start: Int) -> PageContent {
    let name = checklist.collection.name.text
    let end = start + Self.size
    let round = checklist.round.number
    var first = 0
    let books = checklist.books.compactMap { book -> PageContent? in
      defer { first += book.sections.count }
      // A book may begin on the page before, and go on on the next one.
      let (begin, end) = (max(start - first, 0), min(end - first, book.sections.count))
      return begin < end ? content(book, book.sections[begin..<end]) : nil
    }
    let isCurrent = round == checklist.rounds.last?.number
    return [
      "title": words("checklistTitle", ["name": name]), "collection": name,
      "collectionPath": CollectionPage.path(checklist.collection.name),
      "progress": content(checklist.progress), "books": books,
      "rounds": checklist.rounds.reversed().map { other in
        [
          "title": title(other), "path": ReadingPaths.checklist(name, round: other.number),
          "isShown": other.number == round,
        ] as PageContent
      },
      "hasRounds": checklist.rounds.count > 1,
      "mayBegin": isCurrent && checklist.progress.read > 0,
      "earlier": (isCurrent ? nil : ReadingPaths.checklist(name)).once,
      "first": (start > 0 ? ReadingPaths.checklist(name, round: round) : nil).once,
      "further":
        (end < checklist.progress.count
        ? ReadingPaths.checklist(name, round: round, after: end) : nil).once,
    ]
  }

  private func content(
    _ book: BookProgress, _ sections: ArraySlice<BookProgress.Section>
  ) -> PageContent {
    let name = checklist.collection.name.text
    return [
      "title": book.title, "progress": content(book.progress),
      "isAlone": book.sections.count == 1,
      "sections": sections.map { section in
        [
          "path": ReadingPaths.section(section.section.key, in: name),
          "title": section.section.title,
          "short": book.sections.count == 1
            ? section.section.title : section.section.bookNumber ?? section.section.title,
          "isRead": section.isRead,
        ] as PageContent
      },
    ]
  }

  private func content(_ progress: ReadingProgress) -> PageContent {
    [
      "text": words(
        "checklistCount",
        [
          "read": words.number(progress.read), "count": words.number(progress.count),
          "percent": "\(progress.percent)",
        ]),
      "read": progress.read, "count": progress.count, "isWhole": progress.read == progress.count,
    ]
  }

  private func title(_ round: ReadingRound) -> String {
    guard let begun = round.begun else {
      return words("checklistRound", ["number": "\(round.number)"])
    }
    return words(
      "checklistRoundBegun",
      ["number": "\(round.number)", "day": words.short(rule.day(of: begun))])
  }
}
