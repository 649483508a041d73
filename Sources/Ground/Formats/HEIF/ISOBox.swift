/// A box of an ISO base media file (ISO/IEC 14496-12, 4.2).
struct ISOBox: Sendable {
  /// The most boxes that are read side by side; no photo comes near, and libheif takes fewer.
  static let maximumSiblings = 32_768

  let type: FourCC
  /// Without size and type; clipped where the file ends before the box does.
  let content: ArraySlice<UInt8>
  let isCut: Bool

  var reader: ByteReader { ByteReader(content, .bigEndian) }

  /// The version of a full box, and what follows version and flags.
  var fullBox: (version: Int, flags: Int, content: ByteReader)? {
    guard let version = reader.value(at: 0, size: 1), let flags = reader.value(at: 1, size: 3)
    else { return nil }
    return (version, flags, ByteReader(content.dropFirst(4), .bigEndian))
  }

  /// The boxes that follow each other in `bytes`; the last one may be cut.
  static func boxes(in bytes: ArraySlice<UInt8>) -> [ISOBox] {
    let reader = ByteReader(bytes, .bigEndian)
    var boxes: [ISOBox] = []
    var position = 0
    while boxes.count < maximumSiblings, let header = Header(in: reader, at: position) {
      let size = header.size ?? reader.count - position
      guard size >= header.length, position + header.length <= reader.count else { break }
      let available = min(size, reader.count - position)
      let content = reader.slice(
        at: position + header.length, count: available - header.length)
      boxes.append(ISOBox(type: header.type, content: content ?? [], isCut: available < size))
      position += available
    }
    return boxes
  }

  /// Size and type of a box.
  struct Header {
    let type: FourCC
    /// The header's own.
    let length: Int
    /// With the header, not checked against the file; nil where the box goes to the end.
    let size: Int?

    /// The header at an offset; nil where the bytes end before it.
    init?(in reader: ByteReader, at position: Int) {
      guard let type = reader.fourCC(at: position + 4),
        let size = reader.value(at: position, size: 4)
      else { return nil }
      self.type = type
      length = size == 1 ? 16 : 8
      switch size {
      case 0: self.size = nil
      // A size beyond Int is that of no file.
      case 1: self.size = reader.value(at: position + 8, size: 8) ?? Int.max
      default: self.size = size
      }
    }
  }
}

/// The brands in the file type box (ISO/IEC 14496-12, 4.3; ISO/IEC 23008-12, 10; AVIF, 6).
struct HEIFBrands {
  private static let heic: Set<FourCC> = ["heic", "heix", "heim", "heis", "hevc", "hevx"]
  private static let avif: Set<FourCC> = ["avif", "avis"]
  private static let generic: Set<FourCC> = ["mif1", "msf1", "mif2"]
  private static let sequences: Set<FourCC> = ["hevc", "hevx", "avis", "msf1"]

  private let major: FourCC
  private let all: Set<FourCC>
  private let bytes: [UInt8]

  /// `nil` when the file does not begin with a file type box.
  init?(_ bytes: [UInt8]) {
    guard let box = ISOBox.boxes(in: bytes.prefix(4096)).first, box.type == "ftyp",
      let major = box.reader.fourCC(at: 0)
    else { return nil }
    self.bytes = bytes
    self.major = major
    let compatible = stride(from: 8, to: box.content.count, by: 4).compactMap {
      box.reader.fourCC(at: $0)
    }
    all = Set(compatible + [major])
  }

  /// What the brands say; where they say only "some HEIF", what the primary item is coded with.
  var format: PhotoFormat? {
    if Self.heic.contains(major) { return .heic }
    if Self.avif.contains(major) { return .avif }
    guard Self.generic.contains(major) else { return nil }
    switch HEIFStructure.items(in: bytes)?.primaryCoding {
    case "hvc1": return .heic
    case "av01": return .avif
    default:
      if !all.isDisjoint(with: Self.heic) { return .heic }
      return all.isDisjoint(with: Self.avif) ? nil : .avif
    }
  }

  /// Whether the file announces an image sequence.
  var hasSequence: Bool { !all.isDisjoint(with: Self.sequences) }
}
