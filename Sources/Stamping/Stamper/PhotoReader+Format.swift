import PhotoFile

extension PhotoReader {
  /// The photo's format, told by its first bytes.
  ///
  /// - Throws: ``StampError`` where they cannot be read, or are no photo's.
  func format() throws(StampError) -> PhotoFormat {
    let head = try StampError.wrapping { () throws(FileError) in try self.head() }
    guard let format = PhotoFormat.detect(head) else {
      throw .photo(.unknownFormat(start: Array(head.prefix(16))))
    }
    return format
  }
}
