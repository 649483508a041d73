import CaptureTime
import Journal
import People
import Stamping
import Store

/// Which people a page lists; it ignores address parameters that it cannot read.
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

/// The list of people, by the day on which they are due.
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
    let isAsked = filter.text != nil || filter.category != nil
    let (shown, first, total) = try part(of: filter)
    let categories = try journal.people.categories(of: filter.kind)
    let rows = PeopleOnPage(visit: visit, today: today, words: words, size: size)
    let found =
      try filter.text.map { try journal.contacts.search($0, atMost: Self.mostFound) } ?? []
    let isDeleted = filter.kind == .deleted
    let isNew = total == 0 && !isAsked && filter.kind == .kept
    return [
      "groups": groups(shown, try rows.content(of: shown)),
      "count": words.count(total, "personCount"),
      "text": filter.text ?? "", "show": filter.kind.rawValue,
      "category": (filter.category?.text).once, "isOfDeleted": isDeleted,
      "kinds": PeopleFilter.Kind.allCases.map { kind in
        [
          "path": query.with { $0.filter = PeopleFilter(kind) }.address,
          "title": words("people-\(kind.rawValue)"), "isShown": kind == filter.kind,
        ] as PageContent
      },
      "categories": content(of: categories), "hasCategories": !categories.isEmpty,
      "isEmpty": total == 0 && found.isEmpty,
      "empty": words(
        isAsked ? "nothingFound" : filter.kind == .kept ? "peopleEmpty" : "peopleNone"),
      "new": (isNew ? PlantDrawing(.daisy, .bloom, isWithered: false).content(words) : nil).once,
      "contacts": try ContactLines(journal: journal, words: words).named(found),
      "hasContacts": !found.isEmpty,
      "previous": (query.page > 1 ? query.with { $0.page = query.page - 1 }.address : nil).once,
      "next":
        (first + shown.count < total
        ? query.with { $0.page = query.page + 1 }.address : nil).once,
    ]
  }

  /// The people that the page shows, how many are before them, and how many there are in all.
  private func part(of filter: PeopleFilter) throws -> ([KnownPerson], first: Int, total: Int) {
    let people = visit.journal.people
    let before = (query.page - 1) * Self.size
    if filter == PeopleFilter() {
      let (page, total) = try people.page(
        in: .due, today: today, after: before, atMost: Self.size)
      return (page, min(before, total), total)
    }
    var meant = try people.list(filter, today: today)
    if filter.kind == .kept { meant = meant.inOrder(.due, on: today) }
    return (Array(meant.dropFirst(before).prefix(Self.size)), min(before, meant.count), meant.count)
  }

  /// People of one list below the words that say when they are due; archived and deleted ones without.
  private func groups(_ people: [KnownPerson], _ rows: [PageContent]) -> [PageContent] {
    var groups: [(title: String?, rows: [PageContent])] = []
    for (person, row) in zip(people, rows) {
      let title = person.days(from: today).map(Self.group)
      if let last = groups.last, last.title == title {
        groups[groups.count - 1].rows.append(row)
      } else {
        groups.append((title, [row]))
      }
    }
    return groups.map { ["heading": ($0.title.map { words($0) }).once, "people": $0.rows] }
  }

  /// The key of the words for who is due in some days.
  private static func group(dueIn days: Int) -> String {
    switch days {
    case ...0: "peopleDueNow"
    case 1...7: "peopleDueSoon"
    default: "peopleDueLater"
    }
  }

  /// Those that most people are in, each with the list of who is.
  private func content(of categories: [PersonName]) -> [PageContent] {
    categories.prefix(Self.mostCategories).map { name in
      let isOn = query.filter.category?.folded == name.folded
      return [
        "name": name.text, "isOn": isOn,
        "path": query.with { $0.filter.category = isOn ? nil : name }.address,
      ]
    }
  }
}
