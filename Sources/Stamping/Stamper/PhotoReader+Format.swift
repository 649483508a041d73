import Files
package import Formats

extension PhotoReader {
  /// The photo's format, told by its first bytes.
  ///
  /// - Throws: ``StampError`` where they cannot be read, or are no photo's.
  package func format() throws(StampError) -> PhotoFormat {
    let head = try StampError.wrapping { () throws(FileError) in try self.head() }
    guard let format = PhotoFormat.detect(head) else {
      throw .photo(.unknownFormat(start: Array(head.prefix(16))))
    }
    return format
  }
}

extension PhotoSource {
  /// Reads a photo; what is told by its beginning to be none is not read whole.
  ///
  /// - Throws: ``StampError``.
  init(reading photo: InputPhoto) throws(StampError) {
    let reader = try StampError.wrapping { () throws(FileError) in try PhotoReader(photo) }
    _ = try reader.format()
    self = try StampError.wrapping { () throws(FileError) in try reader.whole() }
  }
}
