import Files
import Formats
import Synchronization
package import SystemPackage
import Wording

/// The file of a run that replaces photos by dated ones: a line of JSON for each, which gives it back.
///
/// A line is on the disk before its photo is replaced. Sendable by its mutex.
package final class DateRecordFile: Sendable {
  package let path: FilePath
  private let state: Mutex<(descriptor: FileDescriptor?, count: Int)>

  /// - Parameter path: of the file, which is made with its folders when the first photo is kept.
  package init(_ path: FilePath) {
    self.path = path
    state = Mutex((nil, 0))
  }

  deinit {
    state.withLock { state in try? state.descriptor?.close() }
  }

  /// Photos that it can give back.
  package var count: Int { state.withLock(\.count) }

  func keep(
    _ source: PhotoSource, replacedBy finished: FinishedPhoto, at path: FilePath
  ) throws(StampError) {
    let edits = ByteEdit.edits(from: finished.bytes, to: source.bytes)
    guard ByteEdit.applied(edits, to: finished.bytes) == source.bytes,
      let absolute = try? Self.absolute(path)
    else { throw .failedCheck }
    let entry = DateRecord(
      path: absolute, before: source.hash, after: StampMark.hash(finished.bytes),
      modified: source.attributes?.modified, edits: edits)
    do throws(Errno) {
      try state.withLock { state throws(Errno) in
        let descriptor: FileDescriptor
        if let open = state.descriptor {
          descriptor = open
        } else {
          descriptor = try Self.open(self.path)
          state.descriptor = descriptor
        }
        try descriptor.write(all: Array("\(entry.line)\n".utf8))
        try descriptor.synchronize()
        state.count += 1
      }
    } catch {
      throw .date(.record(.system(.write, self.path, error)))
    }
  }

  /// The path without symbolic links, of a file that need not be there yet.
  private static func absolute(_ path: FilePath) throws(Errno) -> FilePath {
    if let there = try? path.resolved() { return there }
    guard let name = path.lastComponent else { throw .noSuchFileOrDirectory }
    return try path.folder.resolved().appending(name)
  }

  private static func open(_ path: FilePath) throws(Errno) -> FileDescriptor {
    // Others need not know which photos there are.
    try path.folder.createFolders(permissions: .ownerReadWriteExecute)
    return try FileDescriptor.createToAppend(path, permissions: .ownerReadWrite)
  }
}
