/// The descriptive part of a TIFF structure, rebuilt as an EXIF block of its own.
///
/// From a TIFF file's main directory it takes what describes the photo and leaves what describes its
/// strips, tiles and coding; the Exif and GPS directories are taken whole. Maker notes are kept as
/// bytes: offsets that some of them hold into the old file lead nowhere.
struct ExifExtract {
  /// An APP1 segment holds 65,533 bytes, six of them "Exif\0\0".
  static let maximumSize = 65_527

  /// Tags of the main directory that say something of the photo, not of its coding
  /// (Exif 3.0, 4.6.5; Windows' XP tags; TIFF/EP times).
  static let descriptiveTags: Set<UInt16> = [
    0x010D, 0x010E, 0x010F, 0x0110, 0x011A, 0x011B, 0x011D, 0x0128, 0x0131, 0x0132, 0x013B, 0x013C,
    0x013E, 0x013F, 0x4746, 0x4749, 0x8298, 0x9003, 0x9004, 0x9C9B, 0x9C9C, 0x9C9D, 0x9C9E, 0x9C9F,
  ]
  /// Resolution alone is in every TIFF file and nothing that anyone would miss.
  private static let resolutionTags: Set<UInt16> = [0x011A, 0x011B, 0x0128]
  private static let interoperabilityIFD: UInt16 = 0xA005

  private let byteOrder: ByteOrder
  private var main: [TIFFField]
  private var exif: [TIFFField]
  private var gps: [TIFFField]
  /// Whether fields were left out because the block would have become larger than `maximumSize`.
  private(set) var isPartial = false

  /// Takes the fields from the main directory of `structure` and its Exif and GPS directories;
  /// directories that cannot be read are left out.
  init(of structure: TIFFStructure) {
    let directory = try? structure.firstDirectory()
    func linked(_ pointer: TIFFTag) -> [TIFFEntry] {
      guard let offset = directory?[pointer]?.unsigned(at: 0),
        let linked = try? structure.directory(at: Int(offset))
      else { return [] }
      return linked.entries
    }
    self.init(
      structure.byteOrder, main: directory?.entries ?? [], exif: linked(.exifIFD),
      gps: linked(.gpsIFD))
  }

  /// Takes the fields from three directories; those of another byte order are left out.
  init(_ byteOrder: ByteOrder, main: [TIFFEntry], exif: [TIFFEntry], gps: [TIFFEntry]) {
    self.byteOrder = byteOrder
    // Room for the header, the next-directory links, the pointers and the orientation.
    var room = Self.maximumSize - 64
    var isPartial = false
    func fields(_ entries: [TIFFEntry], where isWanted: (UInt16) -> Bool) -> [TIFFField] {
      var fields: [UInt16: TIFFField] = [:]
      for entry in entries where entry.byteOrder == byteOrder {
        let tag = entry.tag.rawValue
        guard isWanted(tag), fields[tag] == nil, !entry.type.isOfBigTIFF else { continue }
        let size = TIFFField.size(valueBytes: entry.bytes.count)
        guard size <= room else {
          isPartial = true
          continue
        }
        room -= size
        fields[tag] = TIFFField(entry)
      }
      return fields.values.sorted { $0.tag < $1.tag }
    }
    let note = TIFFTag.makerNote.rawValue
    self.main = fields(main) { Self.descriptiveTags.contains($0) }
    let described = fields(exif) { $0 != Self.interoperabilityIFD && $0 != note }
    self.gps = fields(gps) { _ in true }
    // The largest of all comes last, so that it leaves room for what people ask for.
    self.exif = (described + fields(exif) { $0 == note }).sorted { $0.tag < $1.tag }
    self.isPartial = isPartial
  }

  /// An empty block, for a photo that has none.
  init() {
    byteOrder = .bigEndian
    (main, exif, gps) = ([], [], [])
  }

  /// Whether there is anything that describes the photo.
  var hasEntries: Bool {
    !exif.isEmpty || !gps.isEmpty || main.contains { !Self.resolutionTags.contains($0.tag) }
  }

