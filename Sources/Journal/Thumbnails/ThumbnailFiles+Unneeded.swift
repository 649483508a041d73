import Files
import GRDB
import Stamping
import SystemPackage

extension ThumbnailFiles {
  /// Removes the thumbnails of photos that no post has: of one that was deleted by a process that was
  /// ended before it could. What such a process left unfinished goes too; files of other names are
  /// left alone.
  ///
  /// - Throws: ``JournalError`` where the folder or the database cannot be read.
  func removeUnneeded() throws {
    // The files first: a thumbnail comes after its post.
    var unneeded: Set<[UInt8]> = []
    let strays = StrayFiles(store: store)
    for file in try strays.files(below: Self.folder) {
      if let hash = Self.hash(of: file) {
        unneeded.insert(hash)
      } else if strays.isAbandoned(file) {
        store.folder.pushing(file).unlink()
      }
    }
    guard !unneeded.isEmpty else { return }
    try JournalError.wrapping {
      try store.database.read { db in
        let rows = try Row.fetchCursor(db, sql: "SELECT hash FROM post")
        while let row = try rows.next() {
          var values = RowValues(row)
          unneeded.remove(try values.bytes())
        }
      }
    }
    remove(unneeded)
  }

  /// The hash that a thumbnail's name tells; nil for any other name.
  static func hash(of file: FilePath) -> [UInt8]? {
    let digits = Array((file.lastComponent?.string ?? "").prefix { $0 != "-" })
    let hash = stride(from: 0, to: digits.count - 1, by: 2).compactMap {
      UInt8(String(digits[$0...$0 + 1]), radix: 16)
    }
    guard ThumbnailSize.allCases.contains(where: { path(of: hash, $0) == file }) else { return nil }
    return hash
  }
}
