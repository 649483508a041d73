import Journal
import PhotoCommands
import Shell
import SystemPackage
import Wording

extension Wording {
  static func notExported(_ number: Int, _ error: any Error) -> String {
    "post \(number): \(message(for: error))"
  }

  static func notExported(_ post: Post, _ error: any Error) -> String {
    "post \(post.number) is stored, but writing its copy failed: \(message(for: error))"
  }

  static func notCopied(_ failure: AlbumFailure) -> String {
    let posts =
      failure.number.map { "post \($0) is stored, but writing its copy" } ?? "writing copies"
    return "\(posts) failed, so the next post or edit tries again: \(message(for: failure.error))"
      + message(for: failure.error)
  }

  static func copied(_ written: Int, of all: Int, to folder: FilePath) -> String {
    "\(name(folder)) has the stamped photos of \(counted(all, "post")); \(written) "
      + "\(agreeing(written, "is", "are")) new or changed."
  }

  static func exported(_ written: Int, of all: Int, to folder: FilePath) -> String {
    "\(name(folder)) holds \(posts(written, of: all)), with photos and journal.json; daystamp import "
      + "reads it."
  }

  static func exported(
    _ written: Int, of all: Int, to folder: FilePath, _ format: ExportFormat
  ) -> String {
    let posts = posts(written, of: all)
    return switch format {
    case .markdown: "\(name(folder)) holds \(posts) as notes, with their photos."
    case .dayOne: "\(name(folder)) holds \(posts), with their photos; Day One imports it."
    }
  }

  private static func posts(_ written: Int, of all: Int) -> String {
    written == all ? counted(all, "post") : "\(written) of \(counted(all, "post"))"
  }

  /// What an export for another program lacks; nil where that is nothing.
  static func lost(_ losses: [ExportLoss: Int]) -> String? {
    let parts = ExportLoss.allCases.compactMap { loss -> String? in
      guard let count = losses[loss], count > 0 else { return nil }
      return switch loss {
      case .trash: "\(counted(count, "post")) in the trash"
      case .moods: counted(count, "mood")
      case .morningPages: "the mark of \(counted(count, "morning page"))"
      case .videos: "\(counted(count, "video")) of Live Photos"
      case .rawFiles: counted(count, "raw file")
      }
    }
    return parts.isEmpty ? nil : "Left out: \(parts.joined(separator: ", "))."
  }

  /// Whether an export keeps posts that the journal no longer has.
  static func gone(_ count: Int, areRemoved: Bool) -> String {
    let posts = "\(counted(count, "post")) that \(agreeing(count, "is", "are"))"
    return areRemoved
      ? "\(posts) no longer in the journal \(agreeing(count, "was", "were")) removed from it."
      : "It also keeps \(posts) no longer in the journal; --mirror removes "
        + "\(agreeing(count, "it", "them"))."
  }
}
