import Glibc
import SystemPackage

/// The files and folders in a folder, by name.
enum FolderListing {
  struct Entry {
    let name: FilePath.Component
    let kind: Kind
  }

  enum Kind { case file, folder }

  /// Reads a folder; names that begin with a full stop, symbolic links and special files are left
  /// out.
  ///
  /// - Returns: the entries in the order of their names' bytes.
  /// - Throws: ``FileError/system(_:_:_:)`` when the folder cannot be read to its end.
  static func entries(of folder: FilePath) throws(FileError) -> [Entry] {
    guard let stream = folder.withPlatformString({ opendir($0) }) else {
      throw .system(.list, folder, Errno(rawValue: errno))
    }
    defer { closedir(stream) }
    var entries: [(bytes: [CChar], entry: Entry)] = []
    while true {
      errno = 0
      guard let record = readdir(stream) else {
        if errno != 0 { throw .system(.list, folder, Errno(rawValue: errno)) }
        break
      }
      let bytes = withUnsafeBytes(of: &record.pointee.d_name) { name in
        Array(name.bindMemory(to: CChar.self).prefix { $0 != 0 }) + [0]
      }
      let isHidden = bytes.first == CChar(bitPattern: UInt8(ascii: "."))
      guard !isHidden, let name = FilePath.Component(platformString: bytes),
        let kind = kind(of: record.pointee.d_type, at: folder.appending(name))
      else { continue }
      entries.append((bytes, Entry(name: name, kind: kind)))
    }
    entries.sort { first, second in
      first.bytes.lazy.map(UInt8.init(bitPattern:))
        .lexicographicallyPrecedes(second.bytes.lazy.map(UInt8.init(bitPattern:)))
    }
    return entries.map(\.entry)
  }

  /// What an entry is; nil for links and special files.
  private static func kind(of type: UInt8, at path: FilePath) -> Kind? {
    switch Int(type) {
    case Int(DT_REG): .file
    case Int(DT_DIR): .folder
    case Int(DT_UNKNOWN): kindByStat(path)
    default: nil
    }
  }

  /// Some file systems do not say in the listing what an entry is.
  private static func kindByStat(_ path: FilePath) -> Kind? {
    switch try? path.stat(followTargetSymlink: false).type {
    case .regular: .file
    case .directory: .folder
    default: nil
    }
  }
}
