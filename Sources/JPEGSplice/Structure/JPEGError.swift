package import Formats

/// Why a JPEG cannot be spliced: what is wrong, and at which byte of the file.
package enum JPEGError: Error, Hashable, Sendable {
  /// A segment ends inside a field, is missing, or holds what it may not.
  case header(PhotoFileError)
  /// The entropy-coded data break the rules of their coding.
  case damaged(Damage, at: Int)
  /// A valid form of JPEG that is not spliced.
  case unsupported(UnsupportedForm)

  package enum Damage: Hashable, Sendable {
    /// Bits that begin no code of the table.
    case unknownCode
    /// A run of zeros past the end of its block, or of blocks past the end of their interval.
    case runPastEnd
    /// A coefficient of more bits than its coding allows.
    case coefficientTooLarge
    /// The data end before the last block.
    case endsEarly
    /// A restart marker is missing, in the wrong place or out of order.
    case wrongRestart
    /// A scan repeats what an earlier one coded, or refines what none has begun.
    case wrongProgression
  }

  package enum UnsupportedForm: Hashable, Sendable {
    case arithmetic, lossless, hierarchical
    case bitsPerSample(Int)
    /// Neither gray nor three components: CMYK and the like.
    case components(Int)
    /// Two frames, unequal tables for one component, and other things that decoders differ about.
    case unusualStructure
  }
}

extension JPEGError {
  /// A part that every JPEG has is not there; the search ended at byte `at`.
  package static func missing(part: String, at place: Int) -> JPEGError {
    .header(.missing(.jpeg, part: part, at: place))
  }

  /// A field holds what it may not.
  static func invalid(
    field: String, at place: Int, observed: Int, expected: String
  ) -> JPEGError {
    .header(.invalid(.jpeg, field: field, at: place, observed: observed, expected: expected))
  }

  /// What a reader of segments and headers gives, with its error as one of these.
  static func header<Value>(
    _ read: @autoclosure () throws(PhotoFileError) -> Value
  ) throws(JPEGError) -> Value {
    do { return try read() } catch { throw .header(error) }
  }
}

/// The fields of a marker segment, one after another.
extension ByteReader {
  init(_ segment: JPEGSegment, of bytes: [UInt8]) {
    self.init(bytes[segment.payload], .bigEndian)
  }

  /// - Throws: ``JPEGError/header(_:)`` at the segment's end.
  mutating func byte(_ part: String) throws(JPEGError) -> Int { try number(part, size: 1) }

  /// - Throws: ``JPEGError/header(_:)`` at the segment's end.
  mutating func word(_ part: String) throws(JPEGError) -> Int { try number(part, size: 2) }

  /// - Throws: ``JPEGError/header(_:)`` where there are fewer.
  mutating func bytes(_ count: Int, _ part: String) throws(JPEGError) -> ArraySlice<UInt8> {
    guard let slice = next(count: count) else { throw truncated(part, needed: count) }
    return slice
  }

  private mutating func number(_ part: String, size: Int) throws(JPEGError) -> Int {
    guard let value = next(size: size) else { throw truncated(part, needed: size) }
    return value
  }

  private func truncated(_ part: String, needed: Int) -> JPEGError {
    .header(.truncated(.jpeg, part: part, at: index, needed: needed, available: rest.count))
  }
}
