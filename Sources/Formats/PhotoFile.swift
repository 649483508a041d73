/// A photo's file: its bytes, what it says of the picture, and its metadata blocks.
package struct PhotoFile: Sendable {
  package let bytes: [UInt8]
  package let header: PhotoHeader
  package let metadata: EmbeddedMetadata
  /// The file's parts, read once.
  package let structure: PhotoStructure

  /// Reads header and metadata; pixels are not decoded. Time is linear in the file's size at worst.
  ///
  /// - Throws: `PhotoFileError` when the format is unknown or the header cannot be read. Metadata
  ///   that cannot be read is recorded in `metadata.problems` instead.
  package init(_ bytes: [UInt8]) throws(PhotoFileError) {
    guard !bytes.isEmpty else { throw .empty }
    guard let format = PhotoFormat.detect(bytes) else {
      throw .unknownFormat(start: Array(bytes.prefix(16)))
    }
    let structure = try PhotoStructure(bytes, as: format)
    let contents = try structure.contents()
    self.bytes = bytes
    self.header = contents.header
    self.metadata = contents.metadata
    self.structure = structure
  }

  /// A JPEG's segments; nil for all other formats.
  package var jpegStructure: JPEGStructure? {
    if case .jpeg(let structure) = structure { structure } else { nil }
  }
}

/// The parts of a file, as its format's reader finds them.
package enum PhotoStructure: Sendable {
  case jpeg(JPEGStructure)
  case png(PNGStructure)
  case webp(WebPStructure)
  case gif(GIFStructure)
  case bmp(BMPStructure)
  case tiff(TIFFPhoto)
  case heif(HEIFStructure)

  init(_ bytes: [UInt8], as format: PhotoFormat) throws(PhotoFileError) {
    switch format {
    case .jpeg: self = .jpeg(try JPEGStructure(bytes))
    case .png: self = .png(try PNGStructure(bytes))
    case .webp: self = .webp(try WebPStructure(bytes))
    case .gif: self = .gif(try GIFStructure(bytes))
    case .bmp: self = .bmp(try BMPStructure(bytes))
    case .tiff: self = .tiff(try TIFFPhoto(bytes))
    case .heic, .avif: self = .heif(try HEIFStructure(bytes, format: format))
    }
  }

  func contents() throws(PhotoFileError) -> PhotoContents {
    switch self {
    case .jpeg(let structure): try structure.contents()
    case .png(let structure): structure.contents()
    case .webp(let structure): try structure.contents()
    case .gif(let structure): structure.contents()
    case .bmp(let structure): structure.contents()
    case .tiff(let structure): try structure.contents()
    case .heif(let structure): try structure.contents()
    }
  }
}

/// Metadata around a re-encoded picture, for the formats whose row says that they carry it.
extension PhotoStructure {
  /// The picture with all metadata of another file of its format, byte for byte, unless the profile is
  /// to be left out; nil for formats that carry none.
  func carryingMetadata(
    of original: PhotoStructure, keepsProfile: Bool
  ) throws(PhotoFileError) -> [UInt8]? {
    switch (self, original) {
    case (.jpeg(let picture), .jpeg(let original)):
      try JPEGAssembly(picture).replacingSegments(with: original, keepsProfile: keepsProfile)
    case (.png(let picture), .png(let original)):
      PNGAssembly(picture).carryingChunks(of: original, keepsProfile: keepsProfile)
    case (.webp(let picture), .webp(let original)):
      try WebPAssembly(picture).carryingChunks(of: original, keepsProfile: keepsProfile)
    default: nil
    }
  }

  /// The picture with metadata blocks from a file of another format; nil for formats that carry none.
  func carrying(_ blocks: CarriedBlocks) throws(PhotoFileError) -> [UInt8]? {
    switch self {
    case .jpeg(let picture): try JPEGAssembly(picture).carrying(blocks)
    case .png(let picture): PNGAssembly(picture).carrying(blocks)
    case .webp(let picture): try WebPAssembly(picture).carrying(blocks)
    case .gif, .bmp, .tiff, .heif: nil
    }
  }
}

/// What a file says of its picture, and its metadata blocks.
struct PhotoContents {
  var header: PhotoHeader
  var metadata: EmbeddedMetadata
}
