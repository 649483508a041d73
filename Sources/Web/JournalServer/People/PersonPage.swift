import CaptureTime
import Journal
import People
import Stamping
import Store

/// The page of a person: details, the plant, a month, and the contacts.
struct PersonPage {
  let visit: Visit
  let today: CivilDate
  let settings: JournalSettings
  let weekStart: WeekStart
  let words: Words
  let size: ThumbnailSize

  private static let (contactsOnPage, postsOnPage) = (20, 12)

  private var journal: OwnerJournal { visit.journal }

  /// For the template `person`.
  ///
  /// - Parameters:
  ///   - number: the person's.
  ///   - month: that of the calendar; nil for the present one.
  ///   - last: the last contact of the page before; nil for the first page.
  ///   - form: what was typed into the form of a contact, where that was refused.
  /// - Returns: what the page shows.
  /// - Throws: `PersonError`, `JournalError`.
  func content(
    of number: Int64, month: Month? = nil, after last: Int64? = nil, typed form: ContactForm? = nil
  ) throws -> PageContent {
    let person = try journal.people.person(number: number)
    let known = try journal.people.known(person)
    let rows = PeopleOnPage(visit: visit, today: today, words: words, size: size)
    let history = try journal.people.history(of: number)
    let isDue = known.isDue(on: today)
    let posts = try journal.posts.naming(person, atMost: Self.postsOnPage + 1)
    var content = try rows.content(of: [known])[0]
    content["title"] = person.name
    content["isKept"] = person.isKept
    content["isArchived"] = person.isArchived
    content["isDeleted"] = person.deleted != nil
    content["categories"] = person.facts.categories.map {
      ["name": $0.text, "path": ReadingPaths.address("/people", [("category", $0.text)])]
        as PageContent
    }
    content["facts"] = facts(of: known)
    content["note"] = (person.facts.note.isEmpty ? nil : person.facts.note.text).once
    content["plantOf"] = [
      PlantDrawing(
        history.growth, PlantKind(of: person.facts.cadence),
        isWithered: (known.days(from: today) ?? 0) < 0
      ).content(words)
    ]
    content["steps"] = history.growth.steps
    content["mostSteps"] = Growth.most
    content["grown"] = words(
      "personGrown",
      ["steps": "\(history.growth.steps)", "most": "\(Growth.most)"])
    content["counts"] = [
      (history.contacts, "contactCount"), (history.kept, "contactsInTime"),
      (history.snoozes, "snoozeCount"),
    ].filter { $0.0 > 0 }.map { words.count($0, $1) }.joined(separator: " · ")
    content["mayBeSnoozed"] = isDue
    content["snoozes"] = Snooze.range.map {
      Choice.content("\($0)", words.count($0, "dayCount"), isChosen: $0 == 1)
    }
    content["snoozed"] =
      (person.isKept ? known.rhythm.snoozed : nil).map {
        words("personSnoozed", ["day": words.brief($0, on: today)])
      }.once
    content["together"] = together(posts, person).once
    content["togetherTitle"] = words("personTogether", ["name": person.name])
    content["togetherNone"] = words("personTogetherNone", ["name": person.name])
    content["hasCategories"] = !person.facts.categories.isEmpty
    let typed = form ?? ContactForm(ContactFacts(), on: today)
    content.merge(typed.content(words, today: today, settings.keywordLength)) { $1 }
    content["calendar"] = try calendar(of: number, month ?? Month(containing: today))
    content.merge(try contacts(of: number, after: last)) { $1 }
    return content
  }

  /// The latest posts that name the person, for the template `rows`; nil where there are none.
  private func together(_ posts: [Post], _ person: Person) -> PageContent? {
    guard !posts.isEmpty else { return nil }
    let tiles = posts.prefix(Self.postsOnPage).map { post in
      PostTile(
        post: post, shownDay: words.short(post.day), pictures: visit.pictures, words: words
      ).content
    }
    let all = ReadingPaths.address("/timeline", [("q", "\"@\(person.name)\"")])
    return ["posts": tiles, "all": (posts.count > Self.postsOnPage ? all : nil).once]
  }

