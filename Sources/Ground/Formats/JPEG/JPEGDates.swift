extension JPEGStructure {
  /// The file with dates in its EXIF; all other segments, the picture and what follows it stay as they are,
  /// but for what says where the image ends.
  ///
  /// - Parameters:
  ///   - dates: the dates to write.
  ///   - exif: the block that is read, as a slice of the file; nil where there is none.
  /// - Returns: the new file.
  /// - Throws: ``ExifDateError``.
  func dated(_ dates: ExifDates, exif: ArraySlice<UInt8>?) throws(ExifDateError) -> [UInt8] {
    guard let exif else {
      return rewritten(
        adding: JPEGSegmentEdit.segment(.app1, Array("Exif\0\0".utf8) + dates.newBlock()),
        dropsTrailer: false
      ) { bytes[$0.range] }
    }
    let new = try dates.written(into: Array(exif), limit: ExifExtract.maximumSize)
    if new.count == exif.count { return bytes.replacing(exif.indices, with: new) }
    return rewritten(adding: [], dropsTrailer: false) { segment in
      guard segment.payload.contains(exif.startIndex) else { return bytes[segment.range] }
      // The signature; some writers end it with another byte.
      let signature = bytes[segment.payload.lowerBound..<exif.startIndex]
      return JPEGSegmentEdit.segment(segment.marker, signature + new)[...]
    }
  }
}

extension [UInt8] {
  /// With other bytes in the place of some.
  func replacing(_ range: Range<Int>, with new: some Collection<UInt8>) -> [UInt8] {
    var bytes = self
    bytes.replaceSubrange(range, with: new)
    return bytes
  }
}
