import Stamping

extension StampMark {
  /// The original's SHA-256 in hexadecimal.
  var sha256: String {
    originalHash.map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }
}
