import Crypto

/// The encryption of a message for one browser (RFC 8291), in one record of `aes128gcm` (RFC 8188).
package enum PushMessage {
  /// The most bytes of plaintext: a body of 4,096 bytes, which every push service accepts (RFC
  /// 8030, section 7.2), less header, delimiter and tag (RFC 8291, section 4).
  package static let limit = recordSize - headerLength - tagLength - 1

  /// The name of the content encoding, for the header field `Content-Encoding` (RFC 8291, section 4).
  package static let contentEncoding = "aes128gcm"

  private static let recordSize = 4_096
  /// A salt, the record size, the length of the key and the key (RFC 8188, section 2.1).
  private static let headerLength = saltLength + 4 + 1 + PushSubscription.publicKeyLength
  private static let (saltLength, tagLength) = (16, 16)
  /// A multiple of which plaintext, delimiter and padding are long, so that the length tells little of
  /// what is said (RFC 8291, section 6).
  private static let step = 512

  /// Encrypts with a key and a salt made for this message alone (RFC 8291, section 3.1; RFC 8188,
  /// section 3.1).
  ///
  /// - Parameters:
  ///   - plaintext: at most ``limit`` bytes; may be empty.
  ///   - subscription: the browser's.
  /// - Returns: the body of the request to the push service, at most 4,096 bytes.
  /// - Throws: ``PushError/tooLong(bytes:limit:)``.
  package static func encrypt(
    _ plaintext: [UInt8], for subscription: PushSubscription
  ) throws(PushError) -> [UInt8] {
    var random = SystemRandomNumberGenerator()
    let salt = (0..<saltLength).map { _ in UInt8.random(in: 0...255, using: &random) }
    return try encrypt(
      plaintext, for: subscription, salt: salt, key: P256.KeyAgreement.PrivateKey(), step: step)
  }

  /// Encrypts by a key and a salt that are given.
  ///
  /// - Parameters:
  ///   - plaintext: as of the other.
  ///   - subscription: as of the other.
  ///   - salt: 16 bytes.
  ///   - key: the sender's.
  ///   - step: of what the length of plaintext, delimiter and padding is a multiple, as far as there is
  ///     room.
  /// - Returns: as the other.
  /// - Throws: as the other.
  static func encrypt(
    _ plaintext: [UInt8], for subscription: PushSubscription, salt: [UInt8],
    key: P256.KeyAgreement.PrivateKey, step: Int
  ) throws(PushError) -> [UInt8] {
    guard plaintext.count <= limit else { throw .tooLong(bytes: plaintext.count, limit: limit) }
    let sender = [UInt8](key.publicKey.x963Representation)
    do {
      // RFC 8291, sections 3.3 and 3.4.
      let shared = try key.sharedSecretFromKeyAgreement(with: subscription.point)
      let keying = shared.hkdfDerivedSymmetricKey(
        using: SHA256.self, salt: subscription.secret,
        sharedInfo: Array("WebPush: info\0".utf8) + subscription.publicKey + sender,
        outputByteCount: 32)
      // RFC 8188, sections 2.2 and 2.3; the number of the first record is 0, which changes no nonce.
      let contentKey = derived(keying, salt, "Content-Encoding: aes128gcm\0", 16)
      let nonce = derived(keying, salt, "Content-Encoding: nonce\0", 12)
      // The delimiter of the last record is 2 (RFC 8188, section 2).
      let padding = padded(plaintext.count, step: step) - plaintext.count - 1
      let box = try AES.GCM.seal(
        plaintext + [2] + [UInt8](repeating: 0, count: padding), using: contentKey,
        nonce: AES.GCM.Nonce(data: nonce.withUnsafeBytes { Array($0) }))
      let size = withUnsafeBytes(of: UInt32(recordSize).bigEndian) { Array($0) }
      return salt + size + [UInt8(sender.count)] + sender + box.ciphertext + box.tag
    } catch {
      throw .refused("\(error)")
    }
  }

  private static func derived(
    _ keying: SymmetricKey, _ salt: [UInt8], _ info: String, _ count: Int
  ) -> SymmetricKey {
    HKDF<SHA256>.deriveKey(
      inputKeyMaterial: keying, salt: salt, info: Array(info.utf8), outputByteCount: count)
  }

  /// The length of plaintext, delimiter and padding together.
  private static func padded(_ count: Int, step: Int) -> Int {
    min((count + 1 + step - 1) / step * step, limit + 1)
  }
}
