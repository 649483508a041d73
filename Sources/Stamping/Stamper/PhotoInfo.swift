import Files
package import CaptureTime
package import Formats
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
    let source = try PhotoSource(reading: photo)
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
