package import Files

/// An area's part of an export of an owner's journal.
package protocol AreaExport: Sendable {
  /// Names the area's files in an earlier export of the journal, without ``lists``; at least those that
  /// ``next()`` may give again with other bytes.
  ///
  /// - Throws: ``ExportError/otherJournal(_:)``, and an error for lines that cannot be read.
  func files(ofEarlier folder: ContainingFolder, _ found: (ContainedPath) throws -> Void) throws

  /// Has ``next()`` leave out the files that an earlier export has, where it can tell without reading them.
  ///
  /// - Throws: an error for lines that cannot be read.
  mutating func goOn(from earlier: EarlierExport) throws

  /// The files of lines, such as `posts.jsonl`, each of which the export has even where no line was
  /// given for it; asked for after the last file.
  var lists: [ContainedPath] { get }

  /// The next files, with the lines that belong to them; nil once all were given.
  mutating func next() throws -> ExportPart?

  /// What `journal.json` says of the area, by the names of its fields; asked for after the last file.
  func fields() throws -> [String: any Encodable & Sendable]

  /// What `journal.json` says of the number of lines, by names that no other area has.
  var counts: [String: Int] { get }
}

extension AreaExport {
  package func files(
    ofEarlier folder: ContainingFolder, _ found: (ContainedPath) throws -> Void
  ) throws {}
  package mutating func goOn(from earlier: EarlierExport) throws {}
  package var lists: [ContainedPath] { [] }
  package var counts: [String: Int] { [:] }
}
