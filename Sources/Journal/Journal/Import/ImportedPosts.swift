import Store
import SystemPackage

/// The posts of an export: of version 2 its lines, read as they are needed; of version 1 a list.
struct ImportedPosts: Sendable {
  let count: Int
  /// The largest number that one of them may have here; 0 where none may.
  let largestNumber: Int
  let uids: Set<PostUID>
  private let source: Source

  private enum Source: Sendable {
    case entries([ImportEntry])
    case lines(PostLines, VersionLines)
  }

  /// The elements of a list.
  init(_ entries: [ImportEntry]) {
    let posts = entries.compactMap { try? $0.post.get() }
    count = entries.count
    largestNumber = posts.compactMap(\.number).max() ?? 0
    uids = Set(posts.compactMap { PostUID($0.uid) })
    source = .entries(entries)
  }

  /// The lines of a file, which is read to its end once before any post of it is.
  ///
  /// - Throws: ``ImportError``.
  init(_ lines: PostLines, _ versions: VersionLines, provenBy proof: PostLines.Proof) throws {
    let summary = try lines.check(proof, versions)
    (count, largestNumber, uids) = (summary.count, summary.largestNumber, summary.uids)
    source = .lines(lines, versions)
  }

  /// Goes through them in their order.
  ///
  /// - Throws: ``ImportError``.
  func reading() throws -> Reading {
    switch source {
    case .entries(let entries): Reading(entries: entries[...], lines: nil, count: count)
    case .lines(let lines, let versions):
      Reading(
        entries: [], lines: try lines.reading(), versions, count: count, path: lines.path)
    }
  }

  struct Reading: ~Copyable {
    /// All of a list; of lines those that were read, and not given yet.
    private var entries: ArraySlice<ImportEntry>
    private var lines: PostLines.Reading?
    private let versions: VersionLines?
    /// How many there were when they were counted.
    private let count: Int
    private let path: FilePath
    /// Of the line that was read last, counted from 1.
    private var place = 0

    fileprivate init(
      entries: ArraySlice<ImportEntry>, lines: consuming PostLines.Reading?,
      _ versions: VersionLines? = nil, count: Int, path: FilePath = ""
    ) {
      self.entries = entries
      self.lines = lines
      self.versions = versions
      self.count = count
      self.path = path
    }

    /// How many posts are given at a time, photos or not. Storing them takes less than a tenth of a second,
    /// and each time the search is written to.
    private static let most = 512

    /// The next posts; none after the last.
    ///
    /// - Parameter photos: how many of them have photos at most.
    /// - Returns: the posts.
    /// - Throws: ``ImportError`` where the file has become another meanwhile.
    mutating func next(photos: Int) throws -> [ImportEntry] {
      if lines != nil, entries.count < Self.most {
        let read = try nextLines(Self.most - entries.count)
        entries += BlockingWalk(read).results { [versions] in
          Self.entry($0.line, $0.place, versions)
        }
        guard place <= count, !entries.isEmpty || place == count else {
          throw ImportError.changed(path)
        }
      }
      var left = photos
      let next = Array(
        entries.prefix(Self.most).prefix { entry in
          guard case .success(let post) = entry.post, !post.photos.isEmpty else { return true }
          // One comes at least, however many photos it has.
          defer { left -= post.photos.count }
          return left == photos || left >= post.photos.count
        })
      entries = entries.dropFirst(next.count)
      return next
    }

    /// The next lines: at most so many, and no more once they have a megabyte.
    private mutating func nextLines(_ most: Int) throws -> [(line: [UInt8], place: Int)] {
      var (read, bytes) = ([(line: [UInt8], place: Int)](), 0)
      while read.count < most, bytes < 1 << 20, let line = try lines?.next() {
        place += 1
        bytes += line.count
        read.append((line, place))
      }
      return read
    }

    private static func entry(
      _ line: [UInt8], _ place: Int, _ versions: VersionLines?
    ) -> ImportEntry {
      func entry(_ number: Int?, _ post: Result<ImportedPost, any Error>) -> ImportEntry {
        ImportEntry(place: place, number: number, post: post, isLine: true)
      }
      do throws(ImportProblem) {
        let written = try ImportEntry.Line.decoding(line).written
        let found = written.number.flatMap { versions?.versions(of: $0) }
        return entry(written.number, written.post.map { $0.with(found) })
      } catch {
        return entry(try? ImportEntry.Number.decoding(line).number, .failure(error))
      }
    }
  }
}

/// The 16 bytes that identify a post in every journal, in little memory.
struct PostUID: Sendable, Hashable {
  private let high: UInt64
  private let low: UInt64

  /// - Returns: nil for any other number of bytes.
  init?(_ bytes: [UInt8]) {
    guard bytes.count == Post.uidSize else { return nil }
    func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
    (high, low) = (number(bytes[..<8]), number(bytes[8...]))
  }

  var bytes: [UInt8] {
    [high, low].flatMap { number in
      stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> UInt64($0)) }
    }
  }
}
