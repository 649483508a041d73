/// A metadata block as hexadecimal text, as ImageMagick writes it ("Raw profile type …").
///
/// The text is a line feed, the profile's name, its length in decimal, and the bytes in lines of
/// 72 digits (`png_write_raw_profile` in ImageMagick's coders/png.c).
struct PNGRawProfile {
  static let keywords: Set<String> = [
    "Raw profile type exif", "Raw profile type APP1", "Raw profile type xmp",
    "Raw profile type iptc", "Raw profile type 8bim",
  ]

  let bytes: ArraySlice<UInt8>

  /// `nil` when there are fewer digits than the length says, or other characters among them. What
  /// follows the last digit is passed over, as libavif and others leave stray bytes there.
  init?(text: ArraySlice<UInt8>) {
    let lines = text.drop { $0 == 0x0A }
    guard let nameEnd = lines.firstIndex(of: 0x0A) else { return nil }
    let afterName = lines[nameEnd...].dropFirst()
    guard let lengthEnd = afterName.firstIndex(of: 0x0A) else { return nil }
    let digits = String(decoding: afterName[..<lengthEnd].filter { $0 != 0x20 }, as: UTF8.self)
    guard let length = Int(digits), length >= 0 else { return nil }
    var decoded: [UInt8] = []
    var high: UInt8?
    for character in afterName[lengthEnd...] where character != 0x0A && character != 0x20 {
      if decoded.count == length { break }
      guard let digit = Self.digit(character) else { return nil }
      if let pending = high {
        decoded.append(pending << 4 | digit)
        high = nil
      } else {
        high = digit
      }
    }
    guard high == nil, decoded.count == length else { return nil }
    bytes = decoded[...]
  }

  /// What a raw profile with `keyword` is for.
  static func kind(of keyword: String) -> MetadataKind {
    switch keyword {
    case "Raw profile type xmp": .xmp
    case "Raw profile type iptc", "Raw profile type 8bim": .iptc
    default: .exif
    }
  }

  /// Adds the block that the bytes turn out to be, where `metadata` has none of the kind yet.
  ///
  /// The name says too little: "APP1" may be EXIF or XMP, "iptc" an IIM stream or 8BIM resources.
  func add(to metadata: inout EmbeddedMetadata) {
    let reader = ByteReader(bytes, .bigEndian)
    let xmpSignature: StaticString = "http://ns.adobe.com/xap/1.0/\0"
    let exif = bytes.droppingExifSignature
    if reader.matches(xmpSignature, at: 0) {
      addXMP(bytes.dropFirst(xmpSignature.utf8CodeUnitCount), to: &metadata)
    } else if reader.matches("<", at: 0) {
      addXMP(bytes, to: &metadata)
    } else if (try? TIFFStructure(exif)) != nil {
      if metadata.exif == nil { metadata.exif = exif }
    } else if reader.matches(PhotoshopResources.signature, at: 0) {
      let resources = bytes.dropFirst(PhotoshopResources.signature.utf8CodeUnitCount)
      metadata.iptc += PhotoshopResources(resources).iptc
    } else if reader.matches("8BIM", at: 0) {
      metadata.iptc += PhotoshopResources(bytes).iptc
    } else if bytes.first == 0x1C {
      metadata.iptc.append(bytes)
    } else {
      metadata.note(.comment)
    }
  }

  private func addXMP(_ packet: ArraySlice<UInt8>, to metadata: inout EmbeddedMetadata) {
    if metadata.xmp.isEmpty { metadata.xmp.append(packet) }
  }

  private static func digit(_ character: UInt8) -> UInt8? {
    switch character {
    case 0x30...0x39: character - 0x30
    case 0x41...0x46: character - 0x41 + 10
    case 0x61...0x66: character - 0x61 + 10
    default: nil
    }
  }
}
