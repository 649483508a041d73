import PhotoCommands
import CaptureTime
import Files
import Journal
import Shell
import Store
import SystemPackage
import Wording

/// Reports a salvage while it runs: losses for programs and pipes; progress and the result for
/// people.
final class SalvageReporter {
  private let isJSON: Bool
  private let folder: FilePath
  private var progress = PostProgress()
  private var counts = SalvageSummaryJSON.Summary()

  init(isJSON: Bool, folder: FilePath) { (self.isJSON, self.folder) = (isJSON, folder) }

  /// Shows how many posts were brought over, where a person watches.
  func progress(_ done: Int, _ total: Int) { progress.advance(of: total) }

  /// Reports what could not be brought over as it was.
  func report(_ finding: SalvageFinding) {
    progress.clear()
    counts.problems += 1
    if case .area(let finding as PostSalvageFinding) = finding {
      switch finding {
      case .lost: counts.lost += 1
      case .remade, .gathered: counts.remade += 1
      case .photo: counts.photos += 1
      case .rewritten, .earlierWords, .cut, .versions, .renumbered, .look, .tags, .doubtful,
        .altered, .addedPhoto, .cover, .noPhoto, .unindexed:
        break
      }
    }
    Console.print(
      isJSON ? SalvageFindingJSON(finding).jsonLine() : Wording.finding(finding))
  }

  /// Reports how it all went.
  ///
  /// - Parameter posts: those of the new journal.
  /// - Returns: what the program exits with.
  func finish(posts: Int) -> ExitStatus {
    progress.clear()
    counts.posts = posts
    if isJSON {
      Console.print(SalvageSummaryJSON(summary: counts).jsonLine())
    } else {
      Console.say(Wording.salvaged(counts, into: folder))
      Console.say(Wording.afterSalvage(folder))
    }
    return counts.problems == 0 ? .success : .failure
  }
}

/// What a salvage could not bring over as it was, as one line of JSON; paths are from the journal's
/// folder.
struct SalvageFindingJSON: Encodable {
  let problem: String
  let message: String
  var owner: String?
  var post: Int?
  var day: String?
  var path: String?
  /// The path's bytes in base64, where they are not UTF-8 and `path` is not quite the path.
  var pathBase64: String?
  /// Where a copy of the file is.
  var place: String?

  init(_ finding: SalvageFinding) {
    problem = finding.name
    message = finding.wording.commandLine
    var file: FilePath?
    switch finding {
    case .area(let finding as PostSalvageFinding):
      owner = finding.post.owner?.text
      post = finding.post.number
      day = finding.post.day?.description
      switch finding {
      case .remade(_, let path, _), .gathered(_, let path, _), .addedPhoto(_, let path),
        .photo(_, _, let path, _):
        file = path.path
      case .lost, .rewritten, .earlierWords, .cut, .versions, .renumbered, .look, .tags, .doubtful,
        .altered, .cover, .noPhoto, .unindexed:
        break
      }
    case .renamedOwner(let name), .setting(let name, _), .noSettings(let name, _),
      .noPIN(let name, _), .area(TagSalvageFinding.folded(let name, _)):
      owner = name.text
    case .unreadable(let error): file = error.path
    case .setAside(let path, let copy):
      file = path.path
      place = String(decoding: copy)
    case .noDatabase, .damagedLog, .damagedTable, .missingTable, .lostRows, .recovered, .index,
      .contradicted, .somebodysPIN, .area:
      break
    }
    if let file { (path, pathBase64) = file.forJSON }
  }
}

extension SalvageFinding {
  /// The word for the kind of finding.
  fileprivate var name: String {
    switch self {
    case .noDatabase: "no-database"
    case .damagedLog: "damaged-log"
    case .damagedTable: "damaged-table"
    case .missingTable: "missing-table"
    case .recovered: "recovered"
    case .contradicted: "contradicted-rows"
    case .index: "index"
    case .renamedOwner: "owner-name"
    case .setting: "setting"
    case .noSettings: "settings"
    case .noPIN, .somebodysPIN: "pin"
    case .unreadable: "unreadable"
    case .setAside: "set-aside"
    case .area(PostSalvageFinding.lost): "lost"
    case .area(PostSalvageFinding.remade), .area(PostSalvageFinding.gathered): "row"
    case .area(PostSalvageFinding.addedPhoto): "photo-row"
    case .area(PostSalvageFinding.cover): "cover"
    case .area(PostSalvageFinding.noPhoto): "no-photo"
    case .area(PostSalvageFinding.unindexed): "unindexed"
    case .area(PostSalvageFinding.photo(_, let part, _, .missing)): "missing-\(part.rawValue)"
    case .area(PostSalvageFinding.photo(_, let part, _, .damaged)): "damaged-\(part.rawValue)"
    case .area(PostSalvageFinding.rewritten): "words"
    case .area(PostSalvageFinding.earlierWords): "earlier-words"
    case .area(PostSalvageFinding.cut): "cut-words"
    case .area(PostSalvageFinding.versions): "versions"
    case .area(PostSalvageFinding.renumbered): "number"
    case .area(PostSalvageFinding.look): "look"
    case .area(PostSalvageFinding.tags): "tags"
    case .area(PostSalvageFinding.doubtful): "doubtful"
    case .area(PostSalvageFinding.altered): "altered"
    case .area(TagSalvageFinding.folded): "tag-names"
    case .area, .lostRows: "area"
    }
  }
}

/// The end of `daystamp check --salvage --json`.
struct SalvageSummaryJSON: Encodable {
  let summary: Summary

  struct Summary: Encodable {
    /// Those of the new journal.
    var posts = 0
    /// Those with lost rows.
    var remade = 0
    /// Posts that are known to be lost.
    var lost = 0
    /// Files of posts that are missing or damaged.
    var photos = 0
    /// All lines.
    var problems = 0
  }
}
