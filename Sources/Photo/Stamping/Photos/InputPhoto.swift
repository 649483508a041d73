package import Files
package import Formats
import Glibc
package import SystemPackage

/// A photo to be worked on: where it is, and where in a mirrored tree it belongs.
package struct InputPhoto: Sendable, Hashable {
  package let path: FilePath
  /// The path below the folder that was named, or just the name of a file that was.
  package let relativePath: FilePath
  /// The path of the video that moves in it, as of a Live Photo; nil of other photos.
  package var live: FilePath?
  /// The path of the raw file of the same exposure; nil without one.
  package var raw: FilePath?
  /// The job that names it; nil where none does.
  package private(set) var job: JobList.Job?
  private let origin: Origin

  enum Origin: Sendable {
    /// It was named itself.
    case named
    /// It was found in a folder that was named.
    case found
    /// A list has it, that a program made.
    case listed
    /// It was sent from elsewhere: only the file's bytes count.
    case received
  }

  /// Whether it was found in a folder that was named, and not named itself.
  package var isFound: Bool { origin == .found }
  /// Whether it was sent from elsewhere: then only the file's bytes count.
  package var isReceived: Bool { origin == .received }
  /// Whether a list has it, that a program made: its folder was there then.
  var isListed: Bool { origin == .listed }
  /// Whether a list names it beneath a folder given outside the list.
  var isBeneathBase: Bool { origin == .listed && job == nil }
  /// True for `-`: standard input.
  package var isStandardInput: Bool { path == Self.standardInput.path }

  /// Where its companions are beside; nil where it is no file of a person's.
  package var companionPath: FilePath? { isStandardInput || isReceived ? nil : path }

  package static let standardInput = InputPhoto(path: "-", relativePath: "-")

  init(path: FilePath, relativePath: FilePath, _ origin: Origin = .named) {
    self.path = path
    self.relativePath = relativePath
    self.origin = origin
  }

  /// The photo of a job.
  init(_ job: JobList.Job) {
    let name = job.input.lastComponent.map { FilePath(root: nil, [$0]) } ?? job.input
    self.init(path: job.input, relativePath: name, .listed)
    self.job = job
  }

  /// A photo that was named itself; `-` is standard input.
  package init(named path: FilePath) {
    let name = path.lastComponent.map { FilePath(root: nil, [$0]) } ?? path
    self.init(path: path, relativePath: name)
  }

  /// A photo that was sent from elsewhere.
  ///
  /// - Parameters:
  ///   - path: the temporary file that it is in.
  ///   - name: what the sender calls it: one component, or nothing.
  package init(received path: FilePath, name: String) {
    self.init(path: path, relativePath: FilePath(name), .received)
  }

  /// The bytes of the file's name, which need not be UTF-8; nil for standard input, and for a photo
  /// that was sent without a name.
  package var nameBytes: [UInt8]? {
    isStandardInput
      ? nil
      : relativePath.lastComponent?.withPlatformString { start in
        Array(UnsafeRawBufferPointer(start: start, count: strlen(start)))
      }
  }
}

/// A photo that is sent from elsewhere piece by piece; its file is deleted with this unless it is
/// posted.
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
    file = try rethrowing(
      StagedFile(in: folder, permissions: .ownerReadWrite), as: FileError.system(.create, folder))
  }

  /// Writes further bytes; one call at a time.
  ///
  /// - Throws: ``FileError/system(_:_:_:)`` with the folder.
  package func append(_ bytes: [UInt8]) throws(FileError) {
    try rethrowing(file.write(bytes), as: FileError.system(.write, folder))
  }

  /// The photo to be worked on, which can be read while this is kept.
  package var photo: InputPhoto { InputPhoto(received: file.readablePath, name: name) }
}

extension InputPhoto {
  /// The warning for a photo with a name of another format than its content; nil if the name
  /// says the same or none.
  package func nameWarning(contentIs format: PhotoFormat) -> StampWarning? {
    guard let said = path.formatByName, !said.sharesContainer(with: format) else { return nil }
    return .nameSays(said, contentIs: format)
  }
}

extension FilePath {
  /// Whether the file is named as videos are.
  package var isVideoByName: Bool {
    self.extension.flatMap(VideoFormat.init(fileExtension:)) != nil
  }

  /// Whether the file is named as cameras' raw files are.
  package var isRawByName: Bool {
    self.extension.map(RawFormat.isExtension) ?? false
  }

  /// The format that the file's name says; nil where it says none.
  package var formatByName: PhotoFormat? {
    self.extension.flatMap(PhotoFormat.init(fileExtension:))
  }
}
