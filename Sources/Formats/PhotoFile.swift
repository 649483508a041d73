/// A photo's file: its bytes, what it says of the picture, and its metadata blocks.
package struct PhotoFile: Sendable {
  package let bytes: [UInt8]
  package let header: PhotoHeader
  package let metadata: EmbeddedMetadata
  /// A JPEG's segments; nil for all other formats.
  package let jpegStructure: JPEGStructure?

  /// Reads header and metadata; pixels are not decoded. Time is linear in the file's size at worst.
  ///
  /// - Throws: `PhotoFileError` when the format is unknown or the header cannot be read. Metadata
  ///   that cannot be read is recorded in `metadata.problems` instead.
  package init(_ bytes: [UInt8]) throws(PhotoFileError) {
    guard !bytes.isEmpty else { throw .empty }
    guard let format = PhotoFormat.detect(bytes) else {
      throw .unknownFormat(start: Array(bytes.prefix(16)))
    }
    let contents = try Self.contents(of: bytes, as: format)
    self.bytes = bytes
    self.header = contents.header
    self.metadata = contents.metadata
    self.jpegStructure = contents.jpegStructure
  }

  private static func contents(
    of bytes: [UInt8], as format: PhotoFormat
  ) throws(PhotoFileError) -> PhotoContents {
    switch format {
    case .jpeg: try JPEGStructure.reading(bytes).contents()
    case .png: try PNGStructure(bytes).contents()
    case .webp: try WebPStructure(bytes).contents()
    case .gif: try GIFStructure(bytes).contents()
    case .bmp: try BMPStructure(bytes).contents()
    case .tiff: try TIFFPhoto(bytes).contents()
    case .heic, .avif: try HEIFStructure(bytes, format: format).contents(as: format)
    }
  }
}

/// What a format's reader finds in a file.
struct PhotoContents {
  var header: PhotoHeader
  var metadata: EmbeddedMetadata
  var jpegStructure: JPEGStructure?
}
