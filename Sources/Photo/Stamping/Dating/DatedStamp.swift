import Files
import Formats
import Hashing
import JPEGSplice

extension PhotoFile {
  /// The photo with dates in its EXIF. Its stamp, where it carries one, gives back the original with the
  /// same dates.
  ///
  /// - Throws: ``StampError``; ``DateError/stampedTIFF`` for a TIFF that was stamped in its own samples.
  func datedKeepingStamp(_ dates: ExifDates) throws(StampError) -> [UInt8] {
    let file = try written(dates)
    switch structure {
    case .jpeg(let structure):
      guard let stamped = try StampedFile(structure) else { return file }
      return try stamped.dated(as: file, dates)
    case .tiff(let photo):
      // What gives the original back says where every byte of the file was.
      if photo.stampRange != nil { throw .date(.stampedTIFF) }
      return file
    case .png, .webp, .gif, .bmp, .heif: return file
    }
  }

  fileprivate func written(_ dates: ExifDates) throws(StampError) -> [UInt8] {
    do throws(ExifDateError) {
      return try dated(dates)
    } catch .photo(let error) {
      throw .photo(error)
    } catch {
      throw .date(.exif(error))
    }
  }
}

extension StampedFile {
  /// The stamped JPEG with dates, and with a record that gives the dated original back.
  ///
  /// One whose metadata another program has changed since it was stamped keeps its record: its original comes
  /// back as it would have without the dates.
  ///
  /// - Parameters:
  ///   - file: this file with the dates.
  ///   - dates: the same, for the original.
  /// - Returns: the new file.
  /// - Throws: ``StampError/failedCheck`` where the result does not give the dated original back.
  fileprivate func dated(as file: [UInt8], _ dates: ExifDates) throws(StampError) -> [UInt8] {
    guard let old = try? original() else { return try datedForGood(file) }
    let oldFile = try rethrowing(PhotoFile(old), as: StampError.photo)
    let new = try oldFile.written(dates)
    let (oldEnd, newEnd) = (
      try rethrowing(JPEGStructure(old), as: StampError.photo).endOfLeadingSegments,
      try rethrowing(JPEGStructure(new), as: StampError.photo).endOfLeadingSegments
    )
    let structure = try rethrowing(JPEGStructure(new), as: StampError.photo)
    guard case .reversal(let reversal, let leading) = proof else { throw .failedCheck }
    var moved = reversal.moved(from: oldEnd, to: newEnd)
    for segment in ImageEndPlaces(in: structure, before: newEnd).segments {
      moved.add(segment.range, original: Array(new[segment.range]))
    }
    var beginning: SHA256Midstate?
    if leading != nil {
      var hash = SHA256()
      hash.update(new.span.extracting(..<newEnd))
      beginning = hash.midstate()
    }
    let record = StampRecord(
      Inscription(label: mark.label, time: mark.time, options: mark.options),
      originalHash: StampMark.hash(new), areas: mark.areas,
      proof: .reversal(moved, leading: beginning))
    let stamped = try replacingRecord(of: file, with: record)
    let made = try rethrowing(JPEGStructure(stamped), as: StampError.photo)
    guard try StampedFile(made)?.original() == new else { throw .failedCheck }
    return stamped
  }

  /// One that holds no original: only what proves that it is unchanged follows the new metadata.
  private func datedForGood(_ file: [UInt8]) throws(StampError) -> [UInt8] {
    guard case .hash = proof, isUnchanged else { return file }
    let structure = try rethrowing(JPEGStructure(file), as: StampError.photo)
    guard let place = try StampSegments(in: structure)?.range else { throw .failedCheck }
    let record = StampRecord(
      Inscription(label: mark.label, time: mark.time, options: mark.options),
      originalHash: mark.originalHash, areas: mark.areas,
      proof: .hash(StampMark.hash(file, without: place)))
    return try replacingRecord(of: file, with: record)
  }

  private func replacingRecord(
    of file: [UInt8], with record: StampRecord
  ) throws(StampError) -> [UInt8] {
    let structure = try rethrowing(JPEGStructure(file), as: StampError.photo)
    guard let place = try StampSegments(in: structure)?.range,
      let segments = StampSegments.bytes(for: record.bytes)
    else { throw .failedCheck }
    var stamped = file
    stamped.replaceSubrange(place, with: segments)
    let growth = segments.count - place.count
    if growth != 0 {
      let places = ImageEndPlaces(in: structure)
      places.correct(in: &stamped, newEnd: places.end + growth) {
        $0 < place.upperBound ? $0 : $0 + growth
      }
    }
    return stamped
  }
}
