package import Files
import Formats
package import SystemPackage

/// The photos that the inputs name, found one by one: files as they are, folders walked in the order
/// of the names in them.
///
/// Below a folder, what its owner would not call a photo of theirs is left out: names that begin with
/// a full stop, symbolic links, files that are not photos by name or content, the output folder and,
/// where asked, what was stamped earlier (`NAME.stamped.EXT` beside a `NAME`); of the files that are
/// named that too, so that the pattern that named a run's inputs can name those of the next.
///
/// Of several inputs a file that is named twice, or named and found, is found once, under whatever
/// paths: the first.
package struct PhotoWalk: Sequence, Sendable {
  package enum Element: Sendable {
    case photo(InputPhoto)
    /// An input, or a folder below one, that could not be read.
    case problem(FilePath, FileError)
  }

  private let inputs: Inputs
  private let excludedFolder: FilePath?
  private let passesOverStamped: Bool
  private let takesVideos: Bool
  private let raw: RawFiles

  /// What to do with cameras' raw files in folders.
  package enum RawFiles: Sendable {
    case passedOver
    case found
    /// Found, except those beside a photo of the same name, which become its ``InputPhoto/raw``.
    case paired
  }

  /// What is named.
  package enum Inputs: Sendable {
    /// Files, folders, or `-`.
    case named([FilePath])
    /// Files and folders by their paths beneath a folder.
    case listed([FilePath], beneath: FilePath)
    /// Files, each with its output; one may have several.
    case jobs([JobList.Job])
  }

  /// - Parameters:
  ///   - inputs: the named files and folders.
  ///   - excludedFolder: the output folder, which may lie inside an input.
  ///   - passesOverStamped: false where stamped photos beside their originals are wanted too.
  ///   - takesVideos: whether videos in folders are found as photos are.
  ///   - raw: what to do with cameras' raw files in folders.
  package init(
    _ inputs: Inputs, excluding excludedFolder: FilePath? = nil, passesOverStamped: Bool = true,
    takesVideos: Bool = false, raw: RawFiles = .passedOver
  ) {
    self.takesVideos = takesVideos
    self.raw = raw
    self.inputs = inputs
    self.excludedFolder = excludedFolder
    self.passesOverStamped = passesOverStamped
  }

  /// As ``init(_:excluding:passesOverStamped:takesVideos:raw:)``.
  package init(
    _ inputs: [FilePath], excluding excludedFolder: FilePath? = nil, passesOverStamped: Bool = true,
    takesVideos: Bool = false, raw: RawFiles = .passedOver
  ) {
    self.init(
      .named(inputs), excluding: excludedFolder, passesOverStamped: passesOverStamped,
      takesVideos: takesVideos, raw: raw)
  }

  package func makeIterator() -> Iterator {
    var iterator = iteratorOfInputs
    iterator.takesVideos = takesVideos
    iterator.raw = raw
    return iterator
  }

  private var iteratorOfInputs: Iterator {
    switch inputs {
    case .named(let paths):
      Iterator(paths, excludedFolder: excludedFolder, passesOverStamped: passesOverStamped)
    case .listed(let paths, let folder):
      Iterator(
        paths, beneath: folder, excludedFolder: excludedFolder,
        passesOverStamped: passesOverStamped)
    case .jobs(let jobs): Iterator(jobs)
    }
  }

  package struct Iterator: IteratorProtocol {
    private var inputs: ArraySlice<FilePath> = []
    private var jobs: ArraySlice<JobList.Job> = []
    /// The folder that the inputs' paths begin at; nil for the current one.
    private let base: FilePath?
    fileprivate let excludedFolder: FilePath?
    fileprivate let passesOverStamped: Bool
    fileprivate var takesVideos = false
    fileprivate var raw = RawFiles.passedOver
    /// The folders being walked, the innermost last, each with the names still to visit, in reverse.
    private var folders: [OpenFolder] = []
    /// Nil where there is but one input, which leads to no file twice.
    private var met: MetFiles?

    private struct OpenFolder {
      let path: FilePath
      let relativePath: FilePath
      var names: [FolderListing.Entry]
      /// The raw files of photos, by the photos' names in lower case and without extensions.
      var raws: [String: FilePath] = [:]
    }

    fileprivate init(_ jobs: [JobList.Job]) {
      self.jobs = jobs[...]
      (base, excludedFolder, passesOverStamped) = (nil, nil, false)
    }

    fileprivate init(
      _ paths: [FilePath], beneath base: FilePath? = nil, excludedFolder: FilePath?,
      passesOverStamped: Bool
    ) {
      inputs = paths[...]
      self.base = base
      self.excludedFolder = excludedFolder
      self.passesOverStamped = passesOverStamped
      if inputs.count > 1 {
        met = MetFiles(inputs, beneath: base, passesOverStamped: passesOverStamped)
      }
    }

    package mutating func next() -> Element? {
      if let job = jobs.popFirst() { return .photo(InputPhoto(job)) }
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
        if let base {
          if let element = visit(listed: input, beneath: base) { return element }
        } else if let element = visit(input: input) {
          return element
        }
      }
    }

    /// What cannot be read is a photo that fails.
    private mutating func visit(listed name: FilePath, beneath base: FilePath) -> Element? {
      let path = base.pushing(name)
      if (try? path.stat().type) == .directory { return walk(into: path, relativePath: name) }
      if met?.isStamped(path) == true || met?.insert(named: path) == false { return nil }
      return .photo(InputPhoto(path: path, relativePath: name, .listed))
    }

    private mutating func visit(input: FilePath) -> Element? {
      if input == InputPhoto.standardInput.path { return .photo(.standardInput) }
      do {
        guard try input.stat().type == .directory else {
          if met?.isStamped(input) == true || met?.insert(named: input) == false { return nil }
          return .photo(InputPhoto(named: input))
        }
      } catch {
        if met?.insert(named: input) == false { return nil }
        return .problem(input, .system(.open, input, error))
      }
      return walk(into: input, relativePath: FilePath())
    }

    private mutating func visit(
      _ entry: FolderListing.Entry, at path: FilePath, relativePath: FilePath
    ) -> Element? {
      switch entry.kind {
      case .folder:
        // As an input the output folder is not left out: that is a conflict, and is reported.
        if isExcluded(path) { return nil }
        return walk(into: path, relativePath: relativePath)
      case .file:
        guard met?.contains(path) != true, isPhoto(path) else { return nil }
        met?.insert(path)
        var photo = InputPhoto(path: path, relativePath: relativePath, .found)
        photo.raw = takeRaw(of: path)
        return .photo(photo)
      case .other: return nil
      }
    }

    /// Whether a folder is the output folder, which may have been made since the walk began.
    private func isExcluded(_ folder: FilePath) -> Bool {
      guard let excluded = try? excludedFolder?.stat(), let stat = try? folder.stat() else {
        return false
      }
      return stat.deviceID == excluded.deviceID && stat.inode == excluded.inode
    }

    private mutating func walk(into folder: FilePath, relativePath: FilePath) -> Element? {
      do {
        var names = try FolderListing.entries(of: folder)
        if passesOverStamped { names = Self.withoutStamped(names) }
        var raws: [String: FilePath] = [:]
        if raw == .paired { (names, raws) = RawPairs.parted(names, in: folder) }
        folders.append(
          OpenFolder(path: folder, relativePath: relativePath, names: names.reversed(), raws: raws))
        return nil
      } catch {
        return .problem(folder, error)
      }
    }

    /// The entries without stamped photos that have their originals among them.
    private static func withoutStamped(_ entries: [FolderListing.Entry]) -> [FolderListing.Entry] {
      let stems = Set(entries.map(\.name.stem))
      return entries.filter { entry in
        guard let original = OutputNaming.originalStem(of: entry.name) else { return true }
        return entry.kind == .folder || !stems.contains(original)
      }
    }

    /// The raw file of a photo in the folder being walked; no other photo gets it then.
    private mutating func takeRaw(of photo: FilePath) -> FilePath? {
      guard let depth = folders.indices.last, photo.formatByName != nil, let stem = photo.stem
      else { return nil }
      return folders[depth].raws.removeValue(forKey: stem.lowercased())
    }

    /// Whether a file is a photo, or a video where these are wanted, by its name or, where the name does not tell, by its first bytes.
    ///
    /// A file with a photo's name is one even if its bytes are damaged: its owner wants to know.
    private func isPhoto(_ path: FilePath) -> Bool {
      if path.formatByName != nil { return true }
      if path.isVideoByName { return takesVideos }
      if path.isRawByName { return raw != .passedOver }
      let photo = InputPhoto(path: path, relativePath: path)
      guard let head = try? PhotoReader(photo).head() else { return false }
      return PhotoFormat.detect(head) != nil || takesVideos && VideoFormat.detect(head) != nil
        || raw != .passedOver && RawFormat(head: head) != nil
    }
  }
}

