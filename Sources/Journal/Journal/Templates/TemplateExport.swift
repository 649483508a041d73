import Files
import GRDB
import Store

/// The count of templates in `journal.json`: the lines of a file, missing if there are none.
enum TemplateCount: String, LineCount {
  case templates

  /// The file.
  var list: ContainedPath { "templates.jsonl" }

  /// What a line of it says.
  var line: any ExportedLine.Type { ExportedTemplate.self }
}

/// A template in an export: a line of `templates.jsonl`.
struct ExportedTemplate: ShapedLine, StoredLine, Hashable {
  let name: TemplateName
  let words: TemplateWords
  /// In seconds since 1970 in UTC.
  let changed: Int

  static let shape = LineShape(
    Self.init,
    LineMember("name", \.name, .read({ TemplateName(stored: $0) }, text: \.text)),
    LineMember("words", \.words, .read({ TemplateWords(stored: $0) }, text: \.text)),
    LineMember("changed", \.changed, .moment))
  static let source = RowSource("template", order: ["folded"])
}

/// The part of an export about templates: a line for each.
struct TemplateExport: AreaExport {
  private var rows: ExportedRows
  private var lines = 0

  init(of journal: OwnerJournal) { rows = ExportedRows(of: journal) }

  /// A journal without templates has no file of them, as none had before there were any.
  var lists: [ContainedPath] { lines > 0 ? [TemplateCount.templates.list] : [] }

  var counts: [String: Int] { lines > 0 ? [TemplateCount.templates.rawValue: lines] : [:] }

  func fields() throws -> [String: any Encodable & Sendable] { [:] }

  mutating func next() throws -> ExportPart? {
    guard let found = try rows.next(ExportedTemplate.self) else { return nil }
    lines += found.lines
    return ExportPart(files: [], lines: [TemplateCount.templates.list: found.bytes])
  }
}
