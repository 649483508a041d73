package import CaptureTime
import Files
import Synchronization
package import SystemPackage

/// Finds the companions of photos: files beside them that say when they were taken.
///
/// A folder is listed once, when the first of its photos is asked about; the latest few listings are
/// kept, for a run goes through its photos folder by folder.
package final class CompanionFolders: Sendable {
  private struct Listing: Sendable {
    let folder: FilePath
    let names: CompanionNames
  }

  private static let limit = 4

  private let listings = Mutex<[Listing]>([])

  package init() {}

  /// Reads the companions of a photo; reports, and does not read, large files, links and files that are not regular.
  ///
  /// - Parameter photo: where it is.
  /// - Returns: none for a photo in a folder that cannot be listed.
  package func companions(of photo: FilePath) -> Companions {
    var companions = Companions()
    guard let name = photo.lastComponent else { return companions }
    let folder = photo.removingLastComponent()
    let place = folder.isEmpty ? "." : folder
    for (kind, names) in listing(of: place).companions(of: String(decoding: name)) {
      guard names.count == 1 else {
        companions.problems.append(.several(names: names))
        continue
      }
      do throws(CompanionProblem) {
        let bytes = try Self.read(names[0], in: place)
        companions.files.append(Companion(name: names[0], kind: kind, bytes: bytes))
      } catch {
        companions.problems.append(error)
      }
    }
    return companions
  }

  private func listing(of folder: FilePath) -> CompanionNames {
    // Whoever asks for the same folder waits until it is listed.
    listings.withLock { listings in
      if let known = listings.first(where: { $0.folder == folder })?.names { return known }
      let entries = (try? FolderListing.everything(in: folder)) ?? []
      let names = CompanionNames(
        entries.lazy.filter { !$0.isHidden && $0.kind != .folder }.map { String(decoding: $0.name) }
      )
      if listings.count == Self.limit { listings.removeFirst() }
      listings.append(Listing(folder: folder, names: names))
      return names
    }
  }

  private static func read(
    _ name: String, in folder: FilePath
  ) throws(CompanionProblem) -> [UInt8] {
    let limit = Companion.byteLimit
    let (size, bytes): (Int, [UInt8])
    guard let path = ContainedPath(nameOf: FilePath(name)) else { throw .unreadable(name: name) }
    do throws(FileError) {
      let file = try ContainingFolder(folder).openFile(path)
      defer { try? file.close() }
      (size, bytes) = try rethrowing(sized(file, upTo: limit), as: FileError.system(.read, folder))
    } catch {
      if case .symbolicLink = error { throw .link(name: name) }
      throw .unreadable(name: name)
    }
    guard size <= limit else { throw .tooLarge(name: name, bytes: size, limit: limit) }
    return bytes
  }

  /// A file's length, and its content unless it is longer than the limit.
  private static func sized(
    _ file: FileDescriptor, upTo limit: Int
  ) throws(Errno) -> (Int, [UInt8]) {
    let size = Int(try file.stat().size)
    return (size, size > limit ? [] : try file.bytes(upTo: size))
  }
}
