import Formats

/// Reads bits of entropy-coded data, the highest first, leaving out the zeros stuffed after 0xFF
/// (T.81, F.2.2.5).
///
/// Reads up to a marker or the end given. From there on it gives zeros and counts them, so that hot
/// loops need not ask before every bit; ``hasReadPastEnd`` tells. Whoever makes a reader keeps the
/// memory at `base` alive and unchanged for as long as the reader is used.
struct BitReader {
  private let base: UnsafePointer<UInt8>
  private let start: Int
  /// Bytes from here on are not read.
  private let end: Int
  /// The next byte to be taken in.
  private var next: Int
  /// The bits taken in and not yet consumed, from the highest on. What lies below the `count` highest
  /// is zero or the first bits of the next bytes.
  private(set) var bits: UInt64 = 0
  /// At most 63.
  private(set) var count = 0
  /// How many of the `count` bits are zeros from past the end.
  private(set) var padding = 0

  /// How many bits there are at least after ``refill()``.
  static let refilled = 56

  /// - Parameters:
  ///   - base: the file's first byte.
  ///   - range: the bytes to read; must lie inside the file.
  init(_ base: UnsafePointer<UInt8>, _ range: Range<Int>) {
    self.base = base
    start = range.lowerBound
    next = range.lowerBound
    end = range.upperBound
  }

  /// A reader from a place on.
  init(_ base: UnsafePointer<UInt8>, from start: BitPosition, to end: Int) {
    self.init(base, start.byte..<max(start.byte, end))
    if start.bit > 0 {
      refill()
      consume(start.bit)
    }
  }

  /// Whether bits were consumed that are not there.
  var hasReadPastEnd: Bool { count < padding }

  /// Where the next bit is; at the end where there is none.
  var position: BitPosition {
    var unread = max(0, count - padding)
    var byte = next
    while unread > 0 {
      byte -= 1
      // A stuffed zero goes with the 0xFF before it.
      if base[byte] == 0, byte > start, base[byte - 1] == 0xFF { byte -= 1 }
      unread -= 8
    }
    return BitPosition(byte: byte, bit: -unread)
  }

  /// Takes in bytes until at least ``refilled`` bits are there.
  @inline(__always)
  mutating func refill() {
    if next &+ 8 <= end {
      let word = UInt64(
        bigEndian: UnsafeRawPointer(base + next).loadUnaligned(as: UInt64.self))
      if !word.hasFF {
        bits |= word &>> UInt64(truncatingIfNeeded: count)
        let taken = (63 &- count) >> 3
        next &+= taken
        count &+= taken &* 8
        return
      }
    }
    // By value, so that the reader of a hot loop can stay in registers.
    self = Self.refilledByByte(self)
  }

  @inline(never)
  private static func refilledByByte(_ reader: BitReader) -> BitReader {
    var reader = reader
    reader.refillByByte()
    return reader
  }

  @inline(__always)
  private mutating func refillByByte() {
    // Below the counted bits there may be bits of bytes not yet taken in.
    bits &= count == 0 ? 0 : ~0 << UInt64(64 - count)
    while count < Self.refilled {
      if next < end, base[next] != 0xFF {
        bits |= UInt64(base[next]) << UInt64(56 - count)
        next += 1
      } else if next + 1 < end, base[next + 1] == 0 {
        bits |= 0xFF << UInt64(56 - count)
        next += 2
      } else {
        padding += 8
      }
      count += 8
    }
  }

  /// Takes bits away; at most as many as there are.
  @inline(__always)
  mutating func consume(_ length: Int) {
    bits &<<= UInt64(truncatingIfNeeded: length)
    count &-= length
  }

  /// Takes any number of bits away, be they there or not.
  @inline(__always)
  mutating func skip(_ length: Int) {
    if length <= count { return consume(length) }
    self = Self.skipped(self, length)
  }

  @inline(never)
  private static func skipped(_ reader: BitReader, _ length: Int) -> BitReader {
    var (reader, left) = (reader, length)
    while left > reader.count {
      left -= reader.count
      reader.consume(reader.count)
      if reader.hasReadPastEnd { return reader }
      reader.refill()
    }
    reader.consume(left)
    return reader
  }

  /// The next 1 to 16 bits as a number.
  @inline(__always)
  mutating func read(_ length: Int) -> Int {
    if count < length { refill() }
    let value = Int(truncatingIfNeeded: bits &>> UInt64(truncatingIfNeeded: 64 &- length))
    consume(length)
    return value
  }
}

extension BitReader {
  /// Passes over bits that are the same elsewhere, eight bytes at a time; up to the last few, to a
  /// marker or to some bytes before the first that are others.
  ///
  /// - Parameters:
  ///   - source: the bytes that they are compared with.
  ///   - first: where those begin.
  ///   - end: where they end.
  /// - Returns: the byte of the source after the skipped ones.
  mutating func passSame(
    as source: UnsafePointer<UInt8>, from first: Int, to end: Int
  ) -> Int {
    let place = position
    var (own, other) = (place.byte, first)
    // Every byte may be stuffed, and the one after the last is read too.
    while own <= self.end - 18, other <= end - 16 {
      let next = UInt64(bigEndian: UnsafeRawPointer(base + own).loadUnaligned(as: UInt64.self))
      let word = UInt64(bigEndian: UnsafeRawPointer(source + other).loadUnaligned(as: UInt64.self))
      if !next.hasFF, !word.hasFF, base[own + 8] != 0xFF {
        let bits = next << UInt64(place.bit) | UInt64(base[own + 8]) >> UInt64(8 - place.bit)
        if bits != word { break }
        (own, other) = (own + 8, other + 8)
      } else if let after = eightBytes(own, place.bit, areAt: source + other) {
        (own, other) = (after.own, other + after.other)
      } else {
        break
      }
    }
    if other > first {
      self = BitReader(base, from: BitPosition(byte: own, bit: place.bit), to: self.end)
    }
    return other
  }