  private func facts(of known: KnownPerson) -> [PageContent] {
    let (facts, rhythm) = (known.person.facts, known.rhythm)
    var lines: [(String, String, String?)] = []
    lines.append(("personCadence", words.rhythm(facts.cadence), nil))
    if known.person.isKept { lines.append(("personDue", words.short(rhythm.due), nil)) }
    if let day = rhythm.contact {
      lines.append(("personLastContact", words.short(day), "/days/\(day)"))
    } else {
      lines.append(("personStart", words.short(facts.start), nil))
    }
    for (name, date) in facts.yearlyDates {
      // The day itself, in a year that has 29 February where its own is not known.
      let day = date.date(in: date.year ?? 2_000, settings.leapBirthday)
      let next = date.next(from: today, settings.leapBirthday)
      let texts: [String?] = [
        date.year == nil ? words.withoutYear(day) : words.short(day),
        words("personNext", ["day": words.short(next)]),
        date.years(on: next).map { words.count($0, "personYears") },
      ]
      let title = name.isEmpty ? words("birthday") : name
      lines.append((title, texts.compactMap(\.self).joined(separator: " · "), nil))
    }
    if !facts.phone.text.isEmpty {
      lines.append(("personPhone", facts.phone.text, TelephoneLink.path(of: facts.phone.text)))
    }
    if !facts.email.text.isEmpty {
      let address = facts.email.text
      let isOne = address.contains("@") && !address.contains { $0.isWhitespace }
      lines.append(
        (
          "personEmail", address,
          isOne ? "mailto:\(address.percentEncoded.replacing("%40", with: "@"))" : nil
        ))
    }
    if let time = facts.reminder { lines.append(("personReminder", "\(time)", nil)) }
    return lines.map { name, text, path in
      ["name": words(name), "text": text, "path": path.once]
    }
  }

  /// The contacts of a page, to the last.
  private func contacts(of number: Int64, after last: Int64?) throws -> PageContent {
    let place = try last.flatMap { last in
      do {
        let contact = try journal.contacts.contact(number: last)
        return contact.person == number ? contact : nil
      } catch ContactError.unknown {
        // It was deleted meanwhile.
        return nil
      }
    }
    let found = try journal.contacts.page(
      of: number, after: place, atMost: Self.contactsOnPage + 1)
    let shown = found.prefix(Self.contactsOnPage)
    let lines = ContactLines(journal: journal, words: words)
    return [
      "contacts": shown.map { contact in
        lines.content(contact).merging([
          "owner": number,
          "deleteLabel": words("contactDelete", ["day": words.short(contact.day)]),
          "editLabel": words("contactEdit", ["day": words.short(contact.day)]),
        ]) { $1 }
      },
      "hasContacts": !shown.isEmpty, "isFurther": place != nil,
      "older": (found.count > shown.count ? shown.last : nil).map {
        PeoplePaths.address(PeoplePaths.person(number), "after", $0.id) + "#contacts"
      }.once,
    ]
  }

  /// A month with its contacts, the due day, and days of every year.
  private func calendar(of number: Int64, _ month: Month) throws -> PageContent {
    let known = try journal.people.month(of: number, from: month.first, settings.leapBirthday)
    let grid = MonthGrid(year: month.year, month: month.month, weekStart: weekStart)
    return [
      "title": words.title(month),
      "previous": link(number, month.previous), "next": link(number, month.next),
      "weekdays": CalendarHeading.all(weekStart, words),
      "weeks": (grid?.weeks ?? []).map { week in
        [
          "days": week.map { day in
            day.map { cell($0, known) } ?? ["isBlank": true]
          }
        ] as PageContent
      },
    ]
  }

  private func cell(_ day: CivilDate, _ known: PersonMonth) -> PageContent {
    let count = known.contacts[day]?.count ?? 0
    let names = (known.days[day] ?? []).map { $0.isEmpty ? words("birthday") : $0 }
    let said =
      (count > 0 ? [words.count(count, "contactCount")] : [])
      + (known.due == day ? [words("personDueOn")] : []) + names
    return [
      "isBlank": false, "number": day.day, "weekday": CalendarHeading.names[day.weekday],
      "isToday": day == today, "hasContacts": count > 0, "isDue": known.due == day,
      "isYearly": !names.isEmpty, "hasAny": !said.isEmpty, "path": "/days/\(day)",
      "label": ([words.withoutYear(day)] + said).joined(separator: ", "),
    ]
  }

  private func link(_ number: Int64, _ month: Month) -> [PageContent] {
    CivilDate.years ~= month.year
      ? [
        [
          "path": "\(PeoplePaths.person(number))?month=\(month)#calendar",
          "title": words.title(month),
        ]
      ] : []
  }
}
