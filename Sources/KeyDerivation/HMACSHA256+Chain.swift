extension HMACSHA256 {
  /// Codes of codes: U₁, U₂ … of RFC 8018 §5.2, and all of them so far combined by exclusive or.
  struct Chain: BitwiseCopyable {
    private let midstates: Midstates
    private var code: SHA256.State
    /// T of the RFC.
    private(set) var total: SHA256.State

    init(_ midstates: Midstates, from first: SHA256.State) {
      self.midstates = midstates
      code = first
      total = first
    }

    /// Adds so many codes more. Words go from one to the next, without bytes between.
    mutating func advance(_ count: Int) {
      for _ in 0..<count {
        code = midstates.outer.finished(with: midstates.inner.finished(with: code))
        total ^= code
      }
    }
  }
}
