import CaptureTime
package import Files
import Foundation
package import Store

/// The counts of texts in `journal.json`: the lines of each file, missing if there are none, in the
/// order that an export writes them and an import reads them.
package enum TextCount: String, CodingKey, LineCount {
  case collections, textMarks, textDays, textHighlights, textNotes, textNoteVersions
  case readings, sectionsRead, sectionsOpened, readingPlaces
  case plans, planRuns, portionsRead

  private var entry: (list: ContainedPath, line: any ExportedLine.Type) {
    switch self {
    case .collections: ("collections.jsonl", ExportedCollection.self)
    case .textMarks: ("textmarks.jsonl", ExportedMark.self)
    case .textDays: ("textdays.jsonl", ExportedTextDay.self)
    case .textHighlights: ("texthighlights.jsonl", ExportedHighlight.self)
    case .textNotes: ("textnotes.jsonl", ExportedNote.self)
    case .textNoteVersions: ("textnoteversions.jsonl", ExportedNoteVersion.self)
    case .readings: ("readings.jsonl", ExportedRound.self)
    case .sectionsRead: ("sectionsread.jsonl", ExportedSectionRead.self)
    case .sectionsOpened: ("sectionsopened.jsonl", ExportedSectionOpened.self)
    case .readingPlaces: ("readingplaces.jsonl", ExportedReadingPlace.self)
    case .plans: ("plans.jsonl", ExportedPlan.self)
    case .planRuns: ("planruns.jsonl", ExportedPlanRun.self)
    case .portionsRead: ("portionsread.jsonl", ExportedPortionRead.self)
    }
  }

  /// The file.
  package var list: ContainedPath { entry.list }
  /// The type of its lines.
  package var line: any ExportedLine.Type { entry.line }
}

/// A line with the content of one of an owner's rows.
package protocol ExportedRow: ShapedLine, StoredLine {
  /// Whether its rows have texts, which they find once they are there.
  static var hasText: Bool { get }

  /// Whether nothing of it is new here; asked once for each line, in their order.
  ///
  /// - Parameter rows: the owner's.
  /// - Returns: whether it is so.
  /// - Throws: ``JournalError``.
  func isHere(_ rows: RestoredRows) throws -> Bool

  /// Puts it in, or joins it with what is here.
  ///
  /// - Parameters:
  ///   - rows: the owner's.
  ///   - isNew: whether ``isHere(_:)`` said no.
  /// - Throws: ``JournalError``.
  func put(in rows: RestoredRows, isNew: Bool) throws
}

extension ExportedRow {
  package static var hasText: Bool { false }
}

extension CheckedFields {
  /// The name of a collection, as names are compared.
  func collection(_ field: Key) throws -> String {
    let folded = SearchText.folded(try line(field, ReadingLimits.collectionBytes))
    try check(field, ReadingLimits.collectionBytes ~= folded.utf8.count)
    return folded
  }
}

/// Identifies a text, whether it is in the journal or added later.
struct TextPlace: Sendable, Hashable {
  /// The collection's name as names are compared.
  let collection: String
  let key: String
  /// The beginning of the body's SHA-256, in hexadecimal.
  let hash: String

  static let shape = LineShape(
    Self.init, LineMember("collection", \.collection, .collection), LineMember("key", \.key, .key),
    LineMember("hash", \.hash, .textHash))

  var hashBytes: Data { Data([UInt8](hexadecimal: hash) ?? []) }
}
