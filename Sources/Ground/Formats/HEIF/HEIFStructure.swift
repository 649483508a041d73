/// A HEIF file's primary image and what belongs to it (ISO/IEC 23008-12).
///
/// Its boxes are read by hand, not through libheif, because metadata is carried byte for byte.
package struct HEIFStructure: Sendable {
  let bytes: [UInt8]
  let items: HEIFItems
  let primary: Int
  let format: PhotoFormat
  private let topLevel: [FourCC]
  /// The content of the box with a motion photo's video, in the file; not yet looked at.
  let motionVideo: Range<Int>?

  /// Reads the meta box.
  ///
  /// - Throws: `PhotoFileError.missing` when there is no meta box or no primary item; `invalid` when
  ///   there are two of what has to be single.
  init(_ bytes: [UInt8], format: PhotoFormat) throws(PhotoFileError) {
    let boxes = ISOBox.boxes(in: bytes[...])
    let metas = boxes.filter { $0.type == "meta" }
    guard let meta = metas.first else { throw .missing(format, part: "meta", at: bytes.count) }
    items = HEIFItems(meta: meta)
    if let (part, offset) = metas.count > 1
      ? ("meta boxes", metas[1].content.startIndex) : items.repeated
    {
      throw .invalid(format, field: "number of \(part)", at: offset, observed: 2, expected: "1")
    }
    guard let primary = items.primary else {
      throw .missing(format, part: "pitm", at: meta.content.startIndex)
    }
    self.primary = primary
    self.format = format
    self.bytes = bytes
    topLevel = boxes.map(\.type)
    motionVideo = boxes.first { $0.type == "mpvd" }.map {
      $0.content.startIndex..<$0.content.endIndex
    }
  }

  /// The items of the file's meta box, if it has one.
  static func items(in bytes: [UInt8]) -> HEIFItems? {
    ISOBox.boxes(in: bytes[...]).first { $0.type == "meta" }.map(HEIFItems.init(meta:))
  }

  /// Header and metadata of the primary image.
  ///
  /// - Throws: `PhotoFileError` when the primary image has no size, or its coded data say another.
  func contents() throws(PhotoFileError) -> PhotoContents {
    let properties = items.properties(of: primary)
    let size = try HEIFSizes(self, format: format).checked()
    // A grid has no decoder configuration of its own: its tiles have.
    let tiles = items.targets(of: "dimg", from: primary)
    let coding = properties + (tiles.first.map(items.properties(of:)) ?? [])
    var header = PhotoHeader(
      format: format, width: size.width, height: size.height, colour: HEIFProperties.colour(coding))
    header.orientation = HEIFProperties.orientation(properties)
    header.bitsPerChannel = HEIFProperties.bitsPerChannel(coding)
    header.visibleSize = HEIFProperties.cleanAperture(properties, in: header)
    let auxiliaries = auxiliaries
    header.hasAlpha = auxiliaries.hasAlpha
    header.extras = auxiliaries.extras
    header.frameCount =
      topLevel.contains("moov") && HEIFBrands(bytes)?.hasSequence == true ? nil : 1
    header.isComplete = ([primary] + tiles).allSatisfy {
      items.locations[$0]?.isInside(fileSize: bytes.count) ?? false
    }
    return PhotoContents(header: header, metadata: metadata(coding))
  }

  /// Alpha plane and further images that belong to the primary one.
  private var auxiliaries: (hasAlpha: Bool, extras: [HiddenExtra]) {
    var hasAlpha = false
    var extras: [HiddenExtra] = []
    for item in items.sources(of: "auxl", to: primary).prefix(64) {
      guard let name = HEIFProperties.auxiliaryType(items.properties(of: item)) else { continue }
      switch name {
      case _ where HEIFProperties.isAlpha(name): hasAlpha = true
      case "urn:mpeg:hevc:2015:auxid:2", "urn:mpeg:mpegB:cicp:systems:auxiliary:depth":
        extras.append(.depthMap)
      case _ where name.contains("gainmap"): extras.append(.gainMap)
      default: extras.append(.auxiliary(name))
      }
    }
    if items.items.values.contains(where: { $0.type == "tmap" }) { extras.append(.gainMap) }
    if topLevel.contains("mpvd") { extras.append(.motionPhoto) }
    var seen: Set<HiddenExtra> = []
    return (hasAlpha, extras.filter { seen.insert($0).inserted })
  }
}

extension HEIFStructure {
  /// EXIF (ISO/IEC 23008-12, A.2), XMP (A.3) and the ICC profile of the primary image.
  ///
  /// - Parameter properties: Those of the primary item and, of a grid, of its first tile: some
  ///   phones give the profile to the tiles only.
  /// - Returns: The blocks as slices of the file, and what cannot be read as problems.
  func metadata(_ properties: [ISOBox]) -> EmbeddedMetadata {
    var metadata = EmbeddedMetadata()
    readEXIF(into: &metadata)
    if let item = describingItem(where: { $0.contentType == "application/rdf+xml" }) {
      if let packet = data(of: item) {
        metadata.xmp = [packet]
      } else {
        metadata.problems.append(MetadataProblem(kind: .xmp, offset: 0, reason: .outsideFile))
      }
    }
    metadata.icc = HEIFProperties.profile(properties)
    return metadata
  }

  private func readEXIF(into metadata: inout EmbeddedMetadata) {
    guard let item = exifItem else { return }
    guard let data = data(of: item), let offset = ByteReader(data, .bigEndian).value(at: 0, size: 4)
    else {
      metadata.problems.append(MetadataProblem(kind: .exif, offset: 0, reason: .outsideFile))
      return
    }
    let block = ByteReader(data.dropFirst(4), .bigEndian).slice(from: offset) ?? []
    // Some writers count the offset from after "Exif\0\0", which they write nevertheless.
    for start in [block, block.droppingExifSignature, data.dropFirst(4).droppingExifSignature]
    where (try? TIFFStructure(start)) != nil {
      metadata.exif = start
      return
    }
    metadata.problems.append(
      MetadataProblem(kind: .exif, offset: data.startIndex, reason: .notTIFF))
  }

  /// The item with the primary image's EXIF.
  var exifItem: Int? { describingItem { $0.type == "Exif" } }

  /// The item that describes the primary one; else the first of its kind that describes none.
  private func describingItem(where matches: (HEIFItems.Item) -> Bool) -> Int? {
    let candidates = items.items.filter { matches($0.value) }.keys.sorted()
    let describing = Set(items.sources(of: "cdsc", to: primary))
    return candidates.first(where: describing.contains) ?? candidates.first
  }

  func data(of item: Int) -> ArraySlice<UInt8>? {
    items.locations[item]?.data(file: bytes, itemData: items.data)
  }
}
