import Files
import Formats
import SystemPackage

/// Joins elements of a walk that have the same name: a Live Photo and its video, and a photo and its raw file.
///
/// They come one after the other, as names in a folder do; so only a few are compared at once.
package struct PairedWalk: Sequence, Sendable {
  private let walk: PhotoWalk

  /// How many files of one name are looked at together.
  private static let most = 16

  package init(_ walk: PhotoWalk) { self.walk = walk }

  package func makeIterator() -> Iterator { Iterator(walk: walk.makeIterator()) }

  package struct Iterator: IteratorProtocol {
    fileprivate var walk: PhotoWalk.Iterator
    private var ready: ArraySlice<PhotoWalk.Element> = []
    private var pending: PhotoWalk.Element?

    fileprivate init(walk: PhotoWalk.Iterator) { self.walk = walk }

    package mutating func next() -> PhotoWalk.Element? {
      if let element = ready.popFirst() { return element }
      let first = pending ?? walk.next()
      pending = nil
      guard case .photo(let photo) = first else { return first }
      var group = [photo]
      while group.count < PairedWalk.most {
        let following = walk.next()
        guard case .photo(let other) = following, other.isNamed(as: photo) else {
          pending = following
          break
        }
        group.append(other)
      }
      ready = LivePairs.joined(RawPairs.joined(group)).map { PhotoWalk.Element.photo($0) }[...]
      return ready.popFirst()
    }
  }
}

/// Joins photos with their raw files: a camera gives both the same name.
package enum RawPairs {
  /// The files, with each raw file joined to the photo beside it; of several, the photo gets the first.
  package static func joined(_ files: [InputPhoto]) -> [InputPhoto] {
    let isPhoto = files.map { !$0.isStandardInput && $0.path.formatByName != nil }
    guard isPhoto.contains(true), files.contains(where: \.path.isRawByName) else { return files }
    var photos: [FilePath: Int] = [:]
    for (index, file) in files.enumerated() where isPhoto[index] {
      guard let name = file.nameWithoutEnd, photos[name] == nil else { continue }
      photos[name] = index
    }
    var joined = files
    var others: Set<Int> = []
    for (index, file) in files.enumerated() where file.path.isRawByName {
      guard let photo = file.nameWithoutEnd.flatMap({ photos[$0] }) else { continue }
      if joined[photo].raw == nil { joined[photo].raw = file.path }
      others.insert(index)
    }
    return joined.indices.filter { !others.contains($0) }.map { joined[$0] }
  }

  /// The files without the raw files that came together with a photo of the same name.
  package static func alone<File>(_ files: [File], named name: (File) -> String) -> [File] {
    func path(_ file: File) -> FilePath { FilePath(name(file)) }
    func stem(_ file: File) -> String? { path(file).stem?.lowercased() }
    let photos = Set(files.filter { path($0).formatByName != nil }.compactMap(stem))
    return files.filter { file in
      !path(file).isRawByName || stem(file).map { !photos.contains($0) } ?? true
    }
  }

  /// The entries of a folder without the raw files that lie beside a photo, and the first of these for each name,
  /// in lower case and without its extension.
  static func parted(
    _ entries: [FolderListing.Entry], in folder: FilePath
  ) -> (entries: [FolderListing.Entry], raws: [String: FilePath]) {
    func stem(_ entry: FolderListing.Entry) -> String { entry.name.stem.lowercased() }
    func isRaw(_ entry: FolderListing.Entry) -> Bool {
      entry.kind == .file && entry.name.extension.map(RawFormat.isExtension) == true
    }
    let photos = Set(
      entries.filter { $0.name.extension.flatMap(PhotoFormat.init(fileExtension:)) != nil }
        .map(stem))
    var raws: [String: FilePath] = [:]
    let others = entries.filter { entry in
      guard isRaw(entry), photos.contains(stem(entry)) else { return true }
      if raws[stem(entry)] == nil { raws[stem(entry)] = folder.appending(entry.name) }
      return false
    }
    return (others, raws)
  }
}

/// Live Photos: each a photo and a video that say by the same identifier that they belong together.
package enum LivePairs {
  /// The files, where a photo has the video that says it belongs to it, which is no file of its own then.
  ///
  /// Where no video says that it belongs to a photo, no photo is read; nothing is guessed by names.
  package static func joined(_ files: [InputPhoto]) -> [InputPhoto] {
    joined(files) { $0 }.map { file, live in
      guard let live else { return file }
      var file = file
      file.live = live.path
      return file
    }
  }

  /// As ``joined(_:)``, of files that are known as something else.
  ///
  /// - Parameters:
  ///   - files: the files.
  ///   - input: where one is read, by a name that says whether it is a video.
  /// - Returns: those that are left, in their order, each with its video where it has one.
  package static func joined<File>(
    _ files: [File], reading input: (File) -> InputPhoto
  ) -> [(file: File, live: File?)] {
    let videos = self.videos(of: files.map(input))
    let joined = Set(videos.values)
    return files.indices.filter { !joined.contains($0) }.map { index in
      (files[index], videos[index].map { files[$0] })
    }
  }

  /// The place of each video that belongs to a photo, by the photo's place.
  private static func videos(of files: [InputPhoto]) -> [Int: Int] {
    let videos = files.indices.filter { files[$0].isVideoByName }
    if videos.isEmpty || videos.count == files.count { return [:] }
    var found: [String: Int] = [:]
    for index in videos {
      guard let identifier = files[index].identifierOfVideo else { continue }
      found[identifier] = index
    }
    if found.isEmpty { return [:] }
    var pairs: [Int: Int] = [:]
    for index in files.indices where !files[index].isVideoByName {
      guard let identifier = files[index].identifierOfPhoto,
        let video = found.removeValue(forKey: identifier)
      else { continue }
      pairs[index] = video
      if found.isEmpty { break }
    }
    return pairs
  }
}

extension InputPhoto {
  fileprivate var isVideoByName: Bool { relativePath.isVideoByName }

  /// Its path without the extension, and with the name in lower case.
  fileprivate var nameWithoutEnd: FilePath? {
    path.stem.map { path.removingLastComponent().appending($0.lowercased()) }
  }

  /// Whether the names differ only in their ends.
  fileprivate func isNamed(as other: InputPhoto) -> Bool {
    relativePath.stem?.lowercased() == other.relativePath.stem?.lowercased()
      && path.folder == other.path.folder
  }

  fileprivate var identifierOfVideo: String? {
    guard let reader = try? PhotoReader(self) else { return nil }
    return (try? reader.video())?.contentIdentifier
  }

  /// Nil also for an unreadable file, which is reported when it is posted.
  fileprivate var identifierOfPhoto: String? {
    guard !isStandardInput, let bytes = try? PhotoReader(self).whole().bytes else { return nil }
    return (try? PhotoFile(bytes))?.contentIdentifier
  }
}
