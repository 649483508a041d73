import Files
import Hashing
import Store
import SystemPackage

/// The file `versions.jsonl` of an export: one version of a post's words per line, one in memory at
/// a time, with the places of each post's lines.
struct VersionLines: Sendable {
  private let folder: ContainingFolder
  /// By the numbers that the posts have in the export.
  private var places: [Int: Place] = [:]

  /// Where the lines of a post are.
  fileprivate struct Place: Sendable {
    /// Bytes and lines before them.
    let offset: Int
    let line: Int
    var size = 0
    var count = 0
  }

  /// Reads the file to its end, checks that it is the one which was exported, and that each line is an
  /// object of JSON that comes in its turn. Where there is none in the export, there are no lines.
  ///
  /// - Throws: ``ImportError`` with the first line that is not.
  init(in folder: ContainingFolder, provenBy proof: PostLines.Proof) throws {
    self.folder = folder
    guard let expected = proof.hashOfVersions else {
      try Self.check(proof, observed: 0)
      return
    }
    var places: [Int: Place] = [:]
    var (last, offset, count) = ((number: Int.min, version: Int.min), 0, 0)
    var hash = SHA256()
    try PostLines.Reading(VersionExport.list, in: folder).forEach {
      line, place throws(ImportProblem) in
      hash.update(line.span)
      hash.update([UInt8(ascii: "\n")].span)
      let outline = try Outline.decoding(line)
      let next = (number: outline.number, version: outline.version)
      guard place == 1 || next > last else {
        throw .versionsNotAscending(number: next.number, version: next.version)
      }
      last = next
      let size = line.count + 1
      var found = places[next.number] ?? Place(offset: offset, line: place - 1)
      (found.size, found.count) = (found.size + size, found.count + 1)
      places[next.number] = found
      (offset, count) = (offset + size, place)
    }
    guard hash.finish() == expected else { throw ImportError.changed(VersionExport.list.path) }
    try Self.check(proof, observed: count)
    self.places = places
  }

  private static func check(_ proof: PostLines.Proof, observed: Int) throws {
    let name = ExportCount.versions
    let expected = proof.counts[name] ?? 0
    guard observed == expected else {
      throw ImportError.count(name.rawValue, observed: observed, expected: expected)
    }
  }

  /// The part of a line that shows its order.
  private struct Outline: Decodable {
    let number: Int
    let version: Int
  }

  /// Takes the lines of a post out.
  mutating func remove(_ number: Int) {
    if !places.isEmpty { places[number] = nil }
  }

  /// - Throws: ``ImportError/line(_:_:_:)`` with the first line that is left, for it is of no post.
  func checkIsEmpty() throws {
    guard let (number, place) = places.min(by: { $0.key < $1.key }) else { return }
    throw ImportError.line(VersionExport.list.path, place.line + 1, .noPost(number: number))
  }

  /// The versions of the post that has a number in the export; nil where there are none.
  func versions(of number: Int) -> ImportedVersions? {
    places[number].map { ImportedVersions(folder: folder, number: number, place: $0) }
  }
}

/// The versions of an imported post's words, read from the export when needed.
struct ImportedVersions: Sendable {
  fileprivate let folder: ContainingFolder
  fileprivate let number: Int
  fileprivate let place: VersionLines.Place

  /// Goes through those that a post can have, in the order of their numbers: of too many the last ones.
  ///
  /// - Parameters:
  ///   - leaveOut: called with what is wrong with others.
  ///   - work: called with each.
  /// - Throws: ``ImportProblem/version(_:_:)`` where one has what only a newer Daystamp knows, which
  ///   would be lost; ``ImportError`` where the file has become another meanwhile, and what the work
  ///   throws.
  func forEach(
    leavingOut leaveOut: (ImportProblem) -> Void = { _ in }, _ work: (PostVersion) throws -> Void
  ) throws {
    let surplus = max(0, place.count - PostVersion.limit)
    if surplus > 0 {
      leaveOut(.tooManyVersions(observed: place.count, limit: PostVersion.limit))
    }
    let file = VersionExport.list
    var reading = try PostLines.Reading(
      file, in: folder, from: place.offset, after: place.line,
      pieceSize: min(place.size, 1 << 18))
    for index in 0..<place.count {
      guard let line = try reading.next(), let read = try? Line.Number.decoding(line),
        read.number == number
      else { throw ImportError.changed(file.path) }
      if index < surplus { continue }
      let version: PostVersion
      do throws(ImportProblem) {
        version = try PostVersion(Line.decoding(line).version)
      } catch {
        let problem = ImportProblem.version(read.version, error)
        if case .unknownField = error { throw problem }
        leaveOut(problem)
        continue
      }
      try work(version)
    }
  }

  /// A line with only known members.
  private struct Line: Decodable {
    let version: ExportedVersion

    struct Number: Decodable {
      let number: Int
      let version: Int
    }

    init(from decoder: any Decoder) throws {
      try decoder.checkKnows(VersionField.allCases.map(\.rawValue))
      version = try ExportedVersion(from: decoder)
    }
  }
}

extension PostVersion {
  /// Checks the values one by one.
  ///
  /// - Throws: ``ImportProblem``.
  init(_ version: ExportedVersion) throws(ImportProblem) {
    func checked(
      _ number: Int, _ field: VersionField, in range: ClosedRange<Int>
    ) throws(ImportProblem) -> Int {
      guard range.contains(number) else {
        throw .versionOutOfRange(field, observed: number, expected: range)
      }
      return number
    }
    let title: Title
    let words: Words
    do {
      title = try Title(version.title ?? "")
    } catch {
      throw .value(.title, because: error)
    }
    do {
      words = try Words(version.words ?? "")
    } catch {
      throw .value(.words, because: error)
    }
    self.init(
      number: try checked(version.version, .version, in: Post.numbers),
      title: title.text, words: words.text,
      written: try version.written.map { written throws(ImportProblem) in
        try checked(written, .written, in: DayRule.instants)
      },
      replaced: try checked(version.replaced, .replaced, in: DayRule.instants))
  }
}
