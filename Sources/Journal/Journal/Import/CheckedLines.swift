import Files
import Hashing
import Store

/// Files of lines of an area, which were read to their ends and are those that were exported; of them few
/// lines at a time are in memory.
struct CheckedLines<Count: LineCount>: Sendable {
  let folder: ContainingFolder
  private let counts: [Count: Int]

  /// How many lines are taken at once, and how many bytes of them at the most but for the last one.
  private let groupSize = 1_000
  private let groupBytes = 1 << 20

  /// The proof of the files in `journal.json`.
  struct Proof: Sendable {
    /// Of the files that there are.
    let hashes: [Count: [UInt8]]
    let counts: [Count: Int]
  }

  /// Reads the files to their ends, and checks that they are those which were exported and that each line
  /// is as this program writes it.
  ///
  /// - Parameters:
  ///   - folder: the export's.
  ///   - proof: what `journal.json` says of them.
  ///   - check: checks of a line what others say, too, in their order; its place is counted from 1.
  /// - Throws: ``ImportError`` with the first line that is not.
  init(
    in folder: ContainingFolder, provenBy proof: Proof,
    _ check: (_ line: any ExportedLine, _ place: Int) throws(ImportProblem) -> Void = { _, _ in }
  ) throws {
    (self.folder, counts) = (folder, proof.counts)
    for count in Count.allCases {
      var observed = 0
      if let expected = proof.hashes[count] {
        var hash = SHA256()
        try PostLines.Reading(count.list, in: folder).forEach {
          line, place throws(ImportProblem) in
          hash.update(line.span)
          hash.update([UInt8(ascii: "\n")].span)
          try check(Self.value(of: line, place, as: count.line), place)
          observed = place
        }
        guard hash.finish() == expected else { throw ImportError.changed(count.list.path) }
      }
      let expected = counts[count] ?? 0
      guard observed == expected else {
        throw ImportError.count(count.rawValue, observed: observed, expected: expected)
      }
    }
  }

  private static func value<Line: ExportedLine>(
    of line: [UInt8], _ place: Int, as type: Line.Type
  ) throws(ImportProblem) -> any ExportedLine {
    let value = try Known<Line>.decoding(line).value
    do {
      try value.check(place)
    } catch {
      throw ImportProblem(reading: error)
    }
    return value
  }

  /// Calls with some values of a file at a time, in their order.
  ///
  /// - Throws: ``ImportError`` where the file has become another meanwhile, and what the work throws.
  func forEachGroup<Line: ExportedLine>(_ count: Count, _ work: ([Line]) throws -> Void) throws {
    guard counts[count] ?? 0 > 0 else { return }
    var reading = try PostLines.Reading(count.list, in: folder)
    var (group, size): ([Line], Int) = ([], 0)
    while let line = try reading.next() {
      guard let known = try? Known<Line>.decoding(line) else {
        throw ImportError.changed(count.list.path)
      }
      group.append(known.value)
      size += line.count
      if group.count == groupSize || size >= groupBytes {
        try work(group)
        (group, size) = ([], 0)
      }
    }
    if !group.isEmpty { try work(group) }
  }
}

/// A value of an object that has only known members.
struct Known<Line: ExportedLine>: Decodable {
  let value: Line

  init(from decoder: any Decoder) throws {
    try decoder.checkKnows(Line.fields)
    value = try Line(from: decoder)
  }
}
