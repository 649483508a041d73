package import Files
import Hashing
package import SystemPackage

/// Finds the originals of stamped photos: by the SHA-256 in the stamp, or else by the name, since some stamps
/// have the SHA-256 of pixels.
package final class Originals {
  /// In the order of the walk.
  private let photos: [InputPhoto]
  /// Numbers of photos, by ``key(of:)``.
  private let byName: [String: [Int]]
  /// Numbers of photos, by their bytes' SHA-256; nil until a name finds no original.
  private var byHash: [[UInt8]: Int]?
  private var used: Set<Int> = []
  /// Files and folders that could not be read.
  package private(set) var problems: [(path: FilePath, error: FileError)] = []

  /// Lists a folder and all below it.
  ///
  /// - Parameter folder: the originals'.
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

  /// The originals that no photo asked for yet.
  package var withoutPhoto: [FilePath] {
    photos.indices.filter { !used.contains($0) }.map { photos[$0].path }
  }

  /// The original of a photo.
  ///
  /// - Parameters:
  ///   - photo: where it is.
  ///   - mark: its stamp; nil if it has none.
  /// - Returns: the file with the SHA-256 in the stamp, or else the first with the photo's name; nil without
  ///   either.
  /// - Throws: ``StampError`` if a file with that name cannot be read.
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
      // An unreadable file is no photo's original, and is reported as one without a photo.
      guard let source = try? PhotoSource(reading: photo) else { continue }
      if hashes[source.hash] == nil { hashes[source.hash] = index }
    }
    byHash = hashes
    return hashes
  }

  /// A path without its extension, and without the suffix that stamping adds.
  private static func key(of path: FilePath) -> String {
    guard let last = path.lastComponent else { return "" }
    let stem = OutputNaming.originalStem(of: last) ?? last.stem
    return path.removingLastComponent().appending(stem).string.lowercased()
  }
}
