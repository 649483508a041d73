package import Files
package import SystemPackage

extension Gazetteer {
  /// Copies a file of GeoNames' places to where it is found from then on. The copy is read before it gets
  /// its name, so that what is there is a whole gazetteer: the new one, or else the one from before.
  ///
  /// - Parameters:
  ///   - path: the file, of at most ``byteLimit`` bytes.
  ///   - target: the copy; a file that is there is replaced. Folders above it are made.
  /// - Returns: the gazetteer.
  /// - Throws: ``GazetteerCopyError``; then the target is as it was.
  package static func copy(
    _ path: FilePath, to target: FilePath
  ) throws(GazetteerCopyError) -> Gazetteer {
    let source = try rethrowing(GazetteerSource(path), as: GazetteerCopyError.source)
    let folder = target.folder
    guard let name = ContainedPath(nameOf: target) else {
      throw .target(.system(.create, target, .invalidArgument))
    }
    let staged: StagedFile
    do throws(Errno) {
      try folder.createFolders(permissions: .ownerReadWriteExecute)
      staged = try StagedFile(in: folder, permissions: .ownerReadWrite)
    } catch {
      throw .target(.system(.create, folder, error))
    }
    while let piece = try rethrowing(source.next(), as: GazetteerCopyError.source) {
      try rethrowing(staged.write(piece)) {
        GazetteerCopyError.target(.system(.write, folder, $0))
      }
    }
    let gazetteer = try rethrowing(Gazetteer(staged.readablePath), as: GazetteerCopyError.source)
    try rethrowing(staged.synchronize(), as: GazetteerCopyError.target)
    try rethrowing(staged.publish(replacing: name), as: GazetteerCopyError.target)
    return gazetteer
  }
}

/// A file that is read in pieces.
private final class GazetteerSource {
  private static let pieceSize = 1 << 20

  private let path: FilePath
  private let descriptor: FileDescriptor
  private var offset = 0

  init(_ path: FilePath) throws(GazetteerError) {
    self.path = path
    descriptor = try Gazetteer.open(path)
  }

  deinit { try? descriptor.close() }

  /// Nil at the end.
  func next() throws(GazetteerError) -> [UInt8]? {
    do throws(Errno) {
      let piece = try descriptor.bytes(from: offset, upTo: Self.pieceSize)
      offset += piece.count
      if offset > Gazetteer.byteLimit { throw .fileTooLarge }
      return piece.isEmpty ? nil : piece
    } catch {
      throw .file(
        error == .fileTooLarge
          ? .tooLarge(path, limit: Gazetteer.byteLimit) : .system(.read, path, error))
    }
  }
}

/// Why a gazetteer was not put in its place.
package enum GazetteerCopyError: Error, Sendable, Hashable {
  /// The file that was named is none, or cannot be read.
  case source(GazetteerError)
  case target(FileError)
}
