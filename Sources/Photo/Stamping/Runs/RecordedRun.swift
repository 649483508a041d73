package import Files
import Glibc
package import SystemPackage

/// A run that has a record.
package struct RecordedRun: Sendable {
  package let number: Int
  package let path: FilePath
  /// The record's first line; nil if it is missing or damaged.
  package let head: RunHead?
  /// Files that it made or replaced.
  package let count: Int
  /// When it was undone: RFC 3339, in UTC; nil if it was not.
  package let undone: String?
  /// Whether it did not correct all photos, so that the same command would correct others a second time.
  package let isUnfinished: Bool

  /// Those of runs. The next number always exists.
  private static let numbers = 1...Int(Int32.max)
  private static let ending = ".ndjson"
  /// The most bytes of a line about the run.
  private static let longestHead = 1 << 20

  static func path(of number: Int, in folder: FilePath) -> FilePath {
    folder.appending("\(number)\(ending)")
  }

  /// The numbers of the runs with records, ascending.
  static func numbers(in folder: FilePath) -> [Int] {
    let entries = (try? FolderListing.entries(of: folder)) ?? []
    return entries.compactMap { entry in
      let name = entry.name.string
      return name.hasSuffix(ending) ? Int(name.dropLast(ending.count)) : nil
    }.filter(numbers.contains).sorted()
  }

  /// Opens a record. It has to be a file of this user's own: undoing a record replaces photos by what it says.
  ///
  /// - Throws: ``FileError``.
  static func open(_ path: FilePath) throws(FileError) -> FileDescriptor {
    let descriptor = try rethrowing(
      FileDescriptor.openToRead(path), as: FileError.system(.open, path))
    do throws(FileError) {
      let stat = try rethrowing(descriptor.stat(), as: FileError.system(.open, path))
      guard stat.type == .regular else { throw FileError.notAFile(path, .init(stat.type)) }
      guard stat.userID.rawValue == geteuid() else {
        throw FileError.system(.open, path, .notPermitted)
      }
    } catch {
      try? descriptor.close()
      throw error
    }
    return descriptor
  }

  /// The latest runs with readable records, the oldest of them first.
  ///
  /// - Parameters:
  ///   - limit: how many at most.
  ///   - folder: the records'.
  /// - Returns: the runs.
  package static func latest(_ limit: Int, in folder: FilePath) -> [RecordedRun] {
    numbers(in: folder).suffix(limit).compactMap { try? RecordedRun($0, in: folder) }
  }

  /// The latest run that is not undone; nil if there is none. Reads no record of an earlier one.
  package static func latestToUndo(in folder: FilePath) -> RecordedRun? {
    numbers(in: folder).reversed().lazy.compactMap { try? RecordedRun($0, in: folder) }
      .first { $0.undone == nil }
  }

  /// Finds the latest run of the same command that did not correct all photos, and left some as they are now.
  ///
  /// - Parameters:
  ///   - head: describes the run that is to begin.
  ///   - folder: the records'.
  /// - Returns: nil if there is none.
  package static func unfinished(like head: RunHead, in folder: FilePath) -> RecordedRun? {
    numbers(in: folder).reversed().lazy
      .filter { number in
        guard let found = self.head(of: path(of: number, in: folder)) else { return false }
        return found.marksEnd == true && found.isOfCommand(of: head)
      }
      .compactMap { try? RecordedRun($0, in: folder) }
      .first { run in
        run.isUnfinished && (try? RunUndo(run.path, unstamper: Unstamper()))?.isInForce == true
      }
  }

  /// Reads a record's first line alone.
  private static func head(of path: FilePath) -> RunHead? {
    guard let descriptor = try? open(path) else { return nil }
    var reader = LineReader(descriptor, limit: longestHead)
    guard case .whole(let bytes)? = try? reader.next() else { return nil }
    return RunHead.said(bytes)?.run
  }

  /// Reads a run's record.
  ///
  /// - Parameters:
  ///   - number: the run's.
  ///   - folder: the records'.
  /// - Throws: ``FileError``.
  package init(_ number: Int, in folder: FilePath) throws(FileError) {
    let path = Self.path(of: number, in: folder)
    var reader = LineReader(try Self.open(path), limit: Self.longestHead)
    var (head, count, undone): (RunHead?, Int, String?) = (nil, 0, nil)
    var hasEnded = false
    while let line = try rethrowing(reader.next(), as: FileError.system(.read, path)) {
      guard case .whole(let bytes) = line, bytes.count < Self.longestHead,
        let said = RunHead.said(bytes)
      else {
        if line != .whole([]) { count += 1 }
        continue
      }
      head = said.run ?? head
      undone = said.undone ?? undone
      if said.ended != nil { hasEnded = true }
    }
    (self.number, self.path, self.head) = (number, path, head)
    (self.count, self.undone) = (count, undone)
    isUnfinished = head?.marksEnd == true && !hasEnded && undone == nil
  }
}
