/// A photo's file: its bytes, what it says of the picture, and its metadata blocks.
package struct PhotoFile: Sendable {
  package let bytes: [UInt8]
  package let header: PhotoHeader
  package let metadata: EmbeddedMetadata
  /// The file's parts, read once.
  package let structure: PhotoStructure

  /// Reads header and metadata; pixels are not decoded. Time is linear in the file's size at worst.
  ///
  /// - Throws: `PhotoFileError` when the format is unknown, or a camera's raw one, or the header cannot
  ///   be read. Metadata that cannot be read is recorded in `metadata.problems` instead.
  package init(_ bytes: [UInt8]) throws(PhotoFileError) {
    guard !bytes.isEmpty else { throw .empty }
    let structure = try PhotoStructure(bytes, as: PhotoFormat(announcedBy: bytes))
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

/// Metadata around a re-encoded picture, for formats that carry it according to their row.
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
    case (.bmp(let picture), .bmp(let original)):
      try BMPWriting.adding(keepsProfile ? original.contents().metadata.icc : nil, to: picture)
    default: nil
    }
  }

  /// The picture with metadata blocks from a file of another format; nil for formats that carry none.
  func carrying(_ blocks: CarriedBlocks) throws(PhotoFileError) -> [UInt8]? {
    switch self {
    case .jpeg(let picture): try JPEGAssembly(picture).carrying(blocks)
    case .png(let picture): PNGAssembly(picture).carrying(blocks)
    case .webp(let picture): try WebPAssembly(picture).carrying(blocks)
    case .bmp(let picture): try BMPWriting.adding(blocks.icc, to: picture)
    case .gif, .tiff, .heif: nil
    }
  }
}

/// What a file says of its picture, and its metadata blocks.
struct PhotoContents {
  var header: PhotoHeader
  var metadata: EmbeddedMetadata
}

/// The metadata blocks of a photo, raw: as slices of the file, or joined or inflated copies.
package struct EmbeddedMetadata: Sendable, Hashable {
  /// From the TIFF header ("II*\0" or "MM\0*") on, without "Exif\0\0". For a TIFF file: all of it.
  package var exif: ArraySlice<UInt8>?
  /// Further EXIF blocks, as some editors add them, in the file's order; at most
  /// ``furtherExifLimit``.
  package internal(set) var furtherExif: [ArraySlice<UInt8>] = []
  static let furtherExifLimit = 7
  /// Standard XMP packets. Extended XMP is left out and listed in `others`.
  package var xmp: [ArraySlice<UInt8>] = []
  /// IPTC IIM streams.
  package var iptc: [ArraySlice<UInt8>] = []
  /// The ICC profile, joined.
  package var icc: ArraySlice<UInt8>?
  /// What a PNG says of its time besides.
  package var png = PNGTimestamps()
  /// Everything else in the file that is not the picture, each kind once.
  package var others: [MetadataKind] = []
  /// Blocks that are there but cannot be read.
  package var problems: [MetadataProblem] = []

  package init() {}

  /// All EXIF blocks; what an earlier one says wins.
  package var exifBlocks: [ArraySlice<UInt8>] { [exif].compactMap(\.self) + furtherExif }

  /// Adds an EXIF block after those that are there.
  package mutating func add(exif block: ArraySlice<UInt8>) {
    guard exif != nil else { return exif = block }
    if furtherExif.count < Self.furtherExifLimit { furtherExif.append(block) }
  }

  /// Every kind of metadata in the file, each once.
  package var kinds: [MetadataKind] {
    var kinds: [MetadataKind] = []
    if exif != nil { kinds.append(.exif) }
    if !xmp.isEmpty { kinds.append(.xmp) }
    if !iptc.isEmpty { kinds.append(.iptc) }
    if icc != nil { kinds.append(.icc) }
    for kind in others + problems.map(\.kind) where !kinds.contains(kind) { kinds.append(kind) }
    return kinds
  }

  mutating func note(_ kind: MetadataKind) {
    if others.count < 64, !others.contains(kind) { others.append(kind) }
  }
}

/// When a PNG was made and changed, in the file's own bytes.
package struct PNGTimestamps: Sendable, Hashable {
  /// The text "Creation Time" (PNG third edition, 11.3.3.1).
  package var creation: ArraySlice<UInt8>?
  /// The data of tIME, the last change in UTC (11.3.5.1): seven bytes, if it is whole.
  package var change: ArraySlice<UInt8>?

  package init() {}
}

/// A kind of data in a photo's file that is not the picture itself.
package enum MetadataKind: Hashable, Sendable {
  case exif, xmp, iptc, icc
  /// The continuation of an XMP packet that does not fit one JPEG segment.
  case extendedXMP
  /// EXIF fields that do not fit the target beside the others, such as a large maker note.
  case exifFields
  /// A comment or other free text.
  case comment
  /// Bytes after the end of the image: further images, videos.
  case trailer
  /// A segment, chunk or box of another meaning, by the name that the file gives it.
  case block(String)
}

/// A metadata block that is there but cannot be read; the photo itself can.
package struct MetadataProblem: Hashable, Sendable {
  package let kind: MetadataKind
  /// Where the block begins in the file.
  package let offset: Int
  package let reason: Reason

  package enum Reason: Hashable, Sendable {
    /// The block claims more bytes than the file has.
    case truncated(needed: Int, available: Int)
    /// No TIFF structure where EXIF has to begin.
    case notTIFF
    /// The parts of a profile that was split are not all there.
    case incomplete(found: Int, expected: Int)
    /// Compressed data that is broken or inflates to more than is allowed.
    case compression(InflateError)
    /// A text profile that is not hexadecimal or not as long as it says.
    case malformedText
    /// The block points outside the file.
    case outsideFile
  }
}
