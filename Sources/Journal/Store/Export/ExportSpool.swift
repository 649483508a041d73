import Files
import Foundation
import Hashing
import Synchronization
package import SystemPackage

/// The lines of an export until their number is known: the last ones in memory, the others in a
/// file without a name that goes with the process.
package final class ExportSpool: Sendable {
  private static let memoryLimit = 1 << 20

  /// Where the file may be made, the best first.
  private let folders: [FilePath]
  private let state = Mutex(State())

  private struct State: ~Copyable {
    var waiting: [UInt8] = []
    var file: SpoolFile?
    var hash = SHA256()
  }

  /// - Parameter folders: where a file may be made, the best first.
  package init(in folders: [FilePath]) { self.folders = folders }

  package var size: Int { state.withLock { ($0.file?.size ?? 0) + $0.waiting.count } }
  var isInMemory: Bool { state.withLock { $0.file == nil } }

  /// Adds lines, with their ends.
  ///
  /// - Throws: ``JournalError/file(_:)`` where there is room for it in none of the folders.
  package func append(_ line: [UInt8]) throws(JournalError) {
    try state.withLock { state throws(JournalError) in
      state.hash.update(line.span)
      state.waiting += line
      guard state.waiting.count > Self.memoryLimit else { return }
      state.file = try moved(state.waiting, after: state.file)
      state.waiting = []
    }
  }

  /// A file with all that the former one has, and further bytes.
  private func moved(_ bytes: [UInt8], after former: SpoolFile?) throws(JournalError) -> SpoolFile {
    var failure: FileError?
    if let former {
      do throws(Errno) {
        try former.append(bytes)
        return former
      } catch {
        failure = .system(.write, former.folder, error)
      }
    }
    for folder in folders where folder != former?.folder {
      do throws(Errno) {
        let file = try SpoolFile(in: folder)
        try former?.copy(to: file)
        try file.append(bytes)
        return file
      } catch {
        if failure == nil { failure = .system(.create, folder, error) }
      }
    }
    throw .file(failure ?? .system(.create, ".", .noSpace))
  }

  /// Adds all lines of another.
  ///
  /// - Throws: ``JournalError/file(_:)``.
  package func append(contentsOf other: ExportSpool) throws(JournalError) {
    for offset in stride(from: 0, to: other.size, by: Self.memoryLimit) {
      try append(other.piece(at: offset, upTo: Self.memoryLimit))
    }
  }

  /// SHA-256 of all lines, in hexadecimal. No line may follow.
  package func finish() -> String {
    state.withLock { state in
      var hash = SHA256()
      swap(&hash, &state.hash)
      return hash.finish().hexadecimal
    }
  }

  /// So many of the bytes, fewer only where the lines end.
  ///
  /// - Throws: ``JournalError/file(_:)``, also where somebody cut the file short.
  func piece(at offset: Int, upTo count: Int) throws(JournalError) -> [UInt8] {
    try state.withLock { state throws(JournalError) in
      let written = state.file?.size ?? 0
      var piece: [UInt8] = []
      if offset < written, let file = state.file {
        let wanted = min(count, written - offset)
        do throws(Errno) {
          piece = try file.piece(at: offset, count: wanted)
          guard piece.count == wanted else { throw Errno.ioError }
        } catch {
          throw .file(.system(.read, file.folder, error))
        }
      }
      guard piece.count < count else { return piece }
      let start = max(0, offset - written)
      return piece + state.waiting.dropFirst(start).prefix(count - piece.count)
    }
  }
}

/// A file without a name, which is written at its end and read anywhere.
private final class SpoolFile {
  let folder: FilePath
  private let staged: StagedFile
  private let reading: FileDescriptor
  private(set) var size = 0

  init(in folder: FilePath) throws(Errno) {
    self.folder = folder
    staged = try StagedFile(in: folder, permissions: .ownerReadWrite)
    reading = try .openToRead(staged.readablePath)
  }

  deinit { try? reading.close() }

  func append(_ bytes: [UInt8]) throws(Errno) {
    try staged.write(bytes)
    size += bytes.count
  }

  func piece(at offset: Int, count: Int) throws(Errno) -> [UInt8] {
    try reading.bytes(from: offset, upTo: count)
  }

  func copy(to other: SpoolFile) throws(Errno) {
    let pieceSize = 1 << 20
    for offset in stride(from: 0, to: size, by: pieceSize) {
      try other.append(piece(at: offset, count: min(pieceSize, size - offset)))
    }
  }
}
