package import Files
import Formats
import Glibc
import Synchronization
package import SystemPackage
import Wording

/// The file of a run: a line of JSON that says what the run is, and one for each file that it made or
/// replaced, which takes that back.
///
/// It is made with its folders when there is something to be kept. Sendable by its mutex.
package final class RunRecordFile: Sendable {
  private let folder: FilePath
  private let head: RunHead
  private let state: Mutex<State>

  private struct State {
    var descriptor: FileDescriptor?
    var number = 0
    var count = 0
    /// Whether it ends with part of a line, which could not be cut off.
    var isTorn = false
  }

  /// - Parameters:
  ///   - folder: of the files of all runs.
  ///   - head: what the run is.
  package init(in folder: FilePath, _ head: RunHead) {
    (self.folder, self.head) = (folder, head)
    state = Mutex(State())
  }

  deinit {
    state.withLock { state in try? state.descriptor?.close() }
  }

  /// Files that it can take back.
  package var count: Int { state.withLock(\.count) }
  /// The run's number, from 1; 0 as long as there is nothing to be kept.
  package var number: Int { state.withLock(\.number) }
  /// The file; that of number 0 as long as there is nothing to be kept.
  package var path: FilePath { RecordedRun.path(of: number, in: folder) }

  /// Keeps what gives a photo back that is to be replaced; it is on the disk before that is.
  func keep(
    _ source: PhotoSource, replacedBy finished: FinishedPhoto, at path: FilePath
  ) throws(StampError) {
    let edits = ByteEdit.edits(from: finished.bytes, to: source.bytes)
    guard ByteEdit.applied(edits, to: finished.bytes) == source.bytes,
      let absolute = try? Self.absolute(path)
    else { throw .failedCheck }
    do throws(Errno) {
      try append(
        RunRecord(
          path: absolute, before: source.hash, after: StampMark.hash(finished.bytes),
          modified: source.attributes?.modified, edits: edits), isDurable: true)
    } catch {
      throw .date(.record(.system(.write, folder, error)))
    }
  }

  /// Notes a file that was written, where it can be taken back: one that was made, or whose stamp holds
  /// what was there.
  ///
  /// A run goes on where this fails: its outputs are there, and only `daystamp undo` does not know them.
  func note(_ finished: FinishedPhoto, of source: PhotoSource, at path: FilePath, inPlace: Bool) {
    // Elsewhere a stamp is of another file: of one that was edited first, or that had a stamp.
    if inPlace, StampMark(of: finished.bytes)?.isOf(source) != true { return }
    guard let absolute = try? path.resolved() else { return }
    try? append(
      RunRecord(
        path: absolute, before: inPlace ? source.hash : nil, after: StampMark.hash(finished.bytes),
        modified: inPlace ? source.attributes?.modified : nil, edits: nil), isDurable: false)
  }

  /// The path without symbolic links, of a file that need not be there yet.
  private static func absolute(_ path: FilePath) throws(Errno) -> FilePath {
    if let there = try? path.resolved() { return there }
    guard let name = path.lastComponent else { throw .noSuchFileOrDirectory }
    return try path.folder.resolved().appending(name)
  }

  private func append(_ record: RunRecord, isDurable: Bool) throws(Errno) {
    try state.withLock { state throws(Errno) in
      if state.descriptor == nil { try open(&state) }
      try Self.append(record.line, isDurable: isDurable, &state)
      state.count += 1
    }
  }

  /// Writes a line; nothing stays of one for which there is no room.
  private static func append(
    _ line: String, isDurable: Bool, _ state: inout State
  ) throws(Errno) {
    guard let descriptor = state.descriptor else { return }
    // Where part of another stayed, it stays alone in its line.
    let bytes = Array("\(state.isTorn ? "\n" : "")\(line)\n".utf8)
    let end = lseek(descriptor.rawValue, 0, SEEK_END)
    do throws(Errno) {
      try descriptor.write(all: bytes)
      if isDurable { try descriptor.synchronize() }
    } catch {
      if end < 0 || ftruncate(descriptor.rawValue, end) != 0 { state.isTorn = true }
      throw error
    }
    state.isTorn = false
  }

  /// Makes the file, with the number after that of the last run.
  private func open(_ state: inout State) throws(Errno) {
    // Others need not know which photos there are.
    try folder.createFolders(permissions: .ownerReadWriteExecute)
    var number = (RecordedRun.numbers(in: folder).last ?? 0) + 1
    while state.descriptor == nil {
      do throws(Errno) {
        let path = RecordedRun.path(of: number, in: folder)
        state.descriptor = try .createToAppend(path, permissions: .ownerReadWrite)
      } catch .fileExists {
        // Another run was faster.
        number += 1
      }
    }
    state.number = number
    try state.descriptor?.write(all: Array("\(RunHead.line(.init(run: head)))\n".utf8))
  }

  /// Adds to a run's file that it was taken back.
  package static func markUndone(_ path: FilePath, at time: String) throws(FileError) {
    // A line of its own, also after one that is cut off.
    let line = Array("\n\(RunHead.line(.init(undone: time)))\n".utf8)
    do throws(Errno) {
      let descriptor = try FileDescriptor.openToAppend(path)
      defer { try? descriptor.close() }
      try descriptor.write(all: line)
    } catch {
      throw .system(.write, path, error)
    }
  }
}

extension StampMark {
  /// Whether taking the stamp off gives a photo back.
  fileprivate func isOf(_ source: PhotoSource) -> Bool {
    restores != nil && originalHash == source.hash
  }
}
