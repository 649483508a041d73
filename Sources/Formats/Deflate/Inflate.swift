/// Decompression of deflate data (RFC 1951), strict and with a bound on the output.
struct Inflate {
  private var bits: DeflateBits
  private let limit: Int
  private var output: [UInt8] = []

  /// Inflates a raw deflate stream.
  ///
  /// - Parameters:
  ///   - bytes: The stream, and anything behind it.
  ///   - limit: Most bytes of output; work and memory are bounded by it and by the input.
  /// - Returns: The uncompressed bytes, and how many of `bytes` the stream took.
  /// - Throws: `InflateError` for a stream that is cut, not valid, or larger.
  static func decode(
    _ bytes: ArraySlice<UInt8>, limit: Int
  ) throws(InflateError) -> (output: [UInt8], consumed: Int) {
    var inflate = Inflate(bits: DeflateBits(bytes), limit: limit)
    while try !inflate.block() {}
    return (inflate.output, inflate.bits.consumedBytes)
  }

  private init(bits: DeflateBits, limit: Int) {
    self.bits = bits
    self.limit = limit
  }

  /// Decodes one block (3.2.3); whether it was the final one.
  private mutating func block() throws(InflateError) -> Bool {
    let isFinal = try bits.take(1) == 1
    switch try bits.take(2) {
    case 0: try storedBlock()
    case 1: try compressedBlock(literals: .fixedLiterals, distances: .fixedDistances)
    case 2:
      let (literals, distances) = try dynamicCodes()
      try compressedBlock(literals: literals, distances: distances)
    default: throw .reservedBlockType
    }
    return isFinal
  }

  private mutating func storedBlock() throws(InflateError) {
    bits.alignToByte()
    let length = UInt16(try bits.take(16))
    let complement = UInt16(try bits.take(16))
    guard length == ~complement else {
      throw .storedLength(observed: length, complement: complement)
    }
    guard output.count + Int(length) <= limit else { throw .tooLarge(limit: limit) }
    for _ in 0..<length { output.append(UInt8(try bits.take(8))) }
  }

  /// Literals and matches up to the end-of-block code (3.2.5).
  private mutating func compressedBlock(
    literals: PrefixCode, distances: PrefixCode
  ) throws(InflateError) {
    while true {
      let symbol = try literals.decode(&bits)
      if symbol < 256 {
        guard output.count < limit else { throw .tooLarge(limit: limit) }
        output.append(UInt8(symbol))
      } else if symbol == 256 {
        return
      } else {
        try copyMatch(lengthSymbol: symbol - 257, distances: distances)
      }
    }
  }

  private mutating func copyMatch(
    lengthSymbol: Int, distances: PrefixCode
  ) throws(InflateError) {
    guard lengthSymbol < Self.lengths.count else { throw .invalidSymbol }
    let (lengthBase, lengthBits) = Self.lengths[lengthSymbol]
    let length = lengthBase + (try bits.take(lengthBits))
    let distanceSymbol = try distances.decode(&bits)
    guard distanceSymbol < Self.distances.count else { throw .invalidSymbol }
    let (distanceBase, distanceBits) = Self.distances[distanceSymbol]
    let distance = distanceBase + (try bits.take(distanceBits))
    guard distance <= output.count else {
      throw .distanceTooFar(observed: distance, available: output.count)
    }
    guard output.count + length <= limit else { throw .tooLarge(limit: limit) }
    for _ in 0..<length { output.append(output[output.count - distance]) }
  }

  /// The two codes at the head of a dynamic block (3.2.7).
  private mutating func dynamicCodes() throws(InflateError) -> (PrefixCode, PrefixCode) {
    let literalCount = try bits.take(5) + 257
    let distanceCount = try bits.take(5) + 1
    let lengthCount = try bits.take(4) + 4
    guard literalCount <= 286, distanceCount <= 30 else { throw .invalidCodeLengths }
    var lengthLengths = [UInt8](repeating: 0, count: 19)
    for place in Self.lengthCodeOrder.prefix(lengthCount) {
      lengthLengths[place] = UInt8(try bits.take(3))
    }
    let lengthCode = try PrefixCode(lengths: lengthLengths[...])
    var lengths: [UInt8] = []
    let total = literalCount + distanceCount
    while lengths.count < total {
      let symbol = try lengthCode.decode(&bits)
      let repeated: (length: UInt8, count: Int)
      switch symbol {
      case 0..<16: repeated = (UInt8(symbol), 1)
      case 16:
        guard let last = lengths.last else { throw .invalidCodeLengths }
        repeated = (last, 3 + (try bits.take(2)))
      case 17: repeated = (0, 3 + (try bits.take(3)))
      default: repeated = (0, 11 + (try bits.take(7)))
      }
      guard lengths.count + repeated.count <= total else { throw .invalidCodeLengths }
      lengths += Array(repeating: repeated.length, count: repeated.count)
    }
    guard lengths[256] > 0 else { throw .invalidCodeLengths }
    return (
      try PrefixCode(lengths: lengths[..<literalCount]),
      try PrefixCode(lengths: lengths[literalCount...])
    )
  }

  private static let lengthCodeOrder = [
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
  ]

  /// Base and extra bits of length symbols 257 to 285.
  private static let lengths: [(base: Int, extraBits: Int)] = [
    (3, 0), (4, 0), (5, 0), (6, 0), (7, 0), (8, 0), (9, 0), (10, 0), (11, 1), (13, 1),
    (15, 1), (17, 1), (19, 2), (23, 2), (27, 2), (31, 2), (35, 3), (43, 3), (51, 3), (59, 3),
    (67, 4), (83, 4), (99, 4), (115, 4), (131, 5), (163, 5), (195, 5), (227, 5), (258, 0),
  ]

  /// Base and extra bits of distance symbols 0 to 29.
  private static let distances: [(base: Int, extraBits: Int)] = [
    (1, 0), (2, 0), (3, 0), (4, 0), (5, 1), (7, 1), (9, 2), (13, 2), (17, 3), (25, 3),
    (33, 4), (49, 4), (65, 5), (97, 5), (129, 6), (193, 6), (257, 7), (385, 7), (513, 8),
    (769, 8), (1025, 9), (1537, 9), (2049, 10), (3073, 10), (4097, 11), (6145, 11), (8193, 12),
    (12289, 12), (16385, 13), (24577, 13),
  ]
}
