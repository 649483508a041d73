package import Files
package import SystemPackage

/// A file of a collection, or standard input, which is read piece by piece.
package final class CollectionFile {
  /// Bytes of a file: those of a million texts, and no more than a person waits for.
  package static let limit = 512 << 20

  package let path: FilePath
  /// Its name, which need not be its path's; "-" for standard input.
  package let name: FilePath
  private let descriptor: FileDescriptor
  /// The first bytes, which show the file's format.
  package let head: [UInt8]
  /// Its bytes; nil of what is no regular file.
  let wholeSize: Int?
  private var isHeadGiven = false
  private var size = 0

  /// - Parameters:
  ///   - path: "-" for standard input.
  ///   - name: what its sender calls it, one component; nil where its path says it.
  /// - Throws: `FileError`.
  package init(_ path: FilePath, named name: FilePath? = nil) throws(FileError) {
    self.path = path
    self.name = name ?? path.lastComponent.map { FilePath(root: nil, [$0]) } ?? path
    do throws(Errno) {
      descriptor =
        path == "-" ? try FileDescriptor.standardInput.copy() : try FileDescriptor.openToRead(path)
    } catch {
      throw .system(.open, path, error)
    }
    do {
      let stat = try descriptor.stat()
      let isRead = stat.type == .regular || path == "-" && stat.type != .directory
      if !isRead { throw FileError.notAFile(path, FileError.Kind(stat.type)) }
      if stat.type == .regular, stat.size > Int64(Self.limit) {
        throw FileError.tooLarge(path, limit: Self.limit)
      }
      wholeSize = stat.type == .regular ? Int(stat.size) : nil
      var head: [UInt8] = []
      try descriptor.read(into: &head, upTo: CollectionFormat.headSize)
      self.head = head
    } catch {
      try? descriptor.close()
      throw error as? FileError ?? .system(.read, path, error as? Errno ?? .ioError)
    }
  }

  deinit { try? descriptor.close() }

  /// The next bytes, at most ``CollectionReader/pieceSize``; empty at the end.
  package func piece() throws(FileError) -> [UInt8] {
    if !isHeadGiven {
      (isHeadGiven, size) = (true, head.count)
      return head
    }
    var bytes: [UInt8] = []
    do throws(Errno) {
      try descriptor.read(into: &bytes, upTo: CollectionReader.pieceSize)
    } catch {
      throw .system(.read, path, error)
    }
    size += bytes.count
    if size > Self.limit { throw .tooLarge(path, limit: Self.limit) }
    return bytes
  }
}

extension FileDescriptor {
  /// Another descriptor of the same file, to be closed on its own.
  fileprivate func copy() throws(Errno) -> FileDescriptor {
    do {
      return try duplicate()
    } catch {
      throw error as? Errno ?? .badFileDescriptor
    }
  }
}

extension NewCollection {
  /// The details given for a file, or else those in the file.
  ///
  /// - Parameters:
  ///   - file: with the texts.
  ///   - name: by which the collection is known; nil for the file's, without what follows its last dot.
  ///   - licence: as for ``init(_:licence:language:source:format:)``.
  ///   - language: as there.
  ///   - format: nil for what the file's name and beginning say.
  /// - Throws: ``CollectionError``, `NameError` where the file's name is none for a collection.
  package init(
    of file: CollectionFile, name: CollectionName? = nil, licence: String = "",
    language: String = "", format: CollectionFormat? = nil
  ) throws {
    try self.init(
      name ?? CollectionName(file.name.stem ?? file.name.string), licence: licence,
      language: language, source: file.name.string,
      format: format ?? CollectionFormat(extension: file.name.extension, head: file.head))
    size = file.wholeSize
  }
}
