/// Why a plugged-in key did not sign; the caller has the wording.
package enum SecurityKeyError: Error, Sendable, Hashable {
  /// There is no credential to ask for.
  case nothingToAskFor
  /// None is plugged in, or none that this process may open.
  case none
  /// More than one is plugged in, with their names.
  case several([String])
  /// It has neither a PIN nor a reader of fingerprints: it verifies nobody.
  case verifiesNobody
  /// No key has such a PIN: it has fewer than 4 bytes, or more than 63.
  case notPIN
  /// `left` is how many more it takes before it shuts; nil where it does not say.
  case wrongPIN(left: Int?)
  /// Too many wrong PINs or fingers: until it is plugged in anew or, for good, until it is reset.
  case blocked
  /// Its reader did not know the finger.
  case unknownFinger
  /// None of the credentials that were asked for is on it.
  case noCredential
  /// Nobody touched it in time.
  case notTouched
  /// Something else, as libfido2 calls it, such as `FIDO_ERR_RX`.
  case refused(String)
}
