extension PNGStructure {
  /// Reads eXIf, iCCP, the XMP text chunk (XMP part 3, 1.1.5), and ImageMagick's raw profiles where
  /// the standard chunk is not there; lists the rest.
  func metadata() -> EmbeddedMetadata {
    var metadata = EmbeddedMetadata()
    readEXIF(into: &metadata)
    readICC(into: &metadata)
    var profiles: Set<String> = []
    for chunk in chunks where !Self.technicalTypes.contains(chunk.type) {
      guard ["tEXt", "zTXt", "iTXt"].contains(chunk.type) else {
        metadata.note(.block(chunk.type.description))
        continue
      }
      guard let text = PNGText(type: chunk.type, data: data(chunk)) else { continue }
      // One block of each name: a hostile file must not make us inflate thousands.
      switch text.keyword {
      case "XML:com.adobe.xmp" where profiles.insert(text.keyword).inserted:
        readXMP(text, into: &metadata)
      case _ where PNGRawProfile.keywords.contains(text.keyword):
        guard profiles.insert(text.keyword).inserted else { continue }
        readRawProfile(text, into: &metadata)
      case _ where Self.isCreationTime(text.keyword) && metadata.png.creation == nil:
        metadata.png.creation = try? text.inflated()
        metadata.note(.comment)
      default: metadata.note(.comment)
      }
    }
    metadata.png.change = first("tIME").map(data)
    if let end, end < bytes.count { metadata.note(.trailer) }
    return metadata
  }

  /// Whether a text says when the picture was made: "Creation Time" (11.3.3.1), which programs also write
  /// in small letters and without the blank, or exiftool's "create-date".
  private static func isCreationTime(_ keyword: String) -> Bool {
    let letters = keyword.lowercased().filter { $0 != " " }
    return letters == "creationtime" || letters == "create-date"
  }

  private func readEXIF(into metadata: inout EmbeddedMetadata) {
    guard let chunk = first("eXIf") else { return }
    let block = data(chunk).droppingExifSignature
    if (try? TIFFStructure(block)) != nil {
      metadata.exif = block
    } else {
      metadata.problems.append(
        MetadataProblem(kind: .exif, offset: chunk.range.lowerBound, reason: .notTIFF))
    }
  }

  /// A profile name, a NUL, the compression method and the compressed profile (11.3.2.3).
  private func readICC(into metadata: inout EmbeddedMetadata) {
    guard let chunk = first("iCCP") else { return }
    let data = data(chunk)
    guard let name = data.firstIndex(of: 0) else { return }
    do throws(InflateError) {
      metadata.icc = try Zlib.inflate(data[name...].dropFirst(2))[...]
    } catch {
      metadata.problems.append(
        MetadataProblem(kind: .icc, offset: chunk.range.lowerBound, reason: .compression(error)))
    }
  }

  private func readXMP(_ text: PNGText, into metadata: inout EmbeddedMetadata) {
    do throws(InflateError) {
      metadata.xmp.append(try text.inflated())
    } catch {
      metadata.problems.append(
        MetadataProblem(kind: .xmp, offset: text.text.startIndex, reason: .compression(error)))
    }
  }

  private func readRawProfile(_ text: PNGText, into metadata: inout EmbeddedMetadata) {
    let kind = PNGRawProfile.kind(of: text.keyword)
    do throws(InflateError) {
      guard let profile = PNGRawProfile(text: try text.inflated()) else {
        metadata.problems.append(
          MetadataProblem(kind: kind, offset: text.text.startIndex, reason: .malformedText))
        return
      }
      profile.add(to: &metadata)
    } catch {
      metadata.problems.append(
        MetadataProblem(kind: kind, offset: text.text.startIndex, reason: .compression(error)))
    }
  }
}

extension ArraySlice<UInt8> {
  /// Without the "Exif\0\0" that belongs to JPEG but that some writers put elsewhere too.
  var droppingExifSignature: ArraySlice<UInt8> {
    starts(with: Array("Exif\0".utf8)) ? dropFirst(6) : self
  }
}

/// The keyword and text of a tEXt, zTXt or iTXt chunk (PNG third edition, 11.3.3).
struct PNGText {
  let keyword: String
  let isCompressed: Bool
  /// As in the file: compressed where `isCompressed`.
  let text: ArraySlice<UInt8>

  /// `nil` for another type, or where a separator is not there.
  init?(type: FourCC, data: ArraySlice<UInt8>) {
    guard let separator = data.prefix(80).firstIndex(of: 0) else { return nil }
    keyword = String(decoding: data[..<separator], as: UTF8.self)
    let rest = data[separator...].dropFirst()
    switch type {
    case "tEXt":
      isCompressed = false
      text = rest
    case "zTXt":
      isCompressed = true
      text = rest.dropFirst()
    case "iTXt":
      guard let flag = rest.first else { return nil }
      isCompressed = flag == 1
      let fields = rest.dropFirst(2)
      guard let language = fields.firstIndex(of: 0),
        let translation = fields[language...].dropFirst().firstIndex(of: 0)
      else { return nil }
      text = fields[translation...].dropFirst()
    default: return nil
    }
  }

  /// The text itself, of at most `Zlib.metadataLimit` bytes where it is compressed.
  func inflated() throws(InflateError) -> ArraySlice<UInt8> {
    isCompressed ? try Zlib.inflate(text)[...] : text
  }
}

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

  /// A block as such a text.
  ///
  /// - Parameters:
  ///   - bytes: the block.
  ///   - text: the text that it takes the place of, which has the profile's name.
  /// - Returns: the text, not compressed.
  static func text(_ bytes: [UInt8], named text: ArraySlice<UInt8>) -> [UInt8] {
    let name = text.drop { $0 == 0x0A }.prefix { $0 != 0x0A }
    let length = "\(bytes.count)"
    let padding = String(repeating: " ", count: max(0, 8 - length.count))
    var written = [0x0A] + name + Array("\n\(padding)\(length)".utf8)
    let digits = Array("0123456789abcdef".utf8)
    for (index, byte) in bytes.enumerated() {
      if index % 36 == 0 { written.append(0x0A) }
      written += [digits[Int(byte >> 4)], digits[Int(byte & 0x0F)]]
    }
    return written + [0x0A]
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
      metadata.add(exif: exif)
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
