import CaptureTime
import Journal
import Store
import Texts
import Wording

/// Which highlights or notes a page lists.
struct AnnotationQuery: Sendable {
  enum Kind: Sendable {
    case highlights, notes
  }

  let kind: Kind
  var filter = AnnotationFilter()
  let after: AnnotationPosition?

  /// What is not understood is left aside.
  init(_ kind: Kind, _ query: Query) {
    self.kind = kind
    filter.order = (try? query.choice("order")) ?? .day
    filter.collection = (try? query.text("collection")).flatMap { try? CollectionName($0) }
    filter.colour = kind == .notes ? nil : try? query.choice("colour")
    filter.text = (try? query.text("q")).flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
    let order = filter.order
    after = (try? query["after"]).flatMap { AnnotationPosition(parsing: $0, in: order) }
  }

  var path: String { kind == .notes ? ReadingPaths.notes : ReadingPaths.highlights }

  /// The address of a page with these.
  func address(after place: AnnotationPosition? = nil) -> String {
    let fields = [
      filter.order == .day ? nil : ("order", filter.order.rawValue),
      filter.collection.map { ("collection", $0.text) },
      filter.colour.map { ("colour", $0.rawValue) }, filter.text.map { ("q", $0) },
      place.map { ("after", $0.description) },
    ]
    return ReadingPaths.address(path, fields.compactMap(\.self))
  }

  /// The same in another order, from its beginning on.
  func with(_ order: AnnotationFilter.Order) -> String {
    var other = self
    other.filter.order = order
    return other.address()
  }

  var isAsked: Bool { filter.collection != nil || filter.colour != nil || filter.text != nil }
}

/// A list of highlights or of notes, by day or by book.
struct AnnotationsPage {
  let query: AnnotationQuery
  let journal: OwnerJournal
  let words: Words

  private static let size = 50
  /// Characters of a note, and of what its text says, that a list shows.
  private static let shown = 400

  /// For the template `annotations`.
  ///
  /// - Throws: `CollectionError`, `JournalError`.
  func content() throws -> PageContent {
    let rule = try journal.settings.current().rule
    let collections = try journal.collections.all()
    // One more than is shown, so that it is known whether there are more.
    let (lines, next) = try self.lines(
      rule,
      Dictionary(
        collections.map { ($0.name.folded, $0.name.text) }, uniquingKeysWith: { first, _ in first })
    )
    var groups: [(title: String, lines: [PageContent])] = []
    for line in lines {
      if groups.last?.title != line.group { groups.append((line.group, [])) }
      groups[groups.count - 1].lines.append(line.content)
    }
    let filter = query.filter
    let isOfNotes = query.kind == .notes
    return [
      "title": words(isOfNotes ? "notesTitle" : "highlightsTitle"), "path": query.path,
      "isOfNotes": isOfNotes, "isAsked": query.isAsked, "text": filter.text ?? "",
      "order": filter.order.rawValue,
      "orders": AnnotationFilter.Order.allCases.map {
        [
          "path": query.with($0), "title": words("annotationsBy-\($0.rawValue)"),
          "isShown": $0 == filter.order,
        ] as PageContent
      },
      "colours": isOfNotes ? [] : MarkColours.content(words, chosen: filter.colour),
      "collections": collections.map {
        Choice.content($0.name.text, $0.name.text, isChosen: $0.name == filter.collection)
      },
      "hasCollections": collections.count > 1, "hasChoices": !isOfNotes || collections.count > 1,
      "groups": groups.map { ["title": $0.title, "lines": $0.lines] as PageContent },
      "isEmpty": groups.isEmpty, "isFurther": query.after != nil,
      "empty": words(
        query.isAsked || query.after != nil
          ? "nothingFound" : isOfNotes ? "notesNone" : "highlightsNone"),
      "further": next.map { query.address(after: $0) }.once,
    ]
  }

  private struct Line {
    let group: String
    let content: PageContent
  }

  private func lines(
    _ rule: DayRule, _ names: [String: String]
  ) throws -> (lines: [Line], next: AnnotationPosition?) {
    func lines<Mark>(
      _ found: [Annotated<Mark>], _ line: (Annotated<Mark>) -> Line
    ) -> ([Line], AnnotationPosition?) {
      let shown = found.prefix(Self.size)
      return (shown.map(line), found.count > shown.count ? shown.last?.position : nil)
    }
    func line(
      _ text: StoredText?, _ collection: String, _ key: String, _ moment: Int, _ more: PageContent
    ) -> Line {
      let name = text?.collection.text ?? names[collection] ?? collection
      let day = rule.day(of: moment)
      let book = [name, text?.section].compactMap(\.self).joined(separator: " · ")
      var content: PageContent = [
        "reference": text?.reference ?? key, "collection": name, "day": words.short(day),
        "path": text.map { TextOnPage.path(of: $0.key, in: $0.collection.text) }.once,
        "verse": text.flatMap(ReadingPaths.verse).once, "isGone": text == nil,
      ]
      content.merge(more) { $1 }
      return Line(
        group: query.filter.order == .day ? words.title(day) : book, content: content)
    }
    let count = Self.size + 1
    switch query.kind {
    case .highlights:
      let found = try journal.highlights.page(query.filter, after: query.after, atMost: count)
      return lines(found) { found in
        let highlight = found.mark
        return line(
          found.text, highlight.collection, highlight.key, highlight.made,
          [
            "quote": [
              [
                "text": highlight.passage.quote, "colour": highlight.colour.rawValue,
                "name": words("mark-\(highlight.colour.rawValue)"),
              ] as PageContent
            ],
            "isLost": found.text != nil && !highlight.isPlaced, "note": [] as [PageContent],
          ])
      }
    case .notes:
      let found = try journal.notes.page(query.filter, after: query.after, atMost: count)
      return lines(found) { found in
        let note = found.mark
        return line(
          found.text, note.collection, note.key, note.written,
          [
            "quote": [] as [PageContent], "isLost": false,
            "note": [
              [
                "text": Self.beginning(note.words),
                "body": (found.text?.body).map(Self.beginning).once,
                "path": found.text.map {
                  ReadingPaths.note(of: $0.key, in: $0.collection.text)
                }.once,
              ] as PageContent
            ],
          ])
      }
    }
  }

  private static func beginning(_ text: String) -> String {
    let beginning = text.prefix(shown)
    return beginning.endIndex == text.endIndex ? text : "\(beginning)…"
  }
}
