/// SHA-256 of bytes that come in parts (FIPS 180-4).
///
/// The hash value and the bytes that wait for the rest of their block are overwritten after use,
/// with the limits that ``SecretBytes`` names; the digest is the caller's. The bytes hashed must be
/// fewer than 2⁶¹.
package struct SHA256: ~Copyable {
  private var state: Secret<State>
  /// Bytes whose block is not full yet, in the front of the room for one block.
  private var waiting = SecretBytes(count: Block.byteCount)
  private var waitingCount = 0
  private var blockCount = 0

  package init() {
    state = Secret(State.initial)
  }

  /// Continues after `blockCount` blocks, whose hash value is `state`.
  init(resuming state: State, after blockCount: Int) {
    self.state = Secret(state)
    self.blockCount = blockCount
  }

  /// The 32 bytes of the digest of `bytes`.
  package static func hash(_ bytes: Span<UInt8>) -> [UInt8] {
    var hash = SHA256()
    hash.update(bytes)
    return hash.finish()
  }

  package mutating func update(_ bytes: Span<UInt8>) {
    var offset = 0
    if waitingCount > 0 {
      offset = min(bytes.count, Block.byteCount - waitingCount)
      keep(bytes.extracting(first: offset))
      if waitingCount == Block.byteCount { mixWaiting() }
    }
    while bytes.count - offset >= Block.byteCount {
      mix(Block(bytes.bytes, at: offset))
      offset += Block.byteCount
    }
    keep(bytes.extracting(offset...))
  }

  /// The 32 bytes of the digest of all bytes that were given.
  package consuming func finish() -> [UInt8] { finishedState().bytes }

  /// The digest as words: pads the bytes to whole blocks by a bit, zeros and their length in bits
  /// (FIPS 180-4 §5.1.1).
  consuming func finishedState() -> State {
    let lengthOffset = Block.byteCount - 8
    let bitCount = 8 * UInt64(blockCount * Block.byteCount + waitingCount)
    keep([0x80].span)
    if waitingCount > lengthOffset {
      clearRest()
      mixWaiting()
    }
    clearRest()
    waiting.withMutableSpan { block in
      for index in 0..<8 {
        block[lengthOffset + index] = UInt8(truncatingIfNeeded: bitCount >> (56 - 8 * index))
      }
    }
    mixWaiting()
    return state.value
  }

  /// Puts bytes that do not fill the block, or just do, behind those that wait.
  private mutating func keep(_ bytes: Span<UInt8>) {
    let start = waitingCount
    waiting.withMutableSpan { block in
      for index in bytes.indices { block[start + index] = bytes[index] }
    }
    waitingCount += bytes.count
  }

  private mutating func clearRest() {
    let start = waitingCount
    waiting.withMutableSpan { block in
      for index in start..<Block.byteCount { block[index] = 0 }
    }
  }

  private mutating func mixWaiting() {
    let block = waiting.withSpan { Block($0.bytes, at: 0) }
    mix(block)
    waitingCount = 0
  }

  private mutating func mix(_ block: Block) {
    state.change { $0 = $0.mixed(with: block) }
    blockCount += 1
  }
}
