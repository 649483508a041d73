import Files
import Journal
import Shell
import Stamping
import Store
import SystemPackage

/// What `daystamp check` says.
extension Wording {
  static let repairAdvice = "daystamp check --repair mends what can be mended, and deletes nothing."
  static let damageAdvice = """
    The database is damaged, so no file was mended. Put a copy that daystamp backup made in the \
    place of journal.sqlite; where there is none, \
    “sqlite3 journal.sqlite .recover | sqlite3 recovered.sqlite” saves what can be read.
    """

  static func checked(posts: Int, mended: Int, left: Int) -> String {
    var parts = ["Looked at \(posts) post\(posts == 1 ? "" : "s")"]
    if mended > 0 { parts.append("mended \(problems(mended))") }
    parts.append(
      left == 0 ? "all is well" : "\(problems(left)) left")
    return parts.joined(separator: "; ") + "."
  }

  private static func problems(_ count: Int) -> String {
    "\(count) problem\(count == 1 ? "" : "s")"
  }

  /// One line: where, what, and what became of it.
  static func finding(_ finding: JournalFinding, namesOwner: Bool) -> String {
    let what = description(of: finding.problem, namesOwner: namesOwner)
    return outcome(finding).map { "\(what); \($0)" } ?? what
  }

  private static func description(of problem: JournalProblem, namesOwner: Bool) -> String {
    switch problem {
    case .integrity(let message): "database: \(escaped(message))"
    case .danglingRow(let table, let row, let missing):
      "database: \(row.map { "row \($0)" } ?? "a row") of \(escaped(table)) refers to a row of "
        + "\(escaped(missing)) that is not there"
    case .unreadable(let error): "database: \(damage(error))"
    case .area(PostsProblem.search(let posts?)):
      "search: it does not find what the captions of \(posts) post\(posts == 1 ? "" : "s") say"
    case .area(PostsProblem.search(nil)): "search: what it looks in is damaged"
    case .stray(let path): "\(name(path)): no post names this file"
    case .unfinished(let path): "\(name(path)): left by a program that was ended while it wrote"
    case .loose(let path): "\(name(path)): was to be removed and is still there"
    case .folder(let error): messageWithPath(for: error)
    case .owner(let owner, let error):
      "the posts of \(escaped(owner.text)) were not all looked at: \(damage(error))"
    case .area(PostsProblem.post(let owner, let number, let problem)):
      "post \(number)\(namesOwner ? " of \(escaped(owner.text))" : ""): \(description(of: problem))"
    case .area(let problem): "\(problem)"
    }
  }

  private static func description(of problem: PostProblem) -> String {
    let path = problem.path.map { "\(name($0)): " } ?? ""
    switch problem {
    case .missing(let part, _): return "\(path)the \(noun(part)) is missing"
    case .changed(let part, _): return "\(path)the \(noun(part)) was changed by another program"
    case .unreadable(_, _, let error): return path + message(for: error)
    case .irreversible: return "\(path)unstamping does not give the original back"
    case .time(let time):
      return "its day is \(time.day), which its time, \(time.instant) seconds since 1970, cannot "
        + "belong to"
    case .row(let failure): return "its row cannot be read (\(escaped(failure.message)))"
    }
  }

  /// An error without the advice to look for damage, which has been found.
  private static func damage(_ error: any Error) -> String {
    guard case JournalError.database(let failure) = error, failure.kind == .corrupt else {
      return message(for: error)
    }
    return "it cannot be read (\(escaped(failure.message)))"
  }

  private static func noun(_ part: PostProblem.Part) -> String {
    part == .stamped ? "stamped photo" : "original"
  }

  private static func outcome(_ finding: JournalFinding) -> String? {
    switch finding.outcome {
    case .found: nil
    case .putBack(let place): "put back from \(name(place))"
    case .stampedAgain(let path): "stamped again, as \(name(path))"
    case .setAside(let path): "moved to \(name(path))"
    case .rebuilt: "mended"
    case .failed(let error): "not mended: \(message(for: error))"
    case .beyondRepair: advice(for: finding.problem)
    }
  }

  /// What a person can do where the repair cannot.
  private static func advice(for problem: JournalProblem) -> String? {
    guard case .area(PostsProblem.post(_, let number, let problem)) = problem else { return nil }
    return switch problem {
    case .missing(.stamped, _), .changed(.stamped, _), .irreversible:
      "not mended: put a copy of it, or of its original, below photos and repair again"
    case .missing(.original, _), .changed(.original, _):
      "not mended: put a copy of it below photos and repair again"
    case .time: "not mended: daystamp edit \(number) --time puts it right"
    case .unreadable: "not mended: make it readable and repair again"
    case .row: nil
    }
  }
}
