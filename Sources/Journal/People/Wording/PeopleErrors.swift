import CaptureTime
import Store
package import Wording

extension PersonError: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .unknown(let name, near: []): ErrorMessage("no-person.name", ["name": .text(name)])
    case .unknown(let name, let near):
      ErrorMessage("no-person.near", ["name": .text(name), "near": .names(near)])
    case .unknownNumber(let number):
      ErrorMessage("no-person.number", ["number": .number(Int(number))])
    case .ambiguous(let name, let people):
      ErrorMessage(
        "several-people.names",
        [
          "name": .text(name),
          "people": .names(people.map { "\($0.name) (\($0.id))" }),
        ])
    case .exists(let person):
      ErrorMessage(
        "person-exists.name",
        ["name": .text(person.name), "number": .number(Int(person.id))])
    case .cadence(let observed, let expected):
      ErrorMessage(
        "person.cadence",
        [
          "observed": .number(observed), "least": .number(expected.lowerBound),
          "limit": .number(expected.upperBound),
        ])
    case .tooManyDays(let observed, let limit):
      ErrorMessage("person.days", ["observed": .number(observed), "limit": .number(limit)])
    case .dayTwice(let name): ErrorMessage("person.day-twice", ["name": .text(name.text)])
    case .birthdayAhead(let date, let today):
      ErrorMessage(
        "person.birthday",
        ["day": .text(date.description), "today": .text(today.description)])
    case .tooManyCategories(let observed, let limit):
      ErrorMessage("person.categories", ["observed": .number(observed), "limit": .number(limit)])
    case .noPicture(let number): ErrorMessage("person.picture", ["number": .number(number)])
    case .tooMany(let limit): ErrorMessage("too-many-people.limit", ["limit": .number(limit)])
    case .isArchived(let person): ErrorMessage("person.archived", ["name": .text(person.name)])
    case .notArchived(let person):
      ErrorMessage("person.not-archived", ["name": .text(person.name)])
    case .isDeleted(let person): ErrorMessage("person-deleted.name", ["name": .text(person.name)])
    case .notDeleted(let person): ErrorMessage("person.not-deleted", ["name": .text(person.name)])
    }
  }
}

extension ContactError: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .longKeyword(let word, let observed, let limit):
      ErrorMessage(
        "contact.long-keyword",
        ["word": .text(word), "observed": .number(observed), "limit": .number(limit)])
    case .keyword(let word): ErrorMessage("contact.keyword", ["word": .text(word)])
    case .tooManyKeywords(let observed, let limit):
      ErrorMessage("contact.keywords", ["observed": .number(observed), "limit": .number(limit)])
    case .longMemo(let observed, let limit):
      ErrorMessage("contact.long-memo", ["observed": .number(observed), "limit": .number(limit)])
    case .memoBytes(let observed, let limit):
      ErrorMessage("contact.memo-bytes", ["observed": .number(observed), "limit": .number(limit)])
    case .memoCharacter(let scalar, let offset):
      ErrorMessage(
        "contact.memo-character",
        ["code": .text(String(scalar.value, radix: 16)), "offset": .number(offset)])
    case .futureDay(let day, let today):
      ErrorMessage(
        "contact.future",
        ["day": .text(day.description), "today": .text(today.description)])
    case .unknown(let number): ErrorMessage("no-contact.number", ["number": .number(Int(number))])
    case .snoozeDays(let observed, let expected):
      ErrorMessage(
        "snooze.days",
        [
          "observed": .number(observed), "least": .number(expected.lowerBound),
          "limit": .number(expected.upperBound),
        ])
    case .notDue(let person, _) where person.archived != nil:
      ErrorMessage("snooze.archived", ["name": .text(person.name)])
    case .notDue(let person, let due):
      ErrorMessage(
        "snooze.not-due", ["name": .text(person.name), "day": .text(due.description)])
    case .notSnoozed(let person): ErrorMessage("snooze.none", ["name": .text(person.name)])
    }
  }
}

extension YearlyDateError: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .syntax(let observed): ErrorMessage("yearly-date.syntax", ["observed": .text(observed)])
    case .noSuchDay(let text): ErrorMessage("yearly-date.no-such-day", ["day": .text(text)])
    }
  }
}

extension PeopleProblem: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .rhythm(let count): ErrorMessage("found.rhythm", ["count": .number(count)])
    case .search(nil): ErrorMessage("found.contact-search-damaged")
    case .search(let count?): ErrorMessage("found.contact-search", ["count": .number(count)])
    case .altered(let name, let day): PeopleSalvageFinding.altered(name, day).wording
    }
  }
}

extension PeopleSalvageFinding: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .altered(let name, let day):
      ErrorMessage(
        "salvage.contact-altered", ["name": .text(name.text), "day": .text(day.description)])
    }
  }
}
