import Files
import Foundation
import Glibc
import SystemPackage
import Wording

/// How to undo what a run did to one file: that file's line in the run's record.
struct RunRecord: Sendable {
  let path: FilePath
  /// SHA-256 of the file before and after, 32 bytes each; before is nil if the run made the file.
  let before: [UInt8]?
  let after: [UInt8]
  /// When the file was changed before that; nil where it is not known.
  let modified: timespec?
  /// Turn the file after into the one before; nil if taking its stamp off does that, or there was none.
  let edits: [ByteEdit]?

  /// Whether the file is an XMP that dating made for a raw photo. Such a record has no time, and its SHA-256
  /// before is that of no bytes.
  var isOfNewFile: Bool { modified == nil && before == StampMark.hash([]) }
}

/// A record as a line of JSON.
extension RunRecord {
  private struct Line: Codable {
    var path: String?
    /// Of a path that is not UTF-8.
    var pathBase64: String?
    let before: String?
    let after: String
    var modifiedSeconds: Int?
    var modifiedNanoseconds: Int?
    let edits: [Edit]?

    struct Edit: Codable {
      let offset: Int
      let count: Int
      let bytes: String
    }
  }

  var line: String {
    let text = String(validating: path)
    let bytes = path.withPlatformString { Data(bytes: $0, count: path.length) }
    let line = Line(
      path: text, pathBase64: text == nil ? bytes.base64EncodedString() : nil,
      before: before?.hexadecimal, after: after.hexadecimal,
      modifiedSeconds: modified.map(\.tv_sec), modifiedNanoseconds: modified.map(\.tv_nsec),
      edits: edits?.map {
        .init(
          offset: $0.range.lowerBound, count: $0.range.count,
          bytes: Data($0.bytes).base64EncodedString())
      })
    // Its values hold nothing that JSON lacks.
    return (try? JSONLine.text(line)) ?? ""
  }

  /// Nil for what ``line`` cannot give. What it says is checked again: nothing is written that is not the
  /// file of which it has the hash.
  init?(line: [UInt8]) {
    guard let line = try? JSONDecoder().decode(Line.self, from: Data(line)),
      let after = [UInt8](hexadecimal: line.after), after.count == 32
    else { return nil }
    before = line.before.flatMap { [UInt8](hexadecimal: $0) }
    guard line.before == nil || before?.count == 32 else { return nil }
    var bytes = line.path.map { Array($0.utf8) }
    if let encoded = line.pathBase64 { bytes = Data(base64Encoded: encoded).map { Array($0) } }
    guard let bytes, !bytes.isEmpty, !bytes.contains(0) else { return nil }
    path = FilePath(platformString: bytes.map(CChar.init(bitPattern:)) + [0])
    guard path.isAbsolute else { return nil }
    self.after = after
    modified = line.modifiedSeconds.map {
      timespec(tv_sec: $0, tv_nsec: max(0, min(999_999_999, line.modifiedNanoseconds ?? 0)))
    }
    var edits: [ByteEdit] = []
    for edit in line.edits ?? [] {
      let (end, overflows) = edit.offset.addingReportingOverflow(edit.count)
      guard edit.offset >= 0, edit.count >= 0, !overflows,
        let bytes = Data(base64Encoded: edit.bytes)
      else { return nil }
      edits.append(ByteEdit(range: edit.offset..<end, bytes: Array(bytes)))
    }
    self.edits = line.edits == nil ? nil : edits
  }
}

/// A run's description: the first line of its record.
package struct RunHead: Codable, Sendable {
  /// The command: stamp, unstamp or date.
  package let command: String
  /// The words after it, as the user typed them.
  package let arguments: [String]
  /// The folder in which it ran.
  package let folder: String
  /// When it began: RFC 3339, in UTC.
  package let time: String
  /// True if the same command would correct photos a second time; then the record says when all are corrected.
  /// Absent for other runs.
  package let marksEnd: Bool?

  package init(
    command: String, arguments: [String], folder: String, time: String, marksEnd: Bool = false
  ) {
    (self.command, self.arguments, self.folder, self.time) = (command, arguments, folder, time)
    self.marksEnd = marksEnd ? true : nil
  }

  /// Whether another run is of the same command, in the same folder.
  func isOfCommand(of other: RunHead) -> Bool {
    (command, arguments, folder) == (other.command, other.arguments, other.folder)
  }

  /// A line about the run, not about a file.
  struct Line: Codable {
    var run: RunHead?
    /// When it had corrected all photos.
    var ended: String?
    /// When it was undone.
    var undone: String?
  }

  static func line(_ line: Line) -> String { (try? JSONLine.text(line)) ?? "" }

  /// Reads a line about the run; nil for a file's line.
  static func said(_ line: [UInt8]) -> Line? {
    let isOfRun = ["run", "ended", "undone"].contains { name in
      line.starts(with: "{\"\(name)\"".utf8)
    }
    guard isOfRun else { return nil }
    return try? JSONDecoder().decode(Line.self, from: Data(line))
  }
}
