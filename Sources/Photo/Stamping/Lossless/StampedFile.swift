import Formats
import JPEGSplice
import Hashing

/// A stamped photo that keeps the original's file outside the label: a JPEG or a BMP.
struct StampedFile: InPlaceStamp {
  let mark: StampMark
  private let bytes: [UInt8]
  /// Where the stamp is in the file.
  private let place: Range<Int>
  let proof: StampRecord.Proof
  /// Of a JPEG.
  private let structure: JPEGStructure?

  /// Where it is, if it says that every pixel was re-encoded since; nil otherwise.
  var placeOfReencoded: Range<Int>? { mark.isReencoded ? place : nil }

  /// Reads the stamp of a JPEG.
  ///
  /// - Returns: nil where it carries none.
  /// - Throws: ``StampError/unreadableStamp(offset:)`` where it is damaged or of a newer version, and
  ///   ``StampError/tooMuchMemory(needed:allowed:)``.
  init?(_ structure: JPEGStructure) throws(StampError) {
    guard let segments = try StampSegments(in: structure) else { return nil }
    try PhotoMemory(restoring: structure, record: segments.record.count).check()
    try self.init(
      segments.record, at: segments.range, of: structure.bytes, structure,
      maximumParts: PhotoMemory.maximumParts(of: structure))
  }

  /// Reads the stamp of a BMP.
  ///
  /// - Returns: nil where it carries none.
  /// - Throws: as for a JPEG.
  init?(_ structure: BMPStructure, of photo: PhotoFile) throws(StampError) {
    guard let block = structure.stampBlock else { return nil }
    guard let record = block.record else { throw .unreadableStamp(offset: block.offset) }
    try PhotoMemory(restoring: photo, record: record.count).check()
    try self.init(
      Array(record), at: block.offset..<photo.bytes.count, of: photo.bytes, nil,
      maximumParts: PhotoMemory.maximumParts(of: structure))
  }

  private init(
    _ encoded: [UInt8], at place: Range<Int>, of bytes: [UInt8], _ structure: JPEGStructure?,
    maximumParts: Int
  ) throws(StampError) {
    let record = try StampRecord(encoded, at: place.lowerBound, maximumParts: maximumParts)
    switch record.proof {
    case .reversal, .hash: break
    case .reencoded where structure != nil: break
    case .reencoded, .pixels, .frames, .tiff: throw .unreadableStamp(offset: place.lowerBound)
    }
    mark = record.mark
    proof = record.proof
    self.bytes = bytes
    self.place = place
    self.structure = structure
  }

  func withoutStamp(
    keepingMetadata: Bool
  ) throws(StampError) -> (bytes: [UInt8], restores: Restoration) {
    if !keepingMetadata { return (try original(), .bytes) }
    if let original = try? original() { return (original, .bytes) }
    return (try originalPicture(), .pixels)
  }

  func original() throws(StampError) -> [UInt8] {
    let original = try restored()
    guard StampMark.hash(original) == mark.originalHash else { throw .editedSinceStamping }
    return original
  }

  /// The file with the stamp's record undone, which is the original only if its hash says so.
  ///
  /// - Throws: ``StampError/stampedForGood`` and ``StampError/editedSinceStamping``.
  func restored() throws(StampError) -> [UInt8] {
    guard case .reversal(let reversal, _) = proof else { throw .stampedForGood }
    do {
      return try reversal.original(of: spliced)
    } catch {
      throw .editedSinceStamping
    }
  }

  private var spliced: SplicedBytes { SplicedBytes(bytes, without: place) }

  /// Whether the file with the stamp's record undone is a given one.
  func restores(_ original: [UInt8]) -> Bool {
    guard case .reversal(let reversal, _) = proof else { return false }
    return (try? reversal.gives(original, of: spliced)) ?? false
  }

  /// The original's picture with the metadata that the file has now: all from the original's first
  /// segment on that is neither an application's nor a comment is as it was, byte for byte, proved by
  /// its hash; what the segments before it say of the picture's end is corrected.
  ///
  /// - Throws: ``StampError/stampedForGood`` and ``StampError/editedSinceStamping``.
  func originalPicture() throws(StampError) -> [UInt8] {
    guard case .reversal(let reversal, let leading) = proof else { throw .stampedForGood }
    guard let structure, let leading, let end = structure.imageEnd else {
      throw .editedSinceStamping
    }
    let start = structure.endOfLeadingSegments - place.count
    guard start >= place.lowerBound else { throw .editedSinceStamping }
    var file: [UInt8]
    do {
      file = try reversal.moved(from: leading.byteCount, to: start).original(of: spliced)
    } catch {
      throw .editedSinceStamping
    }
    var hash = SHA256(after: leading)
    guard file.count >= start else { throw .editedSinceStamping }
    hash.update(file.span.extracting(start...))
    guard hash.finish() == mark.originalHash else { throw .editedSinceStamping }
    ImageEndPlaces(in: structure, before: structure.endOfLeadingSegments).correct(
      in: &file, newEnd: end + file.count - bytes.count
    ) { $0 < place.lowerBound ? $0 : $0 - place.count }
    return file
  }

  var isUnchanged: Bool {
    switch proof {
    case .reversal: (try? original()) != nil
    case .hash(let hash): StampMark.hash(bytes, without: place) == hash
    case .reencoded(let hash): structure?.pictureHash == hash
    case .pixels, .frames, .tiff: false
    }
  }
}
