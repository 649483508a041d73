/// HMAC with SHA-256 (RFC 2104), by hand as ``SHA256`` is: PBKDF2 begins each of its 600,000 codes at
/// hash values that are computed once.
///
/// A value is one key, ready for many messages: the hash values after the one block that the key
/// takes in the inner and in the outer hash (RFC 2104 §4). They are overwritten after use, as is
/// the block of the key, with the limits that ``SecretBytes`` names.
package struct HMACSHA256: ~Copyable {
  private let midstates: Secret<Midstates>

  /// The hash values of K ⊕ ipad and of K ⊕ opad.
  struct Midstates: BitwiseCopyable {
    let inner, outer: SHA256State
  }

  /// Takes keys of any length (RFC 2104 §2): one longer than a block is hashed first.
  package init(key: Span<UInt8>) {
    var padded = SecretBytes(count: SHA256Block.byteCount)
    padded.withMutableSpan { block in
      if key.count > block.count {
        var hash = SwiftSHA256()
        hash.update(key)
        hash.finishedState().write(to: &block, at: 0)
      } else {
        for index in key.indices { block[index] = key[index] }
      }
    }
    midstates = padded.withSpan { span in
      let block = SHA256Block(span.bytes, at: 0)
      return Secret(
        Midstates(
          inner: .initial.mixed(with: block.masked(with: 0x36)),
          outer: .initial.mixed(with: block.masked(with: 0x5c))))
    }
  }

  /// The 32 bytes of the code of `message` under `key`.
  package static func code(for message: Span<UInt8>, key: Span<UInt8>) -> [UInt8] {
    let hmac = HMACSHA256(key: key)
    var hash = hmac.begin()
    hash.update(message)
    return hmac.finish(hash).bytes
  }

  /// A hash that takes the message.
  borrowing func begin() -> SwiftSHA256 { SwiftSHA256(resuming: midstates.value.inner, after: 1) }

  /// The code of the message that `hash` has taken.
  borrowing func finish(_ hash: consuming SwiftSHA256) -> SHA256State {
    midstates.value.outer.finished(with: hash.finishedState())
  }

  /// Codes of codes, for PBKDF2.
  borrowing func chain(from first: SHA256State) -> Secret<Chain> {
    Secret(Chain(midstates.value, from: first))
  }
}

extension HMACSHA256 {
  /// Codes of codes: U₁, U₂ … of RFC 8018 §5.2, and all of them so far combined by exclusive or.
  struct Chain: BitwiseCopyable {
    private let midstates: Midstates
    private var code: SHA256State
    /// T of the RFC.
    private(set) var total: SHA256State

    init(_ midstates: Midstates, from first: SHA256State) {
      self.midstates = midstates
      code = first
      total = first
    }

    /// Adds `count` more codes. Words go from one to the next, without bytes between.
    mutating func advance(_ count: Int) {
      for _ in 0..<count {
        code = midstates.outer.finished(with: midstates.inner.finished(with: code))
        total ^= code
      }
    }
  }
}
