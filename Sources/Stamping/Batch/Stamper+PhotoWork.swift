package import Formats

extension Stamper: PhotoWork {
  /// Every photo can be tried.
  package func check(_ reader: PhotoReader, format: PhotoFormat) {}

  package func perform(
    on source: PhotoSource, name: [UInt8]?, as format: PhotoFormat
  ) throws(StampError) -> FinishedPhoto {
    let photo = try stamp(source, name: name, as: format)
    return FinishedPhoto(
      bytes: photo.bytes, result: .stamped(photo.withoutBytes), warnings: photo.warnings)
  }
}
