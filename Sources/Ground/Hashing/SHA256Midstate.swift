/// What hashing the beginning of a message comes to: with it the digest of the whole message is found
/// from what follows, without the beginning itself.
package struct SHA256Midstate: Sendable, Hashable {
  /// How many bytes the beginning has.
  package let byteCount: Int
  /// The hash value after its whole blocks.
  private let value: [UInt8]
  /// The bytes after those, fewer than a block.
  let waiting: [UInt8]

  init(byteCount: Int, value: SHA256State, waiting: [UInt8]) {
    (self.byteCount, self.value, self.waiting) = (byteCount, value.bytes, waiting)
  }

  var blockCount: Int { byteCount / SHA256Block.byteCount }
  var state: SHA256State { SHA256State(bytes: value) }

  /// The hash value and then the bytes after the whole blocks: 32 to 95 bytes.
  package var encoded: [UInt8] { value + waiting }

  /// How many bytes ``encoded`` takes for a beginning of this many bytes.
  package static func encodedCount(ofBytes byteCount: Int) -> Int {
    SHA256State.byteCount + byteCount % SHA256Block.byteCount
  }

  /// Reads what ``encoded`` gave; nil for more bytes or fewer.
  ///
  /// - Parameters:
  ///   - encoded: as many bytes as ``encodedCount(ofBytes:)`` says.
  ///   - byteCount: how many bytes the beginning has.
  package init?(encoded: some Collection<UInt8>, byteCount: Int) {
    guard byteCount >= 0, encoded.count == Self.encodedCount(ofBytes: byteCount) else {
      return nil
    }
    self.byteCount = byteCount
    value = Array(encoded.prefix(SHA256State.byteCount))
    waiting = Array(encoded.dropFirst(SHA256State.byteCount))
  }
}

extension SHA256Hash {
  /// Goes on after a beginning.
  package init(after beginning: SHA256Midstate) {
    self.init(resuming: beginning.state, after: beginning.blockCount)
    update(beginning.waiting.span)
  }
}

extension SHA256State {
  /// - Parameter bytes: 32 of them, the highest of each word first.
  fileprivate init(bytes: [UInt8]) {
    func word(_ index: Int) -> UInt32 {
      bytes[4 * index..<4 * index + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }
    self.init(
      a: word(0), b: word(1), c: word(2), d: word(3), e: word(4), f: word(5), g: word(6), h: word(7)
    )
  }
}
