package import CaptureTime
package import Files
package import Formats
import GRDB
package import Stamping
import Store
package import Texts

/// A photo of a post: its files, as paths below the journal's folder, and their content.
package struct PostPhoto: Sendable, Hashable {
  /// The stamped photo.
  package let file: ContainedPath
  /// SHA-256 of the stamped photo, 32 bytes.
  package let hash: [UInt8]
  /// The photo as it was; nil where unstamping gives it back.
  package let originalFile: ContainedPath?
  /// The SHA-256 of the original photo, 32 bytes; for a video, which is stored unchanged, the same
  /// as ``hash``.
  package internal(set) var originalHash: [UInt8]
  /// The original file name; empty if it had none.
  package let originalName: String
  /// The caption; may be empty.
  package internal(set) var caption: String
  /// In pixels, as displayed; nil if unknown, as for photos stored by older versions.
  package internal(set) var size: PixelSize?
  /// The text that it is the card of; nil of other photos.
  package internal(set) var text: TextReference?
  /// The edit before stamping; if there is one, the original is stored.
  package internal(set) var edit = PhotoEdit()
  /// The time on its label; nil for its post's time.
  package internal(set) var taken: CaptureTime?
  /// The video itself, or the moving part of a photo; nil for a still photo.
  package internal(set) var video: PostVideo?
  /// The camera's raw file of it; nil where none is kept.
  package internal(set) var raw: KeptRaw?
  /// Where it was taken, if a track gave the place; nil of other photos.
  package internal(set) var position: TrackPosition?
  /// The row of its label's look.
  var look: Int64
  /// Its own row; 0 of one that is not stored.
  var id: Int64 = 0

  /// Bytes of its time, as text.
  static let takenByteLimit = 64

  /// The sides that a photo can have; a database that says others says nothing.
  static let sides = 1...1_000_000

  package init(
    file: ContainedPath, hash: [UInt8], originalFile: ContainedPath?, originalHash: [UInt8],
    originalName: String, caption: String = "", size: PixelSize? = nil, look: Int64 = 0
  ) {
    (self.file, self.hash) = (file, hash)
    (self.originalFile, self.originalHash) = (originalFile, originalHash)
    (self.originalName, self.caption, self.look) = (originalName, caption, look)
    self.size = size.flatMap { Self.size(width: $0.width, height: $0.height) }
  }

  /// A size of these sides; nil where one is missing or is none that a photo can have.
  static func size(width: Int?, height: Int?) -> PixelSize? {
    guard let width, let height, sides ~= width, sides ~= height else { return nil }
    return PixelSize(width: width, height: height)
  }

  /// The size that a photo's file says; nil where it cannot be read.
  static func size(of bytes: [UInt8]) -> PixelSize? {
    guard let header = try? PhotoFile(bytes).header else { return nil }
    return size(width: header.displayedWidth, height: header.displayedHeight)
  }

  /// Whether it is a video, and no photo.
  package var isVideo: Bool { video?.place == .itself }

  /// The photo, its stored original, and the video and the raw file beside it.
  package var files: [ContainedPath] { filesAndHashes.map(\.file) }

  /// Each of ``files`` with its SHA-256.
  var filesAndHashes: [(file: ContainedPath, hash: [UInt8])] {
    var files = [(file, hash)]
    if let originalFile { files.append((originalFile, originalHash)) }
    if case .beside(let video, let hash) = video?.place { files.append((video, hash)) }
    if let raw { files.append((raw.file, raw.hash)) }
    return files
  }

  /// Whether the files of the other are these, whatever is said of them.
  func hasFiles(of other: PostPhoto?) -> Bool {
    guard let other else { return false }
    return file == other.file && hash == other.hash && originalFile == other.originalFile
      && originalHash == other.originalHash && video == other.video && raw == other.raw
  }
}

extension PostPhoto {
  /// What a query selects for ``init(_:)``, in its order.
  static let columns = columnNames.map { "photo.\($0)" }.joined(separator: ", ")

  private static let columnNames = [
    "id", "file", "hash", "original_file", "original_hash", "original_name", "caption", "width",
    "height", "text_collection", "text_key", "edit", "taken", "taken_source", "look",
    "is_video", "bytes", "duration", "video", "video_hash", "raw", "raw_hash", "raw_bytes",
    "latitude", "longitude",
  ]

  /// All photos of a post that are its owner's, in their order.
  ///
  /// - Throws: ``JournalError/database(_:)`` where a value is not one that this program writes.
  static func all(of post: Int64, _ db: Database) throws -> [PostPhoto] {
    try DecodedRows(
      db,
      cached: """
        SELECT \(columns) FROM photo JOIN post ON post.id = photo.post
        WHERE photo.post = ? AND photo.owner = post.owner
        ORDER BY photo.place, photo.id LIMIT \(Post.photoLimit)
        """, arguments: [post]
    ).map { try PostPhoto(&$0) }
  }

  /// As ``init(_:)``; nil where the post has none.
  init?(_ values: inout RowDecoder, isThere: Bool) throws {
    guard isThere else {
      values.skip(Self.columnNames.count)
      return nil
    }
    try self.init(&values)
  }

  /// Reads the values of ``columns``.
  ///
  /// - Throws: ``JournalError/database(_:)`` where a value is not one that this program writes.
  init(_ values: inout RowDecoder) throws {
    id = try values.next()
    file = try values.path()
    hash = try values.bytes()
    originalFile = try values.pathIfAny()
    originalHash = try values.bytes()
    originalName = try values.next()
    caption = try values.text(atMost: Caption.byteLimit)
    size = Self.size(width: values.nextIfNumber(), height: values.nextIfNumber())
    let collection = try values.textIfAny(atMost: CollectionName.byteLimit)
    let key = try values.textIfAny(atMost: ReadText.keyByteLimit)
    if let collection, let key { text = TextReference(collection: collection, key: key) }
    if let stored = try values.textIfAny(atMost: PhotoEdit.byteLimit) {
      guard let edit = PhotoEdit(stored: stored) else {
        throw JournalError.corruptValue(of: "edit")
      }
      self.edit = edit
    }
    let told = try values.textIfAny(atMost: Self.takenByteLimit)
    let source = try values.textIfAny(atMost: Self.takenByteLimit)
    if let told {
      guard let taken = CaptureTime(stored: told, from: source) else {
        throw JournalError.corruptValue(of: "taken")
      }
      self.taken = taken
    }
    look = try values.next()
    video = try PostVideo(&values)
    raw = try KeptRaw(&values)
    position = try TrackPosition(&values)
  }
}

/// Which text a photo is the card of: by names, so that it outlives its collection.
package struct TextReference: Sendable, Hashable {
  package let collection: String
  package let key: String

  init(collection: String, key: String) { (self.collection, self.key) = (collection, key) }

  package init(_ text: StoredText) { self.init(collection: text.collection.text, key: text.key) }
}
