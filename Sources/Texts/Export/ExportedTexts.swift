import CaptureTime
import Files
import Store

/// What an export says of a collection, on a line of `collections.jsonl`; its texts are in a file of their
/// own, as ``CollectionReader`` takes it.
package struct ExportedCollection: Codable, Sendable, Hashable {
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

  /// The file of the collection of a place in the list, counted from 1.
  static func file(_ number: Int) throws -> ContainedPath {
    try ContainedPath("collections/\(number).jsonl")
  }

  /// Checks the values.
  ///
  /// - Parameter number: of its line, counted from 1.
  /// - Throws: ``ExportedTextError``.
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

  private func checking(_ field: CodingKeys, _ isRight: Bool) throws(ExportedTextError) {
    if !isRight { throw wrong(field) }
  }

  private func wrong(_ field: CodingKeys) -> ExportedTextError {
    ExportedTextError(field: field.rawValue)
  }
}

extension CollectionError {
  fileprivate var isOfLanguage: Bool { if case .language = self { true } else { false } }
}

/// What an export says of a text that an owner marked, on a line of `textmarks.jsonl`.
package struct ExportedMark: Codable, Sendable, Hashable {
  let place: TextPlace
  /// In seconds since 1970 in UTC; what is missing it has not.
  let hearted: Int?
  let opened: Int?
  /// How often it was used, and when the last time; missing where it never was.
  let uses: Int?
  let used: Int?

  package enum CodingKeys: String, CodingKey, CaseIterable {
    case collection, key, hash, hearted, opened, uses, used
  }

  /// As large as the number of a post; it is counted on from there.
  private static let mostUses = 1_000_000

  init(_ place: TextPlace, hearted: Int?, opened: Int?, uses: Int, used: Int?) {
    (self.place, self.hearted, self.opened) = (place, hearted, opened)
    (self.uses, self.used) = (uses == 0 ? nil : uses, used)
  }

  package init(from decoder: any Decoder) throws {
    place = try TextPlace(from: decoder)
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    func instant(_ field: CodingKeys) throws -> Int? {
      let instant = try fields.decodeIfPresent(Int.self, forKey: field)
      guard instant.map(DayRule.instants.contains) ?? true else {
        throw ExportedTextError(field: field.rawValue)
      }
      return instant
    }
    (hearted, opened) = (try instant(.hearted), try instant(.opened))
    (uses, used) = (try fields.decodeIfPresent(Int.self, forKey: .uses), try instant(.used))
    guard uses.map({ 1...Self.mostUses ~= $0 }) ?? true, (uses == nil) == (used == nil) else {
      throw ExportedTextError(field: CodingKeys.uses.rawValue)
    }
  }

  package func encode(to encoder: any Encoder) throws {
    try place.encode(to: encoder)
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encodeIfPresent(hearted, forKey: .hearted)
    try fields.encodeIfPresent(opened, forKey: .opened)
    try fields.encodeIfPresent(uses, forKey: .uses)
    try fields.encodeIfPresent(used, forKey: .used)
  }
}

/// What an export says of a day on which a text was shown, on a line of `textdays.jsonl`.
package struct ExportedTextDay: Codable, Sendable, Hashable {
  let place: TextPlace
  package let day: String
  let cycle: Int

  package enum CodingKeys: String, CodingKey, CaseIterable {
    case collection, key, hash, day, cycle
  }

  /// One cycle takes a day at least, and there are no more days than that.
  /// Far from the most that are read, so that those to come are exported as well.
  private static let cycles = 0...1_000_000

  init(_ place: TextPlace, day: CivilDate, cycle: Int) {
    (self.place, self.day, self.cycle) = (place, day.description, cycle)
  }

  package init(from decoder: any Decoder) throws {
    place = try TextPlace(from: decoder)
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    day = try fields.decode(String.self, forKey: .day)
    cycle = try fields.decode(Int.self, forKey: .cycle)
    guard CivilDate(iso: day)?.description == day else {
      throw ExportedTextError(field: CodingKeys.day.rawValue)
    }
    guard Self.cycles ~= cycle else {
      throw ExportedTextError(field: CodingKeys.cycle.rawValue)
    }
  }

  package func encode(to encoder: any Encoder) throws {
    try place.encode(to: encoder)
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(day, forKey: .day)
    try fields.encode(cycle, forKey: .cycle)
  }
}

/// What a text is found by where it is, or when it comes.
struct TextPlace: Codable, Sendable, Hashable {
  /// The collection's name as names are compared.
  let collection: String
  let key: String
  /// The beginning of the body's SHA-256, in hexadecimal.
  let hash: String

  enum CodingKeys: String, CodingKey {
    case collection, key, hash
  }

  init(collection: String, key: String, hash: [UInt8]) {
    (self.collection, self.key, self.hash) = (collection, key, hash.hexadecimal)
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    collection = SearchText.folded(try fields.decode(String.self, forKey: .collection))
    key = try fields.decode(String.self, forKey: .key)
    hash = try fields.decode(String.self, forKey: .hash)
    func check(_ field: CodingKeys, _ text: String, _ limit: Int) throws {
      guard 1...limit ~= text.utf8.count, !text.unicodeScalars.contains(where: \.isControl) else {
        throw ExportedTextError(field: field.rawValue)
      }
    }
    try check(.collection, collection, 4 * CollectionName.byteLimit)
    try check(.key, key, ReadText.keyByteLimit)
    guard [UInt8](hexadecimal: hash)?.count == 16 else {
      throw ExportedTextError(field: CodingKeys.hash.rawValue)
    }
  }
}

/// A value that an export says of texts is none that this program writes.
package struct ExportedTextError: Error, Sendable, Hashable {
  package let field: String

  package init(field: String) { self.field = field }
}
