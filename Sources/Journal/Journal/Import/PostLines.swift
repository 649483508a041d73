import Files
import Hashing
import Store
import SystemPackage

/// The file `posts.jsonl` of an export: one post per line, one in memory at a time.
struct PostLines: Sendable {
  private let folder: ContainingFolder
  private let file = PostExport.list

  /// The most bytes of a line, many times those that any post takes.
  static let lineLimit = 4 << 20

  init(in folder: ContainingFolder) { self.folder = folder }

  /// For errors, as far as a person knows it.
  var path: FilePath { file.path }

  /// The proof of the file in `journal.json`.
  struct Proof: Sendable {
    let hash: [UInt8]
    /// That of `versions.jsonl`; nil of an export without.
    let hashOfVersions: [UInt8]?
    let counts: [ExportCount: Int]
    /// The hashes of the other files, by their names, and the numbers of their lines.
    private let hashes: [String: [UInt8]]
    private let lines: [String: Int]

    /// - Throws: ``ImportError``, `DecodingError`.
    init(_ fields: KeyedDecodingContainer<ExportField>) throws {
      let others = Journal.areas.flatMap(\.lines)
      let files = [PostExport.list, VersionExport.list] + others.map(\.list)
      let hashes = try fields.decode([String: String].self, forKey: .hashes)
      let known = Dictionary(uniqueKeysWithValues: files.map { (String(decoding: $0), $0) })
      if let other = hashes.keys.filter({ known[$0] == nil }).min() {
        throw ImportError.unknownField(other)
      }
      func hash(_ text: String?, of file: ContainedPath) throws -> [UInt8] {
        guard let text, let hash = [UInt8](hexadecimal: text), hash.count == 32 else {
          throw ImportError.changed(file.path)
        }
        return hash
      }
      func hashIfAny(of file: ContainedPath) throws -> [UInt8]? {
        try hashes[String(decoding: file)].map { try hash($0, of: file) }
      }
      self.hash = try hash(hashes[String(decoding: PostExport.list)], of: PostExport.list)
      hashOfVersions = try hashIfAny(of: VersionExport.list)
      self.hashes = try Dictionary(
        uniqueKeysWithValues: others.map { (String(decoding: $0.list), try hashIfAny(of: $0.list)) }
      ).compactMapValues(\.self)
      var counts = try fields.decode([String: Int].self, forKey: .counts)
      var lines: [String: Int] = [:]
      for other in others { lines[other.rawValue] = counts.removeValue(forKey: other.rawValue) }
      self.lines = lines
      self.counts = try Dictionary(
        uniqueKeysWithValues: counts.map { name, count in
          guard let name = ExportCount(rawValue: name) else { throw ImportError.unknownField(name) }
          return (name, count)
        })
    }

    /// What it says of the files of an area.
    func lines<Count: LineCount>(_ type: Count.Type) -> CheckedLines<Count>.Proof {
      var (hashes, counts): ([Count: [UInt8]], [Count: Int]) = ([:], [:])
      for count in Count.allCases {
        hashes[count] = self.hashes[String(decoding: count.list)]
        counts[count] = lines[count.rawValue]
      }
      return .init(hashes: hashes, counts: counts)
    }
  }

  /// A summary of the lines, without the posts themselves.
  struct Summary: Sendable {
    var count = 0
    /// The largest number that a post may have; 0 where none has one.
    var largestNumber = 0
    var uids: Set<PostUID> = []
  }

