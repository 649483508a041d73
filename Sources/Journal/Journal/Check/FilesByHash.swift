import Files
import Stamping
import Store
import SystemPackage

/// Files that broken posts lack, found by content; paths are below the journal's folder.
struct FilesByHash {
  private var files: [[UInt8]: [ContainedPath]] = [:]
  private var originals: [[UInt8]: [ContainedPath]] = [:]

  /// Reads the files; one that cannot be read is left out.
  ///
  /// - Parameters:
  ///   - candidates: of equal ones the last is taken first.
  ///   - posts: what is wanted.
  ///   - store: the journal's folder.
  init(among candidates: [ContainedPath], for posts: [Post], in store: JournalStore) {
    let photos = posts.flatMap(\.photos)
    let wanted = Set(photos.flatMap { [$0.originalHash] + $0.filesAndHashes.map(\.hash) })
    let wantedOriginals = Set(photos.filter { !$0.isVideo }.map(\.originalHash))
    guard !wanted.isEmpty else { return }
    for file in candidates {
      if file.isCopy {
        // Of whatever size.
        guard let hash = try? PhotoReader(file, beneath: store.files).hash() else { continue }
        if wanted.contains(hash) { files[hash, default: []].append(file) }
        continue
      }
      let source: PhotoSource
      do throws(FileError) {
        source = try PhotoReader(file, beneath: store.files).whole()
      } catch {
        continue
      }
      let hash = StampMark.hash(source.bytes)
      if wanted.contains(hash) { files[hash, default: []].append(file) }
      if let original = source.originalHash, wantedOriginals.contains(original) {
        originals[original, default: []].append(file)
      }
    }
  }

  /// A file of this SHA-256, which is not given again.
  mutating func takeFile(_ hash: [UInt8]) -> ContainedPath? { files[hash]?.popLast() }

  /// A file has another path from now on.
  mutating func move(_ file: ContainedPath, to path: ContainedPath) {
    for (hash, files) in files { self.files[hash] = files.map { $0 == file ? path : $0 } }
    for (hash, files) in originals { originals[hash] = files.map { $0 == file ? path : $0 } }
  }

  /// The files that have this SHA-256 once their stamp is off.
  func originals(_ hash: [UInt8]) -> [ContainedPath] { originals[hash] ?? [] }
}

extension PhotoSource {
  /// SHA-256 of the photo without its stamp; nil where it is not a photo, or its stamp stays on.
  var originalHash: [UInt8]? {
    do throws(StampError) {
      return try OriginalPhoto(self).hash
    } catch {
      return nil
    }
  }
}
