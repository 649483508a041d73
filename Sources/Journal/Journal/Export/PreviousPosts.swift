import CaptureTime
import Files
import Store
import Synchronization

/// The posts of an earlier export, in the order of their numbers, to be read beside those of the journal:
/// one line of them in memory at a time.
final class PreviousPosts: Sendable {
  private let state: Mutex<State>

  private struct State: ~Copyable {
    var posts: PostLines.Reading
    var versions: PostLines.Reading?
    /// The next post and the next version, once they were read.
    var post: PreviousPost?
    var version: (number: Int, line: [UInt8])?

    mutating func nextVersion() throws -> (number: Int, line: [UInt8])? {
      defer { version = nil }
      if let version { return version }
      guard let line = try versions?.next() else { return nil }
      return (try VersionOutline.decoding(line).number, line)
    }
  }

  private struct VersionOutline: Decodable {
    let number: Int
  }

  /// Bytes of versions that are enough for one step.
  private static let usualSize = 1 << 18

  /// - Returns: nil where the folder has no posts as yet.
  /// - Throws: ``ImportError``.
  init?(in folder: ContainingFolder) throws {
    guard folder.has(PostExport.list) else { return nil }
    let hasVersions = folder.has(VersionExport.list)
    state = Mutex(
      State(
        posts: try .init(PostExport.list, in: folder),
        versions: hasVersions ? try .init(VersionExport.list, in: folder) : nil))
  }

  /// The next post, if its number is not beyond this one.
  ///
  /// - Throws: ``ImportError``.
  func next(upTo number: Int = .max) throws -> PreviousPost? {
    try state.withLock { state in
      if state.post == nil, let line = try state.posts.next() {
        do throws(ImportProblem) {
          state.post = try PreviousPost.reading(line)
        } catch {
          throw ImportError.line(PostExport.list.path, state.posts.place, error)
        }
      }
      guard let post = state.post, post.number <= number else { return nil }
      state.post = nil
      return post
    }
  }

  /// The next lines of a post's versions, with their ends. Those of the posts before it are passed over.
  ///
  /// - Returns: nil after the last.
  /// - Throws: ``ImportError``, ``ImportProblem``.
  func nextVersions(of number: Int) throws -> (lines: [UInt8], count: Int)? {
    try state.withLock { state in
      var (lines, count): ([UInt8], Int) = ([], 0)
      while lines.count < Self.usualSize, let version = try state.nextVersion() {
        guard version.number <= number else {
          state.version = version
          break
        }
        if version.number == number {
          lines += version.line + [UInt8(ascii: "\n")]
          count += 1
        }
      }
      return count == 0 ? nil : (lines, count)
    }
  }
}

/// A post of an earlier export: its line, and the values that are compared with the journal's.
struct PreviousPost: Decodable, Sendable {
  /// As it is in the file, without its end.
  private(set) var line: [UInt8] = []
  let number: Int
  let uid: [UInt8]
  let day: CivilDate?
  let isTrashed: Bool
  /// Each file with its SHA-256.
  let files: [(file: ContainedPath, hash: [UInt8])]

  /// Reads a line of `posts.jsonl`.
  static func reading(_ line: [UInt8]) throws(ImportProblem) -> PreviousPost {
    var post = try decoding(line)
    post.line = line
    return post
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: PostField.self)
    number = try fields.decode(Int.self, forKey: .number)
    guard let uid = [UInt8](hexadecimal: try fields.decode(String.self, forKey: .uid)),
      uid.count == Post.uidSize
    else { throw ImportProblem.notHexadecimal(.uid, digits: 2 * Post.uidSize) }
    self.uid = uid
    day = CivilDate(iso: try fields.decode(String.self, forKey: .day))
    isTrashed = try fields.decodeIfPresent(Int.self, forKey: .trashed) != nil
    // Until version 2 the one photo's members were the post's own.
    let photos =
      try fields.decodeIfPresent([Photo].self, forKey: .photos) ?? [Photo(from: decoder)]
    files = photos.flatMap(\.files)
  }

  /// Whether it has a file with these bytes.
  func has(_ file: ContainedPath, _ hash: [UInt8]) -> Bool {
    files.contains { $0.file == file && $0.hash == hash }
  }

  private struct Photo: Decodable {
    let files: [(file: ContainedPath, hash: [UInt8])]

    init(from decoder: any Decoder) throws {
      let fields = try decoder.container(keyedBy: PostField.self)
      func text(_ field: PostField) throws -> String? {
        try fields.decodeIfPresent(String.self, forKey: field)
      }
      let video = try fields.decodeIfPresent(ExportedVideo.self, forKey: .video)
      let raw = try fields.decodeIfPresent(ExportedRaw.self, forKey: .raw)
      let named = [
        (try text(.file), try text(.sha256)), (try text(.original), try text(.originalSha256)),
        (video?.file, video?.sha256), (raw?.file, raw?.sha256),
      ]
      files = try named.compactMap { name, hash in
        guard let name else { return nil }
        guard let file = try? ContainedPath(name), file.isBelow(JournalStore.photosFolder) else {
          throw ImportProblem.notAPath(.file, observed: name)
        }
        // A file without a hash is none that the journal has.
        return (file, hash.flatMap { [UInt8](hexadecimal: $0) } ?? [])
      }
    }
  }
}
