import Files
import Crypto

/// A browser's keys for encrypting messages to it (RFC 8291, section 2). They come with the address
/// of a push service.
package struct PushSubscription: Sendable {
  /// A point of P-256, as 65 bytes: 4, x, y (RFC 8291 section 2.1, X9.62).
  package let publicKey: [UInt8]
  /// 16 bytes that only browser and server know.
  package let secret: [UInt8]

  let point: P256.KeyAgreement.PublicKey

  /// The lengths of a public key and of a secret, in bytes.
  package static let (publicKeyLength, secretLength) = (65, 16)

  /// - Throws: ``PushError/publicKey`` and ``PushError/secret(bytes:)``.
  package init(publicKey: [UInt8], secret: [UInt8]) throws(PushError) {
    guard publicKey.count == Self.publicKeyLength,
      let point = try? P256.KeyAgreement.PublicKey(x963Representation: publicKey)
    else { throw .publicKey }
    guard secret.count == Self.secretLength else { throw .secret(bytes: secret.count) }
    (self.publicKey, self.secret, self.point) = (publicKey, secret, point)
  }

  /// Reads the `keys` of a browser's `PushSubscription.toJSON()` (Push API, section 8), in
  /// base64url without padding.
  ///
  /// - Parameters:
  ///   - p256dh: the public key.
  ///   - auth: the secret.
  /// - Throws: as the other.
  package init(p256dh: String, auth: String) throws(PushError) {
    // The length of the text first: nothing is decoded of what is far too long.
    guard p256dh.utf8.count <= 100, let key = Base64URL.bytes(p256dh) else { throw .publicKey }
    guard auth.utf8.count <= 100, let secret = Base64URL.bytes(auth) else {
      throw .secret(bytes: 0)
    }
    try self.init(publicKey: key, secret: secret)
  }
}

/// Why a subscription or a message cannot be used.
package enum PushError: Error, Sendable, Hashable {
  /// The public key is no point of P-256 in 65 bytes (RFC 8291, section 2.1).
  case publicKey
  /// The secret has not 16 bytes (RFC 8291, section 2.1); no bytes where it is no base64url at all.
  case secret(bytes: Int)
  /// More than one record of RFC 8188 holds, as RFC 8291 section 4 has it.
  case tooLong(bytes: Int, limit: Int)
  /// The server's own key has not the 32 bytes of a private key of P-256, from 1 to below its order.
  case ownKey(bytes: Int)
  /// The library of cryptography refused, as it says; no input is known to lead here.
  case refused(String)
}
