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

  /// Writes what may be many numbers, more quickly than one by one.
  ///
  /// - Parameters:
  ///   - most: how many bits at most.
  ///   - body: writes them.
  @inline(__always)
  mutating func write(most: Int, _ body: (inout BitSink) -> Void) {
    // Four bytes may be waiting before them, and each may be stuffed.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: most / 4 + 8) { memory in
      guard let start = memory.baseAddress else { return }
      var sink = BitSink(start, bits, count)
      body(&sink)
      bytes.append(contentsOf: UnsafeBufferPointer(start: start, count: sink.next - start))
      (bits, count) = (sink.bits, sink.count)
    }
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

  /// Gives the bytes that are whole away, and keeps the bits after them.
  mutating func takeWholeBytes() -> [UInt8] {
    writeWholeBytes()
    defer { bytes = [] }
    return bytes
  }

  /// Takes back everything written from a byte on.
  mutating func truncate(to count: Int) {
    bytes.removeSubrange(count...)
    self.count = 0
  }

  mutating func reserve(_ count: Int) { bytes.reserveCapacity(count) }
}

/// Writes numbers as a ``BitWriter`` does, into memory that has room for all of them and for the zeros
/// stuffed among them.
struct BitSink {
  /// After the last byte written.
  fileprivate private(set) var next: UnsafeMutablePointer<UInt8>
  /// Bits not yet written, in the lowest `count`; above them are bits that were.
  fileprivate private(set) var bits: UInt64
  /// At most 31.
  fileprivate private(set) var count: Int

  fileprivate init(_ start: UnsafeMutablePointer<UInt8>, _ bits: UInt64, _ count: Int) {
    (next, self.bits, self.count) = (start, bits, count)
  }

  /// Writes the lowest `length` bits, 0 to 32, of a number that has no others.
  @inline(__always)
  mutating func write(_ value: UInt32, _ length: Int) {
    bits = bits &<< UInt64(truncatingIfNeeded: length) | UInt64(value)
    count &+= length
    if count < 32 { return }
    count &-= 32
    let word = UInt32(truncatingIfNeeded: bits &>> UInt64(truncatingIfNeeded: count))
    if UInt64(word).hasFF {
      next = Self.stuffed(word, next)
    } else {
      UnsafeMutableRawPointer(next).storeBytes(of: word.bigEndian, as: UInt32.self)
      next += 4
    }
  }

  @inline(never)
  private static func stuffed(
    _ word: UInt32, _ start: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    var next = start
    for shift in stride(from: 24, through: 0, by: -8) {
      let byte = UInt8(truncatingIfNeeded: word >> shift)
      next.pointee = byte
      next += 1
      if byte == 0xFF {
        next.pointee = 0
        next += 1
      }
    }
    return next
  }
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
    writeWholeBytes()
    var shifted = ShiftedCopy(source, range, after: bits, count)
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: ShiftedCopy.capacity) { part in
      guard let start = part.baseAddress else { return }
      while shifted.next < range.upperBound {
        let filled = shifted.fill(start)
        bytes.append(contentsOf: UnsafeBufferPointer(start: start, count: filled))
      }
    }
    bits = shifted.bits
    return shifted.next
  }
}

/// Whole bytes of entropy-coded data that come after other bits.
private struct ShiftedCopy {
  /// The bytes of one part.
  static let capacity = 4096
  /// The most that one step adds: eight bytes, with a zero after each.
  private static let step = 16

  private let source: UnsafePointer<UInt8>
  private let end: Int
  /// Bits not yet written, in the lowest `count`.
  private(set) var bits: UInt64
  /// Less than 8.
  private let count: UInt64
  /// The next byte of the source.
  private(set) var next: Int

  init(_ source: UnsafePointer<UInt8>, _ range: Range<Int>, after bits: UInt64, _ count: Int) {
    (self.source, next, end) = (source, range.lowerBound, range.upperBound)
    (self.bits, self.count) = (bits, UInt64(truncatingIfNeeded: count))
  }

  /// Copies until a part is full or the source ends, eight bytes at a time where none is 0xFF.
  ///
  /// - Parameter part: the memory of ``capacity`` bytes.
  /// - Returns: how many of them were written.
  mutating func fill(_ part: UnsafeMutablePointer<UInt8>) -> Int {
    var local = self
    defer { self = local }
    var filled = 0
    while local.next < end, filled <= Self.capacity - Self.step {
      if end - local.next >= 8 {
        let word = UInt64(
          bigEndian: UnsafeRawPointer(source + local.next).loadUnaligned(as: UInt64.self))
        let whole = count == 0 ? word : local.bits << (64 &- count) | word >> count
        if !word.hasFF, !whole.hasFF {
          UnsafeMutableRawPointer(part + filled)
            .storeBytes(of: whole.bigEndian, as: UInt64.self)
          local.bits = word
          local.next &+= 8
          filled &+= 8
          continue
        }
      }
      filled = local.copyBytes(part, filled)
    }
    return filled
  }

  /// Copies up to eight bytes one at a time.
  private mutating func copyBytes(_ part: UnsafeMutablePointer<UInt8>, _ start: Int) -> Int {
    var filled = start
    for _ in 0..<8 where next < end {
      let byte = source[next]
      next += byte == 0xFF ? 2 : 1
      bits = bits << 8 | UInt64(byte)
      let written = UInt8(truncatingIfNeeded: bits >> count)
      part[filled] = written
      filled += 1
      if written == 0xFF {
        part[filled] = 0
        filled += 1
      }
    }
    return filled
  }
}
