import Shell
import Store

/// Tells of a check while it goes on: problems for programs and pipes, progress and the end for
/// people.
final class CheckReporter {
  private let isJSON: Bool
  private let isRepair: Bool
  private let start = ContinuousClock.now
  private var progressLine: ProgressLine?
  private var looked = Tally(.checked)
  private var mended = 0
  private var left = 0
  private var hasDamage = false

  /// Whether numbers of posts are told with their owners.
  var namesOwners = true

  init(isJSON: Bool, isRepair: Bool) {
    (self.isJSON, self.isRepair) = (isJSON, isRepair)
  }

  /// Shows how many posts were looked at, where a person watches.
  func progress(_ done: Int, _ total: Int) {
    looked.count(.done)
    guard Console.isWatched else { return }
    if progressLine == nil { progressLine = ProgressLine(total: total, start: start) }
    progressLine?.update(looked, now: .now)
  }

  /// Tells of a problem.
  func report(_ finding: JournalFinding) {
    progressLine?.clear()
    if finding.isMended { mended += 1 } else { left += 1 }
    if !finding.isMended, finding.problem.isDamage { hasDamage = true }
    Console.print(
      isJSON
        ? JournalFindingJSON(finding).jsonLine()
        : Wording.finding(finding, namesOwner: namesOwners))
  }

  /// Tells how it all went.
  ///
  /// - Returns: what the program exits with.
  func finish() -> ExitStatus {
    progressLine?.clear()
    if isJSON {
      let summary = CheckSummaryJSON.Summary(posts: looked.done, mended: mended, problems: left)
      Console.print(CheckSummaryJSON(summary: summary).jsonLine())
    } else {
      Console.say(Wording.checked(posts: looked.done, mended: mended, left: left))
      if hasDamage {
        Console.say(Wording.damageAdvice)
      } else if left > 0, !isRepair {
        Console.say(Wording.repairAdvice)
      }
    }
    return left == 0 ? .success : .failure
  }
}

extension JournalProblem {
  /// Whether the database cannot be relied on while it is there.
  fileprivate var isDamage: Bool {
    switch self {
    case .integrity, .unreadable: true
    default: false
    }
  }
}
