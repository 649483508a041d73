import PhotoCommands
import Files
import Journal
import Shell
import Store
import SystemPackage
import Wording

/// Reports a check while it runs: problems for programs and pipes; progress and the result for people.
final class CheckReporter {
  private let isJSON: Bool
  private let isRepair: Bool
  private var progress = PostProgress()
  private var mended = 0
  private var left = 0
  private var hasDamage = false

  /// Whether posts are named with their owners.
  var namesOwners = true

  init(isJSON: Bool, isRepair: Bool) {
    (self.isJSON, self.isRepair) = (isJSON, isRepair)
  }

  /// Shows how many posts were looked at, where a person watches.
  func progress(_ done: Int, _ total: Int) { progress.advance(of: total) }

  /// Reports a problem.
  func report(_ finding: JournalFinding) {
    progress.clear()
    if finding.isMended { mended += 1 } else { left += 1 }
    if !finding.isMended, finding.problem.isDamage { hasDamage = true }
    Console.print(
      isJSON
        ? JournalFindingJSON(finding).jsonLine()
        : Wording.finding(finding, namesOwner: namesOwners))
  }

  /// Reports how it all went.
  ///
  /// - Returns: what the program exits with.
  func finish() -> ExitStatus {
    progress.clear()
    if isJSON {
      let summary = CheckSummaryJSON.Summary(posts: progress.done, mended: mended, problems: left)
      Console.print(CheckSummaryJSON(summary: summary).jsonLine())
    } else {
      Console.say(Wording.checked(posts: progress.done, mended: mended, left: left))
      if hasDamage {
        Console.say(Wording.damageAdvice)
      } else if left > 0, !isRepair {
        Console.say(Wording.repairAdvice)
      }
    }
    return left == 0 ? .success : .failure
  }
}

/// How many posts are done, which is shown where a person watches.
struct PostProgress {
  private let start = ContinuousClock.now
  private var line: ProgressLine?
  private var tally = Tally(.checked)

  var done: Int { tally.done }

  mutating func advance(of total: Int) {
    tally.count(.done)
    guard Console.isWatched else { return }
    if line == nil { line = ProgressLine(total: total, start: start) }
    line?.update(tally, now: .now)
  }

  mutating func clear() { line?.clear() }
}

extension JournalProblem {
  /// Whether the database cannot be relied on while it is there.
  fileprivate var isDamage: Bool {
    switch self {
    case .integrity, .contradicted, .unreadable, .missing(_, isReplaceable: false): true
    default: false
    }
  }
}

/// A problem of the journal as one line of JSON; paths are from the journal's folder.
struct JournalFindingJSON: Encodable {
  let problem: String
  let message: String
  let mended: Bool
  var owner: String?
  var post: Int?
  var path: String?
  /// The path's bytes in base64, where they are not UTF-8 and `path` is not quite the path.
  var pathBase64: String?
  /// Where the file came from, or went to.
  var place: String?
  /// The number that the post has now, where it got another.
  var number: Int?

  init(_ finding: JournalFinding) {
    problem = finding.problem.name
    message = Wording.finding(finding, namesOwner: false)
    mended = finding.isMended
    var file: ContainedPath?
    switch finding.problem {
    case .area(PostsProblem.post(let owner, let number, let problem)):
      self.owner = owner.text
      post = number
      file = problem.path
    case .owner(let owner, _), .area(PostsProblem.lastNumber(let owner)),
      .area(PostsProblem.tag(let owner, _)),
      .area(PostsProblem.setting(let owner, _)), .area(PostsProblem.counted(let owner, _)):
      self.owner = owner.text
    case .stray(let path), .unfinished(let path), .loose(let path): file = path
    case .integrity, .contradicted, .unindexed, .missing, .danglingRow, .row, .unreadable, .area,
      .folder:
      break
    }
    if let file { (path, pathBase64) = file.path.forJSON }
    switch finding.repair {
    case .putBack(let other), .remade(let other), .setAside(let other):
      place = String(decoding: other)
    case .renumbered(let number): self.number = number
    case .notTried, .rebuilt, .beyondRepair, .failed: break
    }
  }
}

extension JournalProblem {
  /// The word for the kind of problem.
  fileprivate var name: String {
    switch self {
    case .integrity: "database"
    case .contradicted: "contradicted-rows"
    case .unindexed: "unindexed-rows"
    case .missing: "missing"
    case .danglingRow: "dangling-row"
    case .unreadable: "unreadable-database"
    case .area(PostsProblem.search): "search"
    case .stray: "stray"
    case .unfinished: "unfinished"
    case .loose: "loose"
    case .folder: "folder"
    case .owner: "owner"
    case .area(PostsProblem.post(_, _, .missing(let part, _))): "missing-\(part.rawValue)"
    case .area(PostsProblem.post(_, _, .changed(let part, _))): "changed-\(part.rawValue)"
    case .area(PostsProblem.post(_, _, .copyRow(let part, _, _))): "\(part.rawValue)-row"
    case .area(PostsProblem.post(_, _, .unreadable(let part, _, _))): "unreadable-\(part.rawValue)"
    case .area(PostsProblem.post(_, _, .irreversible)): "irreversible"
    case .area(PostsProblem.post(_, _, .unproven)): "unproven"
    case .area(PostsProblem.post(_, _, .time)): "time"
    case .area(PostsProblem.post(_, _, .row)): "row"
    case .area(PostsProblem.post(_, _, .altered)): "altered"
    case .area(PostsProblem.counted): "counted"
    case .area(PostsProblem.post(_, _, .number)): "number"
    case .area(PostsProblem.post(_, _, .text)): "text"
    case .area(PostsProblem.post(_, _, .tags)): "tags"
    case .area(PostsProblem.post(_, _, .foreignTags)): "foreign-tags"
    case .area(PostsProblem.post(_, _, .foreignPhoto)): "foreign-photo"
    case .area(PostsProblem.post(_, _, .versions)): "versions"
    case .area(PostsProblem.post(_, _, .value)): "value"
    case .area(PostsProblem.setting): "setting"
    case .area(PostsProblem.lastNumber): "last-number"
    case .area(PostsProblem.tag): "tag"
    case .area(PostsProblem.photosAlone): "photos-alone"
    case .area(PostsProblem.covers): "covers"
    case .area(PostsProblem.mornings): "mornings"
    case .area, .row: "area"
    }
  }
}

/// The end of `daystamp check --json`.
struct CheckSummaryJSON: Encodable {
  let summary: Summary

  struct Summary: Encodable {
    /// How many were looked at.
    let posts: Int
    let mended: Int
    /// Those that stay.
    let problems: Int
  }
}
