import Journal
import PhotoCommands
import Shell
import SystemPackage
import Wording

extension Wording {
  static func exported(
    _ written: Int, of all: Int, to folder: FilePath, _ format: ExportFormat
  ) -> String {
    let posts = written == all ? counted(all, "post") : "\(written) of \(counted(all, "post"))"
    return switch format {
    case .markdown: "\(name(folder)) holds \(posts) as notes, with their photos."
    case .dayOne: "\(name(folder)) holds \(posts), with their photos; Day One imports it."
    }
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
