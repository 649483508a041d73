/// The authenticator's statement about a ceremony (WebAuthn Level 3, section 6.1).
struct AuthenticatorData {
  /// The credential from a registration (section 6.5.1).
  struct NewCredential {
    /// The authenticator's model: 16 bytes, which nothing vouches for.
    let model: [UInt8]
    let id: [UInt8]
    let publicKey: CredentialPublicKey
  }

  struct Flags: OptionSet {
    let rawValue: UInt8
    static let userPresent = Flags(rawValue: 1 << 0)
    static let userVerified = Flags(rawValue: 1 << 2)
    static let backupEligible = Flags(rawValue: 1 << 3)
    static let backedUp = Flags(rawValue: 1 << 4)
    static let newCredential = Flags(rawValue: 1 << 6)
    static let extensions = Flags(rawValue: 1 << 7)
  }

  let relyingPartyHash: ArraySlice<UInt8>
  let flags: Flags
  let counter: UInt32
  let newCredential: NewCredential?

  init(_ bytes: [UInt8]) throws(WebAuthnError) {
    var rest = bytes[...]
    func take(_ count: Int) throws(WebAuthnError) -> ArraySlice<UInt8> {
      guard rest.count >= count else { throw .authenticatorDataEndsEarly(bytes: bytes.count) }
      defer { rest = rest.dropFirst(count) }
      return rest.prefix(count)
    }
    guard bytes.count <= CBOR.longest else {
      throw .authenticatorDataTooLong(trailing: bytes.count - CBOR.longest)
    }
    relyingPartyHash = try take(32)
    flags = Flags(rawValue: try take(1).reduce(0) { $0 | $1 })
    counter = try take(4).reduce(0) { $0 << 8 | UInt32($1) }
    if flags.contains(.newCredential) {
      let model = try take(16)
      let length = try take(2).reduce(0) { $0 << 8 | Int($1) }
      guard Credential.idLength.contains(length) else {
        throw .credentialIDLength(bytes: length, limits: Credential.idLength)
      }
      let id = try take(length)
      let (key, end) = try Self.cbor(in: rest)
      let cose = rest[..<end]
      rest = rest[end...]
      newCredential = NewCredential(
        model: [UInt8](model), id: [UInt8](id),
        publicKey: try CredentialPublicKey(key, cose: [UInt8](cose)))
    } else {
      newCredential = nil
    }
    if flags.contains(.extensions) {
      let (extensions, end) = try Self.cbor(in: rest)
      rest = rest[end...]
      // None was asked for; what one says that came all the same (section 9.4) changes nothing.
      guard case .map(let entries) = extensions, entries.keys.allSatisfy(\.isText) else {
        throw .extensions
      }
    }
    guard rest.isEmpty else { throw .authenticatorDataTooLong(trailing: rest.count) }
  }

  private static func cbor(in bytes: ArraySlice<UInt8>) throws(WebAuthnError) -> (CBOR, end: Int) {
    do { return try CBOR.first(in: bytes) } catch { throw .cbor(error) }
  }
}

extension CBOR.Key {
  fileprivate var isText: Bool { if case .text = self { true } else { false } }
}
