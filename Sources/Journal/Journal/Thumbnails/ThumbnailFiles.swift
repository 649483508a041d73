import Files
import Formats
import GRDB
import Stamping
import Store
import SystemPackage

/// The thumbnails in a journal's folder, which are made of its photos and may be removed at any time.
///
/// They lie in `thumbnails`, for their owner alone, each under the SHA-256 of the stamped photo that it
/// shows: a photo that is stamped anew has another. Nothing else names them, so what is here is never
/// asked for without a post.
struct ThumbnailFiles {
  /// From the journal's folder.
  static let folder = JournalStore.thumbnailsFolder

  let store: JournalStore

  init(_ store: JournalStore) { self.store = store }

  /// The path, from the journal's folder, of the thumbnail of a stamped photo with this SHA-256.
  ///
  /// - Throws: `PathNotContained` for no hash.
  static func path(
    of hash: [UInt8], _ size: ThumbnailSize
  ) throws(PathNotContained) -> ContainedPath {
    let name = hash.hexadecimal
    // A thousand files a folder, of a journal that fills them all.
    return try folder.appending(ContainedPath("\(name.prefix(2))/\(name)-\(size.rawValue).jpg"))
  }

  /// A thumbnail that was stored; nil where there is none, or none that is whole, of its size and no
  /// longer than a thumbnail is.
  func read(_ hash: [UInt8], _ size: ThumbnailSize) -> [UInt8]? {
    // Whatever keeps it from being read, it can be made again.
    guard let path = try? Self.path(of: hash, size),
      let bytes = try? PhotoReader(path, beneath: store.files).whole(allowed: size.mostBytes).bytes,
      bytes.starts(with: [0xFF, 0xD8, 0xFF]), bytes.suffix(2) == [0xFF, 0xD9],
      let header = try? PhotoFile(bytes).header, header.format == .jpeg,
      max(header.width, header.height) <= size.longEdge
    else { return nil }
    return bytes
  }

  /// Stores a thumbnail, whole or not at all; what is there under its name and is not whole gives way.
  ///
  /// - Throws: ``JournalError/file(_:)`` where the folder cannot be written to.
  func write(_ bytes: [UInt8], _ hash: [UInt8], _ size: ThumbnailSize) throws {
    let path = try Self.path(of: hash, size)
    do throws(FileError) {
      try store.files.createFolders(Self.folder, permissions: .ownerReadWriteExecute)
      let staged = try StagedFile(
        bytes, beneath: store.files, in: Self.folder, permissions: .ownerReadWrite)
      // A name whose bytes the loss of power takes away would be there for good.
      try staged.synchronize()
      do throws(FileError) {
        try staged.publish(at: path, makingFolders: .ownerReadWriteExecute)
      } catch .exists {
        // Another process was faster with the same bytes, unless they are damaged.
        if read(hash, size) == nil { try staged.publish(replacing: path) }
      }
    } catch {
      throw JournalError.file(error)
    }
  }

  /// Removes the thumbnails of photos that are gone, as far as that can be done: what stays is removed
  /// by the next check of the journal.
  func remove(_ hashes: some Sequence<[UInt8]>) {
    for hash in hashes {
      for size in ThumbnailSize.allCases {
        if let path = try? Self.path(of: hash, size) { try? store.files.remove(path) }
      }
    }
  }
}

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
        try? store.files.remove(file)
      }
    }
    guard !unneeded.isEmpty else { return }
    try JournalError.wrapping {
      try store.database.read { db in
        let rows = try Row.fetchCursor(db, sql: "SELECT hash FROM photo")
        while let row = try rows.next() {
          var values = RowDecoder(row)
          unneeded.remove(try values.bytes())
        }
      }
    }
    remove(unneeded)
  }

  /// The hash in a thumbnail's name; nil for any other name.
  static func hash(of file: ContainedPath) -> [UInt8]? {
    let digits = Array((file.lastComponent?.string ?? "").prefix { $0 != "-" })
    let hash = stride(from: 0, to: digits.count - 1, by: 2).compactMap {
      UInt8(String(digits[$0...$0 + 1]), radix: 16)
    }
    guard ThumbnailSize.allCases.contains(where: { (try? path(of: hash, $0)) == file }) else {
      return nil
    }
    return hash
  }
}

extension ThumbnailSize {
  /// The bytes of a file that is no thumbnail of this size for certain; one has a fifth of them.
  fileprivate var mostBytes: Int { 3 * longEdge * longEdge + (64 << 10) }
}
