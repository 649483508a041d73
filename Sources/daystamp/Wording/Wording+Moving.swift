import CaptureTime
import Files
import Journal
import Shell
import Stamping
import Store
import SystemPackage

extension Wording {
  static func notExported(_ number: Int, _ error: JournalError) -> String {
    "post \(number): \(message(for: error))"
  }

  static func notExported(_ post: Post, _ error: FileError) -> String {
    "post \(post.number) is stored, but its copy was not written: \(messageWithPath(for: error))"
  }

  static func backedUp(_ content: BackupContent, to path: FilePath) -> String {
    "\(name(path)) holds \(counted(content.posts, "post")) of \(counted(content.owners, "owner")), "
      + "without their photos; daystamp export writes those too."
  }

  static func settingsLeftOut(_ owner: OwnerName) -> String {
    "\(escaped(owner.text)) has posts already, so the settings of the export are not taken; "
      + "daystamp config set changes yours."
  }

  /// The line of a post for people; nil where it is told otherwise.
  static func line(_ record: ImportRecord, isDryRun: Bool) -> String? {
    let day = record.day?.description ?? ""
    switch record.result {
    case .imported(let number):
      var line = "\(number)  \(day)"
      if let caption = record.caption, !caption.isEmpty { line += "  \(escaped(caption))" }
      if let exported = record.exportedNumber, exported != number {
        line += "  (\(exported) in the export)"
      }
      if isDryRun, !record.doubts.isEmpty {
        line += "  doubtful: \(record.doubts.map(message(for:)).joined(separator: "; "))"
      }
      return line
    case .passedOver(let post):
      return isDryRun
        ? "\(record.exportedNumber ?? 0)  \(day)  passed over: \(message(for: post))" : nil
    case .failed: return nil
    }
  }

  static func message(for post: EarlierPost) -> String {
    let place = "\(post.number)\(post.isInTrash ? ", which is in the trash" : "")"
    return switch post.reason {
    case .samePost: "it is here already, as \(place)"
    case .samePhoto: "its photo is posted already, as \(place); --again imports it too"
    }
  }

  static func message(for doubt: TimeDoubt) -> String {
    switch doubt {
    case .lastChange(let source): "its time is that of a last change (\(source.rawValue))"
    case .offsetAssumed(let zone): "its offset from UTC was taken from \(escaped(zone))"
    case .inFuture: "it is in the future"
    case .otherDay(let told): "its time is of \(told), as its zone and the start of the day tell"
    }
  }

  static func notImported(_ record: ImportRecord, _ error: any Error) -> String {
    let post = record.exportedNumber.map { "post \($0)" } ?? "the post at place \(record.place)"
    return "\(post): \(message(for: error))"
  }
}
