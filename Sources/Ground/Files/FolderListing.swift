import Glibc
package import SystemPackage

/// Reads the names in a folder, with their kinds.
package enum FolderListing {
  package struct Entry: Sendable {
    package let name: FilePath.Component
    package let kind: Kind
    /// Whether the name begins with a full stop.
    package let isHidden: Bool
  }

  package enum Kind: Sendable {
    case file, folder
    /// A symbolic link or a special file.
    case other
  }

  /// Reads a folder, leaving out names that begin with a full stop, symbolic links and special
  /// files.
  ///
  /// - Returns: the entries in the order of their names' bytes.
  /// - Throws: ``FileError/system(_:_:_:)`` when the folder cannot be read to its end.
  package static func entries(of folder: FilePath) throws(FileError) -> [Entry] {
    try everything(in: folder).filter { !$0.isHidden && $0.kind != .other }
  }

  /// Reads a folder.
  ///
  /// - Returns: all that is in it, in the order of the names' bytes.
  /// - Throws: ``FileError/system(_:_:_:)`` when the folder cannot be read to its end.
  package static func everything(in folder: FilePath) throws(FileError) -> [Entry] {
    guard let stream = folder.withPlatformString({ opendir($0) }) else {
      throw .system(.list, folder, Errno(rawValue: errno))
    }
    return try everything(in: stream, path: folder)
  }

  /// Reads a folder that is open, and closes it; of a large one, names with a certain beginning take
  /// no more than the reading.
  static func everything(
    in descriptor: FileDescriptor, path: FilePath, beginningWith prefix: String = ""
  ) throws(FileError) -> [Entry] {
    guard let stream = fdopendir(descriptor.rawValue) else {
      let error = Errno(rawValue: errno)
      try? descriptor.close()
      throw .system(.list, path, error)
    }
    return try everything(in: stream, path: path, beginningWith: prefix)
  }

  private static func everything(
    in stream: OpaquePointer, path: FilePath, beginningWith prefix: String = ""
  ) throws(FileError) -> [Entry] {
    defer { closedir(stream) }
    let prefix = prefix.utf8CString.dropLast()
    var entries: [(bytes: [CChar], entry: Entry)] = []
    while true {
      errno = 0
      guard let record = readdir(stream) else {
        if errno != 0 { throw .system(.list, path, Errno(rawValue: errno)) }
        break
      }
      let isWanted = withUnsafeBytes(of: &record.pointee.d_name) { name in
        zip(name, prefix).allSatisfy { $0 == UInt8(bitPattern: $1) }
      }
      if !isWanted { continue }
      let bytes = withUnsafeBytes(of: &record.pointee.d_name) { name in
        Array(name.bindMemory(to: CChar.self).prefix { $0 != 0 }) + [0]
      }
      guard let name = FilePath.Component(platformString: bytes), name.kind == .regular else {
        continue
      }
      let entry = Entry(
        name: name, kind: kind(of: record.pointee.d_type, name, in: stream),
        isHidden: bytes.first == CChar(bitPattern: UInt8(ascii: ".")))
      entries.append((bytes, entry))
    }
    // By unsigned bytes; each name ends with a zero, and holds no other.
    entries.sort { first, second in strcmp(first.bytes, second.bytes) < 0 }
    return entries.map(\.entry)
  }

  private static func kind(
    of type: UInt8, _ name: FilePath.Component, in stream: OpaquePointer
  ) -> Kind {
    switch Int(type) {
    case Int(DT_REG): .file
    case Int(DT_DIR): .folder
    case Int(DT_UNKNOWN): kindByStat(name, in: FileDescriptor(rawValue: dirfd(stream)))
    default: .other
    }
  }

  /// For file systems that do not say in the listing what an entry is.
  private static func kindByStat(
    _ name: FilePath.Component, in folder: FileDescriptor
  ) -> Kind {
    let path = FilePath(root: nil, [name])
    return switch (try? path.stat(relativeTo: folder, flags: .symlinkNoFollow))?.type {
    case .regular: .file
    case .directory: .folder
    default: .other
    }
  }
}
