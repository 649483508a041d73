import Files
import Store

/// The templates of an export, one per line; there are few.
struct TemplateLines: Sendable {
  private let lines: CheckedLines<TemplateCount>

  /// Reads the file to its end, as those of people are read; beside that, no two templates may have one
  /// name, nor may there be more than an owner has.
  ///
  /// - Throws: ``ImportError`` with the first line that is wrong.
  init(in folder: ContainingFolder, provenBy proof: PostLines.Proof) throws {
    var known: Set<String> = []
    lines = try CheckedLines(in: folder, provenBy: proof.lines(TemplateCount.self)) {
      line, _ throws(ImportProblem) in
      guard let name = (line as? ExportedTemplate)?.name else { return }
      guard known.insert(name.folded).inserted else { throw .templateTwice(name) }
      guard known.count <= PostTemplate.limit else {
        throw .tooManyTemplates(limit: PostTemplate.limit)
      }
    }
  }

  /// Puts those into a journal that it has none of the name of, or counts what would come.
  ///
  /// - Parameters:
  ///   - journal: the journal; nil where it is still to be made.
  ///   - isPreview: whether nothing is written.
  /// - Returns: how many came, or would come, and the names of those whose words here are others.
  /// - Throws: ``ImportError`` where the file has become another meanwhile,
  ///   ``TemplateError/tooMany(limit:)``, ``JournalError``; then none has come.
  func take(
    into journal: OwnerJournal?, isPreview: Bool
  ) throws -> (count: Int, notTaken: [String]) {
    var read: [ExportedTemplate] = []
    try lines.forEachGroup(.templates) { (group: [ExportedTemplate]) in read += group }
    guard let journal else { return (read.count, []) }
    let (found, templates) = (read, journal.templates)
    let all = try templates.all()
    let here = Dictionary(all.map { ($0.name.folded, $0.words.text) }) { first, _ in first }
    let notTaken = found.filter { here[$0.name.folded, default: $0.words.text] != $0.words.text }
      .map(\.name.text)
    if isPreview { return (found.count { here[$0.name.folded] == nil }, notTaken) }
    return try journal.writeMakingRoom { db in
      let here = Set(try templates.all(db).map(\.name.folded))
      let new = found.filter { !here.contains($0.name.folded) }
      guard new.isEmpty || here.count + new.count <= PostTemplate.limit else {
        throw TemplateError.tooMany(limit: PostTemplate.limit)
      }
      for line in new {
        try templates.store(
          PostTemplate(name: line.name, words: line.words, changed: line.changed), db)
      }
      return (new.count, notTaken)
    }
  }
}

extension JournalImport {
  /// Imports each template unless the journal has one of that name.
  ///
  /// - Returns: how many came, or would come, and the names of those whose words here are others.
  /// - Throws: ``ImportError``, ``TemplateError`` where an owner would have too many, ``JournalError``; then
  ///   none has come.
  package func takeTemplates() throws -> (count: Int, notTaken: [String]) {
    let isPreview = if case .preview = mode { true } else { false }
    return try export.templates?.take(into: journal, isPreview: isPreview) ?? (0, [])
  }
}
