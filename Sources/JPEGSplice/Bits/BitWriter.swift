/// Writes entropy-coded data after other bytes, the highest bit first, stuffing a zero after every
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

  /// Writes 64 bits after fewer than 8, unless a zero would have to be stuffed among them.
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

  /// Takes whole bytes away that were written; bits of others wait.
  mutating func dropBytes() { bytes.removeAll(keepingCapacity: true) }

  mutating func reserve(_ count: Int) { bytes.reserveCapacity(count) }
}

extension BitWriter {
  /// Copies entropy-coded data from one place to another; both must lie in `source`, in order.
  mutating func copy(_ source: UnsafePointer<UInt8>, from start: BitPosition, to end: BitPosition) {
    var next = start.byte
    if start.byte < end.byte, start.bit > 0 {
      write(UInt32(source[next] & 0xFF >> UInt8(start.bit)), 8 - start.bit)
      next += source[next] == 0xFF ? 2 : 1
    }
    if next < end.byte { next = copyWholeBytes(source, next..<end.byte) }
    let first = start.byte == end.byte ? start.bit : 0
    if end.bit > first {
      let upToEnd = source[end.byte] >> UInt8(8 - end.bit)
      let mask: UInt32 = (1 << UInt32(end.bit - first)) - 1
      write(UInt32(upToEnd) & mask, end.bit - first)
    }
  }

  /// Copies bytes without the zeros stuffed among them, eight at a time where none is 0xFF.
  ///
  /// - Returns: where it ended, which is one past the range where that cuts off a stuffed zero.
  private mutating func copyWholeBytes(
    _ source: UnsafePointer<UInt8>, _ range: Range<Int>
  ) -> Int {
    var next = range.lowerBound
    _ = position
    while next < range.upperBound {
      if next + 8 <= range.upperBound {
        let word = UInt64(
          bigEndian: UnsafeRawPointer(source + next).loadUnaligned(as: UInt64.self))
        if !word.hasFF, write(word) {
          next += 8
          continue
        }
      }
      let byte = source[next]
      write(UInt32(byte), 8)
      _ = position
      next += byte == 0xFF ? 2 : 1
    }
    return next
  }
}
