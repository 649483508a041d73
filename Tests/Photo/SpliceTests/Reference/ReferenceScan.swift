import Formats

/// A scan as ``ReferenceDecoder`` reads it.
struct ReferenceScan {
  struct Member {
    let component: Int
    let dc: ReferenceTable?
    let ac: ReferenceTable?
  }

  var bits: ReferenceBits
  let isProgressive: Bool
  let band: (start: Int, end: Int)
  let high: Int
  let low: Int
  private var predictors = [0, 0, 0, 0]
  private var endOfBandRun = 0

  init(
    bits: ReferenceBits, isProgressive: Bool, band: (start: Int, end: Int), high: Int, low: Int
  ) {
    (self.bits, self.isProgressive, self.band) = (bits, isProgressive, band)
    (self.high, self.low) = (high, low)
  }

  mutating func restart() {
    predictors = [0, 0, 0, 0]
    endOfBandRun = 0
  }

  /// Reads a block, which begins at a place of a component's coefficients.
  mutating func read(
    _ values: inout [Int], at start: Int, _ slot: Int, _ member: Member
  ) throws {
    if !isProgressive {
      try readDC(&values, start, slot, member, shift: 0)
      try readSequential(&values, start, member)
    } else if band.start == 0 {
      if high == 0 {
        try readDC(&values, start, slot, member, shift: low)
      } else if try bits.next() == 1 {
        values[start] |= 1 << low
      }
    } else if high == 0 {
      try readFirst(&values, start, member)
    } else {
      try readRefinement(&values, start, member)
    }
  }

  private mutating func readDC(
    _ values: inout [Int], _ start: Int, _ slot: Int, _ member: Member, shift: Int
  ) throws {
    guard let table = member.dc else { throw ReferenceDecoder.Failure.noTable }
    predictors[slot] += try bits.signed(bits.symbol(table))
    values[start] = predictors[slot] * (1 << shift)
  }

  /// T.81, figure F.13.
  private mutating func readSequential(
    _ values: inout [Int], _ start: Int, _ member: Member
  ) throws {
    guard let table = member.ac else { throw ReferenceDecoder.Failure.noTable }
    var k = 1
    while k < 64 {
      let symbol = try bits.symbol(table)
      let (run, size) = (symbol / 16, symbol % 16)
      if size == 0 {
        if run < 15 { return }
        k += 16
        continue
      }
      k += run
      values[start + k] = try bits.signed(size)
      k += 1
    }
  }

  /// T.81, G.1.2.2.
  private mutating func readFirst(_ values: inout [Int], _ start: Int, _ member: Member) throws {
    guard let table = member.ac else { throw ReferenceDecoder.Failure.noTable }
    if endOfBandRun > 0 {
      endOfBandRun -= 1
      return
    }
    var k = band.start
    while k <= band.end {
      let symbol = try bits.symbol(table)
      let (run, size) = (symbol / 16, symbol % 16)
      if size == 0, run < 15 {
        endOfBandRun = (1 << run) + (try bits.number(run)) - 1
        return
      }
      k += run
      if size > 0 { values[start + k] = try bits.signed(size) * (1 << low) }
      k += 1
    }
  }

  /// T.81, G.1.2.3 and figure G.7.
  private mutating func readRefinement(
    _ values: inout [Int], _ start: Int, _ member: Member
  ) throws {
    guard let table = member.ac else { throw ReferenceDecoder.Failure.noTable }
    var k = band.start
    while k <= band.end, endOfBandRun == 0 {
      let symbol = try bits.symbol(table)
      var (run, size) = (symbol / 16, symbol % 16)
      if size == 0, run < 15 {
        endOfBandRun = (1 << run) + (try bits.number(run))
        break
      }
      let value = size == 0 ? 0 : try bits.next() == 1 ? 1 << low : -1 << low
      size = 0
      while k <= band.end {
        if values[start + k] != 0 {
          try refine(&values[start + k])
        } else if run == 0 {
          values[start + k] = value
          k += 1
          break
        } else {
          run -= 1
        }
        k += 1
      }
    }
    guard endOfBandRun > 0 else { return }
    while k <= band.end {
      if values[start + k] != 0 { try refine(&values[start + k]) }
      k += 1
    }
    endOfBandRun -= 1
  }

  private mutating func refine(_ value: inout Int) throws {
    if try bits.next() == 1 { value += value > 0 ? 1 << low : -1 << low }
  }
}

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

  /// Passes what comes before the next restart marker, and the marker.
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
