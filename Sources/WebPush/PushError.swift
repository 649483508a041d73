/// Why a browser's subscription is none that can be sent to, or a message none that can be sent.
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
