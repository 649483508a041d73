/// The metadata blocks of a photo, raw: as slices of the file, or joined or inflated copies.
package struct EmbeddedMetadata: Sendable, Hashable {
  /// From the TIFF header ("II*\0" or "MM\0*") on, without "Exif\0\0". For a TIFF file: all of it.
  package var exif: ArraySlice<UInt8>?
  /// Standard XMP packets. Extended XMP is left out and listed in `others`.
  package var xmp: [ArraySlice<UInt8>] = []
  /// IPTC IIM streams.
  package var iptc: [ArraySlice<UInt8>] = []
  /// The ICC profile, joined.
  package var icc: ArraySlice<UInt8>?
  /// Everything else in the file that is not the picture, each kind once.
  package var others: [MetadataKind] = []
  /// Blocks that are there but cannot be read.
  package var problems: [MetadataProblem] = []

  package init() {}

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
    /// The block says it is longer than what is there.
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
