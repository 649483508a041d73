import Store
import Texts

/// The wall of texts, in columns, with its filters.
struct TextWall {
  let query: TextQuery
  let journal: OwnerJournal
  let collections: [TextCollection]
  /// In seconds since 1970 in UTC.
  let now: Int
  let words: Words

  /// Texts that come at once.
  private static let size = 30

  /// For the template `texts-rows`.
  ///
  /// - Throws: `CollectionError`, `JournalError`.
  func rows() throws -> PageContent {
    let slice = try TextSlice(query, size: Self.size, in: journal, now: now)
    let languages = CollectionLanguages(of: collections)
    return [
      "texts": slice.texts.map {
        TextOnPage(text: $0, language: languages[$0.collection], now: now, words: words).content
      },
      "hasTexts": !slice.texts.isEmpty,
      "next": slice.next.map {
        ["path": query.address(after: $0), "rows": query.address("/texts/rows", after: $0)]
      }.once,
    ]
  }

  /// Keeps what is looked for among the latest searches.
  ///
  /// - Throws: `JournalError`.
  func remember() throws {
    guard let search = query.filter.text, query.after == nil, !journal.store.isReadOnly else {
      return
    }
    do {
      try journal.texts.searches.remember(search)
    } catch let error as JournalError where error.letsReadersOn {
      // It is found nevertheless.
    }
  }

  /// For the template `texts`.
  ///
  /// - Throws: as ``rows()``.
  func content() throws -> PageContent {
    let filter = query.filter
    let chips: [(Texts.Filter.Kind, String)] = [
      (.new, "textsNew"), (.hearts, "textsHearts"), (.used, "textsUsed"), (.unused, "textsUnused"),
    ]
    let counts = try journal.texts.counts(now: now)
    func count(of kind: Texts.Filter.Kind) -> Int? {
      switch kind {
      case .hearts: counts.hearts
      case .used: counts.used
      case .new: counts.new
      case .all, .newest, .unused: nil
      }
    }
    let recent = try journal.texts.searches.recent()
    var content = try rows()
    let hasTexts = content["hasTexts"] as? Bool ?? false
    content.merge([
      "text": filter.text ?? "", "isAsked": query.isAsked,
      "covers": covers, "hasCovers": !covers.isEmpty,
      "isEmpty": collections.isEmpty, "isNothingFound": !collections.isEmpty && !hasTexts,
      "kinds": chips.map { kind, name in
        let isOn = filter.kind == kind
        return [
          "isOn": isOn, "name": words(name), "count": count(of: kind).map(words.compact).once,
          "path": query.with { $0.kind = isOn ? query.usual : kind },
        ] as PageContent
      },
      "chosen": filter.collection.map { name in
        [
          "name": name.text,
          "path": query.with { ($0.collection, $0.section) = (nil, nil) },
        ]
      }.once,
      "chosenSection": filter.section.map { key in
        ["name": key, "path": query.with { $0.section = nil }]
      }.once,
      "choices": choices.once,
      "searches": recent.map { ["search": $0, "path": "/texts?q=\($0.percentEncoded)"] },
      "hasSearches": !recent.isEmpty,
      "hiddenForText": query.hidden(without: "q"),
      "hiddenForCollection": query.hidden(without: "collection"),
    ]) { $1 }
    return content
  }

  /// The collections, where nothing is asked for yet.
  private var covers: [PageContent] {
    guard !query.isAsked, query.after == nil else { return [] }
    return collections.map {
      CoverDrawing.content(of: $0, leadingTo: CollectionPage.wall($0), words)
    }
  }

  /// The collections, where none is chosen and there are several.
  private var choices: PageContent? {
    guard query.filter.collection == nil, collections.count > 1 else { return nil }
    return ["collections": collections.map { ["name": $0.name.text] }]
  }
}
