import CaptureTime
import Store
package import Wording

extension PlanError: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .exists(let name): ErrorMessage("plan-exists.name", ["name": .text(name.text)])
    case .tooMany(let limit): ErrorMessage("too-many-plans.limit", ["limit": .number(limit)])
    case .unknown(let name, known: []):
      ErrorMessage("no-plan.first", ["name": .text(name.text)])
    case .unknown(let name, let known):
      ErrorMessage(
        "no-plan.known", ["name": .text(name.text), "known": .names(known.map(\.text))])
    case .noPlans: ErrorMessage("no-plan.none")
    case .file(let problems):
      ErrorMessage(
        "plan.problems",
        [
          "count": .number(problems.count),
          "first": problems.first.map { .message($0.wording) } ?? .text(""),
        ])
    case .empty: ErrorMessage("plan.empty")
    case .tooManyPortions(let observed, let limit):
      ErrorMessage("plan.portions", ["observed": .number(observed), "limit": .number(limit)])
    case .tooManyTexts(let name, let observed, let limit):
      ErrorMessage(
        "plan.texts",
        ["name": .text(name.text), "observed": .number(observed), "limit": .number(limit)])
    case .noCollection(let key): ErrorMessage("plan.no-collection", ["key": .text(key)])
    case .severalCollections(let names):
      ErrorMessage("plan.several", ["collections": .names(names.map(\.text))])
    case .days(let observed, let expected):
      ErrorMessage(
        "plan.days", ["observed": .number(observed), "limit": .number(expected.upperBound)])
    case .fewSections(let name, let observed, let days):
      ErrorMessage(
        "plan.few-sections",
        ["name": .text(name.text), "observed": .number(observed), "days": .number(days)])
    case .noTestaments(let name): ErrorMessage("plan.testaments", ["name": .text(name.text)])
    case .fewBooks(let name, let observed, let expected):
      ErrorMessage(
        "plan.few-books",
        ["name": .text(name.text), "observed": .number(observed), "expected": .number(expected)])
    case .followed(let name, let day):
      ErrorMessage(
        "plan-followed.since", ["name": .text(name.text), "day": .text(day.description)])
    case .tooManyRuns(let name, let limit):
      ErrorMessage(
        "too-many-runs.limit", ["name": .text(name.text), "limit": .number(limit)])
    case .notFollowed(let name): ErrorMessage("not-followed.name", ["name": .text(name.text)])
    case .noneFollowed: ErrorMessage("not-followed.none")
    case .severalFollowed(let names):
      ErrorMessage("not-followed.several", ["names": .names(names.map(\.text))])
    case .noPortion(let number, let day, let portions):
      ErrorMessage(
        "no-portion.number",
        ["number": .number(number), "day": .number(day), "portions": .number(portions)])
    case .noDay(let day, let days):
      ErrorMessage("no-portion.day", ["day": .number(day), "days": .number(days)])
    case .allRead(let name): ErrorMessage("plan-read.name", ["name": .text(name.text)])
    case .notRead(let number, let day):
      ErrorMessage("not-read.portion", ["number": .number(number), "day": .number(day)])
    case .notBegun(let name, let start):
      ErrorMessage(
        "plan-waits.start", ["name": .text(name.text), "day": .text(start.description)])
    case .lostCollection(let name, let collection):
      ErrorMessage(
        "no-collection.plan", ["name": .text(name.text), "collection": .text(collection)])
    }
  }
}

extension PlanProblem: Worded {
  package var wording: ErrorMessage {
    ErrorMessage("plan-line.line", ["line": .number(line), "reason": .message(reason.wording)])
  }
}

extension PlanProblem.Reason: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .encoding: ErrorMessage("plan-line.encoding")
    case .tooLong(let limit): ErrorMessage("plan-line.size", ["limit": .number(limit >> 10)])
    case .syntax: ErrorMessage("plan-line.syntax")
    case .day(let observed, let expected):
      ErrorMessage(
        "plan-line.day",
        ["observed": .number(observed), "limit": .number(expected.upperBound)])
    case .sameDay(let day, let line):
      ErrorMessage("plan-line.same-day", ["day": .number(day), "first": .number(line)])
    case .noPortions(let day): ErrorMessage("plan-line.no-portions", ["day": .number(day)])
    case .tooManyPortions(let observed, let limit):
      ErrorMessage("plan-line.portions", ["observed": .number(observed), "limit": .number(limit)])
    case .samePortion(let written):
      ErrorMessage("plan-line.same-portion", ["portion": .text(written)])
    case .unknown(let key): ErrorMessage("plan-line.unknown", ["key": .text(key)])
    case .backwards(let first, let last):
      ErrorMessage("plan-line.backwards", ["first": .text(first), "last": .text(last)])
    }
  }
}
