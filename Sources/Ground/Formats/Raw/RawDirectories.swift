/// A raw file that is laid out as TIFF: CR2, NEF, NRW, ARW, SR2, DNG, PEF, IIQ, and with numbers of their
/// own in the header ORF and RW2 (TIFF/EP, ISO 12234-2; DNG 1.7; ExifTool's tables of tags).
///
/// Only the file's beginning is in memory. Each directory is read once, so a loop of them ends, however
/// they overlap.
struct RawDirectories {
  /// The most directories that are read; a DNG with many masks has some forty.
  private static let mostDirectories = 256
  /// The most entries of all directories together.
  private static let mostEntries = 100_000
  /// The most further directories of one.
  private static let mostLinks = 64

  private let format: RawFormat
  private let head: [UInt8]
  private let byteCount: Int
  private let structure: TIFFStructure
  private var directories: [TIFFDirectory] = []
  private var isCut = false

  /// Nil for what does not begin like a TIFF, and for a picture.
  ///
  /// - Parameters:
  ///   - head: the file's beginning.
  ///   - marked: the format that a mark in it says; nil where it begins as any TIFF.
  ///   - byteCount: the file's length.
  /// - Throws: `PhotoFileError.rawDamaged(_:part:)` where a marked file has no directory.
  init?(_ head: [UInt8], marked: RawFormat?, _ byteCount: Int) throws(PhotoFileError) {
    var head = head
    if marked == .orf || marked == .rw2 {
      // In place of their own number (“RO”, “RS”, “OR”, “U”) that of a TIFF.
      let order: ByteOrder = head.first == 0x4D ? .bigEndian : .littleEndian
      guard head.count >= TIFFStructure.headerSize else {
        throw .rawDamaged(marked ?? .tiff, part: "header")
      }
      head.replaceSubrange(2..<4, with: order.bytes(of: TIFFStructure.magic))
    }
    guard let structure = try? TIFFStructure(head[...]) else {
      guard let marked else { return nil }
      throw .rawDamaged(marked, part: "header")
    }
    (self.head, self.byteCount, self.structure) = (head, byteCount, structure)
    let (directories, isCut) = Self.walk(structure, head.count, byteCount)
    (self.directories, self.isCut) = (directories, isCut)
    guard let first = directories.first else {
      guard let marked else { return nil }
      throw .rawDamaged(marked, part: "IFD0")
    }
    guard let format = marked ?? RawFormat(first: first, directories: directories) else {
      return nil
    }
    self.format = format
  }

  /// All directories that hold pictures, the main one first.
  private static func walk(
    _ structure: TIFFStructure, _ headCount: Int, _ byteCount: Int
  ) -> (directories: [TIFFDirectory], isCut: Bool) {
    var directories: [TIFFDirectory] = []
    var isCut = false
    var waiting = [structure.firstDirectoryOffset]
    var visited: Set<Int> = []
    var entries = 0
    while let offset = waiting.popLast() {
      guard visited.insert(offset).inserted, directories.count < mostDirectories,
        entries < mostEntries
      else { continue }
      guard let directory = try? structure.directory(at: offset) else {
        if offset >= headCount, offset < byteCount { isCut = true }
        continue
      }
      entries += directory.entries.count
      directories.append(directory)
      if let next = directory.nextOffset { waiting.append(next) }
      if let links = directory[.subIFDs] {
        waiting += (0..<min(links.count, mostLinks)).compactMap(links.offset(at:)).reversed()
      }
      let described: Set<TIFFTag> = [.subIFDs, .exifIFD, .gpsIFD, .xmp, .icc, .makerNote]
      if headCount < byteCount, directory.unreadable.contains(where: { described.contains($0.tag) })
      {
        isCut = true
      }
    }
    return (directories, isCut)
  }

  func contents() -> RawContents {
    var contents = RawContents(format)
    contents.isCut = isCut
    let main = directories[0]
    let extract = ExifExtract(of: structure)
    if extract.hasEntries {
      let turned = main[.orientation]?.unsigned(at: 0).flatMap { Orientation(rawValue: Int($0)) }
      contents.metadata.exif = extract.serialized(orientation: turned ?? .topLeft)[...]
    }
    if let packet = main[.xmp]?.bytes, !packet.isEmpty { contents.metadata.xmp = [packet] }
    if let stream = main[.iptc]?.bytes { contents.metadata.iptc = [stream] }
    contents.metadata.icc = main[.icc]?.bytes
    let exif = linked(.exifIFD)
    contents.size = size(exif)
    for directory in directories { addPlaces(of: directory, to: &contents) }
    addPlacesOfMaker(exif, to: &contents)
    return contents
  }

  private func linked(_ pointer: TIFFTag) -> TIFFDirectory? {
    directories[0][pointer]?.offset(at: 0).flatMap { try? structure.directory(at: $0) }
  }

  /// The largest of what the sensor's directories and EXIF say.
  private func size(_ exif: TIFFDirectory?) -> PixelSize? {
    var sizes: [PixelSize?] = directories.filter { $0.isOfSensor }.map { directory in
      Self.size(directory, .imageWidth, .imageLength)
    }
    if let exif { sizes.append(Self.size(exif, .pixelXDimension, .pixelYDimension)) }
    if format == .rw2 {
      let main = directories[0]
      let borders = [TIFFTag.panasonicLeft, .panasonicRight, .panasonicTop, .panasonicBottom]
        .compactMap { main[$0]?.offset(at: 0) }
      if borders.count == 4,
        let size = RawContents.size(
          width: borders[1] - borders[0], height: borders[3] - borders[2])
      {
        return size
      }
    }
    return sizes.compactMap(\.self).max { $0.width * $0.height < $1.width * $1.height }
  }

