import CaptureTime
import Journal
import Store
import Texts
import Wording

/// Plans on pages.
struct PlanPage {
  let journal: OwnerJournal
  let today: CivilDate
  let words: Words

  static let list = "/texts/plans"

  static func path(_ name: PlanName) -> String {
    "\(list)/plan?name=\(name.text.percentEncoded)"
  }

  /// For the template `plans`.
  ///
  /// - Throws: `JournalError`.
  func list() throws -> PageContent {
    let (plans, days) = (try journal.plans.all(), try journal.plans.days(on: today))
    return [
      "plans": plans.map { plan in
        let day = days.first { $0.plan.id == plan.id }
        return [
          "name": plan.name.text, "path": Self.path(plan.name),
          "collection": plan.collectionName, "days": words.count(plan.days, "planDays"),
          "state": day.map { PlanDayOnPage(day: $0, words: words).state }.once,
        ] as PageContent
      },
      "isEmpty": plans.isEmpty, "hasDays": !days.isEmpty,
      "followed": days.map { PlanDayOnPage(day: $0, words: words).content(from: Self.list) },
      "collections": try journal.collections.all().map(\.name.text),
      "makings": PlanMaking.allCases.map {
        Choice.content($0.rawValue, words("planMaking-\($0.rawValue)"), isChosen: $0 == .order)
      },
      "mostDays": Plan.dayRange.upperBound,
    ]
  }

  /// For the template `plan`.
  ///
  /// - Parameter name: the plan's.
  /// - Returns: what is known of it, its day, and what it reads twice and never.
  /// - Throws: `PlanError`, `JournalError`.
  func content(of name: PlanName) throws -> PageContent {
    let plan = try journal.plans.plan(name)
    let day = try journal.plans.days(on: today).first { $0.plan.id == plan.id }
    let coverage = plan.collection == nil ? nil : try journal.plans.coverage(of: name).coverage
    let path = Self.path(plan.name)
    let left = try day.map { try daysLeft($0, path) } ?? []
    return [
      "title": plan.name.text, "name": plan.name.text, "collection": plan.collectionName,
      "days": words.count(plan.days, "planDays"), "mostDays": plan.days,
      "source": (plan.source.isEmpty ? nil : plan.source).once, "isFollowed": day != nil,
      "day": day.map { PlanDayOnPage(day: $0, words: words).content(from: path) }.once,
      "left": left, "hasLeft": !left.isEmpty,
      "coverage": coverage.map(content).once, "today": today.description,
    ]
  }

  /// Days that the page has of those that are left, and that are looked at for them.
  private static let (mostLeft, mostLookedAt) = (14, 60)

  /// The days before today's whose portions were not all read, from the first one on.
  private func daysLeft(_ today: PlanDay, _ path: String) throws -> [PageContent] {
    guard let first = today.firstBehind, first < today.day else { return [] }
    var days: [PageContent] = []
    for number in first..<min(today.day, first + Self.mostLookedAt)
    where days.count < Self.mostLeft {
      let day = try journal.plans.day(number, of: today.plan.name, today: self.today)
      guard !day.left.isEmpty else { continue }
      var content = PlanDayOnPage(day: day, words: words).content(from: path)
      content["title"] = words("planDayOf", ["day": words.number(number)])
      content["from"] = "\(path)#left"
      days.append(content)
    }
    return days
  }

  /// Parts of a collection that a page names.
  private static let mostSpans = 200

  private func content(_ coverage: PlanCoverage) -> PageContent {
    func spans(_ all: [PlanCoverage.Span]) -> [PageContent] {
      all.prefix(Self.mostSpans).map { span in
        [
          "keys": span.first == span.last ? span.first : "\(span.first) – \(span.last)",
          "texts": words.count(span.texts, "textCount"),
        ]
      }
    }
    func further(_ count: Int) -> [String] {
      (count > Self.mostSpans ? words.count(count - Self.mostSpans, "planFurther") : nil).once
    }
    return [
      "line": coverage.isWhole
        ? words("planWhole", ["texts": words.count(coverage.texts, "textCount")])
        : words(
          "planCoverage",
          [
            "texts": words.count(coverage.texts, "textCount"),
            "never": words.number(coverage.neverTexts),
            "twice": words.number(coverage.repeatedTexts),
          ]),
      "hasNever": !coverage.never.isEmpty, "never": spans(coverage.never),
      "neverFurther": further(coverage.never.count),
      "hasTwice": !coverage.repeated.isEmpty, "twice": spans(coverage.repeated),
      "twiceFurther": further(coverage.repeated.count),
      "lost": (coverage.lost.isEmpty ? nil : words.count(coverage.lost.count, "planLost")).once,
    ]
  }
}

