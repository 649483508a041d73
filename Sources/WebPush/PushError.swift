/// Why a browser's subscription is none that can be sent to.
package enum PushError: Error, Sendable, Hashable {
  /// The public key is no point of P-256 in 65 bytes (RFC 8291, section 2.1).
  case publicKey
  /// The secret has not 16 bytes (RFC 8291, section 2.1).
  case secret(bytes: Int)
  /// More than one record of RFC 8188 holds, as RFC 8291 section 4 has it.
  case tooLong(bytes: Int, limit: Int)
}