  /// The block from its TIFF header on, with `orientation`: at most `maximumSize` bytes.
  func serialized(orientation: Orientation) -> [UInt8] {
    var main = main
    main.append(.short(.orientation, UInt16(orientation.rawValue), byteOrder))
    let pointers = (exif.isEmpty ? 0 : 1) + (gps.isEmpty ? 0 : 1)
    var next = TIFFStructure.headerSize + TIFFField.directorySize(main) + pointers * 12
    for (tag, fields) in [(TIFFTag.exifIFD, exif), (.gpsIFD, gps)] where !fields.isEmpty {
      main.append(.long(tag, UInt32(next), byteOrder))
      next += TIFFField.directorySize(fields)
    }
    var bytes: [UInt8] = byteOrder == .bigEndian ? Array("MM".utf8) : Array("II".utf8)
    bytes += byteOrder.bytes(of: TIFFStructure.magic)
    bytes += byteOrder.bytes(of: UInt32(TIFFStructure.headerSize))
    for fields in [main, exif, gps] where !fields.isEmpty {
      bytes += TIFFField.directory(
        fields.sorted { $0.tag < $1.tag }, at: bytes.count, byteOrder: byteOrder)
    }
    return bytes
  }
}

/// An EXIF block as it goes into another file.
enum ExifBlock {
  /// `exif` with its orientation tag set to `orientation`.
  ///
  /// Only the two bytes of the tag change. Where there is no such tag and one is needed, the block is
  /// rebuilt with one, without the thumbnail's directory.
  static func turned(_ exif: ArraySlice<UInt8>, to orientation: Orientation) -> [UInt8] {
    guard let structure = try? TIFFStructure(exif) else { return Array(exif) }
    let entry = (try? structure.firstDirectory())?[.orientation]
    guard let entry, entry.type == .short, entry.count == 1 else {
      return orientation == .topLeft
        ? Array(exif) : ExifExtract(of: structure).serialized(orientation: orientation)
    }
    var block = Array(exif)
    block.replaceSubrange(
      entry.valueOffset..<entry.valueOffset + 2,
      with: structure.byteOrder.bytes(of: UInt16(orientation.rawValue)))
    return block
  }
}

/// A directory entry to be written, its value in the byte order of the structure.
struct TIFFField {
  let tag: UInt16
  let type: TIFFType
  let count: UInt32
  let value: [UInt8]

  init(_ entry: TIFFEntry) {
    tag = entry.tag.rawValue
    type = entry.type
    count = UInt32(truncatingIfNeeded: entry.count)
    value = Array(entry.bytes)
  }

  private init(_ tag: TIFFTag, _ type: TIFFType, _ value: [UInt8], count: Int = 1) {
    self.tag = tag.rawValue
    self.type = type
    self.count = UInt32(truncatingIfNeeded: count)
    self.value = value
  }

  /// A text with its NUL.
  static func ascii(_ tag: TIFFTag, _ value: [UInt8]) -> TIFFField {
    TIFFField(tag, .ascii, value, count: value.count)
  }

  /// ExifVersion: four digits.
  static func version(_ digits: String) -> TIFFField {
    TIFFField(.exifVersion, .undefined, Array(digits.utf8), count: 4)
  }

  static func short(_ tag: TIFFTag, _ value: UInt16, _ byteOrder: ByteOrder) -> TIFFField {
    TIFFField(tag, .short, byteOrder.bytes(of: value))
  }

  static func long(_ tag: TIFFTag, _ value: UInt32, _ byteOrder: ByteOrder) -> TIFFField {
    TIFFField(tag, .long, byteOrder.bytes(of: value))
  }

  /// Bytes that an entry takes: 12, and those of a value that does not fit them, padded to even.
  static func size(valueBytes count: Int) -> Int {
    12 + (count > 4 ? count + count % 2 : 0)
  }

  /// Bytes of a directory with its values.
  static func directorySize(_ fields: [TIFFField]) -> Int {
    6 + fields.reduce(0) { $0 + size(valueBytes: $1.value.count) }
  }

  /// A directory that is the last of its chain, followed by its values (TIFF 6.0, section 2).
  static func directory(_ fields: [TIFFField], at offset: Int, byteOrder: ByteOrder) -> [UInt8] {
    var entries = byteOrder.bytes(of: UInt16(fields.count))
    var values: [UInt8] = []
    let valuesOffset = offset + 6 + fields.count * 12
    for field in fields {
      entries += byteOrder.bytes(of: field.tag)
      entries += byteOrder.bytes(of: field.type.rawValue)
      entries += byteOrder.bytes(of: field.count)
      if field.value.count <= 4 {
        entries += field.value + [UInt8](repeating: 0, count: 4 - field.value.count)
      } else {
        entries += byteOrder.bytes(of: UInt32(valuesOffset + values.count))
        values += field.value
        if field.value.count % 2 == 1 { values.append(0) }
      }
    }
    return entries + [0, 0, 0, 0] + values
  }
}
