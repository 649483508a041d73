/// Writes entropy-coded data behind other bytes, the highest bit first, stuffing a zero after every
/// 0xFF (T.81, F.1.2.3).
struct BitWriter {
  private(set) var bytes: [UInt8]
  /// Bits not yet written, in the lowest `count`; above them are bits that were.
  private var bits: UInt64 = 0
  private var count = 0

  init(_ bytes: [UInt8] = []) { self.bytes = bytes }

  /// Where the next bit goes.
  var position: BitPosition {
    mutating get {
      writeWholeBytes()
      return BitPosition(byte: bytes.count, bit: count)
    }
  }

  /// Writes the lowest `length` bits, 0 to 32, of a number that has no others.
  @inline(__always)
  mutating func write(_ value: UInt32, _ length: Int) {
    bits = bits &<< UInt64(truncatingIfNeeded: length) | UInt64(value)
    count &+= length
    if count >= 32 { writeHalfWord() }
  }

  /// Writes the first 32 of the bits that wait, at once where none of their bytes is 0xFF.
  private mutating func writeHalfWord() {
    let word = UInt32(truncatingIfNeeded: bits >> UInt64(count - 32))
    if UInt64(word).hasFF { return writeWholeBytes() }
    count -= 32
    withUnsafeBytes(of: word.bigEndian) { bytes.append(contentsOf: $0) }
  }

  /// Writes 64 bits behind fewer than 8, unless a zero would have to be stuffed among them.
  @inline(__always)
  mutating func write(_ word: UInt64) -> Bool {
    let shift = UInt64(truncatingIfNeeded: count)
    let whole = count == 0 ? word : bits << (64 &- shift) | word >> shift
    if whole.hasFF { return false }
    withUnsafeBytes(of: whole.bigEndian) { bytes.append(contentsOf: $0) }
    bits = word
    return true
  }

  private mutating func writeWholeBytes() {
    while count >= 8 {
      count -= 8
      append(UInt8(truncatingIfNeeded: bits >> UInt64(count)))
    }
  }

  @inline(__always)
  private mutating func append(_ byte: UInt8) {
    bytes.append(byte)
    if byte == 0xFF { bytes.append(0) }
  }

  /// Fills the last byte with ones (T.81, F.1.2.3).
  mutating func finish() {
    writeWholeBytes()
    if count > 0 { write((1 << UInt32(8 - count)) - 1, 8 - count) }
    writeWholeBytes()
  }

  /// Drops the bits of the last byte that is not whole.
  mutating func dropPartialByte() {
    writeWholeBytes()
    count = 0
  }

  /// Writes bytes as they are; the position must be between two bytes.
  mutating func append(contentsOf other: some Collection<UInt8>) {
    writeWholeBytes()
    precondition(count == 0)
    bytes += other
  }

  /// Takes back what was written from a byte on.
  mutating func truncate(to count: Int) {
    bytes.removeSubrange(count...)
    self.count = 0
  }

  mutating func reserve(_ count: Int) { bytes.reserveCapacity(count) }
}
