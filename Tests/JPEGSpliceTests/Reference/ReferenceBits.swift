import Formats

/// Coded data read bit by bit, as T.81 says it (F.2.2.5), with no thought for speed.
struct ReferenceBits {
  let bytes: [UInt8]
  private(set) var byte: Int
  private(set) var bit = 0
  /// By class and number of a table, the symbols that were read.
  private(set) var symbols: [UInt8: Set<UInt8>] = [:]

  init(_ bytes: [UInt8], at start: Int) {
    self.bytes = bytes
    byte = start
  }

  mutating func next() throws -> Int {
    guard byte < bytes.count else { throw ReferenceDecoder.Failure.noData }
    if bit == 0, bytes[byte] == 0xFF, byte + 1 < bytes.count, bytes[byte + 1] != 0 {
      throw ReferenceDecoder.Failure.marker(at: byte)
    }
    let value = Int(bytes[byte] >> UInt8(7 - bit)) & 1
    bit += 1
    if bit == 8 {
      byte += bytes[byte] == 0xFF ? 2 : 1
      bit = 0
    }
    return value
  }

  mutating func number(_ count: Int) throws -> Int {
    var value = 0
    for _ in 0..<count { value = 2 * value + (try next()) }
    return value
  }

  /// EXTEND of T.81, figure F.12.
  mutating func signed(_ count: Int) throws -> Int {
    let value = try number(count)
    return count > 0 && value < 1 << (count - 1) ? value - (1 << count) + 1 : value
  }

  /// DECODE of T.81, figure F.16, with a dictionary in place of its tables.
  mutating func symbol(_ table: ReferenceTable) throws -> Int {
    var code = 0
    for length in 1...16 {
      code = 2 * code + (try next())
      if let symbol = table.symbols[[length, code]] {
        symbols[table.head, default: []].insert(UInt8(symbol))
        return symbol
      }
    }
    throw ReferenceDecoder.Failure.noCode(at: byte)
  }

  /// Goes behind the restart marker that has to follow, and behind what is before it.
  mutating func passRestart() throws {
    if bit > 0 { byte += bytes[byte] == 0xFF ? 2 : 1 }
    bit = 0
    while byte + 1 < bytes.count, !(bytes[byte] == 0xFF && 0xD0...0xD7 ~= bytes[byte + 1]) {
      byte += 1
    }
    byte += 2
  }
}

/// The symbols of a Huffman table by length and code (T.81, C.2).
struct ReferenceTable {
  var symbols: [[Int]: Int] = [:]
  /// Class and number, as a DHT segment has them.
  let head: UInt8

  init(_ head: UInt8, counts: ArraySlice<UInt8>, symbols: ArraySlice<UInt8>) {
    self.head = head
    var (code, rest) = (0, symbols)
    for (index, count) in counts.enumerated() {
      for _ in 0..<count {
        self.symbols[[index + 1, code]] = rest.popFirst().map(Int.init)
        code += 1
      }
      code *= 2
    }
  }
}
