package import CaptureTime
package import PhotoFile
package import SystemPackage

/// What a photo's file says of itself, without a pixel decoded.
package struct PhotoInfo: Sendable {
  package let path: FilePath
  package let header: PhotoHeader
  package let metadata: EmbeddedMetadata
  package let times: CaptureTimeReport

  /// Reads a photo's header and every time in it.
  ///
  /// - Throws: ``StampError``.
  package init(_ photo: InputPhoto, reader: CaptureTimeReader) throws(StampError) {
    let opened = try StampError.wrapping { () throws(FileError) in try PhotoReader(photo) }
    // Told by its beginning, so that what is no photo is not read whole.
    _ = try opened.format()
    let source = try StampError.wrapping { () throws(FileError) in try opened.whole() }
    let file = try StampError.wrapping { () throws(PhotoFileError) in
      try PhotoFile(source.bytes)
    }
    path = photo.path
    header = file.header
    metadata = file.metadata
    times = reader.report(
      metadata: file.metadata, fileName: photo.nameBytes,
      modified: source.attributes.map { $0.modifiedSeconds }, given: nil)
  }
}
