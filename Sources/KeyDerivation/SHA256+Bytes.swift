extension SHA256.Block {
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
  func masked(with byte: UInt8) -> SHA256.Block {
    let mask = 0x0101_0101 * UInt32(byte)
    return SHA256.Block(
      w0 ^ mask, w1 ^ mask, w2 ^ mask, w3 ^ mask, w4 ^ mask, w5 ^ mask, w6 ^ mask, w7 ^ mask,
      w8 ^ mask, w9 ^ mask, w10 ^ mask, w11 ^ mask, w12 ^ mask, w13 ^ mask, w14 ^ mask, w15 ^ mask)
  }
}

extension SHA256.State {
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
