/// A TIFF file as a photo: its first page's picture and metadata (TIFF 6.0).
package struct TIFFPhoto: Sendable {
  /// The most pages that are counted.
  static let maximumPages = 1000

  /// The longest side of tiles that reach further than their picture.
  private static let longestTile = 4096
  /// Of one pixel; libgd shows four.
  private static let maximumSamples = 16

  /// JPEG (old and new), JPEG 2000 (two numbers) and WebP.
  private static let lossyCompressions: Set<UInt32> = [6, 7, 33003, 33005, 34712, 50001]

  /// Of TIFF and BigTIFF.
  private static let starts: [[UInt8]] = [
    [0x49, 0x49, 42, 0], [0x4D, 0x4D, 0, 42], [0x49, 0x49, 43, 0], [0x4D, 0x4D, 0, 43],
  ]

  /// Whether a file begins so.
  static func begins(_ bytes: [UInt8]) -> Bool { starts.contains(where: bytes.starts(with:)) }

  package let bytes: [UInt8]
  package let structure: TIFFStructure
  package let directory: TIFFDirectory

  /// Reads the main directory.
  ///
  /// - Throws: `PhotoFileError` when there is no directory to read, or it is a camera's raw file.
  init(_ bytes: [UInt8]) throws(PhotoFileError) {
    self.bytes = bytes
    do throws(TIFFError) {
      structure = try TIFFStructure(bytes[...])
      directory = try structure.firstDirectory()
    } catch {
      switch error {
      case .directoryOutOfBounds(let offset, let length):
        throw .truncated(
          .tiff, part: "IFD0", at: offset, needed: 2, available: max(0, length - offset))
      case .truncatedHeader, .unknownByteOrder, .wrongMagic:
        throw .truncated(
          .tiff, part: "header", at: 0, needed: TIFFStructure.headerSize, available: bytes.count)
      }
    }
    if let raw = RawFormat(first: directory, directories: allDirectories) { throw .raw(raw) }
  }

  /// Header and metadata of the first page.
  ///
  /// - Throws: `PhotoFileError` when the directory gives no width or height.
  func contents() throws(PhotoFileError) -> PhotoContents {
    var header = PhotoHeader(
      format: .tiff, width: try side(.imageWidth, "ImageWidth"),
      height: try side(.imageLength, "ImageLength"), colour: colour)
    try checkBuffers(header)
    header.orientation = Orientation(exif: bytes[...])
    header.bitsPerChannel = Int(directory[.bitsPerSample]?.unsignedValues.max() ?? 1)
    // 1 and 2 are associated and unassociated alpha; 0 is data of unknown meaning.
    header.hasAlpha =
      directory[.extraSamples]?.unsignedValues.contains { $0 == 1 || $0 == 2 } ?? false
    header.pageCount = pageCount
    let compression = directory[.compression]?.unsigned(at: 0) ?? 1
    header.isLossless = !Self.lossyCompressions.contains(compression)
    header.isComplete = hasAllData
    return PhotoContents(header: header, metadata: metadata())
  }

  /// A size that libtiff reads as we do, too: one field of SHORT or LONG with one value (TIFF 6.0,
  /// page 34). libtiff also takes types that are skipped here, and the first of two fields.
  private func side(_ tag: TIFFTag, _ name: String) throws(PhotoFileError) -> Int {
    let unreadable = directory.unreadable.filter { $0.tag == tag }
    if let other = unreadable.first(where: { TIFFType(rawValue: $0.type)?.isOfBigTIFF ?? true }) {
      throw .invalid(
        .tiff, field: "type of \(name)", at: other.offset + 2, observed: Int(other.type),
        expected: "3 (SHORT) or 4 (LONG)")
    }
    let entries = directory.entries.filter { $0.tag == tag }
    let places = (unreadable.map(\.offset) + entries.map(\.entryOffset)).sorted()
    guard places.count < 2 else {
      throw .invalid(
        .tiff, field: "number of \(name) fields", at: places[1], observed: places.count,
        expected: "1")
    }
    guard let entry = entries.first, let value = entry.unsigned(at: 0) else {
      throw .missing(.tiff, part: name, at: directory.offset)
    }
    guard entry.type == .short || entry.type == .long else {
      throw .invalid(
        .tiff, field: "type of \(name)", at: entry.entryOffset + 2,
        observed: Int(entry.type.rawValue), expected: "3 (SHORT) or 4 (LONG)")
    }
    guard entry.count == 1 else {
      throw .invalid(
        .tiff, field: "number of values of \(name)", at: entry.entryOffset + 4,
        observed: entry.count, expected: "1")
    }
    guard value > 0 else {
      throw .invalid(
        .tiff, field: name, at: entry.valueOffset, observed: 0, expected: "1 or more")
    }
    return Int(value)
  }

  /// What libtiff takes memory for besides the pixels: whole tiles, and all samples of a strip.
  private func checkBuffers(_ header: PhotoHeader) throws(PhotoFileError) {
    let bounds: [(tag: TIFFTag, name: String, limit: Int)] = [
      (.samplesPerPixel, "SamplesPerPixel", Self.maximumSamples),
      (.tileWidth, "TileWidth", max(header.width, Self.longestTile)),
      (.tileLength, "TileLength", max(header.height, Self.longestTile)),
    ]
    for (tag, name, limit) in bounds
    where (directory.entries.map(\.tag) + directory.unreadable.map(\.tag)).contains(tag) {
      let value = try side(tag, name)
      guard value <= limit else {
        throw .invalid(
          .tiff, field: name, at: directory[tag]?.valueOffset ?? directory.offset, observed: value,
          expected: "at most \(limit)")
      }
    }
  }

  /// What libtiff reads at once, as it is in the file and decoded: a strip (TIFF 6.0, page 39), or a row
  /// of tiles. No more than the whole picture, in bytes.
  package var bufferSize: Int {
    let width = first(.imageWidth) ?? 0
    let height = first(.imageLength) ?? 0
    let bits = Int(directory[.bitsPerSample]?.unsignedValues.max() ?? 1)
    let sample = max(1, first(.samplesPerPixel) ?? 1)
    let rows = first(.tileLength) ?? min(first(.rowsPerStrip) ?? height, height)
    let across = max(width, first(.tileWidth) ?? 0)
    let (size, overflows) = across.multipliedReportingOverflow(by: rows)
    return overflows || size > Int.max >> 16 ? Int.max >> 8 : size * min(bits, 64) / 8 * sample
  }

  /// A field's first value; nil where it has none.
  package func first(_ tag: TIFFTag) -> Int? { directory[tag]?.unsigned(at: 0).map(Int.init) }

  /// PhotometricInterpretation (TIFF 6.0, page 37).
  private var colour: ColourModel {
    switch directory[.photometricInterpretation]?.unsigned(at: 0) {
    case 0, 1: .gray
    case 2: .rgb
    case 3: .palette
    case 5: .cmyk
    case 6: .ycc
    default: .other
    }
  }

  /// Main directories that are pictures of their own.
  private var pageCount: Int { max(1, pages.count) }

  /// Whether all strips or tiles lie inside the file.
  private var hasAllData: Bool {
    for (offsets, counts) in [
      (TIFFTag.stripOffsets, TIFFTag.stripByteCounts), (.tileOffsets, .tileByteCounts),
    ] {
      guard let offsets = directory[offsets], let counts = directory[counts] else { continue }
      return (0..<min(offsets.count, counts.count, TIFFEntry.unsignedValuesLimit)).allSatisfy {
        guard let offset = offsets.offset(at: $0), let count = counts.offset(at: $0) else {
          return false
        }
        return offset <= bytes.count && count <= bytes.count - offset
      }
    }
    return false
  }
}

