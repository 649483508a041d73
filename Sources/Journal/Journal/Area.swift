import People
import Reminders
package import Store
package import SystemPackage
import Texts

/// The area of posts, for the store.
extension Area {
  package static let posts = Area(
    schema: [
      1: PostTables.first, 5: DayCountTable.first, 6: PostTables.withWords,
      7: PostTables.withSizes, 8: PostTables.withTexts,
      12: PostTables.withEdits + "\n" + PostRows.albumTable, 16: PostTables.withPhotos,
      17: PostTables.withVideos, 19: PostTables.withRaws, 20: PostTables.withPositions,
    ],
    schemaHash: "0c4f4a2c63d7f966258df00da8014e81725b7343c239d4a68796eeceed5c7d5e",
    filling: [6: { try SearchTable.firstPosts.fill($0) }],
    salvaging: [6: PostTables.salvagingPhotos],
    fileColumns: [
      FileColumn("photo", "file"), FileColumn("photo", "original_file"),
      FileColumn("photo", "video"), FileColumn("photo", "raw"),
    ],
    derivedTables: [SearchTable.posts.name, "day_count"], countedTable: "post",
    salvage: { PostSalvage() }, export: { PostExport(of: $0, keepingLinesIn: $1) })
}

/// Journals of posts.
extension Journal {
  static let areas = [Area.posts, .drafts, .templates, .texts, .people, .reminders, .arrivals]

  /// Opens the journal in a folder, as ``init(opening:areas:keys:patience:readers:)``.
  package init(
    opening folder: FilePath, keys: Keyring = .none, patience: Double? = nil, readers: Int = 1
  ) throws {
    try self.init(
      opening: folder, areas: Self.areas, keys: keys, patience: patience, readers: readers)
  }

  /// Makes a journal in a folder, as ``init(making:areas:owner:settings:)``.
  package init(making folder: FilePath, owner: OwnerName, settings: JournalSettings) throws {
    try self.init(making: folder, areas: Self.areas, owner: owner, settings: settings.texts)
  }

  /// Makes an owner, as ``addOwner(_:settings:)``.
  package func addOwner(_ name: OwnerName, settings: JournalSettings) throws {
    try addOwner(name, settings: settings.texts)
  }
}

extension BackupContent {
  package init(owners: Int, posts: Int) { self.init(owners: owners, counts: ["post": posts]) }

  /// Those in the trash too.
  package var posts: Int { counts["post"] ?? 0 }
}

/// The actions on a journal's posts, each behind the journal's lock.
extension OwnerJournal {
  package var posts: Posts { Posts(journal: self) }
  package var days: Days { Days(journal: self) }
  package var album: Album { Album(journal: self) }
  package var memories: Memories { Memories(journal: self) }
  package var trash: Trash { Trash(journal: self) }
  package var thumbnails: Thumbnails { Thumbnails(journal: self) }
  package var settings: OwnerSettings { OwnerSettings(journal: self) }
}
