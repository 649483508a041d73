import CCodecs.GD

/// Bytes that a decoder of libgd reads through a `gdIOCtx`, without a copy (gd_io.h).
///
/// Takes ranges of a buffer one after the other, as if nothing lay between them, so that parts of
/// a file can be kept from a decoder that does not need them.
final class ByteSource {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let ranges: [Range<Int>]
  private var rangeIndex = 0
  /// The next byte to read, within `ranges[rangeIndex]` or at its end.
  private var position: Int

  /// Reads that gave less than was asked for.
  private(set) var shortReads = 0
  /// Reads that gave nothing although the one before was answered in full, or was empty as well: a
  /// decoder that fills a buffer until nothing comes does so again only when it needs more than
  /// there is.
  private(set) var starvedReads = 0
  private var lastReadWasPartial = false

  /// Reads all bytes, which must stay valid for as long as this object is read from.
  convenience init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.init(bytes, ranges: [bytes.indices])
  }

  /// Reads ranges of the bytes, which must lie within them.
  init(_ bytes: UnsafeBufferPointer<UInt8>, ranges: [Range<Int>]) {
    self.bytes = bytes
    self.ranges = ranges
    position = ranges.first?.lowerBound ?? 0
  }

  /// Calls the body with a context that reads from here, valid during the call only.
  func withContext<Answer>(_ body: (gdIOCtxPtr) -> Answer) -> Answer {
    var context = gdIOCtx()
    context.data = Unmanaged.passUnretained(self).toOpaque()
    context.getC = { context in
      var byte: UInt8 = 0
      return ByteSource.of(context).read(into: &byte, count: 1) == 1 ? Int32(byte) : -1
    }
    context.getBuf = { context, buffer, count in
      guard let buffer, count > 0 else { return 0 }
      return Int32(ByteSource.of(context).read(into: buffer, count: Int(count)))
    }
    context.seek = { context, offset in ByteSource.of(context).seek(to: Int(offset)) ? 1 : 0 }
    context.tell = { context in ByteSource.of(context).offset }
    context.gd_free = { _ in }
    return withExtendedLifetime(self) { body(&context) }
  }

  private static func of(_ context: gdIOCtxPtr?) -> ByteSource {
    guard let data = context?.pointee.data else {
      preconditionFailure("libgd hands back the context that it was given")
    }
    return Unmanaged<ByteSource>.fromOpaque(data).takeUnretainedValue()
  }

  private func read(into buffer: UnsafeMutableRawPointer, count: Int) -> Int {
    var done = 0
    while done < count, rangeIndex < ranges.count {
      let part = min(count - done, ranges[rangeIndex].upperBound - position)
      if part > 0, let base = bytes.baseAddress {
        (buffer + done).copyMemory(from: base + position, byteCount: part)
        done += part
        position += part
      } else {
        rangeIndex += 1
        if rangeIndex < ranges.count { position = ranges[rangeIndex].lowerBound }
      }
    }
    if done < count { shortReads += 1 }
    if done == 0, !lastReadWasPartial { starvedReads += 1 }
    lastReadWasPartial = done > 0 && done < count
    return done
  }

  /// The number of bytes before the next one.
  private var offset: Int {
    let before = ranges.prefix(rangeIndex).reduce(0) { $0 + $1.count }
    return rangeIndex < ranges.count ? before + position - ranges[rangeIndex].lowerBound : before
  }

  private func seek(to target: Int) -> Bool {
    var rest = target
    for (index, range) in ranges.enumerated() where rest >= 0 {
      if rest <= range.count {
        (rangeIndex, position) = (index, range.lowerBound + rest)
        return true
      }
      rest -= range.count
    }
    return false
  }
}
