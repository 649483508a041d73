import Files
import Glibc
import Hashing
package import SystemPackage

/// Where a person's programs find the tokens of open sessions: private files (0600) in the folder
/// of the login, or in the journal's if there is none.
///
/// What is wrong with such a file is not reported: a journal that it does not open stays locked.
package struct SessionFiles: Sendable {
  private let journal: FilePath
  private let runtimeFolder: FilePath?

  /// - Parameters:
  ///   - journal: the journal's folder.
  ///   - runtimeFolder: `$XDG_RUNTIME_DIR` (XDG Base Directory Specification 0.8); not used where it is
  ///     not there, or not this user's alone.
  package init(journal: FilePath, runtimeFolder: FilePath?) {
    self.journal = journal
    self.runtimeFolder = runtimeFolder.flatMap { $0.isThisUsersAlone ? $0 : nil }
  }

  /// The token that is kept for an owner; nil where there is none that can be trusted.
  func token(owner: Int64) -> AccessToken? {
    do {
      let secret = try file(owner).read()
      return secret.withSpan { bytes in AccessToken(bytes.indices.map { bytes[$0] }) }
    } catch {
      return nil
    }
  }

  package func token(for lock: OwnerLock) -> AccessToken? { token(owner: lock.id) }

  /// Stores a token, replacing an earlier one.
  ///
  /// - Throws: ``JournalError/file(_:)``.
  package func keep(_ token: AccessToken, for lock: OwnerLock) throws {
    let file = try file(lock.id)
    do throws(Errno) {
      try file.path.folder.createFolders(permissions: .ownerReadWriteExecute)
    } catch {
      throw JournalError.file(.system(.create, file.path.folder, error))
    }
    try file.write(token.bytes)
  }

  /// Removes the tokens of ended sessions; a leftover one opens nothing.
  package func forget(_ lock: OwnerLock) {
    do {
      let path = try file(lock.id).path
      if let name = ContainedPath(nameOf: path) {
        try ContainingFolder(path.folder).remove(name)
      }
    } catch {}
  }

  /// The name shows neither journal nor owner to those who can list the folder that goes with the login.
  private func file(_ owner: Int64) throws -> SecretFile {
    guard let runtimeFolder else {
      return SecretFile(path: journal.appending("journal.session-\(owner)"))
    }
    let real: FilePath
    do throws(Errno) {
      real = try journal.resolved()
    } catch {
      throw JournalError.file(.system(.open, journal, error))
    }
    let hash = SHA256.hash(Array("\(String(decoding: real))\0\(owner)".utf8).span)
    let name = hash.prefix(16).hexadecimal
    return SecretFile(path: runtimeFolder.appending("daystamp").appending("session-\(name)"))
  }
}

extension FilePath {
  fileprivate var isThisUsersAlone: Bool {
    guard isAbsolute, let stat = try? stat() else { return false }
    return stat.type == .directory && stat.userID.rawValue == geteuid()
      && stat.permissions.isDisjoint(with: .othersMask)
  }
}
