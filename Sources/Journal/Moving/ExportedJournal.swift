import Foundation

/// All of an owner's journal as `journal.json` says it; `.docs/journal-json.md` describes the file.
struct ExportedJournal: Encodable {
  static let format = "daystamp-journal"
  static let version = 1
  static let fileName = "journal.json"

  enum CodingKeys: String, CodingKey {
    case format, version, owner, lastNumber, settings, posts
  }

  let format = Self.format
  let version = Self.version
  let owner: String
  /// The largest number that a post of the owner ever had.
  let lastNumber: Int
  /// Texts by the names that settings have on the command line.
  let settings: [String: String]
  /// By number, those in the trash too.
  let posts: [ExportedPost]

  init(owner: OwnerName, lastNumber: Int, settings: JournalSettings, posts: [ExportedPost]) {
    self.owner = owner.text
    self.lastNumber = lastNumber
    self.settings = Dictionary(
      uniqueKeysWithValues: settings.texts.map { ($0.rawValue, $1) })
    self.posts = posts
  }

  /// The file: the same bytes for the same journal.
  func encoded() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return Array(try encoder.encode(self)) + [UInt8(ascii: "\n")]
  }
}
