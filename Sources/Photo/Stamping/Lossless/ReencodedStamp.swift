import Files
import Formats
import Hashing
import JPEGSplice

extension JPEGStructure {
  /// SHA-256 of the first image without its application segments and comments, so that metadata may
  /// change; but with APP14, which says what its colours mean. Nil where the image does not end.
  var pictureHash: [UInt8]? {
    guard let imageEnd else { return nil }
    var hash = SHA256()
    var start = 0
    for segment in segments where segment.isBesidePicture {
      hash.update(bytes.span.extracting(start..<segment.range.lowerBound))
      start = segment.range.upperBound
    }
    hash.update(bytes.span.extracting(start..<imageEnd))
    return hash.finish()
  }
}

extension JPEGSegment {
  fileprivate var isBesidePicture: Bool {
    marker == .comment || marker.isApplication && marker != .app14
  }
}

extension StampRecord.Proof {
  /// The hash of a re-encoded JPEG, with its stamp or without.
  ///
  /// - Throws: ``StampError/failedCheck`` where its image does not end.
  static func ofReencoded(_ structure: JPEGStructure) throws(StampError) -> StampRecord.Proof {
    guard let hash = structure.pictureHash else { throw .failedCheck }
    return .reencoded(hash)
  }
}

/// Stamps a JPEG with labels drawn before encoding: the stamp describes them, and says that it is
/// for good.
struct ReencodedStamping {
  private let structure: JPEGStructure

  /// - Parameter file: the JPEG with its labels and metadata, without a stamp.
  /// - Throws: ``StampError/photo(_:)``.
  init(_ file: [UInt8]) throws(StampError) {
    structure = try rethrowing(JPEGStructure(file), as: StampError.photo)
  }

  /// Puts the stamp in; no other byte becomes another but those that say where the image ends.
  ///
  /// - Parameters:
  ///   - inscription: what the stamp says of the labels.
  ///   - originalHash: SHA-256 of the file that was stamped.
  ///   - areas: the pixels that each label covers; at least one.
  /// - Returns: the file with its stamp.
  /// - Throws: ``StampError/failedCheck`` where the result does not read as it was made.
  func stamped(
    saying inscription: Inscription, originalHash: [UInt8], areas: [PixelArea]
  ) throws(StampError) -> [UInt8] {
    let record = StampRecord(
      inscription, originalHash: originalHash, areas: areas,
      proof: try .ofReencoded(structure))
    guard let segments = StampSegments.bytes(for: record.bytes) else { throw .failedCheck }
    var file: [UInt8] = []
    file.reserveCapacity(structure.bytes.count + segments.count)
    file += structure.bytes
    ImageEndPlaces(in: structure).insert(
      segments, at: structure.endOfLeadingSegments, into: &file, oldCount: structure.bytes.count)
    guard let made = try? StampedFile(JPEGStructure(file)), made.mark == record.mark,
      made.isUnchanged
    else { throw .failedCheck }
    return file
  }
}

extension OriginalPhoto {
  /// The photo without the record of a stamp that stays on its picture, below the new one.
  ///
  /// - Parameter allowsLoss: whether it may stay.
  /// - Returns: the photo to stamp again, still with the hash of the given photo; this
  ///   photo where it carries no such stamp.
  /// - Throws: ``StampError/stampedForGood`` where it may not stay.
  func coveringReencodedStamp(allowsLoss: Bool) throws(StampError) -> OriginalPhoto {
    guard let structure = file.jpegStructure,
      let place = try StampedFile(structure)?.placeOfReencoded
    else { return self }
    guard allowsLoss else { throw .stampedForGood }
    var bytes = structure.bytes
    bytes.removeSubrange(place)
    let places = ImageEndPlaces(in: structure)
    places.correct(in: &bytes, newEnd: places.end - place.count) {
      $0 < place.lowerBound ? $0 : $0 - place.count
    }
    return OriginalPhoto(
      try rethrowing(PhotoFile(bytes), as: StampError.photo), of: self, hash: hash,
      coversOldLabel: true)
  }
}
