/// Puts a photo's metadata around its re-encoded picture.
///
/// Made before the picture is decoded, it says what the target cannot carry. Within JPEG, PNG and
/// WebP every block stays byte for byte, in its order; across formats EXIF, XMP, the ICC profile and
/// (into JPEG) IPTC are carried, into BMP the profile alone. All other formats carry nothing. Into HEIC and
/// AVIF the encoder puts them (``atEncoding``).
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
  ///   - edit: What changes of EXIF, where the picture was changed. A PNG's or WebP's blocks stay byte
  ///     for byte only when theirs has no small picture of the old one.
  package init(
    from photo: PhotoFile, to format: PhotoFormat, orientation: Orientation,
    edit: JPEGSegmentEdit? = nil
  ) {
    self.photo = photo
    self.format = format
    let isSameFormat =
      photo.header.format == format && !format.isDecodedUpright
      && photo.header.orientation == orientation
      && (edit == nil || format == .jpeg || !ExifBlock.hasThumbnail(photo.metadata.exif))
    if format.carriesMetadata {
      if isSameFormat {
        let keepsProfile = ICCProfile.describesRGB(photo.metadata.icc)
        plan = .sameFormat(keepsProfile: keepsProfile)
        dropped = Self.droppedWithin(photo, keepsProfile: keepsProfile)
      } else {
        let blocks = CarriedBlocks(
          of: photo, into: format, orientation: orientation, edit: edit)
        plan = .blocks(blocks)
        dropped = blocks.dropped
      }
    } else {
      plan = .nothing
      dropped = photo.metadata.kinds
    }
  }

  /// Plans the transfer of the colour profile alone from `photo` to a picture encoded as JPEG, which
  /// must not say where or when the photo was taken.
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

  /// What goes into the file as the picture is encoded: of HEIC and AVIF alone.
  package var atEncoding: PictureMetadata {
    guard case .blocks(let blocks) = plan, format.isDecodedUpright else { return PictureMetadata() }
    return PictureMetadata(
      exif: blocks.exif, xmp: blocks.xmp.first.map { Array($0) }, icc: blocks.icc.map { Array($0) })
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
    switch plan {
    case .nothing: return encoded
    case .sameFormat(let keepsProfile):
      return try PhotoStructure(encoded, as: format)
        .carryingMetadata(of: photo.structure, keepsProfile: keepsProfile) ?? encoded
    case .blocks(let blocks):
      return try PhotoStructure(encoded, as: format).carrying(blocks) ?? encoded
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

/// The metadata that go into a file as its picture is encoded.
package struct PictureMetadata: Sendable, Hashable {
  /// From the TIFF header on.
  package let exif: [UInt8]?
  package let xmp: [UInt8]?
  package let icc: [UInt8]?

  package init(exif: [UInt8]? = nil, xmp: [UInt8]? = nil, icc: [UInt8]? = nil) {
    (self.exif, self.xmp, self.icc) = (exif, xmp, icc)
  }
}

/// The metadata blocks that go from a photo into a file of another format.
struct CarriedBlocks: Sendable {
  private(set) var exif: [UInt8]?
  private(set) var xmp: [ArraySlice<UInt8>]
  private(set) var iptc: [ArraySlice<UInt8>] = []
  private(set) var icc: ArraySlice<UInt8>?
  private(set) var dropped: [MetadataKind]

  /// Chooses what `format` can hold, with EXIF's orientation set.
  init(
    of photo: PhotoFile, into format: PhotoFormat, orientation: Orientation,
    edit: JPEGSegmentEdit? = nil
  ) {
    let metadata = photo.metadata
    dropped = metadata.others + metadata.problems.map(\.kind)
    // What follows a JPEG's image stays behind.
    let packets =
      photo.header.format == .jpeg && format != .jpeg
      ? metadata.xmp.map(JPEGSegmentEdit.withoutGainMap) : metadata.xmp
    xmp = packets.map { edit?.xmp($0) ?? $0 }
    if format.carriedMetadata.contains(.exif) {
      let (exif, isPartial) = Self.exif(of: photo, into: format, orientation: orientation)
      self.exif = exif.map { edit?.changed($0) ?? $0 }
      if isPartial || !metadata.furtherExif.isEmpty { drop(.exifFields) }
    } else if metadata.exif != nil {
      drop(.exif)
    }

    if ICCProfile.describesRGB(metadata.icc) { icc = metadata.icc } else { drop(.icc) }
    if format.carriedMetadata.contains(.iptc) {
      iptc = metadata.iptc
    } else if !metadata.iptc.isEmpty {
      drop(.iptc)
    }
    if format == .jpeg {
      xmp = xmp.filter { $0.count <= JPEGAssembly.maximumXMP }
      if let profile = icc, profile.count > JPEGAssembly.maximumProfile {
        icc = nil
        drop(.icc)
      }
    } else {
      xmp = Array(xmp.prefix(format.carriedMetadata.contains(.xmp) ? 1 : 0))
    }
    if xmp.count < metadata.xmp.count { drop(.xmp) }
  }

  /// The colour profile alone, for a picture that must say nothing else of its photo; none where it is
  /// longer than `limit` bytes, not for RGB pixels, or for those of sRGB, as which pixels without one
  /// are taken.
  init(profileOf photo: PhotoFile, upTo limit: Int) {
    xmp = []
    dropped = photo.metadata.kinds
    guard let profile = photo.metadata.icc, profile.count <= limit,
      ICCProfile.describesRGB(profile), !ICCProfile.isSRGB(profile)
    else { return }
    icc = profile
    dropped.removeAll { $0 == .icc }
  }

  private mutating func drop(_ kind: MetadataKind) {
    if !dropped.contains(kind) { dropped.append(kind) }
  }

  private static func exif(
    of photo: PhotoFile, into format: PhotoFormat, orientation: Orientation
  ) -> (block: [UInt8]?, isPartial: Bool) {
    guard let exif = photo.metadata.exif, let structure = try? TIFFStructure(exif) else {
      let needsOne = orientation != .topLeft
      return (needsOne ? ExifExtract().serialized(orientation: orientation) : nil, false)
    }
    let isTooLarge = format == .jpeg && exif.count > ExifExtract.maximumSize
    if photo.header.format == .tiff || isTooLarge {
      let extract = ExifExtract(of: structure)
      return (extract.serialized(orientation: orientation), extract.isPartial)
    }
    return (ExifBlock.turned(exif, to: orientation), false)
  }
}
