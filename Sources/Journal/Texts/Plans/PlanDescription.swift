import CaptureTime
import Store

/// A plan as a JSON object, with its coverage and today's day if known.
package struct PlanDescription: Encodable {
  let name: String
  let collection: String
  let days: Int
  /// The file's name; missing where Daystamp made the plan.
  let source: String?
  /// In seconds since 1970 in UTC.
  let added: Int
  /// Missing where nothing was asked of it.
  var coverage: Coverage?
  /// Missing where it is not followed.
  var today: PlanDayDescription?

  struct Coverage: Encodable {
    let texts: Int
    let never: Int
    let twice: Int
    let neverRead: [Span]
    let readTwice: [Span]
    let lost: [Lost]

    struct Span: Encodable {
      let first: String
      let last: String
      let texts: Int
      let times: Int
    }

    struct Lost: Encodable {
      let day: Int
      let first: String
      let last: String
    }
  }

  package init(
    _ plan: Plan, coverage: PlanCoverage? = nil, today: PlanDay? = nil
  ) {
    (name, collection, days) = (plan.name.text, plan.collectionName, plan.days)
    (source, added) = (plan.source.isEmpty ? nil : plan.source, plan.added)
    self.coverage = coverage.map(Coverage.init)
    self.today = today.map(PlanDayDescription.init)
  }
}

extension PlanDescription.Coverage {
  fileprivate init(_ coverage: PlanCoverage) {
    (texts, never, twice) = (coverage.texts, coverage.neverTexts, coverage.repeatedTexts)
    neverRead = coverage.never.map(Span.init)
    readTwice = coverage.repeated.map(Span.init)
    lost = coverage.lost.map { Lost(day: $0.day, first: $0.first, last: $0.last) }
  }
}

extension PlanDescription.Coverage.Span {
  fileprivate init(_ span: PlanCoverage.Span) {
    (first, last, texts, times) = (span.first, span.last, span.texts, span.times)
  }
}

/// A day of a followed plan as a JSON object.
package struct PlanDayDescription: Encodable {
  let plan: String
  let collection: String
  /// "waiting", "going" or "over".
  let state: String
  let pace: String
  let start: String
  let day: Int
  let days: Int
  let portions: [Portion]
  /// Days before it with portions that were not read, and the first of them.
  let behind: Int
  let firstBehind: Int?
  /// Portions of all days.
  let portionsRead: Int
  let portionsInAll: Int

  struct Portion: Encodable {
    let number: Int
    let title: String
    let first: String
    let last: String
    /// The key of its first section; missing where the collection does not have it now.
    let section: String?
    /// The day on which it was read; missing where it was not.
    let read: String?
  }

  package init(_ day: PlanDay) {
    (plan, collection) = (day.plan.name.text, day.plan.collectionName)
    (state, pace) = (day.state.rawValue, day.run.pace.rawValue)
    start = day.run.start.description
    (self.day, days) = (day.day, day.plan.days)
    portions = day.portions.map { portion in
      Portion(
        number: portion.number, title: portion.title, first: portion.first, last: portion.last,
        section: portion.section?.key, read: portion.read?.description)
    }
    (behind, firstBehind) = (day.behind, day.firstBehind)
    (portionsRead, portionsInAll) = (day.progress.read, day.progress.count)
  }
}
