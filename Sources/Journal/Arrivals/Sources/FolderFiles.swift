import Files
import Glibc
import SystemPackage

/// One file of the disk as a source.
final class SingleFile: ArrivalFiles {
  let files: FileList
  let name: String
  private let file: OpenFile

  init(_ file: OpenFile) throws {
    let status = try file.status()
    (self.file, name) = (file, file.name)
    files = FileList([ArrivalFile(path: file.name, size: status.size, modified: status.modified)])
  }

  func read(_ file: ArrivalFile, piece: (UnsafeBufferPointer<UInt8>) throws -> Bool) throws {
    guard file.path == files[0].path else { throw ArrivalFault.missingFile(file.path) }
    try self.file.read(piece)
  }
}

/// A folder with all below it as a source. No symbolic link in it is followed, also when another program puts one
/// there meanwhile.
final class FolderFiles: ArrivalFiles {
  let files: FileList
  let name: String
  let passedOver: PassedFiles
  private let folder: ContainingFolder

  init(_ path: FilePath) throws {
    folder = try ContainingFolder(path)
    name = path.lastComponent.map(\.string) ?? path.string
    var found = FoundFiles()
    try Self.walk(folder, &found)
    files = found.sorted()
    passedOver = found.passedOver
  }

  /// - Throws: `FileError` where a folder cannot be read to its end.
  private static func walk(_ folder: ContainingFolder, _ found: inout FoundFiles) throws {
    var folders: [ContainedPath?] = [nil]
    while let above = folders.popLast() {
      for entry in try folder.entries(of: above) where !entry.isHidden {
        let path =
          try above?.appending(entry.name) ?? ContainedPath(FilePath(root: nil, [entry.name]))
        switch entry.kind {
        case .folder: folders.append(path)
        case .other:
          found.pass(folder.isLink(path) ? .link : .special, String(decoding: path))
        case .file:
          let status = try folder.status(path)
          try found.add(
            String(decoding: path), size: Int(status.size), modified: Int(status.st_mtim.tv_sec),
            place: 0)
        }
      }
    }
  }

  func read(_ file: ArrivalFile, piece: (UnsafeBufferPointer<UInt8>) throws -> Bool) throws {
    guard let path = try? ContainedPath(file.path) else {
      throw ArrivalFault.missingFile(file.path)
    }
    try OpenFile(folder.openFile(path), folder.path.pushing(path)).read(piece)
  }
}
