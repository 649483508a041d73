/// What the property boxes of an item say of its picture (ISO/IEC 23008-12, 6.5).
enum HEIFProperties {
  /// irot and imir in the order in which they are applied, as one EXIF orientation (6.5.10, 6.5.12).
  static func orientation(_ properties: [ISOBox]) -> Orientation {
    var orientation = Orientation.topLeft
    for box in properties {
      guard let value = box.reader.value(at: 0, size: 1) else { continue }
      if box.type == "irot" {
        for _ in 0..<(value & 0x03) { orientation = orientation.turnedAnticlockwise }
      } else if box.type == "imir" {
        orientation =
          value & 0x01 == 0 ? orientation.mirroredTopBottom : orientation.mirroredLeftRight
      }
    }
    return orientation
  }

  /// The size that clap leaves (ISO/IEC 14496-12, 12.1.4), where it is a whole part of the picture.
  static func cleanAperture(_ properties: [ISOBox], in header: PhotoHeader) -> PixelSize? {
    guard let reader = properties.first(where: { $0.type == "clap" })?.reader,
      let width = quotient(reader, at: 0), let height = quotient(reader, at: 8),
      1...header.width ~= width, 1...header.height ~= height
    else { return nil }
    return PixelSize(width: width, height: height)
  }

  private static func quotient(_ reader: ByteReader, at offset: Int) -> Int? {
    guard let numerator = reader.value(at: offset, size: 4),
      let denominator = reader.value(at: offset + 4, size: 4), denominator > 0
    else { return nil }
    return numerator / denominator
  }

  /// The largest of what pixi (6.5.6) and the decoder configuration say; 8 where they say nothing.
  static func bitsPerChannel(_ properties: [ISOBox]) -> Int {
    var bits: [Int] = []
    for box in properties {
      switch box.type {
      case "pixi":
        bits += (box.fullBox?.content.bytes.dropFirst() ?? []).prefix(4).map(Int.init)
      case "hvcC":
        bits += box.reader.value(at: 17, size: 1).map { [$0 & 0x07 + 8] } ?? []
      case "av1C":
        guard let flags = box.reader.value(at: 2, size: 1) else { continue }
        bits.append(flags & 0x40 == 0 ? 8 : flags & 0x20 == 0 ? 10 : 12)
      default: break
      }
    }
    return bits.max() ?? 8
  }

  /// Gray by the decoder configuration (hvcC: ISO/IEC 14496-15, 8.3.3; av1C: AV1-ISOBMFF, 2.3),
  /// RGB where nclx has the identity matrix.
  static func colour(_ properties: [ISOBox]) -> ColourModel {
    for box in properties {
      switch box.type {
      case "hvcC":
        if let chroma = box.reader.value(at: 16, size: 1), chroma & 0x03 == 0 { return .gray }
      case "av1C":
        if let flags = box.reader.value(at: 2, size: 1), flags & 0x10 != 0 { return .gray }
      case "colr" where box.reader.matches("nclx", at: 0):
        if box.reader.value(at: 8, size: 2) == 0 { return .rgb }
      default: break
      }
    }
    return .ycc
  }

  /// The profile of a colr box that has one (ISO/IEC 14496-12, 12.1.5).
  static func profile(_ properties: [ISOBox]) -> ArraySlice<UInt8>? {
    for box in properties where box.type == "colr" {
      if box.reader.matches("prof", at: 0) || box.reader.matches("rICC", at: 0) {
        return box.reader.slice(from: 4)
      }
    }
    return nil
  }

  /// The URN that says what an auxiliary image is (6.5.8).
  static func auxiliaryType(_ properties: [ISOBox]) -> String? {
    auxiliaryTypes(properties).first
  }

  /// Likewise, of all that are given: decoders differ in which of two they take.
  static func auxiliaryTypes(_ properties: [ISOBox]) -> [String] {
    properties.filter { $0.type == "auxC" }.compactMap { box in
      let bytes = box.fullBox?.content.bytes.prefix(256).prefix { $0 != 0 }
      return bytes.map { String(decoding: $0, as: UTF8.self) }
    }
  }

  /// Whether an auxiliary image of this type is the alpha plane.
  static func isAlpha(_ type: String) -> Bool {
    [
      "urn:mpeg:avc:2015:auxid:1", "urn:mpeg:hevc:2015:auxid:1",
      "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha",
    ].contains(type)
  }
}
