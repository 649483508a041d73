/// The sizes that a HEIF file gives of its primary image: `ispe`, a grid's own data, and what the
/// coded data say, which is what a decoder takes memory for. None is believed alone.
struct HEIFSizes {
  /// Encoders pad pictures to whole coding blocks; a file's `ispe` gives the visible part.
  private static let padding = 64
  /// The longest side of tiles that reach beyond their grid; encoders make tiles of 512.
  private static let longestTile = 4096
  /// The most items in a picture; libheif accepts at most this many tiles.
  private static let maximumItems = 65_536

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
    try checkParts(of: primary, atMost: size)
    return size
  }

  /// Checks an item and all that is decoded for it: what it is derived from, however deep, and the
  /// alpha plane of each.
  private func checkParts(of primary: Int, atMost size: PixelSize) throws(PhotoFileError) {
    var parts: [Int: [Int]] = [:]
    for reference in items.references {
      switch reference.type {
      case "dimg": parts[reference.from, default: []] += reference.to
      case "auxl" where isAlpha(reference.from):
        for item in reference.to { parts[item, default: []].append(reference.from) }
      default: break
      }
    }
    let limit = PixelSize(
      width: max(size.width, Self.longestTile), height: max(size.height, Self.longestTile))
    var found: Set<Int> = [primary]
    var waiting = [primary]
    var joined = 0
    while let item = waiting.popLast() {
      try check(item, atMost: item == primary ? nil : limit)
      // Joining their data takes time, and no two items share them in earnest.
      if let location = items.locations[item], location.extents.count > 1 {
        for extent in location.extents {
          // As far as it can be in the file: lengths are whatever 64 bits hold.
          joined += min(extent.count, structure.bytes.count)
          try expect("length of data in parts", joined, atMost: 2 * structure.bytes.count)
        }
      }
      for part in parts[item] ?? [] where found.insert(part).inserted { waiting.append(part) }
      try expect("number of items", found.count, atMost: Self.maximumItems)
    }
  }

  private func expect(_ field: String, _ observed: Int, atMost limit: Int) throws(PhotoFileError) {
    guard observed > limit else { return }
    throw .invalid(format, field: field, at: 0, observed: observed, expected: "at most \(limit)")
  }

  private func isAlpha(_ item: Int) -> Bool {
    HEIFProperties.auxiliaryTypes(items.properties(of: item)).contains(
      where: HEIFProperties.isAlpha)
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
  private func checkCanvas(of item: Int, _ size: PixelSize) throws(PhotoFileError) {
    guard let type = items.items[item]?.type, type == "grid" || type == "iovl" else { return }
    let data = try codedData(of: item)
    let reader = ByteReader(data, .bigEndian)
    let isGrid = type == "grid"
    let fieldSize = (reader.value(at: 1, size: 1) ?? 0) & 1 == 0 ? 2 : 4
    // A grid has it after the counts of rows and columns, an overlay after a colour.
    let start = isGrid ? 4 : 10
    guard let width = reader.value(at: start, size: fieldSize),
      let height = reader.value(at: start + fieldSize, size: fieldSize)
    else { return }
    try expect(PixelSize(width: width, height: height), like: size, at: data.startIndex + start)
  }

  /// Checks that an item's own or coded data are of the size that its `ispe` says.
  private func check(_ item: Int, atMost limit: PixelSize?) throws(PhotoFileError) {
    let configurations = items.properties(of: item).filter {
      $0.type == "hvcC" || $0.type == "av1C"
    }
    guard let said = ispe(of: item) else {
      if let box = configurations.first {
        throw .missing(format, part: "ispe of item \(item)", at: box.content.startIndex)
      }
      return
    }
    if let limit, said.size.width > limit.width || said.size.height > limit.height {
      let isWidth = said.size.width > limit.width
      throw .invalid(
        format, field: "\(isWidth ? "width" : "height") of item \(item)", at: said.offset,
        observed: isWidth ? said.size.width : said.size.height,
        expected: "at most \(isWidth ? limit.width : limit.height)")
    }
    try checkCanvas(of: item, said.size)
    if configurations.isEmpty { return }
    let data = try codedData(of: item)
    for box in configurations {
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

  /// What a decoder is given; of a file that is cut, nothing.
  private func codedData(of item: Int) throws(PhotoFileError) -> ArraySlice<UInt8> {
    if let data = structure.data(of: item) { return data }
    // Data that others may find and we cannot read may hold another size.
    guard let location = items.locations[item],
      !location.isInside(fileSize: structure.bytes.count)
    else { throw .missing(format, part: "data of item \(item)", at: structure.bytes.count) }
    return []
  }

  private func expect(
    _ coded: PixelSize, like size: PixelSize, at offset: Int
  ) throws(PhotoFileError) {
    for (name, said, coded) in [
      ("width", size.width, coded.width), ("height", size.height, coded.height),
    ] where abs(said - coded) >= Self.padding {
      throw .invalid(
        format, field: "ispe \(name)", at: offset, observed: said,
        expected: "\(coded), as in the coded data")
    }
  }
}
