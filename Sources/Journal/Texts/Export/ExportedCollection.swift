import CaptureTime
import Files
import Store

/// A collection in an export: a line of `collections.jsonl`. Its texts are in their own file, for
/// ``CollectionReader``.
package struct ExportedCollection: ExportedLine, Hashable {
  package let name: String
  let licence: String
  let language: String
  /// The name and the format of the file that it was read of, and SHA-256 of that file.
  let source: String
  let format: String
  let sha256: String
  /// In seconds since 1970 in UTC.
  let added: Int
  let updated: Int
  /// Where its texts are, from the export's folder, how many, and SHA-256 of that file.
  package let file: String
  let texts: Int
  let fileSha256: String

  package static var fields: [String] { CodingKeys.allCases.map(\.rawValue) }

  package enum CodingKeys: String, CodingKey, CaseIterable {
    case name, licence, language, source, format, sha256, added, updated, file, texts, fileSha256
  }

  init(_ collection: TextCollection, file: ContainedPath, hash: String) {
    name = collection.name.text
    (licence, language) = (collection.licence, collection.language)
    (source, format) = (collection.source, collection.format.rawValue)
    sha256 = collection.hash.hexadecimal
    (added, updated, texts) = (collection.added, collection.updated, collection.texts)
    (self.file, fileSha256) = (String(decoding: file), hash)
  }

  /// SHA-256 of the file of its texts.
  package var fileHash: [UInt8] { [UInt8](hexadecimal: fileSha256) ?? [] }

  /// The file of the collection of a place in the list, counted from 1.
  static func file(_ number: Int) throws -> ContainedPath {
    try ContainedPath("collections/\(number).jsonl")
  }

  /// Checks the values.
  ///
  /// - Parameter number: of its line, counted from 1.
  /// - Throws: ``ExportedValueError``.
  package func check(_ number: Int) throws {
    _ = try read()
    try checking(.file, try file == String(decoding: Self.file(number)))
  }

  /// The checked values.
  func read() throws -> (new: NewCollection, format: CollectionFormat, hash: [UInt8], file: [UInt8])
  {
    guard let name = CollectionName(stored: name) else { throw wrong(.name) }
    guard let format = CollectionFormat(rawValue: format) else { throw wrong(.format) }
    guard let hash = [UInt8](hexadecimal: sha256), hash.count == 32 else { throw wrong(.sha256) }
    guard let file = [UInt8](hexadecimal: fileSha256), file.count == 32 else {
      throw wrong(.fileSha256)
    }
    let instants = DayRule.instants
    try checking(.added, instants.contains(added))
    try checking(.updated, instants.contains(updated) && updated >= added)
    try checking(.texts, 1...Int(Int32.max) ~= texts)
    let new: NewCollection
    do throws(CollectionError) {
      new = try NewCollection(
        name, licence: licence, language: language, source: source, format: .jsonl)
    } catch {
      throw error.isOfLanguage ? wrong(.language) : wrong(.licence)
    }
    try checking(.source, new.source == source)
    return (new, format, hash, file)
  }

  private func checking(_ field: CodingKeys, _ isRight: Bool) throws(ExportedValueError) {
    if !isRight { throw wrong(field) }
  }

  private func wrong(_ field: CodingKeys) -> ExportedValueError {
    ExportedValueError(field: field.rawValue)
  }
}

extension CollectionError {
  fileprivate var isOfLanguage: Bool { if case .language = self { true } else { false } }
}

/// A text in the fields of ``TextField``, without the empty ones.
struct ExportedText: Encodable {
  let key: String
  let text: String
  let translation: String?
  let author: String?
  let source: String?
  let added: String?
  let section: String?
  let sectionTitle: String?

  enum CodingKeys: String, CodingKey {
    case key, text, translation, author, source, added, section
    case sectionTitle = "section title"
  }

  init(_ values: inout RowDecoder, addedWith collection: Int) throws {
    func part(_ limit: Int) throws -> String? {
      let text = try values.text(atMost: limit)
      return text.isEmpty ? nil : text
    }
    key = try values.text(atMost: ReadText.keyByteLimit)
    text = try values.text(atMost: ReadText.bodyByteLimit)
    translation = try part(ReadText.bodyByteLimit)
    author = try part(ReadText.lineByteLimit)
    source = try part(ReadText.lineByteLimit)
    let added = try values.next(in: DayRule.instants)
    // Files know days. Those of no day get the collection's time again.
    let day = CivilDate(daysSinceEpoch: added.floorDivided(by: 86_400).quotient)
    self.added = added == collection ? nil : day.description
    section = try values.textIfAny(atMost: ReadText.keyByteLimit)
    sectionTitle = try values.textIfAny(atMost: ReadText.lineByteLimit)
  }
}
