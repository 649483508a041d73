/// A HEIF file's primary image and what belongs to it (ISO/IEC 23008-12).
struct HEIFStructure {
  let bytes: [UInt8]
  let items: HEIFItems
  let primary: Int
  private let topLevel: [FourCC]

  /// Reads the meta box.
  ///
  /// - Throws: `PhotoFileError.missing` when there is no meta box or no primary item.
  init(_ bytes: [UInt8], format: PhotoFormat) throws(PhotoFileError) {
    let boxes = ISOBox.boxes(in: bytes[...])
    guard let meta = boxes.first(where: { $0.type == "meta" }) else {
      throw .missing(format, part: "meta", at: bytes.count)
    }
    items = HEIFItems(meta: meta)
    guard let primary = items.primary else {
      throw .missing(format, part: "pitm", at: meta.content.startIndex)
    }
    self.primary = primary
    self.bytes = bytes
    topLevel = boxes.map(\.type)
  }

  /// The items of the file's meta box, if it has one.
  static func items(in bytes: [UInt8]) -> HEIFItems? {
    ISOBox.boxes(in: bytes[...]).first { $0.type == "meta" }.map(HEIFItems.init(meta:))
  }

  /// Header and metadata of the primary image.
  ///
  /// - Throws: `PhotoFileError` when the primary image has no size.
  func contents(as format: PhotoFormat) throws(PhotoFileError) -> PhotoContents {
    let properties = items.properties(of: primary)
    guard let size = properties.first(where: { $0.type == "ispe" })?.fullBox?.content,
      let width = size.value(at: 0, size: 4), let height = size.value(at: 4, size: 4)
    else { throw .missing(format, part: "ispe of the primary item", at: bytes.count) }
    guard width > 0, height > 0 else {
      throw .invalid(
        format, field: width == 0 ? "ispe width" : "ispe height", at: size.bytes.startIndex,
        observed: 0, expected: "1 or more")
    }
    // A grid has no decoder configuration of its own: its tiles have.
    let tiles = items.targets(of: "dimg", from: primary)
    let coding = properties + (tiles.first.map(items.properties(of:)) ?? [])
    var header = PhotoHeader(
      format: format, width: width, height: height, colour: HEIFProperties.colour(coding))
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
      case "urn:mpeg:hevc:2015:auxid:1", "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha":
        hasAlpha = true
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
