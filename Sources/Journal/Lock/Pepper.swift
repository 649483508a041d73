import KeyDerivation
import SystemPackage

/// 32 random bytes in a file beside the database, which backups leave out: without them what is
/// stored of a PIN can be compared with nothing.
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

  func withBytes<Result>(_ work: (Span<UInt8>) -> Result) -> Result {
    secret.withSpan { span in work(span) }
  }
}
