package import Formats

/// Why a JPEG cannot be spliced: what is wrong, and at which byte of the file.
package enum JPEGError: Error, Hashable, Sendable {
  /// A segment ends inside a part of it.
  case truncated(part: String, at: Int)
  /// A part that every JPEG has is not there; the search ended at byte `at`.
  case missing(part: String, at: Int)
  /// A field holds what it may not.
  case invalid(field: String, at: Int, observed: Int, expected: String)
  /// The segments or the frame header cannot be read.
  case header(PhotoFileError)
  /// The entropy-coded data break the rules of their coding.
  case damaged(Damage, at: Int)
  /// A valid form of JPEG that is not spliced.
  case unsupported(UnsupportedForm)

  package enum Damage: Hashable, Sendable {
    /// Bits that begin no code of the table.
    case unknownCode
    /// A run of zeros or a band of blocks that goes on past its end.
    case runPastEnd
    /// A coefficient of more bits than its coding allows.
    case coefficientTooLarge
    /// The data end before the last block.
    case endsEarly
    /// A restart marker is not where, or not the one that, it has to be.
    case wrongRestart
    /// A scan says again what an earlier one said, or refines what none has begun.
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
  /// What a reader of segments and headers gives, its error as one of these.
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

  /// - Throws: ``JPEGError/truncated(part:at:)`` at the segment's end.
  mutating func byte(_ part: String) throws(JPEGError) -> Int {
    guard let value = next(size: 1) else { throw .truncated(part: part, at: index) }
    return value
  }

  /// - Throws: ``JPEGError/truncated(part:at:)`` at the segment's end.
  mutating func word(_ part: String) throws(JPEGError) -> Int {
    guard let value = next(size: 2) else { throw .truncated(part: part, at: index) }
    return value
  }

  /// - Throws: ``JPEGError/truncated(part:at:)`` where there are fewer.
  mutating func bytes(_ count: Int, _ part: String) throws(JPEGError) -> ArraySlice<UInt8> {
    guard let slice = next(count: count) else { throw .truncated(part: part, at: index) }
    return slice
  }
}