/// The files that a walk came upon, at 16 bytes a file.
private struct MetFiles {
  /// A hash of a path, with enough bits to differ for all paths of a walk.
  private struct Mark: Hashable {
    private let first: Int
    private let second: Int

    init(_ value: some Hashable) {
      var hashers = (Hasher(), Hasher())
      hashers.0.combine(value)
      hashers.1.combine(1)
      hashers.1.combine(value)
      (first, second) = (hashers.0.finalize(), hashers.1.finalize())
    }
  }

  private let folders = ResolvedFolders()
  private var files: Set<Mark> = []
  /// Of the inputs' paths without extensions; none where no input is called as a stamped photo is.
  private var stems: Set<Mark> = []

  init(_ inputs: ArraySlice<FilePath>, beneath base: FilePath?, passesOverStamped: Bool) {
    guard passesOverStamped,
      inputs.contains(where: { $0.lastComponent.flatMap(OutputNaming.originalStem) != nil })
    else { return }
    for input in inputs {
      let path = base?.pushing(input) ?? input
      if let name = path.lastComponent { stems.insert(mark(stem: name.stem, beside: path)) }
    }
  }

  /// Whether a named file is called as the stamped one of another input is.
  func isStamped(_ path: FilePath) -> Bool {
    guard !stems.isEmpty, let stem = path.lastComponent.flatMap(OutputNaming.originalStem) else {
      return false
    }
    return stems.contains(mark(stem: stem, beside: path))
  }

  private func mark(stem: String, beside path: FilePath) -> Mark {
    Mark([String(decoding: folders.resolve(path.folder)), stem])
  }

  func contains(_ path: FilePath) -> Bool { files.contains(Mark(folders.absolute(path))) }

  /// - Returns: whether the file is new.
  @discardableResult
  mutating func insert(_ path: FilePath) -> Bool {
    files.insert(Mark(folders.absolute(path))).inserted
  }

  /// As ``insert(_:)`` for an input, which may be a symbolic link.
  mutating func insert(named path: FilePath) -> Bool {
    insert(path.followingLink)
  }
}
