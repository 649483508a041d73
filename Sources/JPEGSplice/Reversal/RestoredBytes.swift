/// What a reversal gives: kept, or compared with the original as it comes and then dropped.
struct RestoredBytes {
  /// What was given, as far as it was not compared.
  var writer = BitWriter()
  private let expected: [UInt8]?
  /// How many bytes were compared.
  private var compared = 0
  private var isSame = true

  /// Whoever compares needs no more memory than this and a part.
  private static let much = 1 << 16

  /// - Parameter expected: what to compare with; nil keeps the bytes.
  init(expected: [UInt8]? = nil) { self.expected = expected }

  /// Whether all that was given is what was expected, and nothing is lacking.
  var isExpected: Bool {
    mutating get {
      compare()
      return isSame && compared == expected?.count
    }
  }

  /// Appends bytes of a file; the position must be between two bytes.
  mutating func append(_ range: Range<Int>, of spliced: SplicedBytes) {
    if expected == nil {
      for part in spliced.parts(range) { writer.append(contentsOf: part) }
    } else {
      compare()
      for part in spliced.parts(range) { compare(part) }
    }
  }

  /// Compares what was given, where it is much.
  mutating func compareMuch() {
    if expected != nil, writer.bytes.count > Self.much { compare() }
  }

  private mutating func compare() {
    if expected == nil { return }
    let bytes = writer.takeWholeBytes()
    compare(bytes[...])
  }

  private mutating func compare(_ bytes: ArraySlice<UInt8>) {
    guard let expected, isSame else { return }
    isSame = bytes.count <= expected.count - compared
    if !isSame { return }
    isSame = expected.withUnsafeBytes { expected in
      bytes.withUnsafeBytes { bytes in
        let part = expected[compared..<compared + bytes.count]
        return UnsafeRawBufferPointer(rebasing: part).isEqual(to: bytes)
      }
    }
    compared += bytes.count
  }
}
