/// PBKDF2 with HMAC-SHA-256 as its pseudorandom function (RFC 8018 §5.2), by hand as ``SHA256`` is.
package enum PBKDF2 {
  /// Derives a key from a password, in a time that grows with `iterations` and with the key's length in
  /// steps of 32 bytes.
  ///
  /// What is computed on the way (the block and the hash values of the password, U and T) is
  /// overwritten after use, with the limits that ``SecretBytes`` names: Swift does not promise that
  /// no copy is left in registers and on the stack.
  ///
  /// - Parameters:
  ///   - password: P of the RFC, of any length.
  ///   - salt: S of the RFC, of any length.
  ///   - iterations: c of the RFC, 1 or more.
  ///   - count: dkLen of the RFC, from 1 to (2³² − 1) · 32.
  /// - Returns: DK of the RFC, `count` bytes.
  package static func deriveKey(
    from password: Span<UInt8>, salt: Span<UInt8>, iterations: Int, count: Int
  ) -> SecretBytes {
    precondition(iterations >= 1, "PBKDF2 without an iteration")
    precondition(1...Int(UInt32.max) * 32 ~= count, "a key that PBKDF2 cannot derive")
    let hmac = HMACSHA256(key: password)
    var key = SecretBytes(count: count)
    key.withMutableSpan { key in
      for offset in stride(from: 0, to: count, by: SHA256State.byteCount) {
        let number = UInt32(offset / SHA256State.byteCount + 1)
        var chain = hmac.chain(from: firstCode(hmac, salt, number))
        chain.change { $0.advance(iterations - 1) }
        chain.value.total.write(to: &key, at: offset)
      }
    }
    return key
  }

  /// U₁, the code of the salt and the block's number.
  private static func firstCode(
    _ hmac: borrowing HMACSHA256, _ salt: Span<UInt8>, _ number: UInt32
  ) -> SHA256State {
    var hash = hmac.begin()
    hash.update(salt)
    let bytes: InlineArray<4, UInt8> = [
      UInt8(truncatingIfNeeded: number >> 24), UInt8(truncatingIfNeeded: number >> 16),
      UInt8(truncatingIfNeeded: number >> 8), UInt8(truncatingIfNeeded: number),
    ]
    hash.update(bytes.span)
    return hmac.finish(hash)
  }
}
