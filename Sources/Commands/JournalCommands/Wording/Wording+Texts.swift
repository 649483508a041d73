import Cards
import CaptureTime
import Files
import Shell
import Store
import SystemPackage
import Texts
import Wording

extension Wording {
  static let noCollections =
    "There are no collections yet; daystamp collection add makes one from a file."
  static let noSuchTexts = "There are no such texts."
  static let noSearches = "There are no searches yet."
  static let noHearts = "You gave no hearts then."
  static let oneNameOnly = "--name works with only one file."
  static let filesOrShipped = "Give files, or --shipped."
  static func added(_ collection: TextCollection) -> String {
    "Added \(escaped(collection.name.text)) with \(counted(collection.texts, "text"))."
  }
  static let inputNeedsName = "Standard input has no name; give --name."
  static let sectionNeedsCollection = "--section needs --collection."
  static let limitIsPositive = "--limit must be at least 1."
  static let collectionNeedsKey = "--collection needs a text's key."

  static func cardEndsLikeNone(_ path: FilePath) -> String {
    "\(name(path)) is not a card's name; give one that ends in .png, .jpg or .webp."
  }

  static func boxes(for lacking: [Character]) -> String {
    "warning: \(CardNote.lacking(lacking).wording.commandLine)"
  }

  /// What an import brought of texts.
  static func gained(_ gain: TextRestore.Gain, isDryRun: Bool) -> String {
    let names = gain.collections.map { "“\(escaped($0))”" }.joined(separator: ", ")
    let parts =
      (gain.collections.isEmpty
        ? []
        : ["\(agreeing(gain.collections.count, "the collection", "the collections")) \(names)"])
      + TextCount.allCases.compactMap { part in
        gain.counts[part].map { gained($0, part) }
      }
    let renamed = gain.renamed.map {
      " The plan “\(escaped($0.name))” is now “\(escaped($0.here))”, for another one has its name."
    }
    return "\(isDryRun ? "Would import" : "Imported") \(parts.joined(separator: ", "))."
      + renamed.joined()
  }

  private static func gained(_ count: Int, _ part: TextCount) -> String {
    switch part {
    case .collections: counted(count, "collection")
    case .textMarks: counted(count, "mark") + " of texts"
    case .textDays: "the texts of " + counted(count, "day")
    case .textHighlights: counted(count, "highlight")
    case .textNotes: counted(count, "note")
    case .textNoteVersions: counted(count, "version") + " of notes"
    case .readings: counted(count, "round") + " of reading"
    case .sectionsRead: counted(count, "section") + " read"
    case .sectionsOpened: counted(count, "section") + " opened"
    case .readingPlaces: counted(count, "place") + " in a collection"
    case .plans: counted(count, "plan")
    case .planRuns: counted(count, "run") + " of plans"
    case .portionsRead: counted(count, "portion") + " read"
    }
  }

  static func forgotSearches(_ count: Int) -> String {
    "Forgot \(counted(count, "search", "searches"))."
  }

  static func moreProblems(_ count: Int, of path: FilePath) -> String {
    "\(name(path)): \(counted(count, "more record")) without a text"
  }

  static func lostMark(_ key: String, of collection: TextCollection) -> String {
    "\(escaped(collection.name.text)) no longer has the text \(escaped(key)); your mark "
      + "waits for it"
  }

  /// What came in of a file.
  static func changed(_ change: CollectionChange) -> String {
    let name = escaped(change.collection.name.text)
    let problems =
      change.problems == 0 ? "" : "; skipped \(counted(change.problems, "record"))"
    if change.collection.added == change.collection.updated, change.changed + change.removed == 0 {
      return "Added \(name) with \(counted(change.added, "text"))\(problems)."
    }
    return "Updated \(name): \(counted(change.added, "new text")), \(change.changed) changed, "
      + "\(change.removed) gone, \(change.collection.texts) in all\(problems)."
  }

  static func removed(_ collection: TextCollection, marks: Int?) -> String {
    let kept = marks.map { "and \(counted($0, "mark"))" } ?? "; its marks are kept"
    return "Removed \(escaped(collection.name.text)) with \(counted(collection.texts, "text"))"
      + (marks == nil ? kept : " \(kept)") + "."
  }

  /// Everything about a collection, as lines.
  static func collection(
    _ collection: TextCollection, _ sections: [(section: TextSection, texts: Int)],
    _ zone: CaptureZone
  ) -> [String] {
    let times =
      [["Added", day(collection.added, zone)]]
      + (collection.updated == collection.added
        ? [] : [["Updated", day(collection.updated, zone)]])
    let rows =
      [["Texts", "\(collection.texts)"]]
      + [
        ["Language", collection.language], ["Licence", escaped(collection.licence)],
        ["Added by", escaped(collection.owner?.text ?? "")],
      ].filter { !$0[1].isEmpty } + times
      + [
        ["File", "\(escaped(collection.source)) (\(collection.format.rawValue))"],
        ["", "SHA-256 \(collection.hash.hexadecimal)"],
      ]
    let table = TextTable(fitting: rows, alignments: [.left, .left])
    let parts = sections.map { section, texts in
      [escaped(section.key), escaped(section.title), counted(texts, "text")]
    }
    let partTable = TextTable(fitting: parts, alignments: [.left, .left, .right])
    return [escaped(collection.name.text)] + rows.map { "  " + table.line($0) }
      + (parts.isEmpty ? [] : [""] + parts.map { "  " + partTable.line($0) })
  }

  private static func day(_ instant: Int, _ zone: CaptureZone) -> String {
    CaptureTime(wallSeconds: instant + zone.offset(at: instant), source: .given).date.description
  }

  /// A text in paragraphs: its words, its translation, and its author with its key.
  static func parts(of text: StoredText) -> [String] {
    let by = [text.author, text.source].filter { !$0.isEmpty }.joined(separator: ", ")
    let place = [text.section, text.collection.text].compactMap(\.self).joined(separator: ", ")
    return [
      text.body, text.translation, by.isEmpty ? "" : "— \(by)",
      "\(text.key)  \(place)\(marks(of: text))",
    ].filter { !$0.isEmpty }
  }

  /// A text on one line: a dot where it is new, its key, its marks, and how it begins.
  static func line(of text: StoredText, now: Int) -> String {
    let beginning = text.body.split(whereSeparator: \.isNewline).first.map { oneLine(String($0)) }
    let dot = text.isNew(at: now) ? "•" : " "
    return "\(dot) \(escaped(text.key))\(marks(of: text))  \(beginning ?? "")"
  }

  private static func marks(of text: StoredText) -> String {
    let uses = text.mark.uses
    return (text.mark.hearted == nil ? "" : "  ♥") + (uses == 0 ? "" : "  used \(uses)×")
  }
}