/// A day of a followed plan, with its portions and their ticks.
struct PlanDayOnPage {
  let day: PlanDay
  let words: Words

  /// "Day 3 of 365", or that it waits or is over.
  var state: String {
    switch day.state {
    case .waiting: words("planWaits", ["day": words.short(day.run.start)])
    case .over: words("planOver")
    case .going:
      words("planDay", ["day": words.number(day.day), "days": words.number(day.plan.days)])
    }
  }

  /// For the template `plan-day`.
  ///
  /// - Parameter path: the page that it is on, to which a button leads back, to this day.
  /// - Returns: its portions, each with what its button does.
  func content(from path: String) -> PageContent {
    let (isWaiting, place) = (day.state == .waiting, "plan-\(day.plan.id)")
    // A plan that is over has nothing more of its last day, but for what was left.
    let portions = isWaiting || day.state == .over && day.left.isEmpty ? [] : day.portions
    return [
      "name": day.plan.name.text, "path": PlanPage.path(day.plan.name),
      "place": place, "from": "\(path)#\(place)",
      "state": state, "day": day.day, "isRest": day.state == .going && day.portions.isEmpty,
      "portions": portions.map { portion in
        let isRead = portion.read != nil
        return [
          "number": portion.number, "title": portion.title, "isRead": isRead,
          "deed": isRead ? "undo" : "done",
          "path": portion.section.map { beginning(of: portion, in: $0) }.once,
          "isGone": portion.section == nil,
        ] as PageContent
      },
      "behind": (day.behind > 0 ? words.count(day.behind, "planBehind") : nil).once,
      "catchUp": "\(PlanPage.path(day.plan.name))#left",
      "progress": words(
        "planProgress",
        ["read": words.number(day.progress.read), "count": words.number(day.progress.count)]),
    ]
  }
}

/// The notice that a plan's days were shifted, with its undo.
struct PlanNotice {
  let words: Words
  /// The page to which undoing leads back.
  let from: String

  /// The page from which a plan was shifted, which says so then.
  ///
  /// - Parameters:
  ///   - path: the page's, which may name a part of it.
  ///   - day: how the plan was followed before.
  /// - Returns: an address.
  static func address(_ path: String, after day: PlanDay) -> String {
    let parts = path.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let sign = parts[0].contains("?") ? "&" : "?"
    let said = "\(day.run.start).\(day.run.firstDay).\(day.plan.name.text)".percentEncoded
    return "\(parts[0])\(sign)shifted=\(said)" + (parts.count > 1 ? "#\(parts[1])" : "")
  }

  /// For the template `notices`; nil where the address says nothing of it.
  func content(_ query: Query) -> PageContent? {
    let parts =
      (try? query.text("shifted"))?
      .split(separator: ".", maxSplits: 2).map(String.init) ?? []
    guard parts.count == 3, let start = CivilDate(iso: parts[0]), let first = Int(parts[1]),
      Plan.dayRange ~= first, let name = try? PlanName(parts[2])
    else { return nil }
    let fields = [
      "deed": "unshift", "name": name.text, "start": "\(start)", "first": "\(first)", "from": from,
    ]
    return [
      "text": words("planShifted", ["name": name.text]), "path": "\(PlanPage.list)/deed",
      "fields": fields.sorted { $0.key < $1.key }.map {
        ["name": $0.key, "value": $0.value] as PageContent
      },
    ]
  }
}

extension PlanDayOnPage {
  /// Where a portion begins: its section, or a text within it.
  private func beginning(of portion: PlanPortion, in section: TextSection) -> String {
    let collection = day.plan.collectionName
    return portion.first == section.key
      ? ReadingPaths.section(section.key, in: collection)
      : ReadingPaths.verse(portion.first, of: section.key, in: collection)
  }
}

/// Today's portions, and where the owner left off.
struct PlansSection: TodaySection {
  let order = TodayOrder.plans
  let template = "today-plans"

  func content(of today: Today) throws -> PageContent? {
    let days = try today.visit.journal.plans.days(on: today.day).filter { day in
      day.state == .going || day.state == .over && day.behind > 0
    }
    let place = try today.visit.journal.reading.places(atMost: 1).first
    guard !days.isEmpty || place != nil else { return nil }
    let left = days.flatMap(\.left).map(\.title)
    return [
      "isAsked": !days.isEmpty,
      "gist": days.isEmpty
        ? place?.section.title ?? ""
        : left.isEmpty ? today.words("today-plansRead") : left.joined(separator: ", "),
      "followed": days.map {
        PlanDayOnPage(day: $0, words: today.words).content(from: "/")
      },
      "place": place.map { place in
        [
          "title": place.section.title,
          "path": ReadingPaths.section(place.section.key, in: place.collection.name.text),
        ] as PageContent
      }.once,
    ]
  }
}
