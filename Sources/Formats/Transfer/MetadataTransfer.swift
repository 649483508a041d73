/// Puts a photo's metadata around its re-encoded picture.
///
/// Made before the picture is decoded, it says what the target cannot carry. Within JPEG, PNG and
/// WebP every block stays byte for byte, in its order; across formats EXIF, XMP, the ICC profile and
/// (into JPEG) IPTC are carried. GIF, BMP, TIFF, HEIC and AVIF carry nothing.
package struct MetadataTransfer: Sendable {
  /// Metadata of the photo that the target will be without.
  package let dropped: [MetadataKind]

  private let photo: PhotoFile
  private let format: PhotoFormat
  private let plan: Plan

  private enum Plan {
    case sameFormat(keepsProfile: Bool)
    case blocks(CarriedBlocks)
    case nothing
  }

  /// Plans the transfer from `photo` to a picture encoded as `format`.
  ///
  /// - Parameters:
  ///   - photo: Where the metadata come from.
  ///   - format: What the picture is re-encoded as.
  ///   - orientation: How the re-encoded pixels are to be turned for display. A photo's blocks stay
  ///     byte for byte only when that is its own orientation.
  package init(from photo: PhotoFile, to format: PhotoFormat, orientation: Orientation) {
    self.photo = photo
    self.format = format
    let isSameFormat = photo.header.format == format && photo.header.orientation == orientation
    switch format {
    case .jpeg, .png, .webp:
      if isSameFormat {
        let keepsProfile = ICCProfile.describesRGB(photo.metadata.icc)
        plan = .sameFormat(keepsProfile: keepsProfile)
        dropped = Self.droppedWithin(photo, keepsProfile: keepsProfile)
      } else {
        let blocks = CarriedBlocks(of: photo, into: format, orientation: orientation)
        plan = .blocks(blocks)
        dropped = blocks.dropped
      }
    case .gif, .bmp, .tiff, .heic, .avif:
      plan = .nothing
      dropped = photo.metadata.kinds
    }
  }

  /// Plans the transfer of the colour profile alone from `photo` to a picture encoded as JPEG: of
  /// where and when the photo was taken the picture is to say nothing.
  ///
  /// - Parameters:
  ///   - photo: Where the profile comes from.
  ///   - limit: The most bytes that it may have; a longer one is dropped.
  package init(profileOf photo: PhotoFile, upTo limit: Int) {
    self.photo = photo
    format = .jpeg
    let blocks = CarriedBlocks(
      profileOf: photo, upTo: min(limit, JPEGAssembly.maximumProfile))
    plan = .blocks(blocks)
    dropped = blocks.dropped
  }

  /// Puts the photo's metadata around a re-encoded picture.
  ///
  /// - Parameter encoded: A file of the target format with 8-bit RGB, palette or YCbCr pixels.
  /// - Returns: The finished file.
  /// - Throws: `PhotoFileError` when `encoded` is not of the target format or cannot be read, or the
  ///   result would be larger than the format's size field can say.
  package func embed(in encoded: [UInt8]) throws(PhotoFileError) -> [UInt8] {
    let observed = PhotoFormat.detect(encoded)
    guard observed == format else {
      throw .encodedFormat(observed: observed, expected: format)
    }
    switch (plan, format) {
    case (.sameFormat(let keepsProfile), .jpeg):
      guard let structure = photo.jpegStructure else { return encoded }
      return try JPEGAssembly(encoded).replacingSegments(
        with: structure, keepsProfile: keepsProfile)
    case (.sameFormat(let keepsProfile), .png):
      return PNGAssembly(try PNGStructure(encoded)).carryingChunks(
        of: try PNGStructure(photo.bytes), keepsProfile: keepsProfile)
    case (.sameFormat(let keepsProfile), .webp):
      return try WebPAssembly(WebPStructure(encoded)).carryingChunks(
        of: WebPStructure(photo.bytes), keepsProfile: keepsProfile)
    case (.blocks(let blocks), .jpeg): return try JPEGAssembly(encoded).carrying(blocks)
    case (.blocks(let blocks), .png): return PNGAssembly(try PNGStructure(encoded)).carrying(blocks)
    case (.blocks(let blocks), .webp):
      return try WebPAssembly(WebPStructure(encoded)).carrying(blocks)
    default: return encoded
    }
  }

  /// What is lost although the format stays.
  private static func droppedWithin(_ photo: PhotoFile, keepsProfile: Bool) -> [MetadataKind] {
    var dropped: [MetadataKind] = keepsProfile ? [] : [.icc]
    if photo.header.format == .png {
      for case .block(let name) in photo.metadata.others
      where !PNGAssembly.isCarried(FourCC(ArraySlice(name.utf8))) {
        dropped.append(.block(name))
      }
    }
    return dropped
  }
}

/// What an ICC profile says of the pixels it is for.
enum ICCProfile {
  /// Whether `profile` may be put on RGB pixels: its data colour space is "RGB " (ICC.1, 7.2.6), or
  /// there is none, or it is too short to tell.
  static func describesRGB(_ profile: ArraySlice<UInt8>?) -> Bool {
    guard let profile, let space = ByteReader(profile, .bigEndian).fourCC(at: 16) else {
      return true
    }
    return space == "RGB "
  }
}
