import Files
import Hashing
package import SystemPackage

/// A small file of random bytes that only its owner may read (0600).
struct SecretFile: Sendable {
  /// How many bytes a pepper and a token have.
  static let size = 32

  let path: FilePath

  /// Reads the file.
  ///
  /// - Throws: ``SecretFileError`` where it is not as it was written, or others can read it.
  func read() throws(SecretFileError) -> SecretBytes {
    do {
      // What is not a regular file must not be waited for.
      let file = try open(.readOnly)
      defer { try? file.close() }
      let stat = try file.stat()
      guard stat.type == .regular else { throw SecretFileError.notAFile(path) }
      guard stat.permissions.isDisjoint(with: .othersMask) else {
        throw SecretFileError.tooOpen(path, stat.permissions)
      }
      guard stat.size == Int64(Self.size) else {
        throw SecretFileError.wrongSize(path, observed: Int(stat.size), expected: Self.size)
      }
      return try bytes(of: file)
    } catch let error as SecretFileError {
      throw error
    } catch {
      let errno = error as? Errno ?? .ioError
      throw errno == .noSuchFileOrDirectory ? .missing(path) : .unreadable(path, errno)
    }
  }

  /// Opens it in its folder, following no symbolic link from there.
  private func open(_ mode: FileDescriptor.AccessMode) throws -> FileDescriptor {
    guard let name = ContainedPath(nameOf: path) else { throw Errno.isDirectory }
    do {
      return try ContainingFolder(path.folder).open(name, mode, options: .nonBlocking)
    } catch FileError.system(_, _, let error) {
      throw error
    }
  }

  private func bytes(of file: FileDescriptor) throws -> SecretBytes {
    var bytes = SecretBytes(count: Self.size)
    let count = try bytes.withMutableSpan { span in
      try span.withUnsafeMutableBytes { buffer in try file.read(fromAbsoluteOffset: 0, into: buffer)
      }
    }
    guard count == Self.size else {
      throw SecretFileError.wrongSize(path, observed: count, expected: Self.size)
    }
    return bytes
  }

  /// Puts the file, whole, in the place of an earlier one.
  ///
  /// - Throws: ``JournalError/file(_:)``; then the earlier one is there.
  func write(_ bytes: [UInt8]) throws {
    let file = WholeFile(
      path: path, replaces: true, isDurable: true, permissions: .ownerReadWrite)
    do throws(FileError) {
      try file.write(bytes, attributes: nil)
    } catch {
      throw JournalError.file(error)
    }
  }

  /// Checks that this process may make the file, and leaves none behind.
  ///
  /// - Throws: ``JournalError/file(_:)``.
  func checkCanBeMade() throws {
    do throws(FileError) {
      _ = try StagedFile(
        [], beneath: ContainingFolder(path.folder), permissions: .ownerReadWrite)
    } catch {
      throw JournalError.file(error)
    }
  }

  /// Checks that this process may write to the file.
  ///
  /// - Throws: ``SecretFileError/unwritable(_:_:)``, ``SecretFileError/missing(_:)``,
  ///   ``SecretFileError/notAFile(_:)``.
  func checkIsWritable() throws(SecretFileError) {
    do {
      try open(.writeOnly).close()
    } catch {
      switch error as? Errno ?? .ioError {
      case .noSuchFileOrDirectory: throw .missing(path)
      case .isDirectory, .noSuchAddressOrDevice: throw .notAFile(path)
      case let errno: throw .unwritable(path, errno)
      }
    }
  }
}

/// Why a secret file is of no use.
package enum SecretFileError: Error, Sendable, Hashable {
  case missing(FilePath)
  case unreadable(FilePath, Errno)
  case notAFile(FilePath)
  case wrongSize(FilePath, observed: Int, expected: Int)
  /// Others on the machine can read or write it.
  case tooOpen(FilePath, FilePermissions)
  /// This process may not write to it.
  case unwritable(FilePath, Errno)
}

extension FilePermissions {
  /// What anybody but a file's owner may do with it.
  static let othersMask = FilePermissions(rawValue: 0o077)
}

/// 32 random bytes in a file beside the database, which backups leave out. Without them, a stored
/// PIN cannot be compared with anything.
struct Pepper: ~Copyable, Sendable {
  private let secret: SecretBytes

  static func file(in folder: FilePath) -> SecretFile {
    SecretFile(path: folder.appending("journal.pepper"))
  }

  /// Reads the pepper of a journal's folder.
  ///
  /// - Throws: ``LockError/pepper(_:)``.
  init(in folder: FilePath) throws(LockError) {
    do throws(SecretFileError) {
      secret = try Self.file(in: folder).read()
    } catch {
      throw .pepper(error)
    }
  }

  /// Makes a new pepper, in the place of an earlier one: what was hashed with that is worth nothing.
  ///
  /// - Throws: ``JournalError/file(_:)``.
  static func renew(in folder: FilePath) throws {
    try file(in: folder).write(.random(count: SecretFile.size))
  }

  func isSame(as other: borrowing Pepper) -> Bool {
    withBytes { own in other.withBytes { ConstantTime.areEqual(own, $0) } }
  }

  func withBytes<Result>(_ work: (Span<UInt8>) -> Result) -> Result {
    secret.withSpan { span in work(span) }
  }
}
