import Files
package import Formats
import JPEGSplice

/// A photo without its stamp, and what the stamp recorded.
package struct UnstampedPhoto: Sendable {
  /// The original, byte for byte.
  package let bytes: [UInt8]
  package let mark: StampMark
}

/// Takes stamps off again.
package struct Unstamper: Sendable {
  package init() {}

  /// Gives the original of a stamped JPEG back, proved by its SHA-256.
  ///
  /// - Throws: ``StampError``: where there is no stamp, where it cannot be taken off, and where the
  ///   file was changed since.
  package func unstamp(_ source: PhotoSource) throws(StampError) -> UnstampedPhoto {
    let structure = try rethrowing(JPEGStructure(source.bytes), as: StampError.photo)
    guard let stamped = try StampedJPEG(structure) else { throw .notStamped }
    guard structure.imageEnd != nil else {
      throw .jpeg(.missing(part: "EOI", at: source.bytes.count))
    }
    return UnstampedPhoto(bytes: try stamped.original(), mark: stamped.mark)
  }
}

extension StampMark {
  /// What a photo's stamp records, whether or not the photo is as it was stamped; nil where it carries
  /// none that can be read.
  package init?(of bytes: [UInt8]) {
    guard PhotoFormat.detect(bytes) == .jpeg, let structure = try? JPEGStructure(bytes),
      let stamped = try? StampedJPEG(structure)
    else { return nil }
    self = stamped.mark
  }
}

extension Unstamper: PhotoWork {
  /// Refuses what carries no stamp: it has no output, and must not conflict with a photo that has one.
  package func check(_ reader: PhotoReader, format: PhotoFormat) throws(StampError) {
    guard format == .jpeg else { throw .formatWithoutStamp(format) }
    let source = try rethrowing(reader.whole(), as: StampError.file)
    let structure = try rethrowing(JPEGStructure(source.bytes), as: StampError.photo)
    guard try StampSegments(in: structure) != nil else { throw .notStamped }
  }

  package func perform(
    on source: PhotoSource, _ context: PhotoContext, as format: PhotoFormat
  ) throws(StampError) -> FinishedPhoto {
    let photo = try unstamp(source)
    return FinishedPhoto(bytes: photo.bytes, result: .unstamped(photo.mark), warnings: [])
  }

  package func hasMade(_ output: PhotoSource, of source: PhotoSource) -> Bool {
    StampMark(of: source.bytes)?.originalHash == StampMark.hash(output.bytes)
  }
}

/// A JPEG that carries a stamp.
struct StampedJPEG {
  let mark: StampMark
  private let bytes: [UInt8]
  private let segments: Range<Int>
  private let proof: StampRecord.Proof

  /// Reads the stamp of a JPEG.
  ///
  /// - Returns: nil where it carries none.
  /// - Throws: ``StampError/unreadableStamp(offset:)`` where it is damaged or of a newer version, and
  ///   ``StampError/tooMuchMemory(needed:allowed:)``.
  init?(_ structure: JPEGStructure) throws(StampError) {
    guard let segments = try StampSegments(in: structure) else { return nil }
    try PhotoMemory(restoring: structure, record: segments.record.count).check()
    let record = try StampRecord(
      segments.record, at: segments.range.lowerBound,
      maximumParts: PhotoMemory.maximumParts(of: structure))
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

  /// The file with the stamp's record undone, which is the original only if its hash says so.
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

  /// Whether the file with the stamp's record undone is a given one.
  func restores(_ original: [UInt8]) -> Bool {
    guard case .reversal(let reversal) = proof else { return false }
    let spliced = SplicedBytes(bytes, without: segments)
    return (try? reversal.gives(original, of: spliced)) ?? false
  }

  /// Whether the file is the one that was stamped, but for the stamp itself.
  var isUnchanged: Bool {
    switch proof {
    case .reversal: (try? original()) != nil
    case .hash(let hash): StampMark.hash(bytes, without: segments) == hash
    }
  }
}
