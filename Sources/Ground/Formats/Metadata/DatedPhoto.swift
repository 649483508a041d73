extension PhotoFile {
  /// The photo with dates in its EXIF: pixels and all other metadata keep their bytes.
  ///
  /// Where EXIF has the fields, only their bytes change; else it grows at its end, see ``TIFFFieldEdit``.
  ///
  /// - Parameter dates: what is written.
  /// - Returns: the new file.
  /// - Throws: ``ExifDateError``; EXIF that cannot be read is never replaced.
  package func dated(_ dates: ExifDates) throws(ExifDateError) -> [UInt8] {
    let exif = metadata.exif
    if exif == nil, let problem = metadata.problems.first(where: { $0.kind == .exif }) {
      throw .unreadable(problem)
    }
    switch structure {
    // Of one that is cut off, all segments are there.
    case .jpeg(let structure): return try structure.dated(dates, exif: exif)
    case .png(let structure): return try structure.dated(dates, exif: exif)
    case .webp(let structure): return try structure.dated(dates, exif: exif)
    case .heif(let structure): return try structure.dated(dates, exif: exif)
    case .tiff(let photo): return try dates.written(into: photo.bytes, limit: .max)
    case .gif, .bmp: throw .formatWithoutExif(header.format)
    }
  }
}
