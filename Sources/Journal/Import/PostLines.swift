import Files
import KeyDerivation
import Store
import SystemPackage

/// The file `posts.jsonl` of an export: one post a line, of which one at a time is in memory.
struct PostLines: Sendable {
  private let folder: ContainingFolder
  private let file = PostExport.list

  /// The most bytes of a line, many times those that any post takes.
  static let lineLimit = 4 << 20

  init(in folder: ContainingFolder) { self.folder = folder }

  /// For errors, as far as a person knows it.
  var path: FilePath { file.path }

  /// What `journal.json` says of the file.
  struct Proof: Sendable {
    let hash: [UInt8]
    let counts: [ExportCount: Int]

    /// - Throws: ``ImportError``, `DecodingError`.
    init(_ fields: KeyedDecodingContainer<ExportField>) throws {
      var hashes = try fields.decode([String: String].self, forKey: .hashes)
      let file = String(decoding: PostExport.list)
      let text = hashes.removeValue(forKey: file)
      if let other = hashes.keys.min() { throw ImportError.unknownField(other) }
      guard let text, let hash = [UInt8](hexadecimal: text), hash.count == 32 else {
        throw ImportError.changed(PostExport.list.path)
      }
      self.hash = hash
      var counts: [ExportCount: Int] = [:]
      for (name, count) in try fields.decode([String: Int].self, forKey: .counts) {
        guard let name = ExportCount(rawValue: name) else { throw ImportError.unknownField(name) }
        counts[name] = count
      }
      self.counts = counts
    }
  }

  /// What the lines say, without any of the posts themselves.
  struct Summary: Sendable {
    var count = 0
    /// The largest number that a post may have; 0 where none has one.
    var largestNumber = 0
    var uids: Set<PostUID> = []
  }

  /// Reads the file to its end, checks that it is the one which was exported, and that each line is an
  /// object of JSON that comes in its turn.
  ///
  /// - Throws: ``ImportError`` with the first line that is not.
  func check(_ proof: Proof) throws -> Summary {
    var summary = Summary()
    var (last, inTrash) = (Int.min, 0)
    var hash = SHA256()
    try forEach { line, place throws(ImportProblem) in
      hash.update(line.span)
      hash.update([UInt8(ascii: "\n")].span)
      let outline = try Outline.decoding(line)
      guard place == 1 || outline.number > last else {
        throw .notAscending(number: outline.number, after: last)
      }
      last = outline.number
      if let uid = outline.uid, !summary.uids.insert(uid).inserted { throw .repeated(.uid) }
      if outline.isTrashed { inTrash += 1 }
      if Post.numbers.contains(last) { summary.largestNumber = last }
      summary.count = place
    }
    guard hash.finish() == proof.hash else { throw ImportError.changed(path) }
    for (name, observed) in [(ExportCount.posts, summary.count), (.inTrash, inTrash)] {
      guard let expected = proof.counts[name], observed == expected else {
        throw ImportError.count(
          name.rawValue, observed: observed, expected: proof.counts[name] ?? 0)
      }
    }
    return summary
  }

  /// What shows that a line comes in its turn.
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

  private func forEach(
    _ work: (_ line: [UInt8], _ place: Int) throws(ImportProblem) -> Void
  ) throws {
    var reading = try reading()
    while let line = try reading.next() {
      do throws(ImportProblem) {
        try work(line, reading.place)
      } catch {
        throw ImportError.line(path, reading.place, error)
      }
    }
  }

  /// - Throws: ``ImportError/list(_:)``.
  func reading() throws -> Reading {
    do throws(FileError) {
      return Reading(
        reader: LineReader(try folder.openFile(file), limit: Self.lineLimit), path: path)
    } catch {
      throw ImportError.list(ImportProblem(opening: file.path, error))
    }
  }

  /// The lines from the first on.
  struct Reading: ~Copyable {
    fileprivate var reader: LineReader
    fileprivate let path: FilePath
    /// Of the line that was read last, counted from 1.
    private(set) var place = 0

    fileprivate init(reader: consuming LineReader, path: FilePath) {
      self.reader = reader
      self.path = path
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
