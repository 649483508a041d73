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

  /// Copies bytes without what is stuffed among them, eight at a time where none is 0xFF.
  ///
  /// - Returns: where it ended, which is one behind the range where that cuts off a stuffed zero.
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
