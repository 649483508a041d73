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
