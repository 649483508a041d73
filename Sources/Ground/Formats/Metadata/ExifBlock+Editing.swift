/// Changes to an EXIF block after its photo was turned or cut. Nothing moves in it, so that maker notes stay
/// readable.
extension ExifBlock {
  /// The block with its orientation tag set; where it has none, its directory is written once more behind
  /// all else, with one.
  static func withOrientation(_ exif: [UInt8], _ orientation: Orientation) -> [UInt8] {
    let usual = turned(exif[...], to: orientation)
    guard usual.count != exif.count || usual == exif && orientation != Orientation(exif: exif[...]),
      let structure = try? TIFFStructure(exif[...]), structure.widths == .usual,
      let main = try? structure.firstDirectory()
    else { return usual }
    let (order, size) = (structure.byteOrder, TIFFStructure.entrySize)
    let reader = ByteReader(exif[...], order)
    let end = exif.count + exif.count % 2
    guard let count = reader.uint16(at: main.offset).map(Int.init), count < Int(UInt16.max),
      let next = reader.slice(at: main.offset + 2 + count * size, count: 4),
      end + 2 + (count + 1) * size + 4 <= ExifExtract.maximumSize
    else { return usual }
    func entry(_ index: Int) -> ArraySlice<UInt8> {
      exif[(main.offset + 2 + index * size)..<(main.offset + 2 + (index + 1) * size)]
    }
    func tag(_ index: Int) -> UInt16 { reader.uint16(at: main.offset + 2 + index * size) ?? 0 }
    let own = TIFFTag.orientation.rawValue
    let kept = (0..<count).filter { tag($0) != own }
    let field =
      order.bytes(of: own) + order.bytes(of: TIFFType.short.rawValue)
      + order.bytes(of: UInt32(1)) + order.bytes(of: UInt16(orientation.rawValue)) + [0, 0]
    var block = exif + [UInt8](repeating: 0, count: end - exif.count)
    block += order.bytes(of: UInt16(kept.count + 1))
    // Entries are in the order of their tags (TIFF 6.0, page 15).
    for index in kept where tag(index) < own { block += entry(index) }
    block += field
    for index in kept where tag(index) > own { block += entry(index) }
    block += next
    block.replaceSubrange(4..<8, with: order.bytes(of: UInt32(end)))
    return block
  }

  /// The block without its small picture: the link to the directory that has it is cut, and the picture's
  /// bytes are blanked, so that nothing remains of the part cut away.
  static func withoutThumbnail(_ exif: [UInt8]) -> [UInt8] {
    guard let structure = try? TIFFStructure(exif[...]), structure.widths == .usual,
      let main = try? structure.firstDirectory(), let next = main.nextOffset
    else { return exif }
    let reader = ByteReader(exif[...], structure.byteOrder)
    guard let count = reader.uint16(at: main.offset) else { return exif }
    let link = main.offset + 2 + Int(count) * TIFFStructure.entrySize
    guard link + 4 <= exif.count else { return exif }
    var block = exif
    if let directory = try? structure.directory(at: next) {
      for part in thumbnail(of: directory, in: exif.count) {
        block.replaceSubrange(part, with: [UInt8](repeating: 0, count: part.count))
      }
    }
    block.replaceSubrange(link..<link + 4, with: [0, 0, 0, 0])
    return block
  }

  /// Whether a block has a second directory, which is that of a small picture.
  static func hasThumbnail(_ exif: ArraySlice<UInt8>?) -> Bool {
    guard let exif, let structure = try? TIFFStructure(exif) else { return false }
    return (try? structure.firstDirectory())?.nextOffset != nil
  }

  /// Where a directory's picture is: as a JPEG (JPEGInterchangeFormat and its length), or in strips.
  private static func thumbnail(of directory: TIFFDirectory, in count: Int) -> [Range<Int>] {
    let tags: [(UInt16, UInt16)] = [(0x0201, 0x0202), (0x0111, 0x0117)]
    return tags.flatMap { start, length -> [Range<Int>] in
      guard let starts = directory[TIFFTag(rawValue: start)]?.unsignedValues,
        let lengths = directory[TIFFTag(rawValue: length)]?.unsignedValues
      else { return [] }
      return zip(starts, lengths).compactMap { start, length in
        let (start, length) = (Int(start), Int(length))
        return start > TIFFStructure.headerSize && start + length <= count
          ? start..<start + length : nil
      }
    }
  }

  /// The block with the size of the picture where it says one: PixelXDimension and PixelYDimension
  /// (Exif 3.0, 4.6.6.2), ImageWidth and ImageLength.
  static func sized(_ exif: [UInt8], to size: PixelSize) -> [UInt8] {
    guard let structure = try? TIFFStructure(exif[...]),
      let main = try? structure.firstDirectory()
    else { return exif }
    var block = exif
    let linked = main[.exifIFD]?.unsigned(at: 0).flatMap {
      try? structure.directory(at: Int($0))
    }
    for (entry, value) in [
      (main[.imageWidth], size.width), (main[.imageLength], size.height),
      (linked?[TIFFTag(rawValue: 0xA002)], size.width),
      (linked?[TIFFTag(rawValue: 0xA003)], size.height),
    ] {
      guard let entry, entry.count == 1 else { continue }
      let bytes: [UInt8]
      switch entry.type {
      case .short: bytes = structure.byteOrder.bytes(of: UInt16(truncatingIfNeeded: value))
      case .long: bytes = structure.byteOrder.bytes(of: UInt32(truncatingIfNeeded: value))
      default: continue
      }
      block.replaceSubrange(entry.valueOffset..<entry.valueOffset + bytes.count, with: bytes)
    }
    return block
  }
}