  /// Reads the file to its end, checks that it is the one which was exported, and that each line is an
  /// object of JSON that comes in its turn.
  ///
  /// - Parameters:
  ///   - proof: what `journal.json` says of it.
  ///   - versions: each of which has to be one of a post.
  /// - Returns: what is to be known of them before they are read again.
  /// - Throws: ``ImportError`` with the first line that is not.
  func check(_ proof: Proof, _ versions: VersionLines) throws -> Summary {
    var summary = Summary()
    var foreign = versions
    var (last, inTrash) = (Int.min, 0)
    var hash = SHA256()
    try reading().forEach { line, place throws(ImportProblem) in
      hash.update(line.span)
      hash.update([UInt8(ascii: "\n")].span)
      let outline = try Outline.decoding(line)
      guard place == 1 || outline.number > last else {
        throw .notAscending(number: outline.number, after: last)
      }
      last = outline.number
      foreign.remove(last)
      if let uid = outline.uid, !summary.uids.insert(uid).inserted { throw .repeated(.uid) }
      if outline.isTrashed { inTrash += 1 }
      if Post.numbers.contains(last) { summary.largestNumber = last }
      summary.count = place
    }
    guard hash.finish() == proof.hash else { throw ImportError.changed(path) }
    try foreign.checkIsEmpty()
    for (name, observed) in [(ExportCount.posts, summary.count), (.inTrash, inTrash)] {
      guard let expected = proof.counts[name], observed == expected else {
        throw ImportError.count(
          name.rawValue, observed: observed, expected: proof.counts[name] ?? 0)
      }
    }
    return summary
  }

  /// The part of a line that shows its order.
  private struct Outline: Decodable {
    let number: Int
    /// Nil where it is wrong, which is told of the post.
    let uid: PostUID?
    let isTrashed: Bool

    init(from decoder: any Decoder) throws {
      let fields = try decoder.container(keyedBy: PostField.self)
      number = try fields.decode(Int.self, forKey: .number)
      uid = (try? fields.decode(String.self, forKey: .uid))
        .flatMap { [UInt8](hexadecimal: $0) }.flatMap { PostUID($0) }
      isTrashed = fields.contains(.trashed) && !((try? fields.decodeNil(forKey: .trashed)) ?? false)
    }
  }

  /// - Throws: ``ImportError/list(_:)``.
  func reading() throws -> Reading { try Reading(file, in: folder) }

  /// The lines of a file, from the first on.
  struct Reading: ~Copyable {
    private var reader: LineReader
    private let path: FilePath
    /// Of the line that was read last, counted from 1.
    private(set) var place: Int

    /// - Parameters:
    ///   - file: the file.
    ///   - folder: the export's.
    ///   - start: bytes before the line that is read first.
    ///   - lines: lines before it.
    ///   - pieceSize: how many bytes are read at a time.
    /// - Throws: ``ImportError/list(_:)``.
    init(
      _ file: ContainedPath, in folder: ContainingFolder, from start: Int = 0,
      after lines: Int = 0, pieceSize: Int = 1 << 18
    ) throws {
      let descriptor: FileDescriptor
      do throws(FileError) {
        descriptor = try folder.openFile(file)
      } catch {
        throw ImportError.list(ImportProblem(opening: file.path, error))
      }
      do {
        if start > 0 { try descriptor.seek(offset: Int64(start), from: .start) }
      } catch let error as Errno {
        try? descriptor.close()
        throw ImportError.list(.unreadableFile(.system(.read, file.path, error)))
      }
      self.reader = LineReader(descriptor, limit: PostLines.lineLimit, pieceSize: pieceSize)
      self.path = file.path
      self.place = lines
    }

    /// Goes through all lines.
    ///
    /// - Throws: ``ImportError``, also for what the work throws.
    consuming func forEach(
      _ work: (_ line: [UInt8], _ place: Int) throws(ImportProblem) -> Void
    ) throws {
      while let line = try next() {
        do throws(ImportProblem) {
          try work(line, place)
        } catch {
          throw ImportError.line(path, place, error)
        }
      }
    }

    /// The next line; nil after the last.
    ///
    /// - Throws: ``ImportError``.
    mutating func next() throws -> [UInt8]? {
      let line: LineReader.Line?
      do throws(Errno) {
        line = try reader.next()
      } catch {
        throw ImportError.list(.unreadableFile(.system(.read, path, error)))
      }
      guard let line else { return nil }
      place += 1
      switch line {
      case .whole([]): throw ImportError.line(path, place, .blankLine)
      case .whole(let line): return line
      case .tooLong:
        throw ImportError.line(path, place, .lineTooLong(limit: PostLines.lineLimit))
      case .cut: throw ImportError.line(path, place, .cutLine)
      }
    }
  }
}