  private static func size(
    _ directory: TIFFDirectory, _ width: TIFFTag, _ height: TIFFTag
  ) -> PixelSize? {
    RawContents.size(
      width: directory[width]?.offset(at: 0), height: directory[height]?.offset(at: 0))
  }

  /// JPEGInterchangeFormat, and a picture in one strip that is coded as a JPEG (TIFF Technical Note 2).
  private func addPlaces(of directory: TIFFDirectory, to contents: inout RawContents) {
    contents.add(
      at: directory[.jpegInterchangeFormat]?.offset(at: 0),
      count: directory[.jpegInterchangeFormatLength]?.offset(at: 0))
    let compression = directory[.compression]?.offset(at: 0)
    if compression == 6 || compression == 7, let strips = directory[.stripOffsets],
      strips.count == 1
    {
      contents.add(
        at: strips.offset(at: 0), count: directory[.stripByteCounts]?.offset(at: 0))
    }
    // Panasonic's JpgFromRaw is a field of as many bytes as the JPEG has, which may go beyond the head.
    if format == .rw2 {
      if let entry = directory[.panasonicJPEG] {
        contents.add(at: entry.valueOffset, count: entry.count)
      } else if let entry = directory.unreadable.first(where: { $0.tag == .panasonicJPEG }) {
        let reader = ByteReader(head, structure.byteOrder)
        contents.add(
          at: reader.value(at: entry.offset + 8, size: 4),
          count: reader.value(at: entry.offset + 4, size: 4))
      }
    }
  }

  /// The larger pictures in the maker notes of Nikon and Olympus.
  private func addPlacesOfMaker(_ exif: TIFFDirectory?, to contents: inout RawContents) {
    guard let note = exif?[.makerNote] else { return }
    let reader = ByteReader(note.bytes, structure.byteOrder)
    if reader.matches("Nikon\0", at: 0) {
      // Offsets count from a TIFF header of its own, at 10.
      let base = note.valueOffset + 10
      guard let block = try? TIFFStructure(head.dropFirst(base)),
        let main = try? block.firstDirectory(),
        let link = main[.nikonPreview]?.offset(at: 0), let preview = try? block.directory(at: link)
      else { return }
      let offset = preview[.jpegInterchangeFormat]?.offset(at: 0)
      contents.add(
        at: offset.map { base + min($0, byteCount) },
        count: preview[.jpegInterchangeFormatLength]?.offset(at: 0))
      return
    }
    for (mark, length) in [("OLYMPUS\0" as StaticString, 12), ("OM SYSTEM\0", 16)]
    where reader.matches(mark, at: 0) {
      addOlympus(note, directoryAt: length, reader, to: &contents)
    }
  }

  /// Olympus' PreviewImageStart and PreviewImageLength in its CameraSettings. All offsets count from the
  /// maker note's first byte, which has no header of a TIFF: the directory is read by one that is put before
  /// what follows.
  private func addOlympus(
    _ note: TIFFEntry, directoryAt length: Int, _ reader: ByteReader,
    to contents: inout RawContents
  ) {
    var block = Array(note.bytes)
    guard block.count > length else { return }
    let order = structure.byteOrder
    let header: [UInt8] = order == .bigEndian ? [0x4D, 0x4D] : [0x49, 0x49]
    block.replaceSubrange(
      0..<8,
      with: header + order.bytes(of: TIFFStructure.magic) + order.bytes(of: UInt32(length)))
    guard let own = try? TIFFStructure(block[...]), let main = try? own.firstDirectory(),
      let link = main[.olympusCameraSettings],
      let settings = try? own.directory(at: link.offset(at: 0) ?? link.valueOffset)
    else { return }
    let offset = settings[.olympusPreviewStart]?.offset(at: 0)
    contents.add(
      at: offset.map { note.valueOffset + min($0, byteCount) },
      count: settings[.olympusPreviewLength]?.offset(at: 0))
  }
}

extension TIFFDirectory {
  /// Whether it is that of the sensor's picture: no copy of smaller size.
  fileprivate var isOfSensor: Bool {
    RawFormat.isMeasured(self) || (self[.newSubfileType]?.offset(at: 0) ?? 0) == 0
  }
}

extension TIFFTag {
  fileprivate static let jpegInterchangeFormat = TIFFTag(rawValue: 0x0201)
  fileprivate static let jpegInterchangeFormatLength = TIFFTag(rawValue: 0x0202)
  fileprivate static let pixelXDimension = TIFFTag(rawValue: 0xA002)
  fileprivate static let pixelYDimension = TIFFTag(rawValue: 0xA003)
  fileprivate static let panasonicTop = TIFFTag(rawValue: 0x0004)
  fileprivate static let panasonicLeft = TIFFTag(rawValue: 0x0005)
  fileprivate static let panasonicBottom = TIFFTag(rawValue: 0x0006)
  fileprivate static let panasonicRight = TIFFTag(rawValue: 0x0007)
  fileprivate static let panasonicJPEG = TIFFTag(rawValue: 0x002E)
  fileprivate static let nikonPreview = TIFFTag(rawValue: 0x0011)
  fileprivate static let olympusCameraSettings = TIFFTag(rawValue: 0x2020)
  fileprivate static let olympusPreviewStart = TIFFTag(rawValue: 0x0101)
  fileprivate static let olympusPreviewLength = TIFFTag(rawValue: 0x0102)
}
