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
    byteOrder = structure.byteOrder
    let directory = try? structure.firstDirectory()
    let entries = directory?.entries ?? []
    // Room for the header, the next-directory links, the pointers and the orientation.
    var room = Self.maximumSize - 64
    var isPartial = false
    func fields(_ entries: [TIFFEntry], where isWanted: (UInt16) -> Bool) -> [TIFFField] {
      var fields: [UInt16: TIFFField] = [:]
      for entry in entries {
        let tag = entry.tag.rawValue
        guard isWanted(tag), fields[tag] == nil else { continue }
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
    func linked(_ pointer: TIFFTag) -> [TIFFEntry] {
      guard let offset = directory?[pointer]?.unsigned(at: 0),
        let linked = try? structure.directory(at: Int(offset))
      else { return [] }
      return linked.entries
    }
    main = fields(entries) { Self.descriptiveTags.contains($0) }
    exif = fields(linked(.exifIFD)) { $0 != Self.interoperabilityIFD }
    gps = fields(linked(.gpsIFD)) { _ in true }
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
