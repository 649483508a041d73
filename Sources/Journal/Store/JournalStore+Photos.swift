import Files
import Stamping
import SystemPackage

/// The folder of the photos, which may be a symbolic link to one on another disk.
extension JournalStore {
  /// From the journal's folder.
  static let photosFolder: FilePath = "photos"

  /// Writes a file that is to get its name below the folder of the photos, on the same file system.
  ///
  /// - Throws: ``JournalError/file(_:)``.
  func stage(_ bytes: [UInt8]) throws -> StagedFile {
    let photos = folder.pushing(Self.photosFolder)
    do throws(Errno) {
      for made in try photos.createFolders(permissions: .ownerReadWriteExecute) {
        try made.folder.synchronizeFolder()
      }
    } catch {
      throw JournalError.file(.system(.create, photos, error))
    }
    do throws(FileError) {
      return try StagedFile(bytes, in: photos, permissions: .ownerReadWrite)
    } catch {
      throw JournalError.file(error)
    }
  }

  /// Whether anything has this path from the journal's folder, be it a link that leads nowhere.
  func hasFile(_ path: FilePath) -> Bool {
    (try? folder.pushing(path).stat(followTargetSymlink: false)) != nil
  }

  /// Puts the names in folders on the disk; a folder that is gone has none.
  ///
  /// - Throws: ``JournalError/file(_:)``.
  func synchronize(_ folders: some Sequence<FilePath>) throws {
    for folder in folders {
      do throws(Errno) {
        try folder.synchronizeFolder()
      } catch {
        if error == .noSuchFileOrDirectory { continue }
        throw JournalError.file(.system(.write, folder, error))
      }
    }
  }
}

extension FilePath {
  /// Whether there is anything in the folder; false where there is no folder.
  ///
  /// - Throws: ``JournalError/file(_:)`` where it cannot be read.
  func hasEntries() throws -> Bool {
    do throws(FileError) {
      return try !FolderListing.everything(in: self).isEmpty
    } catch .system(_, _, .noSuchFileOrDirectory) {
      return false
    } catch {
      throw JournalError.file(error)
    }
  }
}
