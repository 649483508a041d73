/// A canonical prefix code of up to 15 bits, from its code lengths (RFC 1951, 3.2.2).
struct PrefixCode {
  /// How many codes there are of each length from 0 to 15.
  private var counts = [Int](repeating: 0, count: 16)
  /// Symbols in the order of their codes.
  private var symbols: [Int] = []

  /// - Throws: `InflateError.invalidCodeLengths` for lengths that are over-subscribed, or leave
  ///   codes unused, except that a single code of one bit (or none at all) may stand alone.
  init(lengths: ArraySlice<UInt8>) throws(InflateError) {
    for length in lengths {
      guard length < 16 else { throw .invalidCodeLengths }
      counts[Int(length)] += 1
    }
    var unused = 1
    for length in 1..<16 {
      unused = unused * 2 - counts[length]
      guard unused >= 0 else { throw .invalidCodeLengths }
    }
    let used = lengths.count - counts[0]
    guard unused == 0 || used == 0 || (used == 1 && counts[1] == 1) else {
      throw .invalidCodeLengths
    }
    var next = [Int](repeating: 0, count: 16)
    for length in 1..<15 { next[length + 1] = next[length] + counts[length] }
    symbols = [Int](repeating: 0, count: used)
    for (symbol, length) in lengths.enumerated() where length > 0 {
      symbols[next[Int(length)]] = symbol
      next[Int(length)] += 1
    }
  }

  /// The next symbol.
  ///
  /// - Throws: `InflateError.truncated`, or `invalidSymbol` for bits that are no code.
  func decode(_ bits: inout DeflateBits) throws(InflateError) -> Int {
    var code = 0
    var first = 0
    var index = 0
    for length in 1..<16 {
      code |= try bits.take(1)
      let count = counts[length]
      if code - first < count { return symbols[index + code - first] }
      index += count
      first = (first + count) << 1
      code <<= 1
    }
    throw .invalidSymbol
  }

  private init(validLengths lengths: [UInt8]) {
    for length in lengths { counts[Int(length)] += 1 }
    symbols = lengths.indices.sorted { (lengths[$0], $0) < (lengths[$1], $1) }
  }

  /// The literal and length code of fixed blocks (3.2.6).
  static let fixedLiterals = PrefixCode(
    validLengths: (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 })

  /// The distance code of fixed blocks: 5 bits each, of which 30 and 31 are never valid.
  static let fixedDistances = PrefixCode(validLengths: [UInt8](repeating: 5, count: 32))
}

/// The bits of a deflate stream, from the lowest of each byte up (RFC 1951, 3.1.1).
struct DeflateBits {
  private let bytes: ArraySlice<UInt8>
  private var position: Int
  private var buffer: UInt32 = 0
  private var available = 0

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  /// Bytes that are used, the one that is partly used included.
  var consumedBytes: Int { position - bytes.startIndex - available / 8 }

  /// The next `count` bits, 0 to 16, as a number.
  mutating func take(_ count: Int) throws(InflateError) -> Int {
    while available < count {
      guard position < bytes.endIndex else { throw .truncated }
      buffer |= UInt32(bytes[position]) << UInt32(available)
      position += 1
      available += 8
    }
    let value = buffer & (1 << UInt32(count) - 1)
    buffer >>= UInt32(count)
    available -= count
    return Int(value)
  }

  /// Drops the bits left of the byte that is partly used.
  mutating func alignToByte() {
    buffer >>= UInt32(available % 8)
    available -= available % 8
  }
}
