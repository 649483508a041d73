/// The sizes that a HEIF file gives of its primary image: `ispe`, a grid's own data, and what the
/// coded data say, which is what a decoder takes memory for. None is believed alone.
struct HEIFSizes {
  /// Encoders pad pictures to whole coding blocks; a file's `ispe` gives the visible part.
  private static let padding = 64
  /// The longest side of tiles that reach beyond their grid; encoders make tiles of 512.
  private static let longestTile = 4096
  /// The most tiles that are read; libheif takes no more.
  private static let maximumTiles = 65_536

  private let structure: HEIFStructure
  private let format: PhotoFormat
  private var items: HEIFItems { structure.items }

  init(_ structure: HEIFStructure, format: PhotoFormat) {
    self.structure = structure
    self.format = format
  }

  /// The primary image's size as coded.
  ///
  /// - Throws: `PhotoFileError` when it has none, or when one of its parts (itself, a grid's tiles,
  ///   its alpha plane) is of another size than its `ispe` says.
  func checked() throws(PhotoFileError) -> PixelSize {
    let primary = structure.primary
    guard let box = ispe(of: primary) else {
      throw .missing(format, part: "ispe of the primary item", at: structure.bytes.count)
    }
    let size = box.size
    guard size.width > 0, size.height > 0 else {
      throw .invalid(
        format, field: size.width == 0 ? "ispe width" : "ispe height", at: box.offset,
        observed: 0, expected: "1 or more")
    }
    try check(primary, atMost: nil)
    if items.items[primary]?.type == "grid" || items.items[primary]?.type == "iovl" {
      try checkCanvas(size)
    }
    for tile in Set(items.targets(of: "dimg", from: primary)).sorted().prefix(Self.maximumTiles) {
      try check(
        tile,
        atMost: PixelSize(
          width: max(size.width, Self.longestTile), height: max(size.height, Self.longestTile)))
    }
    for item in items.sources(of: "auxl", to: primary) where isAlpha(item) {
      try check(item, atMost: size)
      for tile in Set(items.targets(of: "dimg", from: item)).sorted().prefix(Self.maximumTiles) {
        try check(tile, atMost: nil)
      }
    }
    return size
  }

  private func isAlpha(_ item: Int) -> Bool {
    HEIFProperties.auxiliaryType(items.properties(of: item)).map(HEIFProperties.isAlpha) ?? false
  }

  private func ispe(of item: Int) -> (size: PixelSize, offset: Int)? {
    guard
      let box = items.properties(of: item).first(where: { $0.type == "ispe" }),
      let content = box.fullBox?.content,
      let width = content.value(at: 0, size: 4), let height = content.value(at: 4, size: 4)
    else { return nil }
    return (PixelSize(width: width, height: height), content.bytes.startIndex)
  }

  /// A grid's or overlay's own data give its size too (ISO/IEC 23008-12, 6.6.2.3.2 and 6.6.2.2.2).
  private func checkCanvas(_ size: PixelSize) throws(PhotoFileError) {
    guard let data = structure.data(of: structure.primary) else { return }
    let reader = ByteReader(data, .bigEndian)
    let isGrid = items.items[structure.primary]?.type == "grid"
    let fieldSize = (reader.value(at: 1, size: 1) ?? 0) & 1 == 0 ? 2 : 4
    // A grid has it after the counts of rows and columns, an overlay after a colour.
    let start = isGrid ? 4 : 10
    guard let width = reader.value(at: start, size: fieldSize),
      let height = reader.value(at: start + fieldSize, size: fieldSize)
    else { return }
    try expect(PixelSize(width: width, height: height), like: size, at: data.startIndex + start)
  }

  /// Checks that an item's coded data are of the size that its `ispe` says.
  private func check(_ item: Int, atMost limit: PixelSize?) throws(PhotoFileError) {
    guard let said = ispe(of: item) else { return }
    if let limit, said.size.width > limit.width || said.size.height > limit.height {
      let isWidth = said.size.width > limit.width
      throw .invalid(
        format, field: "\(isWidth ? "width" : "height") of item \(item)", at: said.offset,
        observed: isWidth ? said.size.width : said.size.height,
        expected: "at most \(isWidth ? limit.width : limit.height)")
    }
    let data = structure.data(of: item) ?? []
    for box in items.properties(of: item) where box.type == "hvcC" || box.type == "av1C" {
      let sizes =
        box.type == "hvcC"
        ? HEVCSizes(configuration: box.content, data: data).sizes
        : AV1Sizes(configuration: box.content.dropFirst(4), data: data).sizes
      for size in sizes {
        guard let size else {
          throw .missing(
            format, part: "size in the coded data of item \(item)", at: data.startIndex)
        }
        try expect(size, like: said.size, at: said.offset)
      }
    }
  }

  private func expect(
    _ coded: PixelSize, like size: PixelSize, at offset: Int
  ) throws(PhotoFileError) {
    for (name, said, coded) in [
      ("width", size.width, coded.width), ("height", size.height, coded.height),
    ] where abs(said - coded) >= Self.padding {
      throw .invalid(
        format, field: "ispe \(name)", at: offset, observed: said,
        expected: "\(coded), as the coded data say")
    }
  }
}
