package import Files
import Formats
import Glibc
import Synchronization
package import SystemPackage
import Wording

/// The record of a run: a line of JSON that describes the run, and one for each file that it made or replaced,
/// which says how to undo that.
///
/// Its first line makes it and its folders. Sendable by its mutex.
package final class RunRecordFile: Sendable {
  private let folder: FilePath
  /// Describes the run.
  package let head: RunHead
  private let state: Mutex<State>

  private struct State {
    var descriptor: FileDescriptor?
    var number = 0
    var count = 0
    /// Whether it ends with part of a line that could not be cut off.
    var isTorn = false
  }

  /// - Parameters:
  ///   - folder: for the records of all runs.
  ///   - head: describes the run.
  package init(in folder: FilePath, _ head: RunHead) {
    (self.folder, self.head) = (folder, head)
    state = Mutex(State())
  }

  deinit {
    state.withLock { state in try? state.descriptor?.close() }
  }

  /// How many files it can undo.
  package var count: Int { state.withLock(\.count) }
  /// The run's number, from 1; 0 until it has a line.
  package var number: Int { state.withLock(\.number) }
  /// The record's path; with the number 0 until it has a line.
  package var path: FilePath { RecordedRun.path(of: number, in: folder) }

  /// Records how to give a photo back, durably, before a run replaces it.
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

  /// Records a file that the run wrote, if undoing is possible: the run made it, or its stamp holds the photo
  /// that was there.
  ///
  /// If this fails, the run goes on; only `daystamp undo` does not know the file then.
  func note(_ finished: FinishedPhoto, of source: PhotoSource, at path: FilePath, inPlace: Bool) {
    // Otherwise the stamp holds another file: the photo was edited first, or had a stamp.
    if inPlace, StampMark(of: finished.bytes)?.isOf(source) != true { return }
    guard let absolute = try? path.resolved() else { return }
    try? append(
      RunRecord(
        path: absolute, before: inPlace ? source.hash : nil, after: StampMark.hash(finished.bytes),
        modified: inPlace ? source.attributes?.modified : nil, edits: nil), isDurable: false)
  }

  /// The path without symbolic links; the file need not exist yet.
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

  /// Writes a line; if there is no room for it, removes what it wrote.
  private static func append(
    _ line: String, isDurable: Bool, _ state: inout State
  ) throws(Errno) {
    guard let descriptor = state.descriptor else { return }
    // Part of an earlier line gets a line of its own.
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

  /// Makes the file, numbered after the last run.
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

  /// Adds that the run corrected all photos, if it has lines. Where that fails, the run counts as unfinished.
  package func markEnded(at time: String) {
    let line = RunHead.line(.init(ended: time))
    state.withLock { state in try? Self.append(line, isDurable: false, &state) }
  }

  /// Adds to a run's record that it was undone.
  package static func markUndone(_ path: FilePath, at time: String) throws(FileError) {
    // Begins a line of its own, even if the last one is cut off.
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
  /// Whether taking the stamp off gives this photo back.
  fileprivate func isOf(_ source: PhotoSource) -> Bool {
    restores != nil && originalHash == source.hash
  }
}
