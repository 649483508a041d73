import CaptureTime
import Journal
import People
import Stamping
import Store

/// Which people a page lists; what an address cannot mean is left aside.
struct PeopleQuery: Sendable {
  var filter = PeopleFilter()
  /// From 1 on.
  var page = 1

  private static let longestText = 200

  init(_ query: Query) {
    filter.kind = (try? query.choice("show")) ?? .kept
    filter.text = (try? query.text("q")).flatMap { text in
      text.allSatisfy(\.isWhitespace) ? nil : String(text.prefix(Self.longestText))
    }
    filter.category = (try? query.text("category")).flatMap { try? PersonName($0) }
    page = (try? query.number("page", in: 1...10_000)) ?? 1
  }

  var address: String {
    let fields = [
      filter.kind == .kept ? nil : ("show", filter.kind.rawValue),
      filter.text.map { ("q", $0) }, filter.category.map { ("category", $0.text) },
      page == 1 ? nil : ("page", "\(page)"),
    ]
    return ReadingPaths.address(PeoplePaths.people, fields.compactMap(\.self))
  }

  /// The same with something else, from the first page on.
  func with(_ change: (inout PeopleQuery) -> Void) -> PeopleQuery {
    var other = self
    other.page = 1
    change(&other)
    return other
  }
}

/// The list of people, the most overdue first.
struct PeoplePage {
  let query: PeopleQuery
  let visit: Visit
  let today: CivilDate
  let words: Words
  let size: ThumbnailSize

  private static let size = 50
  /// Contacts that a search shows, and categories.
  private static let (mostFound, mostCategories) = (20, 30)

  /// For the template `people`.
  ///
  /// - Throws: `JournalError`.
  func content() throws -> PageContent {
    let (journal, filter) = (visit.journal, query.filter)
    let all = try journal.people.list(PeopleFilter(filter.kind), today: today)
    let isAsked = filter.text != nil || filter.category != nil
    let meant = isAsked ? try journal.people.list(filter, today: today) : all
    let first = min((query.page - 1) * Self.size, meant.count)
    let shown = Array(meant[first...].prefix(Self.size))
    let rows = PeopleOnPage(visit: visit, today: today, words: words, size: size)
    let found =
      try filter.text.map { try journal.contacts.search($0, atMost: Self.mostFound) } ?? []
    let isDeleted = filter.kind == .deleted
    return [
      "people": try rows.content(of: shown), "count": words.count(meant.count, "personCount"),
      "text": filter.text ?? "", "show": filter.kind.rawValue,
      "category": (filter.category?.text).once, "isOfDeleted": isDeleted,
      "kinds": PeopleFilter.Kind.allCases.map { kind in
        [
          "path": query.with { $0.filter = PeopleFilter(kind) }.address,
          "title": words("people-\(kind.rawValue)"), "isShown": kind == filter.kind,
        ] as PageContent
      },
      "categories": categories(of: all),
      "hasCategories": all.contains { !$0.person.facts.categories.isEmpty },
      "isEmpty": meant.isEmpty && found.isEmpty,
      "empty": words(
        isAsked ? "nothingFound" : filter.kind == .kept ? "peopleEmpty" : "peopleNone"),
      "isNew": meant.isEmpty && !isAsked && filter.kind == .kept,
      "contacts": try ContactLines(journal: journal, words: words).named(found),
      "hasContacts": !found.isEmpty,
      "previous": (query.page > 1 ? query.with { $0.page = query.page - 1 }.address : nil).once,
      "next":
        (first + shown.count < meant.count
        ? query.with { $0.page = query.page + 1 }.address : nil).once,
    ]
  }

  /// Those that most people are in, each with the list of who is.
  private func categories(of people: [KnownPerson]) -> [PageContent] {
    var counts: [String: (name: PersonName, count: Int)] = [:]
    for category in people.flatMap(\.person.facts.categories) {
      counts[category.folded, default: (category, 0)].count += 1
    }
    let most = counts.values.sorted { ($1.count, $0.name.folded) < ($0.count, $1.name.folded) }
    return most.prefix(Self.mostCategories).map { name, _ in
      let isOn = query.filter.category?.folded == name.folded
      return [
        "name": name.text, "isOn": isOn,
        "path": query.with { $0.filter.category = isOn ? nil : name }.address,
      ]
    }
  }
}
