import ArgumentParser
import Journal
import Store
import SystemPackage

/// What another program reads.
enum ExportFormat: String, ExpressibleByArgument, CaseIterable {
  case markdown
  case dayOne = "day-one"

  /// Also by the name in one word.
  init?(argument: String) {
    let name = argument.lowercased()
    self.init(rawValue: name == "dayone" ? Self.dayOne.rawValue : name)
  }

  /// Writes the posts.
  ///
  /// - Returns: how much the format cannot take along, by kind.
  func export(
    _ journal: OwnerJournal, into path: FilePath, originals: Bool,
    report: (ExportRecord) -> Void
  ) throws -> [ExportLoss: Int] {
    switch self {
    case .markdown:
      try MarkdownExport(of: journal, into: path, givesOriginals: originals).run(report: report)
    case .dayOne:
      try DayOneExport(of: journal, to: path, givesOriginals: originals).run(report: report)
    }
  }
}
