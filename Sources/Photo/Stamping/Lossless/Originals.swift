package import Files
import Hashing
package import SystemPackage

/// The originals of a delivery, each found for a stamped photo by the SHA-256 in its stamp, and by its
/// name where that is of pixels.
package final class Originals {
  /// By the path beneath their folder, in the order of the walk.
  private let photos: [InputPhoto]
  /// Numbers of photos, by ``key(of:)``.
  private let byName: [String: [Int]]
  /// By their bytes' SHA-256; nil as long as no name has failed.
  private var byHash: [[UInt8]: Int]?
  private var used: Set<Int> = []
  /// Files and folders that could not be read.
  package private(set) var problems: [(path: FilePath, error: FileError)] = []

  /// Looks at all names of a folder.
  ///
  /// - Parameter folder: that of the originals, with all below it.
  package init(in folder: FilePath) {
    var (photos, byName) = ([InputPhoto](), [String: [Int]]())
    for element in PhotoWalk([folder], passesOverStamped: true) {
      switch element {
      case .problem(let path, let error): problems.append((path, error))
      case .photo(let photo):
        byName[Self.key(of: photo.relativePath), default: []].append(photos.count)
        photos.append(photo)
      }
    }
    (self.photos, self.byName) = (photos, byName)
  }

  /// How many originals there are.
  package var count: Int { photos.count }

  /// Those that no photo was stamped of, as far as was asked.
  package var withoutPhoto: [FilePath] {
    photos.indices.filter { !used.contains($0) }.map { photos[$0].path }
  }

  /// The original of a photo.
  ///
  /// - Parameters:
  ///   - photo: where it is.
  ///   - mark: what its stamp records; nil where it carries none.
  /// - Returns: nil where there is none. One that has the photo's name, but not its SHA-256, is given
  ///   where no other has that.
  /// - Throws: ``StampError`` where one of that name cannot be read.
  package func original(
    of photo: InputPhoto, _ mark: StampMark?
  ) throws(StampError) -> (path: FilePath, source: PhotoSource)? {
    let named = byName[Self.key(of: photo.relativePath)] ?? []
    var found: (index: Int, source: PhotoSource)?
    for index in named {
      let source = try PhotoSource(reading: photos[index])
      if source.hash == mark?.originalHash { return take(index, source) }
      if found == nil { found = (index, source) }
    }
    if let mark, let index = hashes()[mark.originalHash] {
      return take(index, try PhotoSource(reading: photos[index]))
    }
    return found.map { take($0.index, $0.source) }
  }

  private func take(_ index: Int, _ source: PhotoSource) -> (path: FilePath, source: PhotoSource) {
    used.insert(index)
    return (photos[index].path, source)
  }

  /// Reads all originals, once.
  private func hashes() -> [[UInt8]: Int] {
    if let byHash { return byHash }
    var hashes: [[UInt8]: Int] = [:]
    for (index, photo) in photos.enumerated() {
      // What cannot be read is no photo's original, and is told as one without a photo.
      guard let source = try? PhotoSource(reading: photo) else { continue }
      if hashes[source.hash] == nil { hashes[source.hash] = index }
    }
    byHash = hashes
    return hashes
  }

  /// A path without its ending, and without what stamping adds to it.
  private static func key(of path: FilePath) -> String {
    guard let last = path.lastComponent else { return "" }
    let stem = OutputNaming.originalStem(of: last) ?? last.stem
    return path.removingLastComponent().appending(stem).string.lowercased()
  }
}
