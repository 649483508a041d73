import Files
import Journal
import Shell
import Store
import SystemPackage

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

  init(_ finding: JournalFinding) {
    problem = finding.problem.name
    message = Wording.finding(finding, namesOwner: false)
    mended = finding.isMended
    var file: FilePath?
    switch finding.problem {
    case .area(PostsProblem.post(let owner, let number, let problem)):
      self.owner = owner.text
      post = number
      file = problem.path
    case .owner(let owner, _): self.owner = owner.text
    case .stray(let path), .unfinished(let path), .loose(let path): file = path
    case .integrity, .danglingRow, .unreadable, .area, .folder: break
    }
    if let file { (path, pathBase64) = file.forJSON }
    switch finding.outcome {
    case .putBack(let other), .stampedAgain(let other), .setAside(let other):
      place = String(decoding: other)
    case .found, .rebuilt, .beyondRepair, .failed: break
    }
  }
}

extension JournalProblem {
  /// The word for the kind of problem.
  fileprivate var name: String {
    switch self {
    case .integrity: "database"
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
    case .area(PostsProblem.post(_, _, .unreadable(let part, _, _))): "unreadable-\(part.rawValue)"
    case .area(PostsProblem.post(_, _, .irreversible)): "irreversible"
    case .area(PostsProblem.post(_, _, .time)): "time"
    case .area(PostsProblem.post(_, _, .row)): "row"
    case .area: "area"
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
