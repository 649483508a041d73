package import Formats

/// What a batch does to each photo: bytes in, bytes out.
package protocol PhotoWork: Sendable {
  /// Refuses a photo that the work is not for, before its output is looked at.
  ///
  /// - Parameters:
  ///   - reader: reads the photo.
  ///   - format: what the photo is.
  /// - Throws: ``StampError``.
  func check(_ reader: PhotoReader, format: PhotoFormat) throws(StampError)

  /// Does the work.
  ///
  /// - Parameters:
  ///   - source: the photo's bytes and its file's times.
  ///   - name: the bytes of its file's name; nil where it has none.
  ///   - format: the format to write.
  /// - Returns: the file to write, and what is to be told of it.
  /// - Throws: ``StampError``.
  func perform(
    on source: PhotoSource, name: [UInt8]?, as format: PhotoFormat
  ) throws(StampError) -> FinishedPhoto
}

/// A photo's file to write, and what to tell of it.
package struct FinishedPhoto: Sendable {
  let bytes: [UInt8]
  let result: PhotoRecord.Result
  let warnings: [StampWarning]
}