  /// Compares eight bytes, each of which may be stuffed, with the bits from a place on.
  ///
  /// - Returns: what comes after them, the other's as an offset; nil where they are others, or a marker
  ///   comes.
  private func eightBytes(
    _ byte: Int, _ bit: Int, areAt source: UnsafePointer<UInt8>
  ) -> (own: Int, other: Int)? {
    func isMarker(_ place: UnsafePointer<UInt8>) -> Bool { place[0] == 0xFF && place[1] != 0 }
    var (own, other) = (byte, 0)
    for _ in 0..<8 {
      let after = own + (base[own] == 0xFF ? 2 : 1)
      if isMarker(base + own) || isMarker(base + after) || isMarker(source + other) { return nil }
      let both = UInt16(base[own]) << 8 | UInt16(base[after])
      if source[other] != UInt8(truncatingIfNeeded: both >> UInt16(8 - bit)) { return nil }
      other += source[other] == 0xFF ? 2 : 1
      own = after
    }
    return (own, other)
  }
}

extension UInt64 {
  /// Whether one of the eight bytes is 0xFF: the test for a zero byte of "Bit Twiddling Hacks", on
  /// the inverted word.
  @inline(__always)
  var hasFF: Bool {
    let inverted = ~self
    return (inverted &- 0x0101_0101_0101_0101) & ~inverted & 0x8080_8080_8080_8080 != 0
  }
}

/// A place between two bits of entropy-coded data.
struct BitPosition: Hashable, Sendable {
  /// Where the byte of the next bit is; never a zero that was stuffed after 0xFF.
  var byte: Int
  /// How many of that byte's bits come before, the highest first; 0 to 7.
  var bit: Int
}

extension BitPosition {
  /// After the byte that holds the last bit before this place.
  ///
  /// - Parameters:
  ///   - data: the bytes among which the place is.
  ///   - isStuffed: whether the place's byte is 0xFF.
  /// - Returns: the place of the next byte.
  func nextByte(in data: Range<Int>, isStuffed: Bool) -> Int {
    if bit == 0 { return byte }
    return byte + (isStuffed && byte + 1 < data.upperBound ? 2 : 1)
  }
}

extension BitPosition: Comparable {
  static func < (a: BitPosition, b: BitPosition) -> Bool { (a.byte, a.bit) < (b.byte, b.bit) }
}

extension BitReader {
  /// Reads a code.
  ///
  /// - Parameter table: the entries of a ``DecodingTable``.
  /// - Returns: its symbol.
  /// - Throws: ``JPEGError`` where no code begins so, or the data have ended.
  @inline(__always)
  mutating func symbol(_ table: UnsafePointer<UInt16>) throws(JPEGError) -> Int {
    if count < HuffmanTable.maximumLength { refill() }
    let entry = DecodingTable.entry(table, Int(truncatingIfNeeded: bits >> 48))
    if entry == 0 { throw failure(.unknownCode) }
    consume(Int(entry & 0xFF))
    return Int(entry >> 8)
  }

  /// Reads the bits that come after a code for numbers of `size` bits, 0 to 15 (T.81, F.2.2.1).
  @inline(__always)
  mutating func magnitude(_ size: Int) -> Int {
    if size == 0 { return 0 }
    return Self.magnitude(read(size), size)
  }

  /// Takes away a code and reads the 0 to 15 bits after it as a number; there must be as many.
  @inline(__always)
  mutating func codeAndMagnitude(_ length: Int, _ size: Int) -> Int {
    let rest = bits &<< UInt64(truncatingIfNeeded: length)
    consume(length &+ size)
    if size == 0 { return 0 }
    let value = Int(truncatingIfNeeded: rest &>> UInt64(truncatingIfNeeded: 64 &- size))
    return Self.magnitude(value, size)
  }

  @inline(__always)
  private static func magnitude(_ value: Int, _ size: Int) -> Int {
    // All ones where the highest bit is 0, which is as often as not: no branch.
    let isNegative = (value &- (1 &<< (size &- 1))) &>> 63
    return value &+ (isNegative & (1 &- (1 &<< size)))
  }

  /// The next sixteen bits; there must be as many.
  @inline(__always)
  var nextSixteen: Int { Int(truncatingIfNeeded: bits >> 48) }

  /// The error at this place: the damage found, or that the data ended before it.
  func failure(_ damage: JPEGError.Damage) -> JPEGError {
    let hasEnded = count - padding < HuffmanTable.maximumLength && padding > 0
    return .damaged(hasEnded ? .endsEarly : damage, at: position.byte)
  }
}
