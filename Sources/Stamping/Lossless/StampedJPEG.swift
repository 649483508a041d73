import Formats
import JPEGSplice

/// A JPEG that carries a stamp.
struct StampedJPEG {
  let mark: StampMark
  private let bytes: [UInt8]
  private let segments: Range<Int>
  private let proof: StampRecord.Proof

  /// Reads the stamp of a JPEG.
  ///
  /// - Returns: nil where it carries none.
  /// - Throws: ``StampError/unreadableStamp(offset:)`` where it is damaged or of a newer version.
  init?(_ structure: JPEGStructure) throws(StampError) {
    guard let segments = try StampSegments(in: structure) else { return nil }
    let record = try StampRecord(segments.record, at: segments.range.lowerBound)
    mark = record.mark
    proof = record.proof
    bytes = structure.bytes
    self.segments = segments.range
  }

  /// The file as it was before it was stamped, byte for byte.
  ///
  /// - Throws: ``StampError/stampedForGood`` and ``StampError/editedSinceStamping``.
  func original() throws(StampError) -> [UInt8] {
    let original = try restored()
    guard StampMark.hash(original) == mark.originalHash else { throw .editedSinceStamping }
    return original
  }

  /// What the stamp's record makes of the file, which is the original only if its hash says so.
  ///
  /// - Throws: ``StampError/stampedForGood`` and ``StampError/editedSinceStamping``.
  func restored() throws(StampError) -> [UInt8] {
    guard case .reversal(let reversal) = proof else { throw .stampedForGood }
    do {
      return try reversal.original(of: SplicedBytes(bytes, without: segments))
    } catch {
      throw .editedSinceStamping
    }
  }

  /// Whether the file is the one that was stamped, but for the stamp itself.
  var isUnchanged: Bool {
    switch proof {
    case .reversal: (try? original()) != nil
    case .hash(let hash): StampMark.hash(bytes, without: segments) == hash
    }
  }
}
