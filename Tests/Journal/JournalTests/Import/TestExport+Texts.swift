import Foundation
import JournalSupport
import Store
import TestSupport
import Wording

@testable import Journal
@testable import Texts

extension TestExport {
  /// Imports what it says of texts, at 1,750,000,000.
  @discardableResult
  func importedTexts(
    into journal: OwnerJournal, isPreview: Bool = false
  ) throws -> TextRestore.Gain {
    try JournalImport(
      of: ExportFolder(opening: path),
      mode: isPreview ? .preview(of: journal) : .storing(in: journal), allowsAgain: false,
      now: ReadingRows.now
    ).takeTexts()
  }

  /// What is said where its texts are refused; empty where they are not.
  func refusalOfTexts(into journal: OwnerJournal) -> String {
    do {
      try importedTexts(into: journal)
      return ""
    } catch {
      return (error as? any Worded)?.wording.commandLine ?? "\(error)"
    }
  }
}

extension ReadingRows {
  static let now = 1_750_000_000

  /// A journal with a row at least of each table.
  static func journal(_ collection: String = "key,text\na,one\nb,two\n") throws -> TestJournal {
    let test = try TestJournal()
    try add(collection, as: "Sayings", to: test.journal)
    try test.execute(all)
    return test
  }

  /// Adds the collection of a CSV file.
  static func add(_ text: String, as name: String, to journal: OwnerJournal) throws {
    var pieces = [Array(text.utf8)]
    let new = try NewCollection(CollectionName(name), source: "x.csv", format: .csv)
    _ = try journal.collections.add(new, now: now, piece: { pieces.popLast() ?? [] })
  }
}
