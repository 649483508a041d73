import GRDB
package import Store

/// A run of a followed plan in an export: a line of `planruns.jsonl`.
package struct ExportedPlanRun: ExportedRow, Hashable {
  /// The plan's name.
  let plan: String
  /// Counted from 1 for each plan.
  let number: Int
  let pace: String
  /// When it was begun, in seconds since 1970 in UTC, and the date of its day 1.
  let begun: Int
  let start: String
  /// The first of its days that is asked for.
  let firstDay: Int
  /// Missing while it goes on.
  let stopped: Int?

  static let numbers = 1...PlanRun.limit
  /// The number of a run, which is one too many where it has none of these.
  static let numberColumn = """
    (SELECT count(*) FROM (SELECT 1 FROM plan_run AS other
      WHERE other.plan = plan_run.plan AND other.id <= plan_run.id
      LIMIT \(numbers.upperBound + 1)))
    """

  package static let shape = LineShape(
    Self.init, LineMember("plan", \.plan, column: "name", .name),
    LineMember("number", \.number, column: numberColumn, .number(numbers)),
    LineMember("pace", \.pace, .pace), LineMember("begun", \.begun, .moment),
    LineMember("start", \.start, .day),
    LineMember("firstDay", \.firstDay, column: "first_day", .number(Plan.dayRange)),
    LineMember("stopped", \.stopped, .momentIfAny)
  ) { $0.stopped ?? $0.begun >= $0.begun ? nil : "stopped" }
  package static let source = RowSource(
    "plan_run CROSS JOIN plan ON plan.id = plan_run.plan", order: ["plan_run.id"])

  /// The run of the same plan that was begun then at the same pace is the same; of several the one in the
  /// same turn. A plan that has as many as it can have gets no others.
  package func isHere(_ rows: RestoredRows) throws -> Bool {
    let key = RestoredPlans.Run(plan: SearchText.folded(plan), number: number)
    guard let place = rows.plans.ids[key.plan] else { return true }
    let begin = RestoredPlans.Beginning(plan: key.plan, begun: begun, pace: pace)
    let turn = rows.plans.begun[begin, default: 0]
    rows.plans.begun[begin] = turn + 1
    let found = try place.map { plan in
      try rows.db.value(
        Int64.self,
        cached: """
          SELECT id FROM plan_run WHERE plan = ? AND begun = ? AND pace = ?
          ORDER BY id LIMIT 1 OFFSET ?
          """, arguments: [plan, begun, pace, turn])
    }
    if found ?? nil == nil, let plan = place, try PlanRun.isLimitReached(of: plan, rows.db) {
      return true
    }
    rows.plans.runs[key] = .some(found ?? nil)
    return found ?? nil != nil
  }

  /// If another run of the plan is active here, this one is not.
  package func put(in rows: RestoredRows, isNew: Bool) throws {
    let key = RestoredPlans.Run(plan: SearchText.folded(plan), number: number)
    guard isNew, let place = rows.plans.ids[key.plan], let plan = place else { return }
    let going = try rows.db.value(
      Int.self,
      cached:
        "SELECT max(begun) FROM plan_run WHERE plan = ? AND stopped IS NULL HAVING count(*) > 0",
      arguments: [plan])
    try rows.db.execute(
      cached: """
        INSERT INTO plan_run (plan, pace, begun, start, first_day, stopped)
        VALUES (?, ?, ?, ?, ?, ?)
        """,
      arguments: [plan, pace, begun, start, firstDay, stopped ?? going.map { max($0, begun) }])
    rows.plans.runs[key] = .some(rows.db.lastInsertedRowID)
  }
}

/// A read portion in an export: a line of `portionsread.jsonl`.
package struct ExportedPortionRead: ExportedRow, Hashable {
  /// The plan's name, and the number of its run.
  let plan: String
  let run: Int
  let day: Int
  let number: Int
  let readOn: String
  /// In seconds since 1970 in UTC.
  let moment: Int

  package static let shape = LineShape(
    Self.init, LineMember("plan", \.plan, column: "name", .name),
    LineMember(
      "run", \.run, column: ExportedPlanRun.numberColumn, .number(ExportedPlanRun.numbers)),
    LineMember("day", \.day, column: "portion_read.day", .number(Plan.dayRange)),
    LineMember(
      "number", \.number, column: "portion_read.number", .number(ReadingLimits.portionNumbers)),
    LineMember("readOn", \.readOn, column: "read_on", .day),
    LineMember("moment", \.moment, .moment))
  package static let source = RowSource(
    """
    portion_read CROSS JOIN plan_run ON plan_run.id = portion_read.run
    CROSS JOIN plan ON plan.id = plan_run.plan
    """, order: ["portion_read.run", "portion_read.day", "portion_read.number"])

  /// The run's number here; nil where it is not there, and nil in that where it would come.
  private func place(_ rows: RestoredRows) -> Int64?? {
    rows.plans.runs[RestoredPlans.Run(plan: SearchText.folded(plan), number: run)]
  }

  package func isHere(_ rows: RestoredRows) throws -> Bool {
    guard let place = place(rows) else { return true }
    return try place.map { run in
      try rows.has(
        "portion_read WHERE run = ? AND day = ? AND number = ?", [run, day, number])
    } ?? false
  }

  package func put(in rows: RestoredRows, isNew: Bool) throws {
    guard isNew, let place = place(rows), let run = place else { return }
    try rows.db.execute(
      cached: """
        INSERT INTO portion_read (run, day, number, read_on, moment) VALUES (?, ?, ?, ?, ?)
        """, arguments: [run, day, number, readOn, moment])
  }
}

/// The numbers here of an export's plans and their runs.
struct RestoredPlans {
  /// By their names in the export, as names are compared: the rows here, nil of what is only counted.
  var ids: [String: Int64?] = [:]
  var runs: [Run: Int64?] = [:]
  /// How many runs came that were begun at the same time and pace.
  var begun: [Beginning: Int] = [:]

  struct Run: Hashable {
    let plan: String
    let number: Int
  }

  struct Beginning: Hashable {
    let plan: String
    let begun: Int
    let pace: String
  }
}
