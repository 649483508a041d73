import Files
import Store

/// The versions of a post's words in an export: a line each, in the order of their numbers, with
/// only a few in memory.
struct VersionExport {
  /// The versions of all posts, in the order of the posts' numbers.
  static let list: ContainedPath = "versions.jsonl"

  private let journal: OwnerJournal
  private let post: Post
  /// The versions that are still to come, in the order of a stack.
  private var numbers: [Int]

  /// Bytes after which lines are given.
  private static let usualSize = 1 << 18

  /// - Returns: nil where there are none.
  init?(of post: Post, _ numbers: [Int], in journal: OwnerJournal) {
    guard !numbers.isEmpty else { return nil }
    (self.post, self.journal) = (post, journal)
    self.numbers = numbers.reversed()
  }

  /// The next lines, and how many they are; nil after the last.
  ///
  /// A version never changes; one that is gone by now made room for others.
  mutating func next() throws -> (lines: [UInt8], count: Int)? {
    var (lines, count): ([UInt8], Int) = ([], 0)
    while lines.count < Self.usualSize, let number = numbers.popLast() {
      let found = try journal.read { db in
        try PostRows(of: journal, db).versions(of: post, number: number)
      }
      for version in found {
        lines += try ExportedVersion(version, of: post.number).exportedLine()
        count += 1
      }
    }
    return count == 0 ? nil : (lines, count)
  }
}

/// A version of a post's words in an export, with every value unchecked.
struct ExportedVersion: Codable, Sendable {
  typealias CodingKeys = VersionField

  /// The post's.
  let number: Int
  let version: Int
  /// Missing where there is none, as the words and when they were written.
  let title: String?
  let words: String?
  let written: Int?
  let replaced: Int

  init(_ version: PostVersion, of number: Int) {
    self.number = number
    self.version = version.number
    title = version.title.isEmpty ? nil : version.title
    words = version.words.isEmpty ? nil : version.words
    (written, replaced) = (version.written, version.replaced)
  }
}

/// The fields of a version in an export.
package enum VersionField: String, CodingKey, CaseIterable, Sendable {
  case number, version, title, words, written, replaced
}
