/// The metadata blocks that go from a photo into a file of another format.
struct CarriedBlocks: Sendable {
  private(set) var exif: [UInt8]?
  private(set) var xmp: [ArraySlice<UInt8>]
  private(set) var iptc: [ArraySlice<UInt8>] = []
  private(set) var icc: ArraySlice<UInt8>?
  private(set) var dropped: [MetadataKind]

  /// Chooses what `format` (JPEG, PNG or WebP) can hold, with EXIF's orientation set.
  init(of photo: PhotoFile, into format: PhotoFormat, orientation: Orientation) {
    let metadata = photo.metadata
    dropped = metadata.others + metadata.problems.map(\.kind)
    xmp = metadata.xmp
    let (exif, isPartial) = Self.exif(of: photo, into: format, orientation: orientation)
    self.exif = exif
    if isPartial { drop(.exifFields) }

    if ICCProfile.describesRGB(metadata.icc) { icc = metadata.icc } else { drop(.icc) }
    if format == .jpeg {
      xmp = metadata.xmp.filter { $0.count <= JPEGAssembly.maximumXMP }
      iptc = metadata.iptc
      if let profile = icc, profile.count > JPEGAssembly.maximumProfile {
        icc = nil
        drop(.icc)
      }
    } else {
      xmp = Array(metadata.xmp.prefix(1))
      if !metadata.iptc.isEmpty { drop(.iptc) }
    }
    if xmp.count < metadata.xmp.count { drop(.xmp) }
  }

  /// The colour profile alone, for a picture that is to say nothing else of its photo; none where it is
  /// longer than `limit` bytes, or not for RGB pixels.
  init(profileOf photo: PhotoFile, upTo limit: Int) {
    xmp = []
    dropped = photo.metadata.kinds
    guard let profile = photo.metadata.icc, profile.count <= limit,
      ICCProfile.describesRGB(profile)
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
