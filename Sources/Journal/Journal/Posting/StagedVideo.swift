import Files
import Formats
import Hashing
package import Raster
package import Stamping
import Store
import SystemPackage

/// A file to post, read as far as its kind needs.
package enum ReadFile {
  /// With the video beside it that moves in it, and the raw file that is to be kept.
  case photo(OriginalPhoto, live: ReadVideo? = nil, raw: ReadRaw? = nil)
  case video(ReadVideo)

  /// Reads a whole photo, the picture of a raw one, or only a video's description.
  ///
  /// - Parameters:
  ///   - input: the file.
  ///   - decoder: develops a raw photo that holds no large picture; nil where none is developed.
  ///   - keepsRaw: whether a raw file, itself or beside the photo, is to be kept too.
  /// - Throws: `StampError`.
  package init(
    _ input: InputPhoto, developingBy decoder: (any PictureDecoder)? = nil, keepsRaw: Bool = false
  ) throws {
    let reader = try rethrowing(PhotoReader(input), as: StampError.file)
    if let video = try reader.video() {
      self = .video(ReadVideo(video, reader))
      return
    }
    if let raw = try reader.raw() {
      self = .photo(
        try OriginalPhoto(reader.picture(of: raw, by: decoder)),
        raw: keepsRaw ? ReadRaw(reader, named: input.relativePath, raw.format) : nil)
      return
    }
    let original = try OriginalPhoto(PhotoSource(reader))
    let live = try input.live.map { path in
      let reader = try rethrowing(PhotoReader(InputPhoto(named: path)), as: StampError.file)
      guard let video = try reader.video() else { throw StampError.video(.notAVideo) }
      return ReadVideo(video, reader)
    }
    let raw = try keepsRaw ? input.raw.map { try ReadRaw(at: $0) } : nil
    self = .photo(original, live: live, raw: raw)
  }
}

extension ReadFile {
  /// SHA-256 of the file without a stamp, 32 bytes; a video that comes through a pipe is gone then.
  ///
  /// - Throws: `FileError`.
  func hash() throws -> [UInt8] {
    switch self {
    case .photo(let original, _, _): original.hash
    case .video(let video): try video.hash()
    }
  }
}

/// A video to post; only its index was read.
package struct ReadVideo {
  let described: VideoFile
  let attributes: FileAttributes?
  private let reader: PhotoReader

  init(_ video: VideoFile, _ reader: PhotoReader) {
    (described, self.reader) = (video, reader)
    attributes = reader.attributes
  }

  /// Refuses a video that is known to have more bytes.
  ///
  /// - Throws: ``JournalError/videoTooLarge(size:limit:)``.
  func checkSize(atMost limit: Int) throws { try Self.check(reader.size ?? 0, limit) }

  private static func check(_ size: Int, _ limit: Int) throws {
    guard size <= limit else { throw JournalError.videoTooLarge(size: size, limit: limit) }
  }

  /// SHA-256, 32 bytes.
  func hash() throws -> [UInt8] { try reader.hash() }

  /// Copies it below the journal's folder, without a name as yet; a piece of it is in memory at a time.
  ///
  /// - Parameters:
  ///   - store: the journal's.
  ///   - limit: the most bytes that it may have; of one that is known to have more, none is read.
  /// - Returns: the copy, with its SHA-256.
  /// - Throws: ``JournalError``, among these ``JournalError/videoTooLarge(size:limit:)``.
  func staged(in store: JournalStore, limit: Int) throws -> StagedVideo {
    try checkSize(atMost: limit)
    let (file, hash, _) = try reader.copied(into: store) { try Self.check($0, limit) }
    return StagedVideo(file: file, hash: hash, described: described)
  }
}

extension PhotoReader {
  /// Copies the file below the journal's folder, without a name as yet; a piece of it is in memory at a time.
  ///
  /// - Parameters:
  ///   - store: the journal's.
  ///   - check: gets how many bytes there are so far, and throws where they are too many.
  /// - Returns: the copy, its SHA-256 and its size in bytes.
  /// - Throws: ``JournalError``, and what `check` throws.
  func copied(
    into store: JournalStore, checking check: (Int) throws -> Void
  ) throws -> (file: StagedFile, hash: [UInt8], byteCount: Int) {
    let file = try store.stage([])
    var hash = SHA256()
    var count = 0
    try JournalError.reading {
      try forEachPiece { piece in
        count += piece.count
        try check(count)
        hash.update(piece.span)
        try rethrowing(file.write(piece), as: FileError.system(.write, store.folder))
      }
    }
    return (file, hash.finish(), count)
  }
}

extension JournalError {
  /// Does work whose ``FileError`` is the journal's.
  fileprivate static func reading(_ work: () throws -> Void) throws {
    do {
      try work()
    } catch let error as FileError {
      throw JournalError.file(error)
    }
  }
}

extension FileError {
  /// Whether it is of what was to be copied, and not of the copy.
  var isOfReading: Bool { if case .system(.read, _, _) = self { true } else { false } }
}

/// A video that was copied, without a name as yet.
struct StagedVideo: Sendable {
  let file: StagedFile
  /// SHA-256, 32 bytes.
  let hash: [UInt8]
  let described: VideoFile
}
