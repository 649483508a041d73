/// What a reversal gives: kept, or compared with the original as it comes and then dropped.
struct RestoredBytes {
  /// What was given, as far as it was not compared.
  var writer = BitWriter()
  private let expected: [UInt8]?
  /// How many bytes were compared.
  private var compared = 0
  private var isSame = true

  /// A comparison needs only this memory and a part.
  private static let much = 1 << 16

  /// - Parameter expected: what to compare with; nil keeps the bytes.
  init(expected: [UInt8]? = nil) { self.expected = expected }

  /// Whether all given bytes are the expected ones, and none is missing.
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

  /// Compares the given bytes, if there are many.
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

/// A spliced file's bytes without a part that was put into it afterwards.
package struct SplicedBytes {
  let bytes: [UInt8]
  private let hole: Range<Int>

  /// - Parameters:
  ///   - bytes: the file.
  ///   - hole: the part to leave out; places count as if it were not there.
  package init(_ bytes: [UInt8], without hole: Range<Int>) {
    self.bytes = bytes
    self.hole = hole.clamped(to: 0..<bytes.count)
  }

  var count: Int { bytes.count - hole.count }

  /// The place of a byte of the file after the hole.
  func place(_ index: Int) -> Int { index - hole.count }

  /// The file's bytes of a range, before the hole and after it.
  func parts(_ range: Range<Int>) -> [ArraySlice<UInt8>] {
    let before = range.clamped(to: 0..<hole.lowerBound)
    let after = range.clamped(to: hole.lowerBound..<count)
    return [
      bytes[before], bytes[after.lowerBound + hole.count..<after.upperBound + hole.count],
    ]
  }

  /// Copies bits between two places after the hole.
  ///
  /// - Throws: ``ReversalError`` where they are not, or not in order.
  func copy(
    _ start: BitPosition, _ end: BitPosition, to writer: inout BitWriter
  ) throws(ReversalError) {
    guard start.byte >= hole.lowerBound, start <= end, end.byte < count else {
      throw .outOfBounds(at: start.byte)
    }
    bytes.withUnsafeBufferPointer { buffer in
      if let base = buffer.baseAddress { writer.copy(base + hole.count, from: start, to: end) }
    }
  }
}

extension SplicedBytes {
  /// The number that some bits at a place after the hole are, and the place after them.
  ///
  /// - Throws: ``ReversalError`` where they are not there.
  func bits(_ count: Int, at place: BitPosition) throws(ReversalError) -> (Int, BitPosition) {
    guard place.byte >= hole.lowerBound, place.byte < self.count else {
      throw .outOfBounds(at: place.byte)
    }
    let found = bytes.withUnsafeBufferPointer { buffer -> (Int, BitPosition)? in
      guard let base = buffer.baseAddress else { return nil }
      var reader = BitReader(base + hole.count, from: place, to: self.count)
      let bits = reader.read(count)
      return reader.hasReadPastEnd ? nil : (bits, reader.position)
    }
    guard let found else { throw .outOfBounds(at: place.byte) }
    return found
  }
}
