import PhotoFile
package import SystemPackage

/// The photos that the inputs name, found as they are asked for: files as they are, folders walked
/// in the order of their names.
///
/// Below a folder everything is passed over that its owner would not call a photo of theirs: names
/// that begin with a full stop, symbolic links, files that are no photo by name or content,
/// earlier outputs (`NAME.stamped.EXT`), and the output folder itself.
package struct PhotoWalk: Sequence, Sendable {
  package enum Element: Sendable {
    case photo(InputPhoto)
    /// An input, or a folder below one, that could not be looked into.
    case problem(FilePath, FileError)
  }

  private let inputs: [FilePath]
  private let excludedFolder: FilePath?

  /// - Parameters:
  ///   - inputs: files, folders, or `-`.
  ///   - excludedFolder: the output folder, which may lie inside an input.
  package init(_ inputs: [FilePath], excluding excludedFolder: FilePath? = nil) {
    self.inputs = inputs
    self.excludedFolder = excludedFolder
  }

  package func makeIterator() -> Iterator {
    let excluded = try? excludedFolder?.stat()
    return Iterator(
      inputs: inputs[...], excluded: excluded.map { FolderIdentity($0) })
  }

  /// What makes two paths the same folder.
  fileprivate struct FolderIdentity: Hashable {
    let device: DeviceID
    let inode: Inode

    init(_ stat: Stat) {
      device = stat.deviceID
      inode = stat.inode
    }
  }

  package struct Iterator: IteratorProtocol {
    fileprivate var inputs: ArraySlice<FilePath>
    fileprivate let excluded: FolderIdentity?
    /// The folders being walked, the innermost last, each with the names still to come, last first.
    private var folders: [OpenFolder] = []

    private struct OpenFolder {
      let path: FilePath
      let relativePath: FilePath
      var names: [FolderListing.Entry]
    }

    fileprivate init(inputs: ArraySlice<FilePath>, excluded: FolderIdentity?) {
      self.inputs = inputs
      self.excluded = excluded
    }

    package mutating func next() -> Element? {
      while true {
        while let depth = folders.indices.last {
          guard let entry = folders[depth].names.popLast() else {
            folders.removeLast()
            continue
          }
          let folder = folders[depth]
          if let element = visit(
            entry, at: folder.path.appending(entry.name),
            relativePath: folder.relativePath.appending(entry.name))
          {
            return element
          }
        }
        guard let input = inputs.popFirst() else { return nil }
        if let element = visit(input: input) { return element }
      }
    }

    private mutating func visit(input: FilePath) -> Element? {
      if input == InputPhoto.standardInput.path { return .photo(.standardInput) }
      do {
        guard try input.stat().type == .directory else {
          let name = input.lastComponent.map { FilePath(root: nil, [$0]) } ?? input
          return .photo(InputPhoto(path: input, relativePath: name))
        }
      } catch {
        return .problem(input, .system(.open, input, error))
      }
      return open(folder: input, relativePath: FilePath())
    }

    private mutating func visit(
      _ entry: FolderListing.Entry, at path: FilePath, relativePath: FilePath
    ) -> Element? {
      switch entry.kind {
      case .folder:
        return open(folder: path, relativePath: relativePath)
      case .file:
        guard !OutputPlan.isStampedName(entry.name), Self.isPhoto(path) else { return nil }
        return .photo(InputPhoto(path: path, relativePath: relativePath))
      }
    }

    private mutating func open(folder: FilePath, relativePath: FilePath) -> Element? {
      if let excluded, let stat = try? folder.stat(), FolderIdentity(stat) == excluded {
        return nil
      }
      do {
        let names = try FolderListing.entries(of: folder)
        folders.append(
          OpenFolder(path: folder, relativePath: relativePath, names: names.reversed()))
        return nil
      } catch {
        return .problem(folder, error)
      }
    }

    /// A photo by its name or, where the name says nothing, by its first bytes.
    ///
    /// A file with a photo's name is one even if its bytes are broken: its owner wants to know.
    private static func isPhoto(_ path: FilePath) -> Bool {
      if let name = path.extension, PhotoFormat(fileExtension: name) != nil { return true }
      let photo = InputPhoto(path: path, relativePath: path)
      guard let head = try? PhotoReader(photo).head() else { return false }
      return PhotoFormat.detect(head) != nil
    }
  }
}
