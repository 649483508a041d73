package import Files
package import SystemPackage

/// A photo that comes from elsewhere piece by piece, and is gone with this unless it is posted.
package final class ReceivedFile: Sendable {
  private let file: StagedFile
  private let folder: FilePath
  /// What the sender calls it: one component, never used as a path. Empty where it has no name.
  package let name: String

  /// - Parameters:
  ///   - name: one component of a path, or nothing.
  ///   - folder: where it is made, without a name where the file system can do that.
  /// - Throws: ``FileError/system(_:_:_:)`` with the folder.
  package init(named name: String, in folder: FilePath) throws(FileError) {
    (self.name, self.folder) = (name, folder)
    do throws(Errno) {
      file = try StagedFile(in: folder, permissions: .ownerReadWrite)
    } catch {
      throw .system(.create, folder, error)
    }
  }

  /// Writes further bytes; one call at a time.
  ///
  /// - Throws: ``FileError/system(_:_:_:)`` with the folder.
  package func append(_ bytes: [UInt8]) throws(FileError) {
    do throws(Errno) {
      try file.write(bytes)
    } catch {
      throw .system(.write, folder, error)
    }
  }

  /// The photo to be worked on, which can be read while this is kept.
  package var photo: InputPhoto { InputPhoto(received: file.readablePath, name: name) }
}
