/// A value of CBOR (RFC 8949), of the kinds that authenticators write.
///
/// Read as CTAP2 writes it (CTAP 2.1, section 8, "CTAP2 canonical CBOR encoding form"): lengths are
/// given and, as numbers, in their shortest form; no key twice; no tags. Keys may stand in any order:
/// browsers differ in it. Numbers with a fraction, which nothing that is read here has, are refused.
enum CBOR: Hashable, Sendable {
  case integer(Int64)
  case bytes([UInt8])
  case text(String)
  case array([CBOR])
  case map([Key: CBOR])
  case boolean(Bool)
  case null

  enum Key: Hashable, Sendable {
    case integer(Int64)
    case text(String)
  }

  /// Arrays and maps within each other, of which CTAP2 allows as many.
  static let depth = 4
  /// Far more than a certificate's chain takes.
  static let longest = 64 * 1024

  /// Reads one value that takes all of the bytes.
  static func value(of bytes: [UInt8]) throws(CBORError) -> CBOR {
    let (value, end) = try first(in: bytes[...])
    guard end == bytes.count else { throw CBORError(.trailingBytes, at: end) }
    return value
  }

  /// Reads the value that the bytes begin with, whatever follows.
  ///
  /// - Returns: also where it ends, an index of `bytes`.
  static func first(in bytes: ArraySlice<UInt8>) throws(CBORError) -> (CBOR, end: Int) {
    guard bytes.count <= longest else { throw CBORError(.tooLong, at: bytes.startIndex) }
    var reader = CBORReader(bytes: bytes, position: bytes.startIndex)
    let value = try reader.value(within: 0)
    return (value, reader.position)
  }
}

/// Why bytes are not valid CBOR here, and at which byte that shows.
package struct CBORError: Error, Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    /// More than 64 KiB.
    case tooLong
    /// The bytes end within a value, or a length is more than what follows it.
    case endsEarly
    /// More than 4 arrays and maps within each other.
    case tooDeep
    /// A kind of value, or a form of it, that authenticators do not write.
    case unexpectedKind(initialByte: UInt8)
    /// A number or a length that would fit fewer bytes.
    case notShortest
    /// An integer of more than 63 bits.
    case outOfRange
    /// A text that is not UTF-8.
    case notUnicode
    /// A key of a map that is neither an integer nor a text.
    case keyOfMap
    case duplicateKey
    /// Something follows the value.
    case trailingBytes
  }

  package let reason: Reason
  package let offset: Int

  package init(_ reason: Reason, at offset: Int) {
    (self.reason, self.offset) = (reason, offset)
  }
}

/// Reads values one after another; it reserves memory only for bytes that are there, never for an
/// announced length.
private struct CBORReader {
  let bytes: ArraySlice<UInt8>
  var position: Int

  /// The upper three bits of a value's first byte (RFC 8949, section 3.1).
  enum MajorType: UInt8 {
    case unsigned, negative, bytes, text, array, map, tag, simple
  }

  mutating func value(within containers: Int) throws(CBORError) -> CBOR {
    let start = position
    let initial = try byte()
    let information = initial & 31
    switch MajorType(rawValue: initial >> 5) {
    case .unsigned: return .integer(try integer(information, from: start))
    // -1 less the number (section 3.1): of 63 bits, its complement.
    case .negative: return .integer(~(try integer(information, from: start)))
    case .bytes: return .bytes([UInt8](try run(try argument(information, from: start))))
    case .text:
      let text = try run(try argument(information, from: start))
      guard let text = String(validating: text, as: UTF8.self) else {
        throw CBORError(.notUnicode, at: start)
      }
      return .text(text)
    case .array:
      let count = try items(information, each: 1, within: containers, from: start)
      var values: [CBOR] = []
      for _ in 0..<count { values.append(try value(within: containers + 1)) }
      return .array(values)
    case .map:
      let count = try items(information, each: 2, within: containers, from: start)
      return .map(try entries(count, within: containers + 1))
    case .simple where information == 20: return .boolean(false)
    case .simple where information == 21: return .boolean(true)
    case .simple where information == 22: return .null
    case .tag, .simple, nil: throw CBORError(.unexpectedKind(initialByte: initial), at: start)
    }
  }

  private mutating func entries(
    _ count: Int, within containers: Int
  ) throws(CBORError) -> [CBOR.Key: CBOR] {
    var entries: [CBOR.Key: CBOR] = [:]
    for _ in 0..<count {
      let start = position
      let key: CBOR.Key
      switch try value(within: containers) {
      case .integer(let number): key = .integer(number)
      case .text(let text): key = .text(text)
      default: throw CBORError(.keyOfMap, at: start)
      }
      let value = try value(within: containers)
      guard entries.updateValue(value, forKey: key) == nil else {
        throw CBORError(.duplicateKey, at: start)
      }
    }
    return entries
  }

  /// How many values, or pairs, a container has, each of `each` bytes at least.
  private mutating func items(
    _ information: UInt8, each: Int, within containers: Int, from start: Int
  ) throws(CBORError) -> Int {
    guard containers < CBOR.depth else { throw CBORError(.tooDeep, at: start) }
    let count = try argument(information, from: start)
    guard count <= UInt64((bytes.endIndex - position) / each) else {
      throw CBORError(.endsEarly, at: start)
    }
    return Int(count)
  }

  private mutating func integer(_ information: UInt8, from start: Int) throws(CBORError) -> Int64 {
    guard let number = Int64(exactly: try argument(information, from: start)) else {
      throw CBORError(.outOfRange, at: start)
    }
    return number
  }

  /// The number of a value's head (RFC 8949, section 3): in the first byte below 24, else in the 1, 2, 4
  /// or 8 bytes that follow.
  private mutating func argument(
    _ information: UInt8, from start: Int
  ) throws(CBORError) -> UInt64 {
    if information < 24 { return UInt64(information) }
    guard information < 28 else {
      throw CBORError(.unexpectedKind(initialByte: bytes[start]), at: start)
    }
    let size = 1 << Int(information - 24)
    let number = try run(UInt64(size)).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    // What half of the bytes, or the first byte, could hold belongs there.
    let least: UInt64 = size == 1 ? 24 : 1 << UInt64(size * 4)
    guard number >= least else { throw CBORError(.notShortest, at: start) }
    return number
  }

  private mutating func run(_ count: UInt64) throws(CBORError) -> ArraySlice<UInt8> {
    guard count <= UInt64(bytes.endIndex - position) else {
      throw CBORError(.endsEarly, at: position)
    }
    defer { position += Int(count) }
    return bytes[position..<position + Int(count)]
  }

  private mutating func byte() throws(CBORError) -> UInt8 {
    guard position < bytes.endIndex else { throw CBORError(.endsEarly, at: position) }
    defer { position += 1 }
    return bytes[position]
  }
}