extension TIFFPhoto {
  func metadata() -> EmbeddedMetadata {
    var metadata = EmbeddedMetadata()
    if ExifExtract(of: structure).hasEntries { metadata.exif = bytes[...] }
    if let packet = directory[.xmp]?.bytes, !packet.isEmpty { metadata.xmp = [packet] }
    if let stream = directory[.iptc] {
      metadata.iptc = [Self.iptc(stream)]
    } else if let resources = directory[.photoshop]?.bytes {
      metadata.iptc = PhotoshopResources(resources).iptc
    }
    metadata.icc = directory[.icc]?.bytes
    return metadata
  }

  /// Writers that type the stream LONG swap it with the file's byte order; 0x1C begins every
  /// IIM data set, so its place tells (IIM 4.2, 1.5).
  private static func iptc(_ entry: TIFFEntry) -> ArraySlice<UInt8> {
    let bytes = entry.bytes
    guard entry.type == .long, bytes.first != 0x1C, bytes.count >= 4,
      bytes[bytes.startIndex + 3] == 0x1C
    else { return bytes }
    var swapped = Array(bytes)
    for start in stride(from: 0, to: swapped.count - 3, by: 4) {
      swapped[start..<start + 4].reverse()
    }
    return swapped[...]
  }
}

extension TIFFPhoto {
  /// The most entries of all main directories together that are read.
  private static let maximumEntries = 100_000
  /// The most further directories of one that are asked what they are.
  private static let maximumSubIFDs = 16

  /// The main directories that are pictures of their own: no copies of smaller size and no masks.
  package var pages: [TIFFDirectory] { mainDirectories.all.filter(\.isPicture) }

  /// Whether the main directories end: all of them are read, and none leads back.
  package var hasAllPages: Bool { mainDirectories.isAll }

  private var mainDirectories: (all: [TIFFDirectory], isAll: Bool) {
    var all = [directory]
    var visited: Set<Int> = [directory.offset]
    var entries = directory.entries.count
    var next = directory.nextOffset
    while let offset = next, let page = try? structure.directory(at: offset) {
      entries += page.entries.count
      guard all.count < Self.maximumPages, entries < Self.maximumEntries,
        visited.insert(offset).inserted
      else { return (all, false) }
      all.append(page)
      next = page.nextOffset
    }
    return (all, true)
  }

  /// The main directories, and the further ones of each (TIFF Technical Note 1).
  private var allDirectories: [TIFFDirectory] {
    var all = mainDirectories.all
    var visited = Set(all.map(\.offset))
    var entries = all.reduce(0) { $0 + $1.entries.count }
    for links in all.compactMap({ $0[.subIFDs] }) {
      for index in 0..<min(links.count, Self.maximumSubIFDs) {
        guard entries < Self.maximumEntries, let offset = links.offset(at: index),
          visited.insert(offset).inserted, let further = try? structure.directory(at: offset)
        else { continue }
        entries += further.entries.count
        all.append(further)
      }
    }
    return all
  }

  /// Whether the first picture is one of its own.
  package var beginsWithPicture: Bool { directory.isPicture }
}

extension TIFFDirectory {
  /// Whether it is no copy of smaller size and no mask (TIFF 6.0, page 36 and 40).
  fileprivate var isPicture: Bool {
    (self[.newSubfileType]?.unsigned(at: 0) ?? 0) & 0b101 == 0
      && self[.subfileType]?.unsigned(at: 0) != 2
  }
}
