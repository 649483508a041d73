/// A TIFF file as a photo: its first page's picture and metadata (TIFF 6.0).
struct TIFFPhoto {
  /// Pages that are counted at most.
  static let maximumPages = 1000

  /// Entries of all further pages together that are read at most.
  private static let maximumEntries = 1_000_000
  /// JPEG (old and new), JPEG 2000 (two numbers) and WebP.
  private static let lossyCompressions: Set<UInt32> = [6, 7, 33003, 33005, 34712, 50001]

  let bytes: [UInt8]
  let structure: TIFFStructure
  let directory: TIFFDirectory

  /// Reads the main directory.
  ///
  /// - Throws: `PhotoFileError` for BigTIFF, and when there is no directory to read.
  init(_ bytes: [UInt8]) throws(PhotoFileError) {
    if bytes.starts(with: [0x49, 0x49, 43]) || bytes.starts(with: [0x4D, 0x4D, 0, 43]) {
      throw .unsupported(.bigTIFF)
    }
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
  }

  /// Header and metadata of the first page.
  ///
  /// - Throws: `PhotoFileError` when the directory gives no width or height.
  func contents() throws(PhotoFileError) -> PhotoContents {
    var header = PhotoHeader(
      format: .tiff, width: try side(.imageWidth, "ImageWidth"),
      height: try side(.imageLength, "ImageLength"), colour: colour)
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

  private func side(_ tag: TIFFTag, _ name: String) throws(PhotoFileError) -> Int {
    guard let entry = directory[tag], let value = entry.unsigned(at: 0) else {
      throw .missing(.tiff, part: name, at: directory.offset)
    }
    guard value > 0 else {
      throw .invalid(
        .tiff, field: name, at: entry.valueOffset, observed: 0, expected: "1 or more")
    }
    return Int(value)
  }

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

  /// Main directories that are pictures of their own: no reduced-size copies and no masks.
  private var pageCount: Int {
    var pages = 1
    var visited: Set<Int> = [directory.offset]
    var next = directory.nextOffset
    var entries = 0
    while let offset = next, visited.count < Self.maximumPages, entries < Self.maximumEntries,
      visited.insert(offset).inserted, let page = try? structure.directory(at: offset)
    {
      entries += page.entries.count
      let subfileType = page[.newSubfileType]?.unsigned(at: 0) ?? 0
      if subfileType & 0b101 == 0 { pages += 1 }
      next = page.nextOffset
    }
    return pages
  }

  /// Whether all strips or tiles lie inside the file.
  private var hasAllData: Bool {
    for (offsets, counts) in [(273, 279), (324, 325)] as [(UInt16, UInt16)] {
      guard let offsets = directory[TIFFTag(rawValue: offsets)],
        let counts = directory[TIFFTag(rawValue: counts)]
      else { continue }
      return zip(offsets.unsignedValues, counts.unsignedValues).allSatisfy {
        Int($0) + Int($1) <= bytes.count
      }
    }
    return false
  }
}
