@testable import Formats

/// Builds a HEIF file by hand: a primary image with properties, EXIF and XMP; no coded data.
struct HEIFSample {
  var majorBrand: FourCC = "heic"
  var compatibleBrands: [FourCC] = ["mif1"]
  var itemType: FourCC = "hvc1"
  /// Property boxes of the primary item in the order in which they are applied.
  var properties: [[UInt8]] = [ispe(4032, 3024)]
  /// The URN of an auxiliary image of the primary one.
  var auxiliary: String?
  /// Its properties before the URN.
  var auxiliaryProperties: [[UInt8]] = []
  /// What the primary image is derived from.
  var derivation: Derivation?
  var exif: [UInt8]?
  var xmp: [UInt8]?
  var moreBoxes: [[UInt8]] = []
  /// Further boxes of the meta box, and of that for properties.
  var moreMeta: [UInt8] = []
  var moreProperties: [UInt8] = []
  /// Whether iloc names the primary image twice.
  var repeatsLocation = false
  /// The primary image's item.
  var data: [UInt8] = [0xAA]

  /// Identities of each other, the last one of an image with the properties.
  struct Derivation {
    var depth: Int
    var properties: [[UInt8]]
  }

  static func box(_ type: FourCC, _ content: [UInt8]) -> [UInt8] {
    ByteOrder.bigEndian.bytes(of: UInt32(content.count + 8)) + type.bytes + content
  }

  static func fullBox(_ type: FourCC, version: UInt8 = 0, _ content: [UInt8]) -> [UInt8] {
    box(type, [version, 0, 0, 0] + content)
  }

  static func ispe(_ width: UInt32, _ height: UInt32) -> [UInt8] {
    fullBox("ispe", ByteOrder.bigEndian.bytes(of: width) + ByteOrder.bigEndian.bytes(of: height))
  }

  var bytes: [UInt8] {
    let fileType = Self.box(
      "ftyp", majorBrand.bytes + [0, 0, 0, 0] + compatibleBrands.flatMap(\.bytes))
    return fileType + meta + moreBoxes.joined()
  }

  /// Items: 1 the image, 2 EXIF, 3 XMP, 4 the auxiliary image; data in idat.
  private var meta: [UInt8] {
    var entries = [infe(1, itemType)]
    var references: [UInt8] = []
    var data = data
    var locations = [location(1, offset: 0, length: data.count)]
    if repeatsLocation { locations.append(locations[0]) }
    if let exif {
      entries.append(infe(2, "Exif"))
      let item = [0, 0, 0, 6] + Array("Exif\0\0".utf8) + exif
      locations.append(location(2, offset: data.count, length: item.count))
      data += item
      references += reference("cdsc", 2)
    }
    if let xmp {
      entries.append(infe(3, "mime", suffix: Array("application/rdf+xml\0".utf8)))
      locations.append(location(3, offset: data.count, length: xmp.count))
      data += xmp
      references += reference("cdsc", 3)
    }
    var boxes = properties
    var associations = [[0, 1, UInt8(properties.count)] + (1...properties.count).map { UInt8($0) }]
    if let auxiliary {
      entries.append(infe(4, itemType))
      references += reference("auxl", 4)
      let first = boxes.count + 1
      boxes += auxiliaryProperties + [Self.fullBox("auxC", Array("\(auxiliary)\0".utf8))]
      associations.append(association(4, first...boxes.count))
      locations.append(location(4, offset: 0, length: 1))
    }
    if let derivation {
      for step in 1...derivation.depth {
        let item = UInt8(9 + step)
        let isLast = step == derivation.depth
        entries.append(infe(item, isLast ? "hvc1" : "iden"))
        references += Self.box("dimg", [0, step == 1 ? 1 : item - 1, 0, 1, 0, item])
        locations.append(location(item, offset: 0, length: 1))
        let first = boxes.count + 1
        boxes += isLast ? derivation.properties : properties
        associations.append(association(item, first...boxes.count))
      }
    }
    let count = UInt8(associations.count)
    return Self.fullBox(
      "meta",
      Self.fullBox("pitm", [0, 1])
        + Self.fullBox("iinf", [0, UInt8(entries.count)] + entries.joined())
        + Self.fullBox(
          "iloc", version: 1, [0x44, 0x00, 0, UInt8(locations.count)] + locations.joined())
        + Self.fullBox("iref", references)
        + Self.box(
          "iprp",
          Self.box("ipco", Array(boxes.joined()))
            + Self.fullBox("ipma", [0, 0, 0, count] + associations.joined()) + moreProperties)
        + Self.box("idat", data) + moreMeta)
  }

  private func infe(_ item: UInt8, _ type: FourCC, suffix: [UInt8] = []) -> [UInt8] {
    Self.fullBox("infe", version: 2, [0, item, 0, 0] + type.bytes + [0] + suffix)
  }

  private func association(_ item: UInt8, _ properties: ClosedRange<Int>) -> [UInt8] {
    [0, item, UInt8(properties.count)] + properties.map { UInt8($0) }
  }

  private func reference(_ type: FourCC, _ from: UInt8) -> [UInt8] {
    Self.box(type, [0, from, 0, 1, 0, 1])
  }

  /// Construction method 1: in idat.
  private func location(_ item: UInt8, offset: Int, length: Int) -> [UInt8] {
    [0, item, 0, 1, 0, 0, 0, 1] + ByteOrder.bigEndian.bytes(of: UInt32(offset))
      + ByteOrder.bigEndian.bytes(of: UInt32(length))
  }
}
