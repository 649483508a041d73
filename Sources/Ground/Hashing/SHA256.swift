/// SHA-256 of everything but a PIN, by the processor's instructions where it has them.
package typealias SHA256 = SHA256Hash<ProcessorRounds>

/// SHA-256 in Swift to the last instruction, as the project's charter asks for a PIN's hash; also the
/// reference that the tests compare ``SHA256`` with.
///
/// ``HMACSHA256`` and ``PBKDF2`` use this one alone. The rounds are a parameter of the type, chosen
/// when the code is compiled, and neither type converts to the other: code that mixes them up does not
/// compile.
package typealias SwiftSHA256 = SHA256Hash<SwiftRounds>

/// SHA-256 of bytes that come in parts (FIPS 180-4), by one way to compute the rounds.
///
/// The hash value and the bytes that wait for the rest of their block are overwritten after use,
/// with the limits that ``SecretBytes`` names; the digest is the caller's. Whole blocks are hashed
/// where they are, without a copy. The bytes hashed must be fewer than 2⁶¹.
package struct SHA256Hash<Rounds: SHA256Rounds>: ~Copyable {
  private var state: Secret<SHA256State>
  /// Bytes of a block that is not full yet, at the front of the room for one block.
  private var waiting = SecretBytes(count: SHA256Block.byteCount)
  private var waitingCount = 0
  private var blockCount = 0

  package init() {
    state = Secret(.initial)
  }

  /// Continues after `blockCount` blocks with the hash value `state`.
  init(resuming state: SHA256State, after blockCount: Int) {
    self.state = Secret(state)
    self.blockCount = blockCount
  }

  /// The 32 bytes of the digest of `bytes`.
  package static func hash(_ bytes: Span<UInt8>) -> [UInt8] {
    var hash = Self()
    hash.update(bytes)
    return hash.finish()
  }

  package mutating func update(_ bytes: Span<UInt8>) { update(bytes.bytes) }

  package mutating func update(_ bytes: RawSpan) {
    var offset = 0
    if waitingCount > 0 {
      offset = min(bytes.byteCount, SHA256Block.byteCount - waitingCount)
      keep(bytes.extracting(first: offset))
      if waitingCount == SHA256Block.byteCount { mixWaiting() }
    }
    let blocks = (bytes.byteCount - offset) / SHA256Block.byteCount
    if blocks > 0 {
      let end = offset + blocks * SHA256Block.byteCount
      mix(bytes.extracting(offset..<end))
      offset = end
    }
    keep(bytes.extracting(offset...))
  }

  /// The 32 bytes of the digest of all bytes that were given.
  package consuming func finish() -> [UInt8] { finishedState().bytes }

  /// The digest as words: pads the bytes to whole blocks by a bit, zeros and their length in bits
  /// (FIPS 180-4 §5.1.1).
  consuming func finishedState() -> SHA256State {
    let lengthOffset = SHA256Block.byteCount - 8
    let bitCount = 8 * UInt64(blockCount * SHA256Block.byteCount + waitingCount)
    let mark: InlineArray<1, UInt8> = [0x80]
    keep(mark.span.bytes)
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

  /// The state so far; hashing can continue from it.
  package consuming func midstate() -> SHA256Midstate {
    let count = waitingCount
    return SHA256Midstate(
      byteCount: blockCount * SHA256Block.byteCount + count, value: state.value,
      waiting: waiting.withSpan { bytes in (0..<count).map { bytes[$0] } })
  }

  /// Puts bytes that do not fill the block, or just do, after those that wait.
  private mutating func keep(_ bytes: RawSpan) {
    let start = waitingCount
    waiting.withMutableSpan { block in
      for index in bytes.byteOffsets {
        // Unsafe by its name only: it checks the bounds, and any bits are a number.
        block[start + index] = bytes.unsafeLoad(fromByteOffset: index, as: UInt8.self)
      }
    }
    waitingCount += bytes.byteCount
  }

  private mutating func clearRest() {
    let start = waitingCount
    waiting.withMutableSpan { block in
      for index in start..<block.count { block[index] = 0 }
    }
  }

  private mutating func mixWaiting() {
    waiting.withSpan { bytes in state.change { Rounds.mix(bytes.bytes, into: &$0) } }
    blockCount += 1
    waitingCount = 0
  }

  private mutating func mix(_ blocks: RawSpan) {
    state.change { Rounds.mix(blocks, into: &$0) }
    blockCount += blocks.byteCount / SHA256Block.byteCount
  }
}

extension SHA256Block {
  static let byteCount = 64

  /// The words of the 64 bytes at an offset, the highest byte of each first (FIPS 180-4 §3.1).
  init(_ bytes: borrowing RawSpan, at offset: Int) {
    let block = bytes.extracting(offset..<offset + Self.byteCount)
    // Unsafe by its name only: it checks the bounds, and any bits are a number.
    func word(_ index: Int) -> UInt32 {
      block.unsafeLoadUnaligned(fromByteOffset: 4 * index, as: UInt32.self).bigEndian
    }
    self.init(
      word(0), word(1), word(2), word(3), word(4), word(5), word(6), word(7),
      word(8), word(9), word(10), word(11), word(12), word(13), word(14), word(15))
  }

  /// Each byte of the block combined with `byte` by exclusive or.
  func masked(with byte: UInt8) -> SHA256Block {
    let mask = 0x0101_0101 * UInt32(byte)
    return SHA256Block(
      w0 ^ mask, w1 ^ mask, w2 ^ mask, w3 ^ mask, w4 ^ mask, w5 ^ mask, w6 ^ mask, w7 ^ mask,
      w8 ^ mask, w9 ^ mask, w10 ^ mask, w11 ^ mask, w12 ^ mask, w13 ^ mask, w14 ^ mask, w15 ^ mask)
  }
}

extension SHA256State {
  static let byteCount = 32

  /// The 32 bytes of the hash value, the highest of each word first.
  var bytes: [UInt8] {
    var bytes = [UInt8](repeating: 0, count: Self.byteCount)
    var span = bytes.mutableSpan
    write(to: &span, at: 0)
    return bytes
  }

  /// Writes the bytes from `offset` on, as many of the 32 as there is room for.
  func write(to bytes: inout MutableSpan<UInt8>, at offset: Int) {
    let words: InlineArray<8, UInt32> = [a, b, c, d, e, f, g, h]
    for index in 0..<min(Self.byteCount, bytes.count - offset) {
      let shift = 24 - 8 * (index % 4)
      bytes[offset + index] = UInt8(truncatingIfNeeded: words[index / 4] &>> UInt32(shift))
    }
  }
}
